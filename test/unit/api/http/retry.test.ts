import fc from 'fast-check';
import {
	BRIEF,
	isRetryableStatus,
	ONCE,
	PATIENT,
	pauseBefore,
	PERSISTENT,
	retrying,
	type RetryPolicy,
} from '../../../../nodes/DocumentDataExtraction/api/http/retry';
import { ServiceError } from '../../../../nodes/DocumentDataExtraction/api/errors/ServiceError';

const POLICY: RetryPolicy = { attempts: 4, firstPauseMs: 100, maxPauseMs: 300, maxAskedPauseMs: 5000 };

const failure = (retryable: boolean, retryAfterMs?: number, code = 'INTERNAL_ERROR'): ServiceError =>
	new ServiceError({ code, message: 'It failed', retryable, retryAfterMs });

const longest = (): number => 1;

describe('the pause before a repetition', () => {
	it.each([
		[2, 100],
		[3, 200],
		[4, 300],
	])('doubles up to a maximum (try %d after %d ms)', (next, ms) =>
		expect(pauseBefore(next, failure(true), POLICY, longest)).toBe(ms),
	);

	it('varies between half and all of it, so that many do not come back at once', () => {
		expect(pauseBefore(2, failure(true), POLICY, () => 0)).toBe(50);
		fc.assert(
			fc.property(
				fc.integer({ min: 2, max: 24 }),
				fc.double({ min: 0, max: 1, noNaN: true }),
				(next, random) => {
					const pause = pauseBefore(next, failure(true), PERSISTENT, () => random) as number;
					expect(pause).toBeGreaterThanOrEqual(PERSISTENT.firstPauseMs / 2);
					expect(pause).toBeLessThanOrEqual(PERSISTENT.maxPauseMs);
				},
			),
		);
	});

	it.each([1000, 5000])('is the one that the service asks for (%d ms)', (ms) =>
		expect(pauseBefore(2, failure(true, ms), POLICY, longest)).toBe(ms),
	);

	it.each([0, 1])('is never shorter than the ordinary one because the service asks for %d ms', (ms) =>
		expect([2, 3, 4].map((next) => pauseBefore(next, failure(true, ms), POLICY, longest))).toEqual([
			100, 200, 300,
		]),
	);

	it('is not made when the service asks for too long a one', () =>
		expect(pauseBefore(2, failure(true, 5001), POLICY)).toBeUndefined());

	it('is not made for a failure that will not pass, nor after the last try', () => {
		expect(pauseBefore(2, failure(false), POLICY)).toBeUndefined();
		expect(pauseBefore(2, failure(false, 10), POLICY)).toBeUndefined();
		expect(pauseBefore(5, failure(true), POLICY)).toBeUndefined();
		expect(pauseBefore(2, failure(true), ONCE)).toBeUndefined();
	});

	it('is not made once the execution was stopped', () =>
		expect(pauseBefore(2, failure(true, 0, 'EXECUTION_CANCELLED'), POLICY)).toBeUndefined());
});

describe('the pause with a deadline', () => {
	const NOW = 1_000_000;
	const MINUTE = 60_000;
	const pause = (next: number, error: ServiceError, leftMs: number) =>
		pauseBefore(next, error, { ...POLICY, deadline: NOW + leftMs }, longest, NOW);

	it('follows the service however long it asks to wait, and however often', () => {
		expect(pause(2, failure(true, 20 * MINUTE), 60 * MINUTE)).toBe(20 * MINUTE);
		expect(pause(500, failure(true), 60 * MINUTE)).toBe(POLICY.maxPauseMs);
		expect(pause(500, failure(true, MINUTE, 'SUBMISSIONS_PAUSED'), 60 * MINUTE)).toBe(MINUTE);
	});

	it('ends with the deadline, where the last try is made', () => {
		expect(pause(3, failure(true, 20 * MINUTE), MINUTE)).toBe(MINUTE);
		expect(pause(3, failure(true), 70)).toBe(70);
		expect(pause(4, failure(true), 0)).toBeUndefined();
		expect(pause(4, failure(true), -5)).toBeUndefined();
	});

	it('is not made for a rate limit that ends after it', () => {
		expect(pause(2, failure(true, 10 * MINUTE, 'RATE_LIMITED'), 60 * MINUTE)).toBe(10 * MINUTE);
		expect(pause(2, failure(true, 61 * MINUTE, 'RATE_LIMITED'), 60 * MINUTE)).toBeUndefined();
	});

	it('is not made for what will not pass', () =>
		expect(pause(2, failure(false), 60 * MINUTE)).toBeUndefined());
});

