import { againstRows } from '../againstRows';
import type { BenchCase } from '../BenchCase';
import { smallFiles } from '../smallFiles';

const FILES = 100;
const ROWS = 50_000;

/** Our node both times: with Documents against with Rows. */
export const documents: BenchCase = {
	name: 'documents',
	title: '100 documents with 50,000 rows, against rows',
	async run(benchRun) {
		const service = await benchRun.service('off');
		const files = await smallFiles(benchRun.folder, FILES);
		return await againstRows(benchRun, {
			service,
			rowsTask: { files, output: 'rows' },
			task: { files, output: 'documents' },
			rows: ROWS,
			before: async () => await service.planRows(ROWS),
			after: async () => await service.clear(),
		});
	},
};
