import type { BenchCase } from '../BenchCase';
import { compare } from '../compare';

const ROWS = 50_000;
const TARGET = 1.5;

export const manyRows: BenchCase = {
	name: '50000-rows',
	title: '50,000 rows to items',
	async run(benchRun) {
		const service = await benchRun.service('off');
		const task = { extractionId: await service.addExtraction(ROWS) };
		const compared = await compare(benchRun, { service, task, rows: ROWS, runs: 21, withHelper: true });
		return { ...compared, target: TARGET, targetMiB: null, pass: compared.ratio <= TARGET };
	},
};
