import fc from 'fast-check';
import { Account } from '../../../../nodes/DocumentDataExtraction/extraction/account/Account';
import { contentsByFile } from '../../../../nodes/DocumentDataExtraction/extraction/shapes/documents';
import type { RowsPage } from '../../../../nodes/DocumentDataExtraction/extraction/rows/pages';
import { SourceIndex } from '../../../../nodes/DocumentDataExtraction/extraction/rows/SourceIndex';
import { sent } from '../../../support/extracted';

const FILES = [sent('a.pdf'), sent('b.pdf', 1), sent('c.pdf', 2)];

const review = (message: string, output_row_numbers: number[], source_references: string[] = []) => ({
	message,
	affected_fields: ['Total'],
	output_row_numbers,
	source_references,
});

/** The contents of each file, and of none, after some pages. */
async function collect(pages: RowsPage[], { files = FILES, failing = [] as typeof FILES } = {}) {
	const account = new Account(new SourceIndex(files));
	account.failing = new Set(failing);
	async function* passing() {
		for (const page of pages) {
			account.addPage(page);
			yield page;
		}
	}
	const contents = await contentsByFile(passing(), account);
	return [...files, undefined].map((file) => contents.get(file) ?? { rows: [], review: [] });
}

const pageOf = (
	rows: RowsPage['rows'],
	reviewItems: RowsPage['reviewItems'],
	firstRowNumber = 1,
	isLast = true,
): RowsPage => ({
	rows,
	reviewItems,
	firstRowNumber,
	isLast,
	page: { columns: ['Source File', 'Total'], rows },
});

const rowOf = (source: unknown, total = 1) => ({ 'Source File': source, Total: total });

it('every row goes to one document, once and as it is, or is left over', async () => {
	const source = fc.constantFrom(
		'a.pdf (Page 1)',
		'b.pdf (Page 2)',
		'B.PDF',
		'other.pdf',
		'',
		null,
		undefined,
	);
	await fc.assert(
		fc.asyncProperty(fc.array(fc.array(source), { maxLength: 5 }), async (given) => {
			const all: object[] = [];
			const pages = given.map((sources, number) => {
				const rows = sources.map((one, index) => rowOf(one, index));
				const page = pageOf(rows, [], all.length + 1, number === given.length - 1);
				all.push(...rows);
				return page;
			});
			const collected = (await collect(pages)).flatMap(({ rows }) => rows);
			expect(collected).toHaveLength(all.length);
			expect(new Set(collected)).toEqual(new Set(all));
			expect(all.every((row) => collected.includes(row as never))).toBe(true);
		}),
	);
});

it('a doubt names the place of its row among those of the document, across pages', async () => {
	const items = [review('Torn', [2, 4]), review('Twice', [4])];
	const contents = await collect([
		pageOf([rowOf('a.pdf'), rowOf('b.pdf')], items, 1, false),
		pageOf([rowOf('a.pdf'), rowOf('b.pdf')], items, 3),
	]);
	expect(contents.map((one) => one.review)).toEqual([
		[],
		[
			{ message: 'Torn', fields: ['Total'], row: 1 },
			{ message: 'Torn; Twice', fields: ['Total'], row: 2 },
		],
		[],
		[],
	]);
});

it('a doubt without a row belongs to each document that it names, once, or to none', async () => {
	const contents = await collect([
		pageOf(
			[],
			[
				review('Both', [], ['a.pdf (Page 1)', 'a.pdf (Page 2)', 'c.pdf (Page 1)']),
				review('Which?', []),
				review('Strange', [], ['x.pdf (Page 1)']),
			],
		),
	]);
	expect(contents.map((one) => one.review.map(({ message }) => message))).toEqual([
		['Both'],
		[],
		['Both'],
		['Which?', 'Strange'],
	]);
});

it('what names no document is that of the only one', async () => {
	const page = pageOf([rowOf('x.pdf'), rowOf(undefined)], [review('Which?', [])]);
	const contents = await collect([page], { files: FILES.slice(0, 1) });
	expect(contents.map(({ rows, review: doubts }) => [rows.length, doubts.length])).toEqual([
		[2, 1],
		[0, 0],
	]);
});

it('rows that are kept back are in no document, and the doubts about them neither', async () => {
	const rows = [rowOf('b.pdf'), rowOf('a.pdf')];
	const contents = await collect([pageOf(rows, [review('Torn', [1, 2])])], { failing: FILES.slice(1, 2) });
	expect(contents.map((one) => [one.rows.length, one.review.length])).toEqual([
		[1, 1],
		[0, 0],
		[0, 0],
		[0, 0],
	]);
});
