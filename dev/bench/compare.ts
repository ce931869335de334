import type { Result } from './BenchCase';
import type { BenchRun } from './BenchRun';
import type { ClientProcess, Task } from './Job';
import type { Service } from './Service';
import { ratioOfPairs, takeTurns, type Measured } from './turns';

/** What the ratio and the memory of a case may be at most. */
interface Targets {
	ratio?: number;
	peakMiB?: number;
	/** How much more memory than n8n's helper, whose items are the same. */
	moreThanHelperMiB?: number;
}

export interface Comparison {
	service: Service;
	task: Task;
	rows: number;
	runs: number;
	/** Whether n8n's HTTP helper alone is the floor, and not the bare client. It sends files of one part. */
	withHelper?: boolean;
	targets?: Targets;
}

interface Client {
	name: string;
	process: ClientProcess;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

/** Has our node, the bare client and, if asked, n8n's helper do the same task in turns against one service without limits. */
export async function compare(benchRun: BenchRun, comparison: Comparison): Promise<Result> {
	const { service, task, rows, runs, withHelper, targets = {} } = comparison;
	const clients: Client[] = [
		{ name: 'ours', process: benchRun.engine() },
		{ name: 'bare client', process: benchRun.bare() },
		...(withHelper ? [{ name: "n8n's helper", process: benchRun.helper() }] : []),
	];
	const processes = clients.map((client) => client.process);
	const { baseUrl, apiKey } = service;
	for (const client of processes) await client.prepare({ baseUrl, apiKey, task, limits: 'off' });
	const isUpload = 'files' in task;
	const turns = {
		rows,
		before: isUpload ? async () => await service.planRows(rows) : undefined,
		after: isUpload ? async () => await service.clear() : undefined,
	};
	const requests = await requestsOf(service, processes, turns);
	const timings = await takeTurns(processes, { ...turns, runs });
	const [ours, bare, helper] = timings;
	if (!ours || !bare) throw new Error('A client is missing');
	const toBare = (client: Measured): string => ratioOfPairs(client, bare).ratio.toFixed(2);
	return {
		...judged(ours, helper ?? bare, targets, helper?.peakMiB ?? 0),
		floor: helper ? "n8n's helper" : 'bare client',
		note: [
			`${listed(clients, (index) => seconds(timings[index]!.ms))}, medians of ${runs}`,
			...(helper ? [`to the bare client ${toBare(ours)}, helper ${toBare(helper)}`] : []),
			...(helper ? [`memory of the helper ${helper.peakMiB?.toFixed(1)} MiB`] : []),
			`requests: ${listed(clients, (index) => requests[index]!.toLocaleString('en'))}${perFile(task, requests[0]!)}`,
		].join('\n'),
	};
}

const listed = (clients: Client[], text: (index: number) => string): string =>
	clients.map(({ name }, index) => `${name} ${text(index)}`).join(', ');

const perFile = (task: Task, requests: number): string =>
	'files' in task ? `; ${(requests / task.files.length).toFixed(2)} per file` : '';

/** How many requests each client makes for the task. The run that is counted is not timed: it also warms up. */
async function requestsOf(
	service: Service,
	clients: ClientProcess[],
	{ before, after }: Pick<Parameters<typeof takeTurns>[1], 'before' | 'after'>,
): Promise<number[]> {
	const counts: number[] = [];
	for (const client of clients) {
		await before?.();
		await service.control('clearRequests');
		await client.run();
		counts.push((await service.requests()).length);
		await after?.();
	}
	return counts;
}

function judged(
	ours: Measured,
	floor: Measured,
	targets: Targets,
	helperMiB: number,
): Omit<Result, 'floor' | 'note'> {
	const { ratio, spread } = ratioOfPairs(ours, floor);
	const peakMiB = ours.peakMiB ?? 0;
	const { ratio: target = null, moreThanHelperMiB } = targets;
	const targetMiB =
		moreThanHelperMiB === undefined ? (targets.peakMiB ?? null) : helperMiB + moreThanHelperMiB;
	const pass = (target === null || ratio <= target) && (targetMiB === null || peakMiB <= targetMiB);
	return { ratio, spread, target, peakMiB, targetMiB, pass };
}
