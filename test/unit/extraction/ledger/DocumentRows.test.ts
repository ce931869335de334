import fc from 'fast-check';
import { DocumentRows } from '../../../../nodes/DocumentDataExtraction/extraction/ledger/DocumentRows';
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

const collect = (files = FILES, isLeftOut: (source: unknown) => boolean = () => false) => {
	const documents = new DocumentRows(new SourceIndex(files), isLeftOut);
	const told = () => [...files, undefined].map((file) => documents.of(file));
	return { documents, told };
};

const pageOf = (rows: RowsPage['rows'], reviewItems: RowsPage['reviewItems'], firstRowNumber: number) => ({
	rows,
	reviewItems,
	firstRowNumber,
	page: { columns: ['Source File', 'Total'], rows },
});

const rowOf = (source: unknown, total = 1) => ({ 'Source File': source, Total: total });

it('every row goes to one document, once and as it is, or is left over', () => {
	const source = fc.constantFrom(
		'a.pdf (Page 1)',
		'b.pdf (Page 2)',
		'B.PDF',
		'other.pdf',
		'',
		null,
		undefined,
	);
	fc.assert(
		fc.property(fc.array(fc.array(source), { maxLength: 5 }), (pages) => {
			const { documents, told } = collect();
			let firstRowNumber = 1;
			const all = pages.flatMap((sources) => {
				const rows = sources.map((one, index) => rowOf(one, index));
				documents.add(pageOf(rows, [], firstRowNumber));
				firstRowNumber += rows.length;
				return rows;
			});
			const collected = told().flatMap(({ rows }) => rows);
			expect(collected).toHaveLength(all.length);
			expect(new Set(collected)).toEqual(new Set(all));
			expect(all.every((row) => collected.includes(row))).toBe(true);
		}),
	);
});

it('a doubt names the place of its row among those of the document, across pages', () => {
	const { documents, told } = collect();
	const items = [review('Torn', [2, 4]), review('Twice', [4])];
	documents.add(pageOf([rowOf('a.pdf'), rowOf('b.pdf')], items, 1));
	documents.add(pageOf([rowOf('a.pdf'), rowOf('b.pdf')], items, 3));
	expect(told().map((contents) => contents.review)).toEqual([
		[],
		[
			{ message: 'Torn', fields: ['Total'], row: 1 },
			{ message: 'Torn; Twice', fields: ['Total'], row: 2 },
		],
		[],
		[],
	]);
});

it('a doubt without a row belongs to each document that it names, once, or to none', () => {
	const { documents, told } = collect();
	documents.addReviews([
		review('Both', [], ['a.pdf (Page 1)', 'a.pdf (Page 2)', 'c.pdf (Page 1)']),
		review('Which?', []),
		review('Strange', [], ['x.pdf (Page 1)']),
	]);
	expect(told().map((contents) => contents.review.map(({ message }) => message))).toEqual([
		['Both'],
		[],
		['Both'],
		['Which?', 'Strange'],
	]);
});

it('what names no document is that of the only one', () => {
	const { documents, told } = collect(FILES.slice(0, 1));
	documents.add(pageOf([rowOf('x.pdf'), rowOf(undefined)], [], 1));
	documents.addReviews([review('Which?', [])]);
	expect(told().map(({ rows, review: doubts }) => [rows.length, doubts.length])).toEqual([
		[2, 1],
		[0, 0],
	]);
});

it('rows that are kept back are in no document, and the doubts about them neither', () => {
	const { documents, told } = collect(FILES, (source) => source === 'b.pdf');
	const rows = [rowOf('b.pdf'), rowOf('a.pdf')];
	documents.add(pageOf(rows, [review('Torn', [1, 2])], 1));
	expect(told().map((contents) => [contents.rows.length, contents.review.length])).toEqual([
		[1, 1],
		[0, 0],
		[0, 0],
		[0, 0],
	]);
});
