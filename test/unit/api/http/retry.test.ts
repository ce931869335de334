import fc from 'fast-check';
import {
	BRIEF,
	isRetryableStatus,
	longestAskedPause,
	ONCE,
	PATIENT,
	pausesOf,
	PERSISTENT,
	retrying,
	until,
	type Outage,
	type RetryPolicy,
} from '../../../../nodes/DocumentDataExtraction/api/http/retry';
import { ServiceError } from '../../../../nodes/DocumentDataExtraction/api/errors/ServiceError';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const POLICY: RetryPolicy = {
	firstPauseMs: 100,
	maxPauseMs: 400,
	leftMs: (spentMs) => 2000 - spentMs,
	tryCountsMs: 500,
	maxAskedPauseMs: 5000,
};

const failure = (retryable: boolean, retryAfterMs?: number, code = 'INTERNAL_ERROR'): ServiceError =>
	new ServiceError({ code, message: 'It failed', retryable, retryAfterMs });

const longest = (): number => 1;

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

/** The pauses after failures in a row, until there is none. Each try takes `tryMs`. */
function pausesAfter(
	policy: RetryPolicy,
	error: ServiceError,
	{ tryMs = 0, random = longest, outage }: { tryMs?: number; random?: () => number; outage?: Outage } = {},
): number[] {
	const pauseAfter = pausesOf(policy, outage, random);
	const pauses: number[] = [];
	for (;;) {
		jest.advanceTimersByTime(tryMs);
		const pause = pauseAfter(error);
		if (pause === undefined) return pauses;
		pauses.push(pause);
		jest.advanceTimersByTime(pause);
	}
}

const sum = (pauses: number[]): number => pauses.reduce((total, ms) => total + ms, 0);

/** What some policy pauses after its first failure. */
const firstPause = (policy: RetryPolicy, error: ServiceError): number | undefined =>
	pausesOf(policy, undefined, longest)(error);

describe('the pauses between tries', () => {
	it('double up to a maximum, until the time is over', () =>
		expect(pausesAfter(POLICY, failure(true))).toEqual([100, 200, 400, 400, 400, 400, 100]));

	it('vary between half and all of it, so that many do not come back at once', () => {
		expect(pausesOf(POLICY, undefined, () => 0)(failure(true))).toBe(50);
		fc.assert(
			fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (numbers) => {
				const random = () => numbers.next().value as number;
				const pauses = pausesAfter(PERSISTENT, failure(true), { random });
				for (const pause of pauses.slice(0, -1)) {
					expect(pause).toBeGreaterThanOrEqual(PERSISTENT.firstPauseMs / 2);
					expect(pause).toBeLessThanOrEqual(PERSISTENT.maxPauseMs);
				}
			}),
			{ numRuns: 20 },
		);
	});

	it.each([1000, 5000])('are those that the service asks for (%d ms)', (ms) =>
		expect(firstPause(POLICY, failure(true, ms))).toBe(ms),
	);

	it.each([0, 1])('are never shorter than the ordinary ones because the service asks for %d ms', (ms) =>
		expect(pausesAfter(POLICY, failure(true, ms)).slice(0, 4)).toEqual([100, 200, 400, 400]),
	);

	it('last as long as the time if the service asks for more than anybody waits', () =>
		expect(pausesAfter(POLICY, failure(true, 5001))).toEqual([2000]));

	it('are not made for a rate limit that ends too late', () =>
		expect(pausesAfter(POLICY, failure(true, 5001, 'RATE_LIMITED'))).toEqual([]));

	it('are not made for a failure that will not pass, nor for a caller with a way of its own', () => {
		expect(firstPause(POLICY, failure(false))).toBeUndefined();
		expect(firstPause(POLICY, failure(false, 10))).toBeUndefined();
		expect(firstPause(ONCE, failure(true))).toBeUndefined();
	});

	it('are not made once the execution was stopped', () =>
		expect(firstPause(POLICY, failure(true, 0, 'EXECUTION_CANCELLED'))).toBeUndefined());
});

