import type { IPollFunctions } from 'n8n-workflow';
import { createClient, isOutOfTurn, type ApiClient } from '../api/http/client';
import type { ApiRequest } from '../api/http/request';
import { getExtractionStatus, listExtractions } from '../api/endpoints/extractions';
import type { RateClass } from '../api/limits';
import { BRIEF } from '../api/http/retry';
import {
	hasCode,
	isAboutAccess,
	isCutOff,
	isServiceError,
	LOCAL_CODES,
	serviceError,
	type ServiceError,
} from '../api/errors/ServiceError';
import { attempt } from '../shared/attempt';
import { pollBudgetMs } from '../shared/n8nFeatures';
import { steadyNow, timeOf } from '../shared/time';
import { eventItems, incompleteItem, requestsFor } from './eventItems';
import type { Listed, StatusAnswer, TriggerEvent } from './events';
import type { Asks, ListRequest, Outcome } from './poll';
import type { ListPage } from './scan';
import type { TriggerSettings } from './settings';
import { WAITING, type Kind } from './state';

/** The longest time of a poll, in milliseconds: less than the shortest interval, a minute. */
const LONGEST_POLL_MS = 45_000;

/**
 * The share of a poll that each kind of step may take before its next step is left to the next poll: slow lists must leave time to the events that
 * they bring. It is also what one try to read a status, or to fetch what belongs to an event, may take, except the first step of a poll and the last
 * try: a request that hangs must leave time to the others. A try that was cut off with less had no fair chance, and does not count.
 */
const SHARE = 1 / 3;

/** A last try has a whole poll. If it was cut off with less than this part of one, it does not count either: a poll that begins with it has that. */
const WHOLE = 0.9;

/** A request that waits for its turn leaves this part of the poll's time to send it. */
const SENDING_SHARE = 0.1;

const isWorthRetrying = (error: unknown): boolean => !isServiceError(error) || error.failure.retryable;

/** The failure of a request that took longer than the poll allows. */
const tooSlowError = (): ServiceError =>
	serviceError(LOCAL_CODES.timeout, 'It took longer than a poll may take', { retryable: true });

/** Turns a request that the deadline cut off into a timeout: nobody stopped it, it was too slow. */
const asTimeout = (error: unknown): unknown => (isCutOff(error) ? tooSlowError() : error);

const isoTime = (ms: number | undefined): string | undefined =>
	ms === undefined || ms <= 0 ? undefined : new Date(ms).toISOString();

/** Asks the service what a poll wants to know, in the time of the poll. */
export class PollRequests implements Asks {
	/** Counts entries of lists that cannot be read. */
	unreadable = 0;
	/** Whether it is the first poll, whose lists have to be whole. */
	isFirst = false;
	/** Cuts off what is under way. */
	private signal: AbortSignal;
	private readonly budgetMs: number;
	private readonly shareMs: number;
	private readonly startedAt = steadyNow();
	/** How long each kind of step has taken. */
	private readonly usedMs = new Map<Kind, number>();
	private api!: ApiClient;
	/** How many requests of this poll have succeeded. */
	succeeded = 0;
	/** Why the poll has learned nothing, though it had time. */
	tooSlow: unknown;
	/** The classes in which requests have got a response for the step that is under way. */
	private ofStep = new Set<RateClass>();
	/** Classes whose requests are used up for this poll. */
	readonly usedUp = new Set<RateClass>();

	constructor(
		private readonly context: IPollFunctions,
		private readonly settings: TriggerSettings,
	) {
		this.budgetMs = Math.max(1, Math.floor(Math.min(pollBudgetMs(context) ?? Infinity, LONGEST_POLL_MS)));
		this.shareMs = Math.ceil(this.budgetMs * SHARE);
		this.signal = AbortSignal.timeout(this.budgetMs);
	}

	/**
	 * Opens the connection.
	 *
	 * @returns its base URL
	 * @throws InputProblems when the credential cannot be used
	 */
	async open(): Promise<string> {
		this.api = await createClient(this.context, {
			retry: BRIEF,
			isPoll: true,
			// A poll needs one request. Further ones must not delay what it has, nor take the turn of another workflow's poll.
			turnWithinMs: () =>
				this.succeeded > 0
					? Math.min(this.leftMs(), BRIEF.maxAskedPauseMs)
					: Math.max(0, this.leftMs() - this.budgetMs * SENDING_SHARE),
			// A poll has no stop button: its own time cuts requests off.
			signal: () => this.signal,
			around: async (request, call) => await this.counted(request, call),
		});
		return this.api.baseUrl;
	}

	private async counted<T>(request: ApiRequest<T>, call: ApiClient['call']): Promise<T> {
		const called = await attempt(async () => await call(request));
		const { rateClass } = request;
		if (!called.ok) {
			if (hasCode(called.error, 'RATE_LIMITED') && !this.ofStep.has(rateClass)) this.usedUp.add(rateClass);
			throw called.error;
		}
		this.succeeded += 1;
		this.tooSlow = undefined;
		this.ofStep.add(rateClass);
		return called.value;
	}

	leftMs(): number {
		return Math.max(0, this.startedAt + this.budgetMs - steadyNow());
	}

