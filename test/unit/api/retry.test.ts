import fc from 'fast-check';
import {
	BRIEF,
	ONCE,
	PATIENT,
	pauseBefore,
	PERSISTENT,
	retrying,
	type RetryPolicy,
} from '../../../nodes/DocumentDataExtraction/api/retry';
import { ServiceError } from '../../../nodes/DocumentDataExtraction/api/ServiceError';

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

	it.each([0, 1000, 5000])('is the one that the service asks for (%d ms)', (ms) =>
		expect(pauseBefore(2, failure(true, ms), POLICY, longest)).toBe(ms),
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
		const { result, tries, pauses } = await run(POLICY, [failure(true, 7), failure(true, 8), 'done']);
		expect(result).toBe('done');
		expect(tries).toEqual([1, 2, 3]);
		expect(pauses).toEqual([7, 8]);
	});

	it('gives up with the last failure after all tries', async () => {
		const failures = [1, 2, 3, 4, 5].map((ms) => failure(true, ms));
		const { result, tries, pauses } = await run(POLICY, failures);
		expect(result).toEqual({ error: failures[3] });
		expect(tries).toHaveLength(4);
		expect(pauses).toEqual([1, 2, 3]);
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
