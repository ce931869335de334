import fc from 'fast-check';
import { Account } from '../../../../nodes/DocumentDataExtraction/extraction/account/Account';
import { ColumnNames } from '../../../../nodes/DocumentDataExtraction/extraction/rows/ColumnNames';
import {
	rowItems as itemsOfPage,
	type RowItemOptions,
} from '../../../../nodes/DocumentDataExtraction/extraction/shapes/rowItems';
import type { RowsPage } from '../../../../nodes/DocumentDataExtraction/extraction/rows/pages';
import { SourceIndex } from '../../../../nodes/DocumentDataExtraction/extraction/rows/SourceIndex';

const sources = new SourceIndex([
	{ sessionName: 'a.pdf', itemIndex: 4 },
	{ sessionName: 'b.pdf', itemIndex: 7 },
]);

const rowItems = (
	page: Parameters<typeof itemsOfPage>[0],
	how: Omit<RowItemOptions, 'names'>,
	account = new Account(sources),
) => itemsOfPage(page, account, { ...how, names: new ColumnNames() });

const pageOf = (rows: RowsPage['rows'], reviewed: number[] = [], firstRowNumber = 1): RowsPage => ({
	firstRowNumber,
	rows,
	reviewItems: reviewed.map((row) => ({
		message: `Look at ${row}`,
		affected_fields: ['Total'],
		output_row_numbers: [row],
		source_references: [],
	})),
	isLast: true,
	page: { columns: [], rows, offset: firstRowNumber - 1, total_rows: rows.length, has_more: false },
});

const ROWS = [
	{ Total: 1, 'Source File': 'a.pdf (Page 1)' },
	{ Total: 2, 'Source File': 'b.pdf (Page 1)' },
	{ Total: 3, 'Source File': 'a.pdf (Page 2)' },
];

