import { againstRows } from '../againstRows';
import type { BenchCase } from '../BenchCase';

const ROWS = 50_000;
const LINES = 10;

/** Our node both times: with Invoices with Lines against with Rows. */
export const invoices: BenchCase = {
	name: 'invoices',
	title: '50,000 rows as 5,000 invoices, against rows',
	async run(benchRun) {
		const service = await benchRun.service('off');
		const extractionId = await service.addExtraction(ROWS, LINES);
		return await againstRows(benchRun, {
			service,
			rowsTask: { extractionId },
			task: { extractionId, output: 'invoices' },
			rows: ROWS,
		});
	},
};
