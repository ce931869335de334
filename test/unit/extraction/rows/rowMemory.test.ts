import { Account } from '../../../../nodes/DocumentDataExtraction/extraction/account/Account';
import { ColumnNames } from '../../../../nodes/DocumentDataExtraction/extraction/rows/ColumnNames';
import { rowItems } from '../../../../nodes/DocumentDataExtraction/extraction/shapes/rowItems';
import { SourceIndex } from '../../../../nodes/DocumentDataExtraction/extraction/rows/SourceIndex';

const MANY = 6000;

/** Bytes that are kept by what some work makes. */
function keptBy(work: () => unknown): number {
	const before = process.memoryUsage().heapUsed;
	const kept = work();
	const bytes = process.memoryUsage().heapUsed - before;
	expect(kept).toBeDefined();
	return bytes;
}

describe('the memory of 6,000 rows of 6,000 files', () => {
	const files = Array.from({ length: MANY }, (_, itemIndex) => ({
		sessionName: `${itemIndex}.pdf`,
		itemIndex,
	}));

	it.each([
		['without a source', {}],
		['of an unknown source', { 'Source File': 'x.pdf (Page 1)' }],
	])('the memory of rows %s stays small', (_, source) => {
		const rows = Array.from({ length: MANY }, (__, number) => ({ Number: number, ...source }));
		const page = { rows, reviewItems: [], firstRowNumber: 1, page: { columns: ['Number'], rows } };
		const bytes = keptBy(() =>
			rowItems(page, new Account(new SourceIndex(files)), { names: new ColumnNames() }),
		);
		// With an array of all items for each row it is over a gigabyte.
		expect(bytes).toBeLessThan(20 * 1024 * 1024);
	});
});
