import { isServiceError, LOCAL_CODES, type ServiceError } from '../errors/ServiceError';
import { attempt } from '../../shared/attempt';
import { steadyNow } from '../../shared/time';

export interface RetryPolicy {
	/** Tries in all, the first included. */
	attempts: number;
	/** The first pause; it doubles with every try. */
	firstPauseMs: number;
	maxPauseMs: number;
	/** Do not wait if the service, or its rate limit, asks for a longer pause. */
	maxAskedPauseMs: number;
	/**
	 * Until when to go on, by `steadyNow`, if the user said how long to wait. It replaces the number of tries and the
	 * longest pause.
	 */
	deadline?: number;
}

/** For executions, which may take minutes. */
export const PATIENT: RetryPolicy = {
	attempts: 6,
	firstPauseMs: 500,
	maxPauseMs: 30_000,
	maxAskedPauseMs: 10 * 60_000,
};

/** For submissions, which the service may pause for minutes during a deploy. */
export const PERSISTENT: RetryPolicy = { ...PATIENT, attempts: 24 };

/** For polls and pick lists: somebody waits for them. */
export const BRIEF: RetryPolicy = { attempts: 3, firstPauseMs: 300, maxPauseMs: 2000, maxAskedPauseMs: 5000 };

/** For work that goes on after an execution was stopped: nobody waits for it, and it saves money. It takes a minute or so. */
export const BEHIND: RetryPolicy = { ...PATIENT, attempts: 8 };

/** For a request whose caller has its own way to go on. */
export const ONCE: RetryPolicy = { ...PATIENT, attempts: 1 };

/** HTTP statuses that say "try again": Request Timeout, Too Early, Too Many Requests, and every failure of a server. */
export const isRetryableStatus = (status: number): boolean =>
	status === 408 || status === 425 || status === 429 || status >= 500;

/** The longest pause that the policy waits for if the service asks for it, in milliseconds from now on. */
export const longestAskedPause = ({ deadline, maxAskedPauseMs }: RetryPolicy, now = steadyNow()): number =>
	deadline === undefined ? maxAskedPauseMs : Math.max(0, deadline - now);

/** How long to pause before try number `next` (2 is the first repetition), in milliseconds; undefined if there is to be no further try. */
export function pauseBefore(
	next: number,
	error: ServiceError,
	policy: RetryPolicy,
	random: () => number = Math.random,
	now: number = steadyNow(),
): number | undefined {
	const { retryable, retryAfterMs = 0 } = error.failure;
	if (!retryable || error.code === LOCAL_CODES.cancelled) return undefined;
	const doubled = Math.min(policy.firstPauseMs * 2 ** Math.min(next - 2, 30), policy.maxPauseMs);
	// A service that asks for a pause of zero must not get all tries within a moment.
	const pause = Math.max(retryAfterMs, doubled * (0.5 + random() / 2));
	const longest = longestAskedPause(policy, now);
	if (policy.deadline === undefined)
		return next > policy.attempts || retryAfterMs > longest ? undefined : pause;
	// If something else responds instead of the API, that may never end.
	if (error.code === LOCAL_CODES.notTheApi && next > policy.attempts) return undefined;
	// A rate limit certainly ends. Nothing else does, so the last try comes at the deadline.
	const comesTooLate = error.code === 'RATE_LIMITED' && retryAfterMs > longest;
	return longest === 0 || comesTooLate ? undefined : Math.min(pause, longest);
}

export interface RetryDeps {
	sleep(ms: number): Promise<void>;
}

/**
 * Repeats `work` while it fails in a way that may pass. Every call of the contract may be repeated, but for answers: `sendAnswers` says why.
 *
 * @param work is given the number of the try, from 1
 */
export async function retrying<T>(
	work: (tryNumber: number) => Promise<T>,
	policy: RetryPolicy,
	{ sleep }: RetryDeps,
): Promise<T> {
	for (let tryNumber = 1; ; tryNumber++) {
		const result = await attempt(async () => await work(tryNumber));
		if (result.ok) return result.value;
		if (!isServiceError(result.error)) throw result.error;
		const pause = pauseBefore(tryNumber + 1, result.error, policy);
		if (pause === undefined) throw result.error;
		await sleep(pause);
	}
}
