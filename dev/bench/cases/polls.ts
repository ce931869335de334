import type { BenchCase, Result } from '../BenchCase';
import type { PollJob } from '../poll/PollJob';
import type { Request, Service } from '../Service';
import type { BenchRun } from '../BenchRun';
import { ratioOfPairs, takeTurns } from '../turns';

const HISTORY = 10_000;
const MINUTE = 60_000;
const RUNS = 15;
const AT_ONCE = 2_000;

/** A history with an extraction a minute, so many of them open, spread evenly. */
async function fill(service: Service, open: number): Promise<void> {
	const now = Date.now();
	const isOpen = (index: number): boolean => open > 0 && index % (HISTORY / open) === HISTORY / open - 1;
	for (let first = 0; first < HISTORY; first += AT_ONCE)
		await service.control(
			'createExtraction',
			Array.from({ length: AT_ONCE }, (_, index) => ({
				created_at: now - (first + index) * MINUTE,
				status: isOpen(first + index) ? 'processing' : 'completed',
			})),
		);
}

const callOf = ({ path, query = {} }: Request, baseUrl: string): string => {
	const search = new URLSearchParams(query).toString();
	return path.slice(new URL(baseUrl).pathname.length) + (search ? `?${search}` : '');
};

const milliseconds = (ms: number): string => `${ms.toFixed(1)} ms`;

/** @param most requests that a poll may send */
async function poll(benchRun: BenchRun, open: number, most: number): Promise<Result> {
	const service = await benchRun.service('off');
	await fill(service, open);
	const { baseUrl, apiKey } = service;
	const job: PollJob = { baseUrl, apiKey, task: { files: [] }, limits: 'off', calls: [] };
	const ours = benchRun.trigger();
	await ours.prepare(job);
	await service.control('clearRequests');
	await ours.run();
	job.calls = (await service.requests()).map((request) => callOf(request, baseUrl));
	const bare = benchRun.replay();
	await bare.prepare(job);

	await service.control('clearRequests');
	const [theirTime, ourTime] = await takeTurns([bare, ours], { runs: RUNS, memoryRuns: 0, rows: 0 });
	if (!theirTime || !ourTime) throw new Error('A client is missing');
	const requests = (await service.requests()).length / RUNS / 2;
	if (requests !== job.calls.length) throw new Error(`${requests} requests in place of ${job.calls.length}`);
	return {
		// Of a few milliseconds, most go into n8n's HTTP helper. What counts is what a poll asks of the service.
		...ratioOfPairs(ourTime, theirTime),
		floor: 'bare client',
		target: null,
		peakMiB: null,
		targetMiB: null,
		pass: requests <= most,
		note: `${requests} of at most ${most} requests; ${milliseconds(ourTime.ms)} against ${milliseconds(theirTime.ms)}, medians of ${RUNS}`,
	};
}

/** What a poll asks of the service. @param most requests that it may send */
export const pollCase = (open: number, most: number): BenchCase => ({
	name: `poll-${open}-open`,
	title: `A poll of the trigger: ${HISTORY.toLocaleString('en')} extractions, ${open} open`,
	run: async (benchRun) => await poll(benchRun, open, most),
});

/** The smaller of a request for each open one and the pages that hold them, and the one for what is new. */
export const polls: BenchCase[] = [pollCase(0, 1), pollCase(10, 11), pollCase(500, 101)];
