import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { Api } from '../api/connection';
import { getExtractionDetails, getExtractionStatus, listExtractions } from '../api/extractions';
import type { ExtractionStatus, ListedExtraction } from '../api/schemas/extractions';
import { attempt, isServiceError } from '../api/ServiceError';
import { errorJson, toNodeError } from '../nodeError';
import { eventItems } from './eventItems';
import type { EventOutcome, TriggerEvent } from './events';
import { passesFilters, type TriggerSettings } from './settings';
import type { ListQuery, PollAnswer, PollStep } from './steps';

export type Step = PollStep<ListedExtraction, ExtractionStatus>;
export type Answer = PollAnswer<ListedExtraction, ExtractionStatus, INodeExecutionData[]>;
type Event = TriggerEvent<ListedExtraction, ExtractionStatus>;
type Outcome = EventOutcome<INodeExecutionData[]>;

/** With a wrong key no request can succeed: the poll fails as a whole. */
const KEY_TROUBLE = new Set(['UNAUTHENTICATED', 'API_KEY_EXPIRED', 'API_KEY_REVOKED']);

const hasCode = (error: unknown, code: string): boolean => isServiceError(error) && error.code === code;

/** Carries out the requests that the event machine asks for. */
export class Answering {
	constructor(
		private readonly api: Api,
		private readonly context: IPollFunctions,
		private readonly settings: TriggerSettings,
	) {}

	async answer(step: Step): Promise<Answer> {
		if (step.kind === 'list') return await this.list(step.query);
		if (step.kind === 'status') return await this.status(step.id);
		return await this.event(step.event);
	}

	/** @throws ServiceError, so that a poll that cannot list fails and changes nothing */
	private async list(query: ListQuery): Promise<Answer> {
		const { scope } = this.settings;
		const listed = await attempt(async () => await listExtractions(this.api, { ...query, scope }));
		if (!listed.ok) {
			if (query.cursor !== undefined && hasCode(listed.error, 'INVALID_INPUT'))
				return { kind: 'staleCursor' };
			throw listed.error;
		}
		const { extractions, has_more, next_cursor } = listed.value;
		return {
			kind: 'page',
			extractions: extractions.map((item) => ({
				id: item.extraction_id,
				status: item.status,
				createdAt: Date.parse(item.created_at),
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
		if (hasCode(asked.error, 'EXTRACTION_NOT_FOUND')) return { kind: 'missing' };
		if (hasCode(asked.error, 'RATE_LIMITED')) return { kind: 'stop' };
		if (isServiceError(asked.error) && KEY_TROUBLE.has(asked.error.code)) throw asked.error;
		return { kind: 'unavailable' };
	}

	private async event(event: Event): Promise<Outcome | { kind: 'stop' }> {
		const { kind, id, status } = event;
		const made = await attempt(async (): Promise<Outcome> => {
			const record = event.item ?? (await getExtractionDetails(this.api, id, this.settings.scope));
			if (!passesFilters(this.settings, record)) return { kind: 'skip' };
			const known = { kind, id, record, status };
			return { kind: 'ready', payload: await eventItems(this.api, this.context, known, this.settings) };
		});
		if (made.ok) return made.value;
		if (hasCode(made.error, 'RATE_LIMITED')) return { kind: 'stop' };
		return this.without(event, made.error);
	}

	/** The event with the reason why nothing goes with it. A filter that could not be applied lets it through: better once too often. */
	private without({ kind, id, item }: Event, error: unknown): Outcome {
		const { error: reason } = errorJson(toNodeError(this.context.getNode(), error));
		const known = item ? { task_name: item.task_name, created_at: item.created_at } : {};
		const json = { event: kind, extraction_id: id, status: kind, ...known, missing: reason };
		const final = !isServiceError(error) || !error.failure.retryable;
		return { kind: 'failed', payload: [{ json }], final };
	}
}
