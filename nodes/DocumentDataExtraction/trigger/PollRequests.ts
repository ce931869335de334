import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { isCutOff } from '../api/http/cancelSignal';
import { isOutOfTurn, type ApiClient } from '../api/http/client';
import { getExtractionDetails, getExtractionStatus, listExtractions } from '../api/extractions';
import type { RateClass } from '../api/limits';
import { BRIEF } from '../api/http/retry';
import type { ExtractionStatus, ListedExtraction } from '../api/schemas/extractions';
import { hasCode, isKeyCode, isServiceError } from '../api/errors/ServiceError';
import { eventItems, incompleteItem, isStillToCome, requestsFor, type KnownEvent } from './eventItems';
import type { EventOutcome, Listed, TriggerEvent } from './machine/events';
import type { ListStepQuery, StepResult, PollStep } from './machine/steps';
import { asTimeout, tooSlowError, type Pace } from './Pace';
import { failureCodeOf, passesFilters, waitsForPlace, type TriggerSettings } from './settings';
import { attempt } from '../shared/attempt';

type Step = PollStep<ListedExtraction, ExtractionStatus>;
type Result = StepResult<ListedExtraction, ExtractionStatus, INodeExecutionData[]>;
type Event = TriggerEvent<ListedExtraction, ExtractionStatus> & KnownEvent;
type Outcome = EventOutcome<INodeExecutionData[]>;

/** A request that waits for its turn leaves this part of the poll's time to send it. */
const SENDING_SHARE = 0.1;

const LATER = { kind: 'later' } as const;
const SKIP = { kind: 'skip' } as const;

/** Whether an error is about the account, not one extraction: the account may not see any extraction, or no longer. */
export const isAboutAccess = (error: unknown): boolean =>
	isServiceError(error) && (isKeyCode(error.code) || error.code === 'FORBIDDEN');

const isWorthRetrying = (error: unknown): boolean => !isServiceError(error) || error.failure.retryable;

/** Carries out the requests that the machine asks for. */
export class PollRequests {
	private readonly api: ApiClient;
	/** How many requests of this poll have succeeded. */
	private succeeded = 0;
	private tooSlow: unknown;
	/** How many requests have got a response for the step that is under way, by their class. */
	private ofStep = new Map<RateClass, number>();
	/** Classes whose requests are used up for this poll. */
	private readonly usedUp = new Set<RateClass>();
	/** Counts entries of lists that cannot be read. */
	unreadable = 0;

	constructor(
		api: ApiClient,
		private readonly context: IPollFunctions,
		private readonly settings: TriggerSettings,
		private readonly pace: Pace,
		/** Whether it is the first poll, whose lists have to be whole. */
		private readonly baseline: boolean,
	) {
		const call: ApiClient['call'] = async (request) => {
			const called = await attempt(async () => await api.call(request));
			if (!called.ok) {
				if (hasCode(called.error, 'RATE_LIMITED') && !this.ofStep.has(request.rateClass))
					this.usedUp.add(request.rateClass);
				throw called.error;
			}
			this.succeeded += 1;
			this.ofStep.set(request.rateClass, (this.ofStep.get(request.rateClass) ?? 0) + 1);
			return called.value;
		};
		// Not a copy: the signal of the moment is asked for at each request.
		this.api = Object.create(api, { call: { value: call } }) as ApiClient;
	}

	/** The reason if the poll had time but has learned nothing. */
	get gotNowhere(): unknown {
		return this.succeeded === 0 ? this.tooSlow : undefined;
	}

	/** Carries out a step. If it needs no request it is always done, otherwise only if there is time. */
	async resultOf(step: Step): Promise<Result> {
		if (!('event' in step)) return await this.inTime(step);
		const { event } = step;
		const result = (await this.atHand(event)) ?? (await this.inTime(step));
		// Questions are known only in the poll that asks for them. If there is never time for more, the event comes without it.
		const isUrgent = event.hurry && event.passes && event.status && event.kind === 'input_required';
		// Requests that are used up come again by themselves, time may not.
		return result === LATER && isUrgent && !this.isUsedUp(event)
			? { kind: 'ready', payload: [incompleteItem(event, tooSlowError())] }
			: result;
	}

	private async inTime(step: Step): Promise<Result> {
		if (!this.pace.mayBegin(step.kind)) return LATER;
		const leftMs = this.pace.leftMs();
		this.ofStep = new Map();
		return await this.carryOut(step, leftMs).finally(() => this.pace.ended(step.kind, leftMs));
	}

	private async carryOut(step: Step, leftMs: number): Promise<Result> {
		if ('query' in step) return await this.list(step.query);
		const { hasWholePoll } = step.kind === 'status' ? step : step.event;
		const work = async (): Promise<Result> =>
			step.kind === 'status' ? await this.status(step.id, leftMs) : await this.event(step.event, leftMs);
		return hasWholePoll ? await work() : await this.pace.fairly(work);
	}

