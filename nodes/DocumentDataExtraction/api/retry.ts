import { attempt, isServiceError, LOCAL_CODES, type ServiceError } from './ServiceError';

export interface RetryPolicy {
	/** Tries in all, the first included. */
	attempts: number;
	/** The first pause; it doubles with every try. */
	firstPauseMs: number;
	maxPauseMs: number;
	/** A longer pause, asked for by the service or needed to stay within its rate limit, is not waited for. */
	maxAskedPauseMs: number;
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

/** For polls, pick lists and clean-up, which somebody waits for. */
export const BRIEF: RetryPolicy = { attempts: 3, firstPauseMs: 300, maxPauseMs: 2000, maxAskedPauseMs: 5000 };

/** For a request whose caller has its own way to go on. */
export const ONCE: RetryPolicy = { ...PATIENT, attempts: 1 };

/** How long to pause before try number `next` (2 is the first repetition), in milliseconds; undefined when it is to be given up. */
export function pauseBefore(
	next: number,
	error: ServiceError,
	policy: RetryPolicy,
	random: () => number = Math.random,
): number | undefined {
	const { retryable, retryAfterMs } = error.failure;
	if (!retryable || next > policy.attempts || error.code === LOCAL_CODES.cancelled) return undefined;
	if (retryAfterMs !== undefined) return retryAfterMs <= policy.maxAskedPauseMs ? retryAfterMs : undefined;
	const doubled = Math.min(policy.firstPauseMs * 2 ** (next - 2), policy.maxPauseMs);
	return doubled * (0.5 + random() / 2);
}

export interface RetryDeps {
	sleep(ms: number): Promise<void>;
}

/**
 * Repeats `work` while it fails in a way that may pass. Every call of the contract is safe to repeat.
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