describe('the statuses that may pass', () => {
	it.each([408, 425, 429, 500, 502, 503, 504])('count HTTP %d in', (status) =>
		expect(isRetryableStatus(status)).toBe(true),
	);

	it.each([400, 401, 403, 404, 409, 411, 413, 422])('leave HTTP %d out', (status) =>
		expect(isRetryableStatus(status)).toBe(false),
	);
});

describe('repeating', () => {
	const run = async (policy: RetryPolicy, outcomes: Array<unknown>) => {
		const tries: number[] = [];
		const pauses: number[] = [];
		const work = async (tryNumber: number) => {
			tries.push(tryNumber);
			const outcome = outcomes[tryNumber - 1];
			if (outcome instanceof Error) throw outcome;
			return outcome;
		};
		const sleep = async (ms: number) => void pauses.push(ms);
		const result = await retrying(work, policy, { sleep }).catch((error: unknown) => ({ error }));
		return { result, tries, pauses };
	};

	it('gives the first success and numbers the tries', async () => {
		const { result, tries, pauses } = await run(POLICY, [failure(true, 700), failure(true, 800), 'done']);
		expect(result).toBe('done');
		expect(tries).toEqual([1, 2, 3]);
		expect(pauses).toEqual([700, 800]);
	});

	it('gives up with the last failure after all tries', async () => {
		const failures = [1000, 2000, 3000, 4000, 5000].map((ms) => failure(true, ms));
		const { result, tries, pauses } = await run(POLICY, failures);
		expect(result).toEqual({ error: failures[3] });
		expect(tries).toHaveLength(4);
		expect(pauses).toEqual([1000, 2000, 3000]);
	});

	it('does not repeat what will not pass', async () => {
		const final = failure(false);
		expect(await run(POLICY, [final, 'never'])).toEqual({ result: { error: final }, tries: [1], pauses: [] });
	});

	it('does not repeat a fault of the package itself', async () => {
		const fault = new TypeError('a slip');
		expect(await run(POLICY, [fault, 'never'])).toEqual({ result: { error: fault }, tries: [1], pauses: [] });
	});

	it('ends with the stop of the execution when it is stopped in a pause', async () => {
		const stop = failure(false, undefined, 'EXECUTION_CANCELLED');
		const work = async () => await Promise.reject(failure(true));
		const sleep = async () => await Promise.reject(stop);
		await expect(retrying(work, POLICY, { sleep })).rejects.toBe(stop);
	});
});

describe('the policies', () => {
	it('has one try for callers with a way of their own', () => expect(ONCE.attempts).toBe(1));

	it('keeps those brief that somebody waits for', () => {
		const pauses = [2, 3].map((next) => pauseBefore(next, failure(true), BRIEF, longest) as number);
		expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(1000);
		expect(BRIEF.maxAskedPauseMs).toBeLessThan(PATIENT.maxAskedPauseMs);
	});

	it('lets submissions outlast a deploy of some minutes', () => {
		const pauses = Array.from({ length: PERSISTENT.attempts - 1 }, (_, index) =>
			pauseBefore(index + 2, failure(true), PERSISTENT, () => 0),
		);
		const total = pauses.reduce<number>((sum, ms) => sum + (ms as number), 0);
		expect(total).toBeGreaterThan(4 * 60_000);
	});
});
