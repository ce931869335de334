import type { Service } from './Service';
import type { ClientProcess, Task, Timing } from './Job';
import type { BenchRun } from './BenchRun';
import { takeTurns } from './turns';

export interface Compared {
	/** Median of our times over the median of the bare client's. */
	ratio: number;
	peakMiB: number;
	note: string;
}

export interface Comparison {
	service: Service;
	task: Task;
	rows: number;
	runs: number;
	/** Whether to tell what n8n's HTTP helper takes for the same calls, without our node. */
	withHelper?: boolean;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

/** Has our node and the bare client do the same task in turns against one service without limits. */
export async function compare(benchRun: BenchRun, comparison: Comparison): Promise<Compared> {
	const { service, task, rows, runs, withHelper } = comparison;
	const clients: ClientProcess[] = [benchRun.bare(), benchRun.engine()];
	if (withHelper) clients.push(benchRun.helper());
	for (const client of clients)
		await client.prepare({ baseUrl: service.baseUrl, apiKey: service.apiKey, task, limits: 'off' });
	const isUpload = 'files' in task;
	const [bare, ours, helper] = await takeTurns(clients, {
		runs,
		rows,
		before: isUpload ? async () => await service.planRows(rows) : undefined,
		after: isUpload ? async () => await service.clear() : undefined,
	});
	if (!bare || !ours) throw new Error('A client is missing');
	return { ratio: ours.ms / bare.ms, peakMiB: ours.peakMiB ?? 0, note: noteOf(runs, bare, ours, helper) };
}

function noteOf(runs: number, bare: Timing, ours: Timing, helper?: Timing): string {
	const times = `${seconds(ours.ms)} against ${seconds(bare.ms)}, medians of ${runs}`;
	return helper
		? `${times}\nn8n's HTTP helper alone: ${seconds(helper.ms)}, ratio ${(helper.ms / bare.ms).toFixed(2)}`
		: times;
}
