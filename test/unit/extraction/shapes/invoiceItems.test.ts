import fc from 'fast-check';
import { Account } from '../../../../nodes/DocumentDataExtraction/extraction/account/Account';
import { ColumnNames } from '../../../../nodes/DocumentDataExtraction/extraction/rows/ColumnNames';
import {
	invoiceItems,
	type InvoiceOptions,
} from '../../../../nodes/DocumentDataExtraction/extraction/shapes/invoiceItems';
import type { InvoiceChoice } from '../../../../nodes/DocumentDataExtraction/extraction/shapes/InvoiceChoice';
import type { RowsPage } from '../../../../nodes/DocumentDataExtraction/extraction/rows/pages';
import type { ReviewItem } from '../../../../nodes/DocumentDataExtraction/extraction/rows/review';
import { SourceIndex } from '../../../../nodes/DocumentDataExtraction/extraction/rows/SourceIndex';

type Row = Record<string, unknown>;
interface Invoice extends Row {
	lines: Row[];
	review: Array<{ message: string; fields: string[]; line: number | null }>;
}

const sources = new SourceIndex([
	{ sessionName: 'a.pdf', itemIndex: 4 },
	{ sessionName: 'b.pdf', itemIndex: 7 },
]);

const concern = (message: string, rows: number[], fields: string[] = []): ReviewItem => ({
	message,
	affected_fields: fields,
	output_row_numbers: rows,
	source_references: [],
});

/** A row in the outputs of Separate Rows That Need Review. */
const withoutReview = ({ 'Review Needed': _said, ...row }: Row): Row => row;

const pageOf = (rows: Row[], reviewItems: ReviewItem[] = [], structure = 'per_line_item') => ({
	rows,
	reviewItems,
	page: {
		columns: Object.keys(rows[0] ?? {}),
		rows,
		output_structure: structure,
	} as unknown as RowsPage['page'],
});

function made(
	pages: Array<ReturnType<typeof pageOf>>,
	choice: Partial<InvoiceChoice> = {},
	options: Partial<InvoiceOptions> = {},
	prepare: (account: Account) => void = () => {},
) {
	const account = new Account(sources);
	const rows: Row[] = [];
	for (const page of pages) {
		account.addPage({ ...page, firstRowNumber: rows.length + 1, isLast: page === pages.at(-1) });
		rows.push(...page.rows);
	}
	prepare(account);
	return invoiceItems(account, rows, {
		groupBy: [],
		headerColumns: [],
		names: new ColumnNames(),
		...choice,
		...options,
	});
}
const invoicesOf = (...given: Parameters<typeof made>): Invoice[] =>
	made(...given).main.map(({ json }) => json as Invoice);

const line = (number: unknown, item: string, quantity: number, more: Row = {}): Row => ({
	'Invoice Number': number,
	Supplier: 'Acme',
	Item: item,
	Quantity: quantity,
	'Source File': 'a.pdf (Page 1)',
	'Review Needed': null,
	...more,
});

