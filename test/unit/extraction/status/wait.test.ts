import type { ApiClient } from '../../../../nodes/DocumentDataExtraction/api/http/client';
import {
	ServiceError,
	type ServiceFailure,
} from '../../../../nodes/DocumentDataExtraction/api/errors/ServiceError';
import { waitForExtraction } from '../../../../nodes/DocumentDataExtraction/extraction/status/wait';

const MINUTE = 60_000;

/** What comes of a request, how many milliseconds after it was sent. */
interface Reply {
	afterMs?: number;
	status?: string;
	failure?: Partial<ServiceFailure>;
}

interface Asked {
	/** Milliseconds since the beginning. */
	at: number;
	wait: number | undefined;
}

/** Lets the given service be waited for, in a time of its own. */
async function waitFor(
	reply: (asked: Asked, index: number) => Reply,
	{ minutes, isKnown = true }: { minutes: number; isKnown?: boolean },
) {
	jest.useFakeTimers({ now: 1_000_000 });
	const startedAt = Date.now();
	const asked: Asked[] = [];
	const answers: Reply[] = [];
	const call = async ({ query }: { query: { wait?: number } }) => {
		const request = { at: Date.now() - startedAt, wait: query.wait };
		const made = reply(request, asked.push(request) - 1);
		answers.push(made);
		await new Promise((resolve) => setTimeout(resolve, made.afterMs ?? 20));
		if (made.failure)
			throw new ServiceError({
				code: 'INTERNAL_ERROR',
				message: 'it failed',
				retryable: true,
				...made.failure,
			});
		return { success: true, extraction_id: 'e-1', status: made.status ?? 'processing' };
	};
	const api = {
		signal: undefined,
		call,
		serviceTime: () => (isKnown || answers.some(({ failure }) => !failure) ? Date.now() : undefined),
	} as unknown as ApiClient;
	const waiting = waitForExtraction(api, 'e-1', { deadline: performance.now() + minutes * MINUTE }).then(
		({ status }) => ({ status, endedAt: Date.now() - startedAt, failure: undefined }),
		(error: unknown) => ({
			status: undefined,
			endedAt: Date.now() - startedAt,
			failure: (error as ServiceError).failure,
		}),
	);
	let result: Awaited<typeof waiting> | undefined;
	void waiting.then((ended) => (result = ended));
	while (!result) await jest.advanceTimersByTimeAsync(250);
	return { ...result, asked };
}

afterEach(() => jest.useRealTimers());

/** A service that holds requests for as long as it is asked to. */
const holding = ({ wait = 0 }: Asked): Reply => ({ afterMs: wait > 0 ? wait * 1000 : 20 });

const gaps = (asked: Asked[]): number[] => asked.slice(1).map(({ at }, index) => at - asked[index]!.at);

it('asks for no second more if the sum of two times is a trifle more than it should be', async () => {
	const { asked } = await waitFor(holding, { minutes: (1000 + 1e-9) / MINUTE });
	expect(asked.map(({ wait }) => wait)).toEqual([1]);
});

describe('waiting while the clock of the machine is set', () => {
	it.each([
		['back by an hour', -60 * MINUTE],
		['ahead by an hour', 60 * MINUTE],
	])('takes as long as it was told to: %s', async (_what, shiftMs) => {
		const startedAt = { ms: 0 };
		const { asked } = await waitFor(
			(request, index) => {
				if (index === 0) startedAt.ms = performance.now();
				if (index === 1) jest.setSystemTime(Date.now() + shiftMs);
				return holding(request);
			},
			{ minutes: 5 },
		);
		const tookMs = performance.now() - startedAt.ms;
		expect(tookMs).toBeGreaterThan(4.5 * MINUTE);
		expect(tookMs).toBeLessThan(5.5 * MINUTE);
		expect(asked.length).toBeGreaterThan(2);
	});
});

