import type { ApiClient } from '../../api/http/client';
import { pause } from '../../api/rate/sleep';
import { getExtractionStatus, type Scope } from '../../api/endpoints/extractions';
import { LIMITS } from '../../api/limits';
import { ONCE, PATIENT, pausesOf, until } from '../../api/http/retry';
import { type ExtractionStatus, isTerminal } from '../../api/schemas/extractions';
import { MINUTE_MS, steadyNow } from '../../shared/time';
import { isServiceError, withFacts } from '../../api/errors/ServiceError';
import { attempt, explain, type Attempt } from '../../shared/attempt';

/** Seconds that a request is held; 0 is a plain status call. */
const HOLDS = [LIMITS.waitSeconds.max, 20, 10, 5, 0] as const;

/** If a request failed sooner, holding it was hardly the reason. */
const SHORTEST_CUT_MS = 1000;

/** After this many failures in a row it may be the reason all the same. */
const FAILURES_OF_HELD = 4;

/** After this many responses in a row a longer hold is tried again. The number doubles with every cut, because most proxies keep to their limit. */
const RESPONSES_TO_GROW = 2;

/** If the service has never responded, the node gives up after this time, because the address may be wrong. Otherwise it keeps waiting. */
const NEVER_RESPONDED_MS = 10 * MINUTE_MS;

/** How long to wait for a turn at the rate gate, even if the time is over: the user wants to know the status. */
const LONGEST_TURN_MS = MINUTE_MS;

/** How long after the deadline to wait for the last response. */
const HOLD_GRACE_MS = 10_000;

/** If a response comes sooner, the service did not hold the request. */
const SHORTEST_HOLD_MS = 900;

/**
 * Decides how long the service should hold a status request. A proxy may cut held requests, so a cut makes the next hold shorter.
 * Success makes it longer again, because one cut may have been an accident.
 */
class HoldTime {
	private rung = 0;
	private responsesToGrow = RESPONSES_TO_GROW;
	private responses = 0;
	private failures = 0;

	get seconds(): number {
		return HOLDS[this.rung] ?? 0;
	}

	succeeded(): void {
		this.failures = 0;
		if (this.rung === 0 || ++this.responses < this.responsesToGrow) return;
		this.responses = 0;
		this.rung--;
	}

	/** @param heldMs how long the request had been under way when it failed */
	failed(heldMs: number): void {
		this.responses = 0;
		const isCut = heldMs >= SHORTEST_CUT_MS || ++this.failures >= FAILURES_OF_HELD;
		if (this.seconds === 0 || !isCut) return;
		this.rung++;
		this.responsesToGrow *= 2;
	}
}

/** A request for the status that is under way. */
export interface AskedStatus {
	/** How long the service may hold it, in seconds. */
	wait: number;
	/** When it was sent, by `steadyNow`. */
	at: number;
	response: Promise<Attempt<ExtractionStatus>>;
}

interface WaitOptions {
	/** When to stop waiting, by `steadyNow`. */
	deadline: number;
	scope?: Scope;
	/** The first request, if it is under way already. */
	first?: AskedStatus;
	/** Goes on waiting while the extraction asks questions. Used for an extraction that is being cancelled. */
	throughQuestions?: boolean;
}

/**
 * Asks for the status of an extraction once. The service may hold the request until the extraction ends.
 *
 * @param how.leftMs how long the caller waits for it
 * @param how.signal stops the request, in place of the execution's signal
 */
export function askStatus(
	api: ApiClient,
	extractionId: string,
	{
		leftMs,
		holdSeconds = HOLDS[0],
		...how
	}: { leftMs: number; holdSeconds?: number; scope?: Scope; signal?: AbortSignal },
): AskedStatus {
	const wait = Math.min(holdSeconds, Math.ceil(leftMs / 1000));
	const retry = { ...ONCE, maxAskedPauseMs: Math.max(leftMs, LONGEST_TURN_MS) };
	const timeoutMs = leftMs + HOLD_GRACE_MS;
	const asking = { wait: wait || undefined, retry, timeoutMs, ...how };
	return {
		wait,
		at: steadyNow(),
		response: attempt(async () => await getExtractionStatus(api, extractionId, asking)),
	};
}

