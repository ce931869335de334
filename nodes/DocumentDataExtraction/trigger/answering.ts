import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { Api } from '../api/connection';
import { getExtractionDetails, getExtractionStatus, listExtractions } from '../api/extractions';
import type { ExtractionStatus, ListedExtraction } from '../api/schemas/extractions';
import { attempt, isServiceError, missing } from '../api/ServiceError';
import { isAboutAccess } from './access';
import { inTermsOfTime, isOverdue } from './deadline';
import { eventItems } from './eventItems';
import type { EventOutcome, TriggerEvent } from './events';
import { countFailedTry, forgetFailedTries } from './failedTries';
import { incompleteItem } from './incompleteItem';
import { TRIGGER_LIMITS } from './limits';
import { passesFilters, type TriggerSettings } from './settings';
import type { ListQuery, PollAnswer, PollStep } from './steps';

export type Step = PollStep<ListedExtraction, ExtractionStatus>;
export type Answer = PollAnswer<ListedExtraction, ExtractionStatus, INodeExecutionData[]>;
type Event = TriggerEvent<ListedExtraction, ExtractionStatus>;
type Outcome = EventOutcome<INodeExecutionData[]>;

const STOP = { kind: 'stop' } as const;

const hasCode = (error: unknown, code: string): boolean => isServiceError(error) && error.code === code;

const mayPass = (error: unknown): boolean => !isServiceError(error) || error.failure.retryable;

/** @throws ServiceError for what is no time: taken in, it would spoil what the trigger knows */
function timeOf({ created_at }: ListedExtraction): number {
	const time = Date.parse(created_at);
	if (Number.isNaN(time)) throw missing('a readable created_at');
	return time;
}

/** Carries out the requests that the event machine asks for. */
export class Answering {
	private readonly api: Api;
	private answered = 0;

	constructor(
		api: Api,
		private readonly context: IPollFunctions,
		private readonly settings: TriggerSettings,
		/** Whether it is the first poll, whose lists have to be whole. */
		private readonly baseline: boolean,
	) {
		this.api = {
			...api,
			call: async (request) => {
				const answer = await api.call(request);
				this.answered += 1;
				return answer;
			},
		};
	}

	async answer(step: Step): Promise<Answer> {
		if (step.kind === 'list') return await this.list(step.query);
		if (step.kind === 'status') return await this.status(step.id);
		return await this.event(step.event);
	}

	/** @throws ServiceError, so that a poll that cannot list anything fails and changes nothing */
	private async list(query: ListQuery): Promise<Answer> {
		const { scope } = this.settings;
		const listed = await attempt(async () => await listExtractions(this.api, { ...query, scope }));
		if (!listed.ok) {
			if (query.cursor !== undefined && hasCode(listed.error, 'INVALID_INPUT'))
				return { kind: 'staleCursor' };
			const error = inTermsOfTime(listed.error);
			// What has been listed is worth keeping: a poll that failed would list it all again, and might fail there again.
			if (this.answered > 0 && !this.baseline && isServiceError(error) && mayPass(error)) return STOP;
			throw error;
		}
		const { extractions, has_more, next_cursor } = listed.value;
		return {
			kind: 'page',
			extractions: extractions.map((item) => ({
				id: item.extraction_id,
				status: item.status,
				createdAt: timeOf(item),
				item,
			})),
			nextCursor: has_more ? (next_cursor ?? null) : null,
			receivedMs: Date.now(),
		};
	}

	private async status(id: string): Promise<Answer> {
		const { scope } = this.settings;
		const asked = await attempt(async () => await getExtractionStatus(this.api, id, { scope }));
		if (asked.ok) {
			const { status, questions } = asked.value;
			return { kind: 'status', status, questions: questions ?? [], answer: asked.value };
		}
		const { error } = asked;
		if (hasCode(error, 'EXTRACTION_NOT_FOUND')) return { kind: 'missing' };
		// If it lasts, the next poll cannot list, and says why.
		if (hasCode(error, 'RATE_LIMITED') || isOverdue(error) || isAboutAccess(error)) return STOP;
		return { kind: 'unavailable' };
	}

	private async event(event: Event): Promise<Answer> {
		const before = this.answered;
		const made = await attempt(async () => await this.outcomeOf(event));
		const key = JSON.stringify([this.context.getWorkflow().id, this.context.getNode().id, event.key]);
		if (made.ok) {
			forgetFailedTries(key);
			return made.value;
		}
		const error = inTermsOfTime(made.error);
		// With the requests of this minute used up by others, the event has not had its turn.
		const notBegun = hasCode(error, 'RATE_LIMITED') && this.answered === before;
		if (notBegun || isAboutAccess(error)) return STOP;
		const payload = [incompleteItem(event, error)];
		return { kind: 'failed', payload, final: this.isFinal(key, error) };
	}

	private async outcomeOf({ kind, id, status, item: listed }: Event): Promise<Outcome> {
		const details = listed ? undefined : await getExtractionDetails(this.api, id, this.settings.scope);
		if (!passesFilters(this.settings, listed ?? details ?? {})) return { kind: 'skip' };
		const known = { kind, id, listed, details, status };
		return { kind: 'ready', payload: await eventItems(this.api, this.context, known, this.settings) };
	}

	private isFinal(key: string, error: unknown): boolean {
		const isFinal = countFailedTry(key) >= TRIGGER_LIMITS.attempts || !mayPass(error);
		if (isFinal) forgetFailedTries(key);
		return isFinal;
	}
}