describe('waiting for an extraction', () => {
	it('holds one request after the other until the deadline', async () => {
		const { status, endedAt, asked } = await waitFor(holding, { minutes: 2 });
		expect(status).toBe('processing');
		expect(asked.map(({ wait }) => wait)).toEqual([45, 45, 30]);
		expect(endedAt).toBeGreaterThanOrEqual(2 * MINUTE);
		expect(endedAt).toBeLessThan(2 * MINUTE + 1500);
	});

	it('leaves five seconds between requests that are not held, to the end', async () => {
		const { asked } = await waitFor(() => ({ afterMs: 20, status: 'weighing' }), { minutes: 0.9 });
		expect(asked.length).toBeGreaterThan(8);
		expect(Math.min(...gaps(asked))).toBeGreaterThanOrEqual(5000);
	});

	it('leaves five seconds between them also where a proxy cuts every held request', async () => {
		const cutting = ({ wait }: Asked): Reply =>
			wait ? { afterMs: 3000, failure: { httpStatus: 504 } } : { afterMs: 20 };
		const { asked, status } = await waitFor(cutting, { minutes: 3 });
		expect(status).toBe('processing');
		const plain = asked.filter(({ wait }) => !wait);
		expect(plain.length).toBeGreaterThan(15);
		expect(Math.min(...gaps(plain))).toBeGreaterThanOrEqual(5000);
	});

	it('knows at the end how far it is where a proxy cuts every held request', async () => {
		const cutting = ({ wait }: Asked): Reply =>
			wait ? { afterMs: 3000, failure: { httpStatus: 504 } } : { afterMs: 20 };
		for (const minutes of [0.02, 0.1, 0.2, 0.3, 0.4, 0.5]) {
			const { status, endedAt, asked } = await waitFor(cutting, { minutes });
			expect(status).toBe('processing');
			expect(endedAt).toBeLessThan(minutes * MINUTE + 3500);
			expect(Math.min(...gaps(asked.filter(({ wait }) => !wait)))).toBeGreaterThanOrEqual(5000);
		}
	});

	it('keeps to the long poll after failures that pass', async () => {
		const { asked, status } = await waitFor(
			(request, index) => (index < 3 ? { failure: { httpStatus: 502 } } : holding(request)),
			{ minutes: 5 },
		);
		expect(status).toBe('processing');
		expect(new Set(asked.slice(0, -1).map(({ wait }) => wait))).toEqual(new Set([45]));
	});

	it('asks for less where a held request was cut, and for more again where it was an accident', async () => {
		const { asked } = await waitFor(
			(request, index) =>
				index === 0 ? { afterMs: 30_000, failure: { httpStatus: 504 } } : holding(request),
			{ minutes: 10 },
		);
		const waits = asked.map(({ wait }) => wait);
		expect(waits.slice(0, 2)).toEqual([45, 20]);
		expect(waits.filter((wait) => wait === 45).length).toBeGreaterThan(5);
	});

	it('loses little time at a proxy that cuts for good', async () => {
		const { asked } = await waitFor(
			(request) =>
				(request.wait ?? 0) > 30 ? { afterMs: 30_000, failure: { httpStatus: 504 } } : holding(request),
			{ minutes: 60 },
		);
		expect(asked.filter(({ wait }) => wait === 45).length).toBeLessThan(8);
	});

	it('gets an answer where requests fail because they are to be held', async () => {
		const { status, asked } = await waitFor(
			({ wait, at }) =>
				wait ? { failure: { httpStatus: 502 } } : { status: at > MINUTE ? 'completed' : 'processing' },
			{ minutes: 10 },
		);
		expect(status).toBe('completed');
		expect(asked.length).toBeLessThan(100);
	});

	it('rests for as long as the service asks', async () => {
		const { asked, status } = await waitFor(
			(_, index) =>
				index === 0 ? { failure: { httpStatus: 503, retryAfterMs: 90_000 } } : { status: 'completed' },
			{ minutes: 60 },
		);
		expect(status).toBe('completed');
		expect(gaps(asked)[0]).toBeGreaterThanOrEqual(90_000);
	});

	it('waits for a rate limit of more than ten minutes where there is time', async () => {
		const { status, asked } = await waitFor(
			(_, index) =>
				index === 0
					? { failure: { code: 'RATE_LIMITED', httpStatus: 429, retryAfterMs: 11 * MINUTE } }
					: { status: 'completed' },
			{ minutes: 60 },
		);
		expect(status).toBe('completed');
		expect(asked).toHaveLength(2);
	});

	it('waits for a service that is away until the deadline, seldom asking', async () => {
		const away = (request: Asked): Reply =>
			request.at < 50 * MINUTE ? { failure: { code: 'CONNECTION_FAILED' } } : { status: 'completed' };
		const { status, asked } = await waitFor(away, { minutes: 60 });
		expect(status).toBe('completed');
		expect(asked.length).toBeLessThan(250);
	});

	it('says what is wrong when the service is away to the end', async () => {
		const { failure, endedAt } = await waitFor(() => ({ failure: { code: 'CONNECTION_FAILED' } }), {
			minutes: 30,
		});
		expect(failure).toMatchObject({ code: 'CONNECTION_FAILED', extractionId: 'e-1' });
		expect(endedAt).toBeGreaterThan(29 * MINUTE);
		expect(endedAt).toBeLessThanOrEqual(30 * MINUTE + 1000);
	});

	it('gives up a service after ten minutes that has never answered', async () => {
		const { failure, endedAt } = await waitFor(() => ({ failure: { code: 'CONNECTION_FAILED' } }), {
			minutes: 60,
			isKnown: false,
		});
		expect(failure?.code).toBe('CONNECTION_FAILED');
		expect(endedAt).toBeLessThan(11 * MINUTE);
	});

	it('gives up at once what will not pass', async () => {
		const { failure, asked } = await waitFor(
			() => ({ failure: { code: 'EXTRACTION_NOT_FOUND', retryable: false } }),
			{ minutes: 60 },
		);
		expect(failure).toMatchObject({ code: 'EXTRACTION_NOT_FOUND', extractionId: 'e-1' });
		expect(asked).toHaveLength(1);
	});
});
