import { isServiceError, LOCAL_CODES, type ServiceError } from '../errors/ServiceError';
import { attempt } from '../../shared/attempt';
import { MINUTE_MS, steadyNow } from '../../shared/time';

/** How long to go on with a service that fails. Time, not tries: six tries can take a second or six minutes. */
export interface RetryPolicy {
	/** The first pause; it doubles with every try. */
	firstPauseMs: number;
	maxPauseMs: number;
	/** How much longer to go on once failures have taken `spentMs`. */
	leftMs(spentMs: number): number;
	/** A try counts for at most this long, so that a few slow tries do not use up all of the time. */
	tryCountsMs: number;
	/** The longest pause that a service, or its rate limit, may ask for. It may be longer than the time that is left. */
	maxAskedPauseMs: number;
}

const lasting = (ms: number): Pick<RetryPolicy, 'leftMs'> => ({ leftMs: (spentMs) => ms - spentMs });

/** For executions, which may take minutes: outlasts a service that is overloaded for two minutes. */
export const PATIENT: RetryPolicy = {
	firstPauseMs: 500,
	maxPauseMs: 30_000,
	...lasting(2.5 * MINUTE_MS),
	tryCountsMs: 30_000,
	maxAskedPauseMs: 10 * MINUTE_MS,
};

/** For submissions, which the service may pause for minutes during a deploy. */
export const PERSISTENT: RetryPolicy = { ...PATIENT, ...lasting(10 * MINUTE_MS) };

/** For polls and pick lists: somebody waits for them. That makes three tries. */
export const BRIEF: RetryPolicy = {
	firstPauseMs: 300,
	maxPauseMs: 2000,
	...lasting(550),
	tryCountsMs: 0,
	maxAskedPauseMs: 5000,
};

/** For a request whose caller has its own way to go on. */
export const ONCE: RetryPolicy = { ...PATIENT, ...lasting(0) };

/** The policy with the time that the user gave, by `steadyNow`. The last try comes when it is over. */
export const until = (deadline: number, policy: RetryPolicy): RetryPolicy => ({
	...policy,
	leftMs: () => deadline - steadyNow(),
	maxAskedPauseMs: 0,
});

/** HTTP statuses that say "try again": Request Timeout, Too Early, Too Many Requests, and every failure of a server. */
export const isRetryableStatus = (status: number): boolean =>
	status === 408 || status === 425 || status === 429 || status >= 500;

/** The longest pause that the policy waits for if the service asks for it, in milliseconds. */
export const longestAskedPause = ({ leftMs, maxAskedPauseMs }: RetryPolicy, spentMs = 0): number =>
	Math.max(0, leftMs(spentMs), maxAskedPauseMs);

/**
 * How long a service has been failing. All requests to it share this: what one has spent, no other has to spend again. So a thousand
 * requests to a service that is down fail soon after the first one.
 */
export interface Outage {
	spentMs: number;
}

/**
 * Counts the time that failures in a row take, and says after each of them how long to pause before the next try, in milliseconds;
 * undefined if there is to be none.
 */
export function pausesOf(
	policy: RetryPolicy,
	outage: Outage = { spentMs: 0 },
	random: () => number = Math.random,
): (error: ServiceError) => number | undefined {
	let ordinaryMs = policy.firstPauseMs;
	let spentMs = 0;
	let begunAt: number | undefined;
	return ({ code, failure: { retryable, retryAfterMs = 0 } }) => {
		const now = steadyNow();
		// The first try counts for nothing: however long it took, there is a second one.
		const tookMs = begunAt === undefined ? 0 : Math.min(now - begunAt, policy.tryCountsMs);
		spentMs = Math.max(outage.spentMs, spentMs + tookMs);
		outage.spentMs = retryable ? spentMs : 0;
		const leftMs = policy.leftMs(spentMs);
		if (!retryable || code === LOCAL_CODES.cancelled || leftMs < policy.firstPauseMs / 2) return undefined;
		const isTooLong = retryAfterMs > longestAskedPause(policy, spentMs);
		// A rate limit certainly ends, and not before. Nothing else does, so the last try comes when the time is over.
		if (isTooLong && code === 'RATE_LIMITED') return undefined;
		const ordinary = Math.min(ordinaryMs * (0.5 + random() / 2), leftMs);
		const pauseMs = isTooLong ? leftMs : Math.max(retryAfterMs, ordinary);
		ordinaryMs = Math.min(ordinaryMs * 2, policy.maxPauseMs);
		spentMs += pauseMs;
		begunAt = now + pauseMs;
		return pauseMs;
	};
}

interface RetryDeps {
	sleep(ms: number): Promise<void>;
	outage?: Outage;
	/** Called at each failure. */
	onFailure?(error: ServiceError): void;
}

/** Repeats `work` while it fails in a way that may pass. Every call of the contract may be repeated, but for answers: `sendAnswers` says why. */
export async function retrying<T>(
	work: () => Promise<T>,
	policy: RetryPolicy,
	{ sleep, outage = { spentMs: 0 }, onFailure }: RetryDeps,
): Promise<T> {
	const pauseAfter = pausesOf(policy, outage);
	for (;;) {
		const result = await attempt(work);
		if (result.ok) {
			outage.spentMs = 0;
			return result.value;
		}
		const { error } = result;
		if (!isServiceError(error)) throw error;
		onFailure?.(error);
		const pauseMs = pauseAfter(error);
		if (pauseMs === undefined) throw error;
		await sleep(pauseMs);
	}
}
