import type { Result } from './BenchCase';
import type { BenchRun } from './BenchRun';
import { seconds } from './compare';
import type { Task } from './Job';
import type { Service } from './Service';
import { ratioOfPairs, takeTurns, type Turns } from './turns';

const RUNS = 5;

/** How much more time and memory another output may take than Rows. */
const TARGET = 1.25;

export interface AgainstRows extends Pick<Turns, 'rows' | 'before' | 'after'> {
	service: Service;
	/** The same work with Rows. */
	rowsTask: Task;
	task: Task;
}

/** Has our node do the same work twice, in turns: with Rows, and with another output. */
export async function againstRows(
	benchRun: BenchRun,
	{ service, rowsTask, task, ...turns }: AgainstRows,
): Promise<Result> {
	const { baseUrl, apiKey } = service;
	const clients = [benchRun.engine(), benchRun.engine()];
	for (const [index, given] of [rowsTask, task].entries())
		await clients[index]?.prepare({ baseUrl, apiKey, task: given, limits: 'off' });
	const [rows, ours] = await takeTurns(clients, { runs: RUNS, ...turns });
	if (!rows || !ours) throw new Error('A client is missing');
	const { ratio, spread } = ratioOfPairs(ours, rows);
	const targetMiB = rows.peakMiB === null ? null : Math.round(rows.peakMiB * TARGET);
	const fits = targetMiB === null || (ours.peakMiB ?? 0) <= targetMiB;
	return {
		ratio,
		spread,
		floor: 'Rows',
		target: TARGET,
		peakMiB: ours.peakMiB,
		targetMiB,
		pass: ratio <= TARGET && fits,
		note: `${seconds(ours.ms)} against ${seconds(rows.ms)}, medians of ${RUNS}`,
	};
}