/** Waits for an extraction: how long each request is held, how long to rest after it, and when to give up. */
class StatusWait {
	private readonly hold = new HoldTime();
	private readonly startedAt = steadyNow();
	/** Says how long to pause after each of the failures in a row. */
	private pauseAfter?: ReturnType<typeof pausesOf>;

	/** @param throughQuestions whether questions do not end it */
	constructor(
		private readonly api: ApiClient,
		private deadline: number,
		private readonly throughQuestions: boolean,
	) {}

	/** Rounded to whole milliseconds: floating-point noise would add a second. */
	private leftMs(): number {
		return Math.max(0, Math.round(this.deadline - steadyNow()));
	}

	ask(extractionId: string, scope?: Scope): AskedStatus {
		return askStatus(this.api, extractionId, {
			leftMs: this.leftMs(),
			holdSeconds: this.hold.seconds,
			scope,
		});
	}

	/** @returns how long to rest before the next request; undefined if the wait is over */
	restAfter({ status }: ExtractionStatus, { wait, at }: AskedStatus): number | undefined {
		const wasHeld = wait > 0 && steadyNow() - at >= SHORTEST_HOLD_MS;
		this.pauseAfter = undefined;
		this.hold.succeeded();
		const restMs = wasHeld && this.hold.seconds > 0 ? 0 : LIMITS.pollPauseMs;
		const isSettled = isTerminal(status) || (status === 'input_required' && !this.throughQuestions);
		// No request is allowed before the pause is over. If time is over by then, there is nothing to wait for.
		return isSettled || this.leftMs() <= restMs ? undefined : restMs;
	}

	/** @returns how long to rest before the next request @throws the failure, if nothing more is to be tried */
	restAfterFailure(error: unknown, { wait, at }: AskedStatus): number {
		if (!isServiceError(error) || !error.failure.retryable) throw error;
		if (wait > 0) this.hold.failed(steadyNow() - at);
		const leftMs = this.leftMs();
		this.pauseAfter ??= pausesOf(until(this.deadline, PATIENT));
		const pauseMs = this.pauseAfter(error);
		const restMs = Math.max(pauseMs ?? 0, this.hold.seconds > 0 ? 0 : LIMITS.pollPauseMs);
		const isUnknown = this.api.serviceTime() === undefined && at - this.startedAt > NEVER_RESPONDED_MS;
		if (pauseMs !== undefined && restMs <= leftMs && !isUnknown) return restMs;
		if (wait === 0 || error.failure.retryAfterMs !== undefined) throw error;
		// Time is over. Holding may have been the reason of the failure, so the last request is not held.
		this.deadline = steadyNow();
		return 0;
	}
}

/**
 * Waits until an extraction has ended or asks questions, with the service's long poll. If the service is away in between, it waits for
 * that too, because the extraction goes on there.
 *
 * @returns the status; an unfinished one if the deadline came first
 * @throws ServiceError with the extraction's id
 */
export async function waitForExtraction(
	api: ApiClient,
	extractionId: string,
	{ deadline, scope, first, throughQuestions = false }: WaitOptions,
): Promise<ExtractionStatus> {
	const wait = new StatusWait(api, deadline, throughQuestions);
	for (let request = first ?? wait.ask(extractionId, scope); ; request = wait.ask(extractionId, scope)) {
		const asked = await request.response;
		const restMs = asked.ok
			? wait.restAfter(asked.value, request)
			: wait.restAfterFailure(asked.error, request);
		if (asked.ok && restMs === undefined) return asked.value;
		await explain(
			async () => await pause(restMs ?? 0, api.signal),
			(error) => withFacts(error, { extractionId }),
		);
	}
}
