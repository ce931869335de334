import { commit } from '../../../nodes/DocumentDataExtraction/trigger/machine/commit';
import type { EventKind, EventOutcome } from '../../../nodes/DocumentDataExtraction/trigger/machine/events';
import {
	TRIGGER_LIMITS,
	type TriggerLimits,
} from '../../../nodes/DocumentDataExtraction/trigger/machine/limits';
import { pollSteps } from '../../../nodes/DocumentDataExtraction/trigger/machine/pollSteps';
import type { TriggerOptions } from '../../../nodes/DocumentDataExtraction/trigger/machine/reduce';
import type { TriggerState } from '../../../nodes/DocumentDataExtraction/trigger/machine/state';
import type { StepResult, PollStep } from '../../../nodes/DocumentDataExtraction/trigger/machine/steps';
import { MINUTE, ModelService, type Modelled, type RoundAnswer } from './ModelService';

export const ALL_EVENTS: readonly EventKind[] = ['completed', 'failed', 'cancelled', 'input_required'];

type Outcome = EventOutcome<string>;

export interface PollResult {
	/** `id kind`, in the order of announcement. */
	announced: string[];
	payloads: string[];
	/** `list …` with what was asked for, or `status id`. */
	requests: string[];
	/** Whether something had to wait for room. */
	full: boolean;
}

interface PollSetting {
	/** Steps until the budget is used up. */
	budget?: number;
	/** Pages until the time for lists is used up. */
	lists?: number;
	outcome?: (id: string) => Outcome;
	/** Called before each step is answered: what happens meanwhile. */
	before?: (step: PollStep<string, RoundAnswer>) => void;
	/** Answers in place of the service. */
	instead?: (step: PollStep<string, RoundAnswer>) => StepResult<string, RoundAnswer, string> | undefined;
}

const isList = ({ kind }: PollStep<string, RoundAnswer>): boolean => kind !== 'status' && kind !== 'event';

/** A service and a trigger on a clock that stands still until it is moved; polls run through in one go. */
export class MachineFixture {
	readonly service = new ModelService();
	readonly limits: TriggerLimits;
	wanted: readonly EventKind[] = ALL_EVENTS;
	account = 'account';
	filter = '';
	state: TriggerState | null = null;
	/** What the service says of its time. */
	serviceMs = (): number | undefined => this.service.now;
	/** The local clock minus the service's. */
	skewMs = 0;

	constructor(limits: Partial<TriggerLimits> = {}) {
		this.limits = { ...TRIGGER_LIMITS, ...limits };
	}

	/** Extractions created one after another, a minute apart, the last one just now. */
	create(count: number, status = 'processing'): Modelled[] {
		return Array.from({ length: count }, () => {
			this.service.advance(MINUTE);
			const extraction = this.service.create();
			if (status === 'input_required') this.service.ask(extraction, 1);
			else if (status !== 'processing') this.service.end(extraction, status as 'completed');
			return extraction;
		});
	}

	poll(setting: PollSetting = {}): PollResult {
		return this.begin(setting)();
	}

	/** Runs a poll up to its end, which is left to the caller: it takes in what is stored by then. */
	begin({
		budget = Infinity,
		lists = Infinity,
		outcome,
		before,
		instead,
	}: PollSetting = {}): () => PollResult {
		const options: TriggerOptions = {
			account: this.account,
			filter: this.filter,
			wanted: new Set(this.wanted),
			limits: this.limits,
		};
		const requests: string[] = [];
		const steps = pollSteps<string, RoundAnswer, string>(this.state, {
			...options,
			nowMs: this.service.now + this.skewMs,
		});
		let next = steps.next();
		for (let left = budget; !next.done; left--) {
			before?.(next.value);
			const over = left <= 0 || (isList(next.value) && lists-- <= 0);
			const answer = over ? undefined : (instead?.(next.value) ?? this.answer(next.value, requests, outcome));
			next = steps.next(answer ?? { kind: 'later' });
		}
		const findings = next.value;
		return () => {
			const { state, announcements, full } = commit(this.state, findings, options);
			this.state = state;
			return {
				announced: announcements.map(({ event }) => `${event.id} ${event.kind}`),
				payloads: announcements.map(({ payload }) => payload),
				requests,
				full,
			};
		};
	}

	private answer(
		step: PollStep<string, RoundAnswer>,
		requests: string[],
		outcome: PollSetting['outcome'],
	): StepResult<string, RoundAnswer, string> {
		if ('event' in step) return outcome?.(step.event.id) ?? { kind: 'ready', payload: step.event.id };
		if (step.kind === 'status') {
			requests.push(`status ${step.id}`);
			return this.service.status(step.id);
		}
		requests.push(`list ${step.query.status ?? 'all'}`);
		const page = this.service.list(step.query);
		if (!page) return { kind: 'staleCursor' };
		return {
			kind: 'page',
			...page,
			hasMore: page.nextCursor !== null,
			receivedMs: this.service.now + this.skewMs,
			serviceMs: this.serviceMs(),
		};
	}
}
