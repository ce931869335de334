import type { ApiClient } from '../api/http/client';
import { pause } from '../api/http/sleep';
import { getExtractionStatus, isTerminal, type Scope } from '../api/extractions';
import { LIMITS } from '../api/limits';
import { ONCE, PATIENT, pausesOf, until, type RetryPolicy } from '../api/http/retry';
import type { ExtractionStatus } from '../api/schemas/extractions';
import { steadyNow } from '../shared/time';
import { isServiceError, LOCAL_CODES, withFacts } from '../api/errors/ServiceError';
import { HoldTime } from './HoldTime';
import { attempt, explain } from '../shared/attempt';

/** If the service has never responded, the node gives up after this time, because the address may be wrong. Otherwise it keeps waiting. */
const NEVER_RESPONDED_MS = 10 * 60_000;

/** After this many failures in a row the node asks without holding, because holding may be the reason. */
const FAILURES_OF_HELD = 4;

/** How long to wait for a turn at the rate gate, even if the time is over: the user wants to know the status. */
const LONGEST_TURN_MS = 60_000;

/** How long after the deadline to wait for the last response. */
const HOLD_GRACE_MS = 10_000;

/** If a response comes sooner, the service did not hold the request. */
const SHORTEST_HOLD_MS = 900;

/** Whether a proxy may have caused the failure because the request was held. Such a failure asks for no pause. */
const mayFailForBeingHeld = (error: unknown): boolean =>
	isServiceError(error) &&
	error.failure.retryable &&
	error.failure.retryAfterMs === undefined &&
	error.code !== LOCAL_CODES.cancelled;

interface WaitOptions {
	/** When to stop waiting, by `steadyNow`. */
	deadline: number;
	scope?: Scope;
	/** Goes on waiting while the extraction asks questions. Used for an extraction that is being cancelled. */
	throughQuestions?: boolean;
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
	{ deadline, scope, throughQuestions = false }: WaitOptions,
): Promise<ExtractionStatus> {
	const isSettled = ({ status }: ExtractionStatus): boolean =>
		isTerminal(status) || (status === 'input_required' && !throughQuestions);
	const left = (): number => Math.max(0, deadline - steadyNow());
	const rest = async (ms: number): Promise<void> =>
		await explain(
			async () => await pause(ms, api.signal),
			(error) => withFacts(error, { extractionId }),
		);
	const ladder = new HoldTime();
	const newPauses = () => pausesOf(until(deadline, PATIENT));
	let pauseAfter = newPauses();
	const startedAt = steadyNow();
	// Time is over, and the node asks once more without holding: holding may have been the reason of the failure.
	let isLast = false;
	for (let failedInARow = 0; ;) {
		const hold = !isLast && failedInARow < FAILURES_OF_HELD ? ladder.seconds : 0;
		const wait = Math.min(hold, Math.ceil(left() / 1000));
		const retry: RetryPolicy = { ...ONCE, maxAskedPauseMs: Math.max(left(), LONGEST_TURN_MS) };
		const askedAt = steadyNow();
		const timeoutMs = left() + HOLD_GRACE_MS;
		const asked = await attempt(
			async () =>
				await getExtractionStatus(api, extractionId, { wait: wait || undefined, scope, retry, timeoutMs }),
		);
		const heldMs = steadyNow() - askedAt;
		if (asked.ok) {
			failedInARow = 0;
			pauseAfter = newPauses();
			ladder.succeeded();
			if (isLast || isSettled(asked.value)) return asked.value;
			const wasHeld = wait > 0 && heldMs >= SHORTEST_HOLD_MS;
			// No request is allowed before the pause is over. If time is over by then, there is nothing to wait for.
			const restMs = wasHeld && ladder.seconds > 0 ? 0 : LIMITS.pollPauseMs;
			if (left() <= restMs) return asked.value;
			await rest(restMs);
			continue;
		}
		if (wait > 0) ladder.failed(heldMs);
		const now = steadyNow();
		failedInARow++;
		const pauseMs = isServiceError(asked.error) ? pauseAfter(asked.error) : undefined;
		const neverResponded = api.serviceTime() === undefined && steadyNow() - startedAt > NEVER_RESPONDED_MS;
		const isHeldNext = ladder.seconds > 0 && failedInARow < FAILURES_OF_HELD;
		const restMs =
			isHeldNext && pauseMs !== undefined && now + pauseMs < deadline
				? pauseMs
				: Math.max(pauseMs ?? 0, LIMITS.pollPauseMs);
		if (pauseMs !== undefined && !neverResponded && now + restMs <= deadline) {
			await rest(restMs);
			continue;
		}
		if (wait === 0 || neverResponded || !mayFailForBeingHeld(asked.error)) throw asked.error;
		isLast = true;
	}
}