	/**
	 * Does a step, if there is time for it. The first one of a kind is always begun, so that every poll makes progress however slow the service is.
	 *
	 * @param hasWholePoll gives it all the time that is left, not only its share
	 */
	private async inTime<T>(
		kind: Kind,
		hasWholePoll: boolean,
		work: (leftMs: number) => Promise<T>,
	): Promise<T | undefined> {
		const { shareMs, usedMs, signal } = this;
		const leftMs = this.leftMs();
		const used = usedMs.get(kind);
		// Events come last, and have all that is left. One that is cut off with less than its share has lost nothing.
		const isEvent = kind === 'question' || kind === 'event' || kind === 'retry';
		const isOver = !isEvent && used !== undefined && used >= shareMs;
		if (leftMs <= 0 || isOver) return undefined;
		this.ofStep = new Set();
		if (!hasWholePoll && usedMs.size > 0)
			this.signal = AbortSignal.timeout(Math.ceil(Math.min(leftMs, shareMs)));
		try {
			return await work(leftMs);
		} finally {
			this.signal = signal;
			usedMs.set(kind, (used ?? 0) + leftMs - this.leftMs());
		}
	}

	/**
	 * Whether a try that failed does not count. If it was cut off, it must have had its share of the poll.
	 *
	 * @param hasWholePoll it must have had the whole poll
	 */
	private isNoTry(error: unknown, leftMs: number, hasWholePoll: boolean): boolean {
		const fairMs = hasWholePoll ? this.budgetMs * WHOLE : this.shareMs;
		return isCutOff(error) && leftMs < fairMs;
	}

	/** @throws ServiceError, so that a poll that cannot list anything fails and changes nothing */
	async list(
		kind: Kind,
		{ from, to, ...query }: ListRequest & { limit: number },
	): Promise<ListPage | undefined> {
		const range = { created_after: isoTime(from), created_before: isoTime(to), scope: this.settings.scope };
		return await this.inTime(kind, true, async () => {
			const listed = await attempt(async () => await listExtractions(this.api, { ...query, ...range }));
			if (!listed.ok) return this.afterList(kind, listed.error, query.cursor !== undefined);
			const { extractions, has_more, next_cursor, unreadable } = listed.value;
			const items = extractions.flatMap((item): Listed[] => {
				const { extraction_id: id, status, created_at } = item;
				const createdAt = timeOf(created_at);
				// A time that is none would corrupt the stored state.
				return createdAt >= 0 ? [{ id, status, createdAt, item }] : [];
			});
			const lacking = unreadable + extractions.length - items.length;
			this.unreadable += lacking;
			return {
				items,
				isLast: !has_more,
				next: next_cursor ?? undefined,
				hasUnreadable: lacking > 0,
				receivedMs: Date.now(),
				serviceMs: this.api.serviceTime(),
			};
		});
	}

	private afterList(kind: Kind, failure: unknown, hasCursor: boolean): undefined {
		// The service does not take the cursor any more.
		if (hasCursor && hasCode(failure, 'INVALID_INPUT')) return undefined;
		const error = asTimeout(failure);
		// Keep what the poll has learned: if it failed, the next one would ask for all of it again, and might fail there again.
		const isSlow = isCutOff(failure) || isOutOfTurn(failure);
		if (this.succeeded > 0 && (isSlow || (!this.isFirst && isWorthRetrying(error)))) return undefined;
		// The list of what is new comes after it. If that fails too, it says so.
		if (kind === 'survey' && !this.isFirst) return undefined;
		if (this.isFirst || !isCutOff(failure)) throw error;
		// The next poll begins with something else, which may work.
		this.tooSlow = error;
		return undefined;
	}

	async status(id: string, hasWholePoll: boolean): Promise<StatusAnswer | undefined> {
		return await this.inTime('status', hasWholePoll, async (leftMs) => {
			const { scope } = this.settings;
			const asked = await attempt(async () => await getExtractionStatus(this.api, id, { scope }));
			if (asked.ok) return { kind: 'status', response: asked.value };
			const error = asTimeout(asked.error);
			if (hasCode(error, 'RATE_LIMITED') || this.isNoTry(asked.error, leftMs, hasWholePoll)) return undefined;
			return { kind: hasCode(error, 'EXTRACTION_NOT_FOUND') ? 'missing' : 'unavailable', reason: error };
		});
	}

	/** Makes the items of an event. If it needs no request it is always dealt with, otherwise only if there is time. */
	async event(kind: Kind, given: TriggerEvent, hasWholePoll: boolean): Promise<Outcome | undefined> {
		const event = { ...given };
		const needed = requestsFor(event, this.settings);
		const isUsedUp = (): boolean => needed.some((rateClass) => this.usedUp.has(rateClass));
		const make = async (leftMs: number): Promise<Outcome | undefined> => {
			const made = await attempt(async () => await eventItems(this.api, this.context, event, this.settings));
			if (made.ok) return { items: made.value };
			// Other requests have used up this minute, so the event has not had its turn. What has not got a single response hangs: a whole poll for it
			// would only take the time of the others.
			if (isUsedUp() || this.isNoTry(made.error, leftMs, hasWholePoll && this.ofStep.size > 0))
				return undefined;
			const error = asTimeout(made.error);
			// By the list its outputs are there, and the key may read them: a server of the service may not know it yet.
			const mayRetry =
				isWorthRetrying(error) || isAboutAccess(error) || hasCode(error, 'OUTPUT_NOT_AVAILABLE');
			return { items: [incompleteItem(event, error)], mayRetry };
		};
		if (needed.length === 0) return await make(this.budgetMs);
		const outcome = isUsedUp() ? undefined : await this.inTime(kind, hasWholePoll, make);
		// Somebody may answer the questions before the next poll: they do not wait for what belongs to them.
		if (outcome || event.kind !== WAITING) return outcome;
		return { items: [incompleteItem(event, tooSlowError())] };
	}
}