describe('the pauses until a time that the user gave', () => {
	const pause = (error: ServiceError, leftMs: number) =>
		firstPause(until(performance.now() + leftMs, POLICY), error);

	it('follow the service however long it asks to wait, and however often', () => {
		expect(pause(failure(true, 20 * MINUTE), 60 * MINUTE)).toBe(20 * MINUTE);
		expect(pause(failure(true, MINUTE, 'SUBMISSIONS_PAUSED'), 60 * MINUTE)).toBe(MINUTE);
		const pauses = pausesAfter(until(performance.now() + 60 * MINUTE, POLICY), failure(true));
		expect(pauses.length).toBeGreaterThan(1000);
		expect(sum(pauses)).toBe(60 * MINUTE);
	});

	it('end with it, when the last try is made', () => {
		expect(pause(failure(true, 20 * MINUTE), MINUTE)).toBe(MINUTE);
		expect(pause(failure(true), 70)).toBe(70);
		expect(pause(failure(true), 0)).toBeUndefined();
		expect(pause(failure(true), -5)).toBeUndefined();
	});

	it('are not made for a rate limit that ends after it', () => {
		expect(pause(failure(true, 10 * MINUTE, 'RATE_LIMITED'), 60 * MINUTE)).toBe(10 * MINUTE);
		expect(pause(failure(true, 61 * MINUTE, 'RATE_LIMITED'), 60 * MINUTE)).toBeUndefined();
	});

	it('are not made for what will not pass', () => expect(pause(failure(false), 60 * MINUTE)).toBeUndefined());
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
	const run = async (policy: RetryPolicy, outcomes: Array<unknown>, outage?: Outage) => {
		const tries: number[] = [];
		const pauses: number[] = [];
		const work = async () => {
			const tryNumber = tries.length + 1;
			tries.push(tryNumber);
			const outcome = outcomes[tryNumber - 1] ?? outcomes.at(-1);
			if (outcome instanceof Error) throw outcome;
			return outcome;
		};
		const sleep = async (ms: number) => {
			pauses.push(ms);
			jest.advanceTimersByTime(ms);
		};
		const result = await retrying(work, policy, { sleep, outage }).catch((error: unknown) => ({ error }));
		return { result, tries, pauses };
	};

	it('gives the first success', async () => {
		const { result, tries, pauses } = await run(POLICY, [failure(true, 700), failure(true, 800), 'done']);
		expect(result).toBe('done');
		expect(tries).toEqual([1, 2, 3]);
		expect(pauses).toEqual([700, 800]);
	});

	it('tells of each failure, the last one too', async () => {
		const told: unknown[] = [];
		const onFailure = ({ failure: { retryAfterMs } }: ServiceError) => void told.push(retryAfterMs);
		let tries = 0;
		const work = async () => await Promise.reject(failure(++tries < 3, tries * 100));
		const sleep = async () => await Promise.resolve();
		await expect(retrying(work, POLICY, { sleep, onFailure })).rejects.toThrow();
		expect(told).toEqual([100, 200, 300]);
	});

	it('gives up with the last failure when the time is over', async () => {
		const failures = [800, 900, 1000, 1100].map((ms) => failure(true, ms));
		const { result, tries, pauses } = await run(POLICY, failures);
		expect(result).toEqual({ error: failures[3] });
		expect(tries).toHaveLength(4);
		expect(pauses).toEqual([800, 900, 1000]);
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

	describe('requests to the same service', () => {
		const down = failure(true);

		it('is done once for all of them: what one has spent, the next one need not spend again', async () => {
			// Shorter pauses would leave a rest that is not worth a try.
			jest.spyOn(Math, 'random').mockReturnValue(1);
			const outage = { spentMs: 0 };
			expect((await run(POLICY, [down], outage)).tries.length).toBeGreaterThan(5);
			expect((await run(POLICY, [down], outage)).tries).toHaveLength(1);
			const patient = await run({ ...POLICY, leftMs: (spentMs) => 3000 - spentMs }, [down], outage);
			expect(sum(patient.pauses)).toBeCloseTo(1000);
		});

		it.each([
			['a success', 'done'],
			['a refusal, which comes from a service that is there', failure(false)],
		])('begins anew after %s', async (_what, outcome) => {
			const outage = { spentMs: 0 };
			await run(POLICY, [down], outage);
			await run(POLICY, [outcome], outage);
			expect((await run(POLICY, [down], outage)).tries.length).toBeGreaterThan(5);
		});
	});
});

describe('the policies', () => {
	const OVERLOADED = failure(true, 0, 'RATE_LIMITED');

	it.each([longest, () => 0])(
		'outlast two minutes of an overloaded service that asks for no pause',
		(random) => {
			const pauses = pausesAfter(PATIENT, OVERLOADED, { random });
			expect(sum(pauses)).toBeGreaterThanOrEqual(2 * MINUTE);
			expect(sum(pauses)).toBeLessThan(3 * MINUTE);
			// Not by asking all the time.
			expect(pauses.length).toBeLessThan(25);
		},
	);

	it('outlast two minutes of a service that hangs, and give up in about six', () => {
		const pauses = pausesAfter(PATIENT, failure(true), { tryMs: MINUTE });
		const totalMs = sum(pauses) + (pauses.length + 1) * MINUTE;
		expect(totalMs).toBeGreaterThan(4 * MINUTE);
		expect(totalMs).toBeLessThanOrEqual(6.75 * MINUTE);
	});

	it('are brief where somebody waits: three tries, with less than a second between them', () => {
		for (const [random, tryMs] of [
			[longest, 5],
			[() => 0, 5],
			[longest, 10 * SECOND],
		] as const) {
			const pauses = pausesAfter(BRIEF, OVERLOADED, { tryMs, random });
			expect(pauses).toHaveLength(2);
			expect(sum(pauses)).toBeLessThan(SECOND);
		}
		expect(longestAskedPause(BRIEF)).toBeLessThan(longestAskedPause(PATIENT));
	});

	it('let submissions outlast a deploy of some minutes', () => {
		const pauses = pausesAfter(PERSISTENT, failure(true), { random: () => 0 });
		expect(sum(pauses)).toBe(10 * MINUTE);
	});
});