	/** @throws ServiceError, so that a poll that cannot list anything fails and changes nothing */
	private async list(query: ListStepQuery): Promise<Result> {
		const { scope } = this.settings;
		const listed = await attempt(async () => await listExtractions(this.api, { ...query, scope }));
		if (!listed.ok) {
			if (query.cursor !== undefined && hasCode(listed.error, 'INVALID_INPUT'))
				return { kind: 'staleCursor' };
			const error = asTimeout(listed.error);
			// Keep what the poll has learned: if it failed, the next one would ask for all of it again, and might fail there again.
			const isSlow = isCutOff(listed.error) || isOutOfTurn(listed.error);
			if (this.succeeded > 0 && (isSlow || (!this.baseline && isWorthRetrying(error)))) return LATER;
			if (this.baseline || !isCutOff(listed.error)) throw error;
			// The next poll begins with something else, which may work.
			this.tooSlow = error;
			return LATER;
		}
		const { extractions, has_more, next_cursor, unreadable } = listed.value;
		const readable = extractions.flatMap((item) => this.listedOf(item));
		const lacking = unreadable + extractions.length - readable.length;
		this.unreadable += lacking;
		return {
			kind: 'page',
			extractions: readable,
			hasMore: has_more,
			nextCursor: next_cursor ?? null,
			hasUnreadable: lacking > 0,
			receivedMs: Date.now(),
			serviceMs: this.api.serviceTime(),
		};
	}

	/** Reads an entry of the list. Leaves it out if `created_at` is no date: an invalid time would corrupt the stored window. */
	private listedOf(item: ListedExtraction): Array<Listed<ListedExtraction>> {
		const { extraction_id: id, status, created_at } = item;
		const createdAt = Date.parse(created_at);
		if (!Number.isFinite(createdAt) || createdAt < 0) return [];
		return [{ id, status, createdAt, passes: passesFilters(this.settings, item), item }];
	}

	private async status(id: string, leftMs: number): Promise<Result> {
		const { scope } = this.settings;
		const asked = await attempt(async () => await getExtractionStatus(this.api, id, { scope }));
		if (asked.ok) {
			const { status, questions } = asked.value;
			return { kind: 'status', status, questions: questions ?? [], response: asked.value };
		}
		const error = asTimeout(asked.error);
		// If this lasts, the next poll cannot list, and says why.
		if (hasCode(error, 'RATE_LIMITED') || isAboutAccess(error)) return LATER;
		if (isCutOff(asked.error) && !this.pace.isFair(leftMs)) return LATER;
		return { kind: hasCode(error, 'EXTRACTION_NOT_FOUND') ? 'missing' : 'unavailable', reason: error };
	}

	/** The outcome of an event that needs no request. */
	private async atHand(event: Event): Promise<Result | undefined> {
		if (event.unreadable !== undefined && event.passes) return await this.ready(event);
		if (this.isOut(event)) return SKIP;
		if (this.isUsedUp(event)) return LATER;
		if (requestsFor(event, this.settings).length > 0 || this.verdictOf(event) === undefined) return undefined;
		return await this.ready(event);
	}

	/** Announces an event with its items, or says why its questions cannot be read. */
	private async ready(event: Event): Promise<Outcome> {
		const payload =
			event.unreadable === undefined
				? await eventItems(this.api, this.context, event, this.settings)
				: [incompleteItem(event, event.unreadable)];
		return { kind: 'ready', payload };
	}

	/** What the filters say: as it was listed before, or by the record, or else by the entry of the list. */
	private verdictOf({ passes, item, details }: Event): boolean | undefined {
		const records = [details, item].filter((each) => each !== undefined);
		return records.reduce((told, each) => told ?? passesFilters(this.settings, each), passes);
	}

	private isOut(event: Event): boolean {
		const { kind, item, details, status } = event;
		const verdict = this.verdictOf(event);
		if (verdict === false || (verdict === undefined && details)) return true;
		return kind === 'failed' && waitsForPlace(this.settings, failureCodeOf(details ?? status ?? item));
	}

	private async event(listed: Event, leftMs: number): Promise<Result> {
		// It gets its record here, if that is needed.
		const event = { ...listed };
		const made = await attempt(async () => await this.outcomeOf(event));
		if (made.ok) return made.value;
		const error = asTimeout(made.error);
		// Other requests have used up this minute, so the event has not had its turn.
		if (this.isUsedUp(event) || isAboutAccess(error)) return LATER;
		if (isCutOff(made.error) && !this.pace.isFair(leftMs)) return LATER;
		const final = !isWorthRetrying(error) && !isStillToCome(error, event, this.settings);
		if (this.verdictOf(event) !== undefined)
			return { kind: 'failed', payload: [incompleteItem(event, error)], final };
		// The filters may exclude it, so it is not announced. Questions may still be announced at the next poll.
		return event.kind === 'input_required' && !final ? LATER : { kind: 'failed', payload: [], final };
	}

	private isUsedUp(event: Event): boolean {
		return requestsFor(event, this.settings).some((rateClass) => this.usedUp.has(rateClass));
	}

	private async outcomeOf(event: Event): Promise<Outcome> {
		const { api, settings } = this;
		if (requestsFor(event, settings).includes('details') || this.verdictOf(event) === undefined)
			event.details = await getExtractionDetails(api, event.id, settings.scope);
		return this.isOut(event) ? SKIP : await this.ready(event);
	}

	/**
	 * How long a request may wait for its turn. A poll needs one request. Further ones must not delay what it has, nor take the turn of
	 * another workflow's poll.
	 */
	turnWithinMs(): number {
		const leftMs = this.pace.leftMs();
		if (this.succeeded > 0) return Math.min(leftMs, BRIEF.maxAskedPauseMs);
		return Math.max(0, leftMs - this.pace.budgetMs * SENDING_SHARE);
	}
}
