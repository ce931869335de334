import { commit } from '../../../nodes/DocumentDataExtraction/trigger/commit';
import type { EventKind } from '../../../nodes/DocumentDataExtraction/trigger/events';
import type { Findings } from '../../../nodes/DocumentDataExtraction/trigger/findings';
import type { TriggerLimits } from '../../../nodes/DocumentDataExtraction/trigger/limits';
import { pollSteps } from '../../../nodes/DocumentDataExtraction/trigger/poll';
import type { PollAnswer, PollOptions, PollStep } from '../../../nodes/DocumentDataExtraction/trigger/steps';
import {
	readState,
	writeState,
	type TriggerStorage,
} from '../../../nodes/DocumentDataExtraction/trigger/storage';
import { ModelN8n, type Persistence } from './n8n';
import { ModelService, type RoundAnswer } from './service';

export const ACCOUNT = 'account';

export interface Setting {
	persistence: Persistence;
	limits: TriggerLimits;
	wanted: readonly EventKind[];
}

/** What the oracle needs to know of a poll that was carried through. */
export interface PollRecord {
	activation: boolean;
	/** Steps of the model: the first answer the poll got, and its end. */
	firstStep: number;
	firstNow: number;
	endStep: number;
	/** No list was left unfinished, no step was cut off, nothing failed. */
	thorough: boolean;
	requests: number;
}

type Step = PollStep<string, RoundAnswer>;
type Answer = PollAnswer<string, RoundAnswer, string>;
type PollFindings = Findings<string, RoundAnswer, string>;

/** A poll under way: the loop that the node runs, one step at a time. */
class RunningPoll {
	readonly record: PollRecord;
	private readonly steps: Generator<Step, PollFindings, Answer>;
	private next: IteratorResult<Step, PollFindings>;
	private readonly options: PollOptions;
	private unfinished = new Set<string>();

	constructor(
		private readonly history: History,
		readonly storage: TriggerStorage,
		readonly activation: boolean,
		/** Steps after which the budget is used up. */
		private budget: number,
	) {
		const { service, setting } = history;
		this.options = {
			account: ACCOUNT,
			wanted: new Set(setting.wanted),
			limits: setting.limits,
			nowMs: service.now + history.skewMs,
		};
		const firstStep = service.step;
		this.record = {
			activation,
			firstStep,
			firstNow: service.now,
			endStep: firstStep,
			thorough: true,
			requests: 0,
		};
		this.steps = pollSteps(readState(storage, ACCOUNT), this.options);
		this.next = this.steps.next();
	}

	get done(): boolean {
		return this.next.done === true;
	}

	step(): void {
		if (this.next.done) return;
		const { service } = this.history;
		service.step += 1;
		if (this.record.requests === 0) {
			this.record.firstStep = service.step;
			this.record.firstNow = service.now;
		}
		const answer = this.answer(this.next.value);
		this.next = this.steps.next(answer);
	}

	/** The synchronous end of a poll. */
	finish(): void {
		const { service, n8n, polls } = this.history;
		if (!this.next.done) throw new Error('The poll is still under way.');
		service.step += 1;
		const { state, announcements } = commit(readState(this.storage, ACCOUNT), this.next.value, this.options);
		if (state) writeState(this.storage, state);
		this.record.endStep = service.step;
		if (this.unfinished.size > 0 || this.history.settingIsTight) this.record.thorough = false;
		if (state) polls.push(this.record);
		n8n.returned(this.storage, announcements, { activation: this.activation });
	}

	private answer(step: Step): Answer {
		const { service } = this.history;
		if (this.budget <= 0) {
			this.record.thorough = false;
			return { kind: 'stop' };
		}
		this.budget -= 1;
		if (step.kind === 'event') return this.event(step.event.id);
		this.record.requests += 1;
		if (step.kind === 'status') return service.status(step.id);
		const page = service.list(step.query);
		if (!page) {
			this.record.thorough = false;
			return { kind: 'staleCursor' };
		}
		const { extractions, nextCursor } = page;
		const list = JSON.stringify({ ...step.query, cursor: undefined });
		if (nextCursor) this.unfinished.add(list);
		else this.unfinished.delete(list);
		// It then asks after no more of those that have ended than keeps the cost of the poll in bounds.
		if (step.query.status && this.history.polls.length > 0) this.record.thorough = false;
		return { kind: 'page', extractions, nextCursor, receivedMs: service.now + this.history.skewMs };
	}

	/** What belongs to the event: every fifth extraction is filtered out; it may fail for a while. */
	private event(id: string): Answer {
		if (isFiltered(id)) return { kind: 'skip' };
		if (this.history.failures > 0) {
			this.history.failures -= 1;
			this.record.thorough = false;
			return { kind: 'failed', payload: 'reason', final: false };
		}
		return { kind: 'ready', payload: 'payload' };
	}
}

export const isFiltered = (id: string): boolean => Number(id.slice(1)) % 5 === 4;

/** One history: a service, an n8n, and what happens to both. */
export class History {
	readonly service = new ModelService();
	readonly n8n: ModelN8n;
	readonly polls: PollRecord[] = [];
	failures = 0;
	/** The local clock minus the service's. */
	skewMs = 0;
	active = false;
	private running: RunningPoll[] = [];

	constructor(readonly setting: Setting) {
		this.n8n = new ModelN8n(setting.persistence);
	}

	/** With little room, an extraction may have to wait although the poll finished its lists. */
	get settingIsTight(): boolean {
		return this.setting.limits.remembered < 100 || this.setting.limits.statusesPerPoll < 50;
	}

	/** A whole poll. `budget`: steps until it is cut off. */
	poll(budget = Infinity): void {
		if (!this.active) return;
		this.giveUpBefore();
		const poll = this.begin(false, budget);
		while (!poll.done) poll.step();
		poll.finish();
	}

	/** A poll begins and stays under way. */
	start(budget = Infinity): void {
		if (!this.active) return;
		this.giveUpBefore();
		if (this.running.length < 3) this.running.push(this.begin(false, budget));
	}

	/** One of the polls under way goes on, and ends if it is done. */
	stepRunning(which: number): void {
		const poll = this.running[which % Math.max(1, this.running.length)];
		if (!poll) return;
		poll.step();
		if (!poll.done) return;
		this.running = this.running.filter((each) => each !== poll);
		poll.finish();
	}

	/** A poll runs, and nothing comes of it: an error, a lost lease, n8n going down. Its requests were made. */
	pollInVain(steps: number): void {
		if (!this.active) return;
		const poll = this.begin(false, Infinity);
		for (let step = 0; step < steps && !poll.done; step++) poll.step();
	}

	/** n8n starts, or the workflow is activated. A failing first poll leaves it inactive. */
	activate(budget = Infinity): void {
		this.running = [];
		this.active = false;
		this.n8n.restart();
		// Where the first poll has to leave some of the newest over, it cannot tell them from those created in the same millisecond after it.
		if ((this.settingIsTight || budget < Infinity) && this.polls.length === 0) this.service.advance(1);
		const poll = this.begin(true, budget);
		while (!poll.done) poll.step();
		if (budget < 1) return;
		poll.finish();
		this.active = true;
	}

	/** Under the durable scheduler, a poll that takes longer than the shortest interval is given up. */
	private giveUpBefore(): void {
		if (this.setting.persistence !== 'memory') this.running = [];
	}

	private begin(activation: boolean, budget: number): RunningPoll {
		return new RunningPoll(this, this.n8n.open(), activation, budget);
	}
}