describe('turning rows into items', () => {
	it('gives the columns as they are, each paired with the item of its file', () =>
		expect(rowItems(pageOf(ROWS, [2]), { separateReview: false })).toEqual({
			main: [
				{ json: ROWS[0], pairedItem: { item: 4 } },
				{ json: ROWS[1], pairedItem: { item: 7 } },
				{ json: ROWS[2], pairedItem: { item: 4 } },
			],
			review: [],
		}));

	it('pairs a row without a source with all items of the extraction', () =>
		expect(rowItems(pageOf([{ Total: 1 }]), { separateReview: false }).main[0]?.pairedItem).toEqual([
			{ item: 4 },
			{ item: 7 },
		]));

	it('separates the rows to review, with the reason', () =>
		expect(rowItems(pageOf(ROWS, [2]), { separateReview: true })).toEqual({
			main: [
				{ json: ROWS[0], pairedItem: { item: 4 } },
				{ json: ROWS[2], pairedItem: { item: 4 } },
			],
			review: [
				{
					json: { ...ROWS[1], review_message: 'Look at 2', review_fields: 'Total' },
					pairedItem: { item: 7 },
				},
			],
		}));

	it('leaves the column of the service about reviews out of both outputs, and only then', () => {
		const rows = ROWS.map((row) => ({ ...row, 'Review Needed': 'Look' }));
		const { main, review } = rowItems(pageOf(rows, [2]), { separateReview: true });
		expect(main.map(({ json }) => json)).toEqual([ROWS[0], ROWS[2]]);
		expect(review.map(({ json }) => json)).toEqual([
			{ ...ROWS[1], review_message: 'Look at 2', review_fields: 'Total' },
		]);
		expect(rowItems(pageOf(rows), { separateReview: false }).main.map(({ json }) => json)).toEqual(rows);
	});

	it('says every reason of a row in one text, and its columns by the names in the output, each once', () => {
		const reviewItems = [
			{ message: 'Wrong sum', affected_fields: ['Total', 'error'], output_row_numbers: [2] },
			{ message: 'No tax', affected_fields: ['Tax', 'Total'], output_row_numbers: [1, 2] },
			{ message: 'Blurred', affected_fields: [], output_row_numbers: [3] },
		].map((item) => ({ ...item, source_references: [] }));
		const rows = ROWS.map((row) => ({ ...row, error: 'none' }));
		const { review } = rowItems({ ...pageOf(rows), reviewItems }, { separateReview: true });
		expect(review.map(({ json }) => [json.review_message, json.review_fields])).toEqual([
			['No tax', 'Tax, Total'],
			['Wrong sum; No tax', 'Total, error_2, Tax'],
			['Blurred', ''],
		]);
	});

	it('can add the reason without separating', () => {
		const { main, review } = rowItems(pageOf(ROWS, [1]), {
			separateReview: false,
			withReview: true,
		});
		expect(main.map(({ json }) => json.review_message)).toEqual(['Look at 1', undefined, undefined]);
		expect(review).toEqual([]);
	});

	it('renames the columns that the review needs, however they are spelt, in every row', () => {
		const rows = [
			{ review_message: 'mine', Review_Fields: 'mine too', 'Source File': 'a.pdf (Page 1)' },
			{ review_message: 'other', 'Source File': 'a.pdf (Page 1)' },
		];
		const { main } = rowItems(pageOf(rows, [1]), { separateReview: false, withReview: true });
		expect(
			main.map(({ json }) => [json.review_message_2, json.Review_Fields_2, json.review_message]),
		).toEqual([
			['mine', 'mine too', 'Look at 1'],
			['other', undefined, undefined],
		]);
		for (const { json } of main) {
			const names = Object.keys(json).map((name) => name.toLowerCase());
			expect(new Set(names).size).toBe(names.length);
		}
		const plain = rowItems(pageOf(rows, [1]), { separateReview: false });
		expect(plain.main.map(({ json }) => json)).toEqual(rows);
	});

	it('leaves out the rows of sources that do not come out', () => {
		const account = new Account(sources);
		account.failing = new Set([sources.named('a.pdf')]);
		const { main, review } = rowItems(pageOf(ROWS, [1, 2]), { separateReview: true }, account);
		expect([main, review.map(({ json }) => json.Total)]).toEqual([[], [2]]);
	});

	it('counts rows from the first one of the page', () => {
		const { main, review } = rowItems(pageOf(ROWS, [2, 1002], 1001), { separateReview: true });
		expect(review.map(({ json }) => json.Total)).toEqual([2]);
		expect(main.map(({ json }) => json.Total)).toEqual([1, 3]);
	});

	it('renames a column "error", in its place and alike in all rows, whatever the others are called', () => {
		const rows = [
			{ Total: 1, error: 'none', Tax: 2 },
			{ error: null, Error: 'E', Error_2: 'F' },
		];
		const { main } = rowItems(pageOf(rows), { separateReview: false });
		expect(main.map(({ json }) => Object.entries(json))).toEqual([
			[
				['Total', 1],
				['error_3', 'none'],
				['Tax', 2],
			],
			[
				['error_3', null],
				['Error', 'E'],
				['Error_2', 'F'],
			],
		]);
	});

	it('loses no row and no value, keeps the order in each output, and never has a top-level "error"', () => {
		const column = fc.constantFrom('error', 'Error', 'Total', 'message', 'details', '__proto__');
		const row = fc.array(fc.tuple(column, fc.nat())).map((entries) => Object.fromEntries(entries));
		fc.assert(
			fc.property(
				fc.array(row, { maxLength: 8 }),
				fc.array(fc.integer({ min: 1, max: 8 })),
				fc.boolean(),
				(rows, reviewed, separateReview) => {
					const { main, review } = rowItems(pageOf(rows, reviewed), { separateReview });
					const isReviewed = (index: number) => separateReview && reviewed.includes(index + 1);
					const valuesOf = (json: object) =>
						Object.entries(json)
							.filter(([name]) => !name.startsWith('review_'))
							.map(([, value]) => value as unknown);
					const given = (inReview: boolean) =>
						rows.filter((_, index) => isReviewed(index) === inReview).map(valuesOf);
					expect(main.map(({ json }) => valuesOf(json))).toEqual(given(false));
					expect(review.map(({ json }) => valuesOf(json))).toEqual(given(true));
					for (const { json } of [...main, ...review]) expect(Object.keys(json)).not.toContain('error');
				},
			),
		);
	});
});
