import { pause, type ApiClient } from '../api/http/client';
import { getExtractionStatus, isTerminal, type Scope } from '../api/extractions';
import { LIMITS } from '../api/limits';
import { ONCE, PATIENT, pauseBefore, type RetryPolicy } from '../api/http/retry';
import type { ExtractionStatus } from '../api/schemas/extractions';
import { steadyNow } from '../api/http/ServiceClock';
import { isServiceError, LOCAL_CODES, ServiceError } from '../api/errors/ServiceError';
import { HoldTime } from './HoldTime';
import { attempt } from '../shared/attempt';

/** A service that has never answered is given up after so long: its address may be wrong. One that has answered is waited for. */
const NEVER_ANSWERED_MS = 10 * 60_000;

/** After so many failures in a row it is asked without holding, as it might be the holding that fails. */
const FAILURES_OF_HELD = 4;

/** The turn at the rate gate is waited for, also when the time is over: whoever asks wants to know the status. */
const LONGEST_TURN_MS = 60_000;

/** An answer that comes later than so long after the end is not waited for. */
const HOLD_GRACE_MS = 10_000;

/** An answer that came sooner was not held, although a wait was asked for. */
const SHORTEST_HOLD_MS = 900;

/** Whether a failure is what a proxy makes of a request that is held, and asks for no pause. */
const mayFailForBeingHeld = (error: unknown): boolean =>
	isServiceError(error) &&
	error.failure.retryable &&
	error.failure.retryAfterMs === undefined &&
	error.code !== LOCAL_CODES.cancelled;

export interface WaitOptions {
	/** When to stop waiting, in milliseconds since the epoch. */
	deadline: number;
	scope?: Scope;
	/** Goes on waiting where questions are asked: for an extraction that is being cancelled. */
	throughQuestions?: boolean;
}

/** Adds the extraction to a failure, so that the user can find it again. */
const withExtractionId = (extractionId: string, error: unknown): unknown =>
	isServiceError(error) ? new ServiceError({ ...error.failure, extractionId }) : error;

/**
 * Waits until an extraction has ended or asks questions, with the service's long poll. A service that is away meanwhile is waited for
 * as well: the extraction goes on there.
 *
 * @returns the status; still an unfinished one when the deadline came first
 * @throws ServiceError with the extraction's id
 */
export async function waitForExtraction(
	api: ApiClient,
	extractionId: string,
	{ deadline, scope, throughQuestions = false }: WaitOptions,
): Promise<ExtractionStatus> {
	const isSettled = ({ status }: ExtractionStatus): boolean =>
		isTerminal(status) || (status === 'input_required' && !throughQuestions);
	const left = (): number => Math.max(0, deadline - Date.now());
	const rest = async (ms: number): Promise<void> => {
		const rested = await attempt(async () => await pause(ms, api.signal));
		if (!rested.ok) throw withExtractionId(extractionId, rested.error);
	};
	const ladder = new HoldTime();
	const startedAt = steadyNow();
	// Whether time is over, and it is asked once more, without holding: what failed may have failed for being held.
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
			ladder.answered();
			if (isLast || isSettled(asked.value)) return asked.value;
			const wasHeld = wait > 0 && heldMs >= SHORTEST_HOLD_MS;
			// Nothing may be asked before that, so there is nothing to wait for when the time is over by then.
			const restMs = wasHeld && ladder.seconds > 0 ? 0 : LIMITS.pollPauseMs;
			if (left() <= restMs) return asked.value;
			await rest(restMs);
			continue;
		}
		if (wait > 0) ladder.failed(heldMs);
		const now = Date.now();
		const pauseMs = isServiceError(asked.error)
			? pauseBefore(2 + failedInARow++, asked.error, { ...PATIENT, deadline }, Math.random, now)
			: undefined;
		const neverAnswered = api.serviceTime() === undefined && steadyNow() - startedAt > NEVER_ANSWERED_MS;
		const isHeldNext = ladder.seconds > 0 && failedInARow < FAILURES_OF_HELD;
		const restMs =
			isHeldNext && pauseMs !== undefined && now + pauseMs < deadline
				? pauseMs
				: Math.max(pauseMs ?? 0, LIMITS.pollPauseMs);
		if (pauseMs !== undefined && !neverAnswered && now + restMs <= deadline) {
			await rest(restMs);
			continue;
		}
		if (wait === 0 || neverAnswered || !mayFailForBeingHeld(asked.error))
			throw withExtractionId(extractionId, asked.error);
		isLast = true;
	}
}
