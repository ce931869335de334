import type { BenchCase } from '../BenchCase';
import { compare } from '../compare';

const TARGET = 1.05;
/** Beyond what the helper takes for the same items. */
const MORE_THAN_ITEMS_MIB = 32;

const rowsCase = (rows: number, runs: number): BenchCase => ({
	name: `${rows}-rows`,
	title: `${rows.toLocaleString('en')} rows to items`,
	async run(benchRun) {
		const service = await benchRun.service('off');
		const task = { extractionId: await service.addExtraction(rows) };
		const targets = { ratio: TARGET, moreThanHelperMiB: MORE_THAN_ITEMS_MIB };
		return await compare(benchRun, { service, task, rows, runs, withHelper: true, targets });
	},
});

export const manyRows: BenchCase[] = [rowsCase(50_000, 21), rowsCase(200_000, 9)];
