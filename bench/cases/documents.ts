import type { BenchCase } from '../BenchCase';
import { seconds } from '../compare';
import { smallFiles } from '../smallFiles';
import { takeTurns } from '../turns';

const FILES = 100;
const ROWS = 50_000;
const RUNS = 5;
const TARGET = 1.2;

/** Our node both times: with Documents against with Rows. */
export const documents: BenchCase = {
	name: 'documents',
	title: '100 documents with 50,000 rows, against rows',
	async run(benchRun) {
		const service = await benchRun.service('off');
		const { baseUrl, apiKey } = service;
		const files = await smallFiles(benchRun.folder, FILES);
		const clients = [benchRun.engine(), benchRun.engine()];
		for (const [index, output] of (['rows', 'documents'] as const).entries())
			await clients[index]?.prepare({ baseUrl, apiKey, task: { files, output }, limits: 'off' });
		const [rows, ours] = await takeTurns(clients, {
			runs: RUNS,
			rows: ROWS,
			before: async () => await service.planRows(ROWS),
			after: async () => await service.clear(),
		});
		if (!rows || !ours) throw new Error('A client is missing');
		const ratio = ours.ms / rows.ms;
		const targetMiB = rows.peakMiB === null ? null : Math.round(rows.peakMiB * TARGET);
		const fits = targetMiB === null || (ours.peakMiB ?? 0) <= targetMiB;
		return {
			ratio,
			target: TARGET,
			peakMiB: ours.peakMiB,
			targetMiB,
			pass: ratio <= TARGET && fits,
			note: `${seconds(ours.ms)} against ${seconds(rows.ms)}, medians of ${RUNS}`,
		};
	},
};