describe('turning rows into invoices with lines', () => {
	it('puts what all rows of an invoice share at the top, and every row as it is below', () => {
		const rows = [line('1', 'Pen', 2), line('1', 'Ink', 3), line('2', 'Pen', 2)];
		expect(made([pageOf(rows)])).toEqual({
			main: [
				{
					json: {
						'Invoice Number': '1',
						Supplier: 'Acme',
						'Source File': 'a.pdf (Page 1)',
						lines: [rows[0], rows[1]],
						review: [],
					},
					pairedItem: { item: 4 },
				},
				{
					json: {
						'Invoice Number': '2',
						Supplier: 'Acme',
						'Source File': 'a.pdf (Page 1)',
						lines: [rows[2]],
						review: [],
					},
					pairedItem: { item: 4 },
				},
			],
			review: [],
			keptBack: 0,
			hints: [],
		});
	});

	it('gives lines the same columns whether or not they happen to agree', () => {
		const [invoice] = invoicesOf([pageOf([line('1', 'Pen', 1), line('1', 'Ink', 1)])]);
		expect(invoice).toMatchObject({ Quantity: 1, lines: [{ Quantity: 1 }, { Quantity: 1 }] });
	});

	it('has a header whose empty cells are filled from other rows of the invoice', () => {
		const rows = [line('1', 'Pen', 1, { Supplier: '' }), line('1', 'Ink', 2)];
		expect(invoicesOf([pageOf(rows)])).toMatchObject([
			{ 'Invoice Number': '1', Supplier: 'Acme', lines: rows },
		]);
	});

	it('makes an invoice to review of a row that lacks its number, beside the only other one', () => {
		const rows = [line(null, 'Pen', 1), line('1', 'Ink', 2)];
		const { main, review, hints } = made([pageOf(rows)], {}, { separateReview: true });
		// Its own output says why, so the service's column is left out.
		expect(main.map(({ json }) => (json as Invoice).lines)).toEqual([[withoutReview(rows[1]!)]]);
		expect(review.map(({ json }) => json)).toMatchObject([
			{
				lines: [{ Item: 'Pen' }],
				review: [
					{
						message: 'The row has no Invoice Number, so nobody knows to which invoice it belongs',
						fields: ['Invoice Number'],
						line: 1,
					},
				],
			},
		]);
		expect(hints).toEqual([
			{
				type: 'warning',
				message:
					'Rows without Invoice Number, each of which became an invoice of its own to check (1): a.pdf',
			},
		]);
	});

	it('gives all invoices the same columns', () => {
		const rows = [
			line('1', 'Pen', 1),
			line('1', 'Ink', 2, { Supplier: 'Other' }),
			line('2', 'Pen', 1),
			line('3', 'Pen', 1, { 'Source File': 'b.pdf (Page 1)' }),
		];
		const columns = invoicesOf([pageOf(rows)]).map((invoice) => Object.keys(invoice));
		expect(new Set(columns.map((names) => names.join()))).toEqual(
			new Set(['Invoice Number,Source File,lines,review']),
		);
	});

	it('has only the columns at the top that the user names, and the others in the lines', () => {
		const rows = [line('1', 'Pen', 1), line('1', 'Ink', 1)];
		expect(invoicesOf([pageOf(rows)], { headerColumns: ['supplier'] })).toEqual([
			{
				'Invoice Number': '1',
				Supplier: 'Acme',
				'Source File': 'a.pdf (Page 1)',
				lines: ['Pen', 'Ink'].map((Item) => ({
					Item,
					Quantity: 1,
					'Source File': 'a.pdf (Page 1)',
					'Review Needed': null,
				})),
				review: [],
			},
		]);
	});

	it('leaves with the line what it says otherwise than the header that the user names', () => {
		const rows = [line('1', 'Pen', 1), line('1', 'Ink', 1, { Supplier: 'Other' })];
		const [invoice] = invoicesOf([pageOf(rows)], { headerColumns: ['Supplier'] });
		expect(invoice?.Supplier).toBe('Acme');
		expect(invoice?.lines.map(({ Supplier }) => Supplier)).toEqual([undefined, 'Other']);
	});

	it('takes each row for an invoice where the service was asked for that', () => {
		const rows = [line(null, 'Pen', 1), line(null, 'Ink', 1), line('1', 'x', 1), line('1', 'y', 1)];
		expect(invoicesOf([pageOf(rows, [], 'per_invoice')]).map(({ lines }) => lines)).toEqual(
			rows.map((row) => [row]),
		);
		expect(invoicesOf([pageOf(rows, [], 'per_invoice')], { groupBy: ['Supplier'] })).toHaveLength(1);
	});

	it('says that only the document tells the invoices apart', () => {
		const rows = [
			{ Item: 'Pen', 'Source File': 'a.pdf (Page 1)' },
			{ Item: 'Ink', 'Source File': 'a.pdf (Page 2)' },
		];
		expect(made([pageOf(rows)])).toMatchObject({
			hints: [
				{ type: 'info', message: expect.stringMatching(/^No column with the invoice number was found/) },
			],
			main: [{ json: { lines: rows } }],
		});
		expect(made([pageOf(rows)], { groupBy: ['Source File'] })).toMatchObject({ hints: [] });
	});

	it.each([
		[
			{ groupBy: ['Order', 'Item', 'Nr'] },
			'Group By: There is no column "Order", "Nr". The columns are "Item", "Total"',
		],
		[{ groupBy: ['Item'], headerColumns: ['X'] }, 'Header Columns: There is no column "X"'],
		[{}, 'Group By: Enter the columns that tell the invoices apart. There is no column Source File and no'],
	])('refuses %j where the rows do not have the columns', (choice, message) =>
		expect(() => made([pageOf([{ Item: 'Pen', Total: 1 }])], choice)).toThrow(message),
	);

	it('makes nothing of no rows, whatever the columns', () =>
		expect(made([pageOf([])], { groupBy: ['X'] })).toMatchObject({ main: [], review: [], keptBack: 0 }));

	it('keeps a column that has the name of an object’s prototype', () => {
		const row = JSON.parse(
			'{"Item":"Pen","__proto__":"x","lines":"a","Source File":"a.pdf (Page 1)"}',
		) as Row;
		const [invoice] = invoicesOf([pageOf([row])], { headerColumns: ['Item'] });
		expect(JSON.stringify(invoice?.lines)).toBe(
			'[{"__proto__":"x","lines_2":"a","Source File":"a.pdf (Page 1)"}]',
		);
	});

	it('renames the columns that the item needs for itself, in the header, the lines and the review', () => {
		const row = { lines: 'a', Review: 'b', error: 'c', Error: 'd', event: 'e', 'Invoice Number': '1' };
		const [invoice] = invoicesOf(
			[pageOf([row], [concern('Look', [1], ['error', 'lines'])])],
			{},
			{ names: new ColumnNames().reserve(['event']) },
		);
		const renamed = {
			lines_2: 'a',
			Review_2: 'b',
			error_2: 'c',
			Error: 'd',
			event_2: 'e',
			'Invoice Number': '1',
		};
		expect(invoice).toEqual({
			...renamed,
			lines: [renamed],
			review: [{ message: 'Look', fields: ['error_2', 'lines_2'], line: 1 }],
		});
	});

	describe('and what needs review', () => {
		const rows = [line('1', 'Pen', 1), line('2', 'Pen', 1), line('1', 'Ink', 1), line('3', 'Ink', 1)];
		const concerns = [
			concern('All of 1', [1, 3], ['Supplier']),
			concern('A line of 1 and all of 2', [2, 3, 3]),
			concern('No row', [], ['Supplier']),
		];

		it('stays with its invoice, and names the line', () =>
			expect(invoicesOf([pageOf(rows, concerns)]).map(({ review }) => review)).toEqual([
				[
					{ message: 'All of 1', fields: ['Supplier'], line: null },
					{ message: 'A line of 1 and all of 2', fields: [], line: 2 },
				],
				[{ message: 'A line of 1 and all of 2', fields: [], line: 1 }],
				[],
			]));

		it('goes to the second output with the whole invoice', () => {
			const { main, review } = made([pageOf(rows, concerns)], {}, { separateReview: true });
			const numbers = (items: typeof main) => items.map(({ json }) => json['Invoice Number']);
			expect([numbers(main), numbers(review)]).toEqual([['3'], ['1', '2']]);
			expect((review[0]?.json as Invoice).lines).toEqual([rows[0]!, rows[2]!].map(withoutReview));
		});

		it('is told once where it comes with several pages, and counts rows from the first page', () => {
			const spanning = concern('Both', [1, 3]);
			const [invoice] = invoicesOf([
				pageOf(rows.slice(0, 2), [spanning]),
				pageOf(rows.slice(2), [{ ...spanning }, concern('Third', [3])]),
			]);
			expect(invoice?.review).toEqual([
				{ message: 'Both', fields: [], line: null },
				{ message: 'Third', fields: [], line: 2 },
			]);
		});
	});

	describe('and their documents', () => {
		const rows = [
			line('1', 'Pen', 1),
			line('1', 'Ink', 1, { 'Source File': 'b.pdf (Page 1)' }),
			line('2', 'Ink', 1, { 'Source File': 'b.pdf (Page 2)' }),
		];

		it('pairs an invoice with the items of all its documents', () =>
			expect(
				made([pageOf(rows)], { groupBy: ['Invoice Number'] }).main.map(({ pairedItem }) => pairedItem),
			).toEqual([[{ item: 4 }, { item: 7 }], { item: 7 }]));

		it('leaves out what does not come out, and says what is missing from an invoice', () => {
			const keepBack = (account: Account) => {
				account.failing = new Set([sources.named('a.pdf')]);
			};
			const items = (groupBy: string[]) => made([pageOf([...rows])], { groupBy }, {}, keepBack).main;
			expect(items([]).map(({ json }) => json.review)).toEqual([[], []]);
			expect(items(['Invoice Number']).map(({ json }) => json)).toMatchObject([
				{
					lines: [rows[1]],
					review: [
						{
							message: 'Rows of a document with failed pages are missing from this invoice',
							fields: [],
							line: null,
						},
					],
				},
				{ lines: [rows[2]], review: [] },
			]);
		});
	});

	it('counts invoices, not rows, where only some are wanted, and cuts none', () => {
		const rows = ['1', '2', '1', '3', '2', '4'].map((number, index) => line(number, `Item ${index}`, 1));
		const part = made([pageOf(rows)], {}, { offset: 1, limit: 2 });
		expect(part.main.map(({ json }) => (json as Invoice).lines)).toEqual([[rows[1], rows[4]], [rows[3]]]);
		expect(part.keptBack).toBe(1);
		expect(made([pageOf(rows)], {}, { offset: 9 })).toMatchObject({ main: [], keptBack: 0 });
		expect(made([pageOf(rows)], {}, { limit: 4 }).keptBack).toBe(0);
	});

	describe('with random rows', () => {
		const names = ['Invoice Number', 'Supplier', 'lines', 'review', 'error', 'Lines', '__proto__'];
		const value = fc.constantFrom<unknown>('A', 'B', 1, '1', null, '', true);
		const row = fc
			.tuple(
				fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 6 }),
				fc.constantFrom('a.pdf (Page 1)', 'a.pdf (Page 2)', 'b.pdf (Page 1)'),
			)
			.map(([cells, source]): Row => Object.fromEntries([...cells, ['Source File', source]]));
		const rows = fc.array(row, { minLength: 1, maxLength: 12 });
		const reviewed = fc.array(fc.array(fc.integer({ min: 1, max: 14 }), { maxLength: 4 }), { maxLength: 4 });
		const headers = fc.subarray(['Supplier', 'lines', 'error']);

		it('puts every row into exactly one invoice, and header and line give back the row', () =>
			fc.assert(
				fc.property(
					rows,
					reviewed,
					headers,
					fc.boolean(),
					(given, numbersOfConcerns, named, separateReview) => {
						const marked = given.map((each, index) => ({ ...each, Mark: index }));
						const before = marked.map((each) => Object.entries(each));
						const columns = new Set(marked.flatMap((each) => Object.keys(each)));
						const headerColumns = named.filter((name) => columns.has(name));
						const concerns = numbersOfConcerns.map((of, index) => concern(`Concern ${index}`, of));
						const { main, review } = made([pageOf(marked, concerns)], { headerColumns }, { separateReview });
						const seen: number[] = [];
						for (const [isReview, items] of [
							[false, main],
							[true, review],
						] as const)
							for (const { json } of items) {
								expect(Object.hasOwn(json, 'error')).toBe(false);
								const { lines, review: told, ...header } = json as Invoice;
								if (separateReview) expect(told.length > 0).toBe(isReview);
								const marks = lines.map(({ Mark }) => Number(Mark ?? header.Mark));
								seen.push(...marks);
								lines.forEach((each, index) => {
									const whole = new Map([...Object.entries(header), ...Object.entries(each)]);
									const original = before[marks[index]!]!;
									const values = original.map(([name]) => {
										// What the names become: `lines`, `review` and `error` are taken, and `Lines` may be another column.
										const isTaken = ['lines', 'review', 'error', 'Lines'].includes(name);
										const isSecond = whole.has(`${name}_3`);
										return whole.get(isTaken ? `${name}_${isSecond ? 3 : 2}` : name);
									});
									expect(values).toEqual(original.map(([, cell]) => cell));
								});
								const expected = concerns.filter(({ output_row_numbers }) =>
									output_row_numbers.some((number) => marks.includes(number - 1)),
								);
								const numbers = marks.map((mark) => given[mark]?.['Invoice Number'] ?? '');
								const isAlone = columns.has('Invoice Number') && numbers.includes('');
								const alone = 'The row has no Invoice Number, so nobody knows to which invoice it belongs';
								expect(new Set(told.map(({ message }) => message))).toEqual(
									new Set([...expected.map(({ message }) => message), ...(isAlone ? [alone] : [])]),
								);
								if (isAlone) expect(lines).toHaveLength(1);
							}
						expect(seen.sort((a, b) => a - b)).toEqual(marked.map((_, index) => index));
					},
				),
			));
	});
});
