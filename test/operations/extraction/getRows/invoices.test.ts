import type { INodeParameters } from 'n8n-workflow';
import type { NodeRun } from '../../../../dev/engine';
import { RESULTS } from '../../../support/endpoints';
import { byId, startOperation } from '../../../support/fixtures/operationFixture';
import { hintsOf, jsonOf } from '../../../support/items';

const numbersOf = (items: Parameters<typeof jsonOf>[0]) =>
	jsonOf(items).map((json) => json['Invoice Number']);

describe('Extraction: Get Rows, as invoices with lines', () => {
	const operation = startOperation('getRows');
	/** Made-up invoices with lines. */
	const seed = (more: Parameters<typeof operation.control.createExtraction>[0] = {}): string =>
		operation.control.createExtraction({
			output_structure: 'per_line_item',
			linesPerInvoice: 3,
			rowCount: 6,
			...more,
		} as { status?: string }).extraction_id;
	const invoices = async (extractionId: string, parameters: INodeParameters = {}): Promise<NodeRun> =>
		await operation.run({
			extractionId: byId(extractionId),
			returnAll: true,
			rowsOutput: 'invoices',
			...parameters,
		});
	it('gives an item for each invoice, with its rows below', async () => {
		const run = await invoices(seed());
		expect(run.items).toMatchObject([
			{
				json: {
					'Invoice Number': 'INV-000001',
					Supplier: 'Supplier 1',
					'Source File': 'invoice.pdf (Page 1)',
				},
				pairedItem: { item: 0 },
			},
			{ json: { 'Invoice Number': 'INV-000002', Supplier: 'Supplier 2' }, pairedItem: { item: 0 } },
		]);
		for (const { lines, review, ...header } of jsonOf(run.items)) {
			expect(lines).toMatchObject([1, 2, 3].map((line) => ({ ...header, Description: `Item ${line}` })));
			expect(header).not.toHaveProperty('Description');
			expect(review).toEqual([]);
		}
		expect(hintsOf(run)).toEqual([]);
	});

	it('puts rows of an invoice together that come with different pages of the service', async () => {
		const run = await invoices(seed({ rowCount: 2100, linesPerInvoice: 7 }));
		expect(run.items).toHaveLength(300);
		expect(new Set(jsonOf(run.items).map(({ lines }) => (lines as unknown[]).length))).toEqual(new Set([7]));
		expect(operation.queries(RESULTS)).toHaveLength(3);
	});

	it('never cuts an invoice: Limit and Skip First Rows count invoices, and what is kept back is told', async () => {
		const id = seed({ rowCount: 2100, linesPerInvoice: 7 });
		const run = await invoices(id, { returnAll: false, limit: 2, options: { offset: 142 } });
		// Its rows 995 to 1001 are on two pages.
		expect(numbersOf(run.items)).toEqual(['INV-000143', 'INV-000144']);
		expect(jsonOf(run.items).map(({ lines }) => (lines as unknown[]).length)).toEqual([7, 7]);
		expect(hintsOf(run)).toEqual([
			'This is not everything. Rows or invoices kept back by Limit: 156. Turn on Return All to get the rest',
		]);
	});

	it('groups and takes to the top what the user names, in a text or in a list', async () => {
		const id = seed({ rowCount: 4, linesPerInvoice: 2 });
		for (const names of [
			{ groupBy: 'currency', headerColumns: 'Supplier, Invoice Number' },
			{ groupBy: ['Currency'], headerColumns: ['Supplier', 'Invoice Number'] },
		]) {
			const run = await invoices(id, names as INodeParameters);
			expect(jsonOf(run.items)).toEqual([
				expect.objectContaining({ Currency: 'EUR', Supplier: 'Supplier 1', 'Invoice Number': 'INV-000001' }),
			]);
			const lines = run.items[0]?.json.lines as Array<Record<string, unknown>>;
			expect(lines.map((line) => [line.Currency, line.Supplier, line.Description])).toEqual([
				[undefined, undefined, 'Item 1'],
				[undefined, undefined, 'Item 2'],
				[undefined, 'Supplier 2', 'Item 1'],
				[undefined, 'Supplier 2', 'Item 2'],
			]);
		}
	});

	it.each<[INodeParameters, RegExp, RegExp]>([
		[
			{ groupBy: 'Order, Supplier' },
			/^The rows cannot be grouped into invoices: Group By: There is no column "Order"\. The columns are "Invoice Number", .*"Source File", "Review Needed"$/,
			/Correct Group By or Header Columns.*at no cost/,
		],
		[{ headerColumns: 'Vendor' }, /Header Columns: There is no column "Vendor"/, /COLUMN_UNKNOWN/],
		[{ groupBy: 7 }, /^Group By: 7 is not a list of columns. Separate the names with commas$/, /./],
		[
			{ rowsOutput: 'bills' },
			/^Output: "bills" is not valid. Use one of: invoices, rows, rowsWithReview/,
			/./,
		],
	])('refuses %j and says what there is', async (parameters, message, nextStep) => {
		const run = await invoices(seed(), parameters);
		expect(run.error?.message).toMatch(message);
		expect(run.error?.description).toMatch(nextStep);
	});

	it('refuses to guess where nothing tells the invoices apart', async () => {
		const fields = [{ name: 'Item' }, { name: 'Price' }];
		const id = seed({ prompt: { fields }, options: { exclude_columns: ['source_file'] } });
		const run = await invoices(id);
		expect(run.error?.message).toMatch(
			/Group By: Enter the columns that tell the invoices apart\. .* The columns are "Item", "Price", "Review Needed"/,
		);
	});

	it('says once that only the document tells invoices apart', async () => {
		const id = seed({ prompt: { fields: [{ name: 'Item' }] }, file_names: ['a.pdf', 'b.pdf'] });
		const run = await operation.run(
			{ extractionId: byId('={{ $json.id }}'), returnAll: true, rowsOutput: 'invoices' },
			{ input: [{ json: { id } }, { json: { id } }] },
		);
		expect(jsonOf(run.items).map(({ lines }) => (lines as unknown[]).length)).toEqual([3, 3, 3, 3]);
		expect(hintsOf(run)).toEqual([expect.stringMatching(/^No column with the invoice number was found/)]);
		expect(hintsOf(await invoices(id, { groupBy: 'Source File' }))).toEqual([]);
	});

	it('sends an invoice that needs review whole to the second output, and a point of no row with it', async () => {
		const concern = (output_row_numbers: number[], message: string) => ({
			message,
			affected_fields: ['Amount'],
			output_row_numbers,
			source_references: ['invoice.pdf (Page 1)'],
		});
		const id = seed({ review_items: [concern([5], 'Hard to read'), concern([], 'A page is missing')] });
		const run = await invoices(id, { separateReview: true });
		expect(numbersOf(run.items)).toEqual(['INV-000001']);
		expect(run.secondOutput).toMatchObject([
			{
				json: {
					'Invoice Number': 'INV-000002',
					lines: [{}, { Description: 'Item 2' }, {}],
					review: [{ message: 'Hard to read', fields: ['Amount'], line: 2 }],
				},
				pairedItem: { item: 0 },
			},
			{ json: { review_message: 'A page is missing', review_fields: 'Amount' } },
		]);
		expect(numbersOf((await invoices(id)).items)).toEqual(['INV-000001', 'INV-000002']);
	});

	it('says of the invoices of a document with failed pages that lines may be missing', async () => {
		const id = seed({ file_names: ['a.pdf', 'b.pdf'], rowCount: 6, linesPerInvoice: 1, failedPages: 1 });
		const review = (run: NodeRun) => jsonOf(run.items).map((json) => [json['Source File'], json.review]);
		expect(new Set(review(await invoices(id)).flat(2))).toEqual(new Set(['a.pdf (Page 1)']));
		const unknown = seed({
			file_names: ['a.pdf', 'b.pdf'],
			rowCount: 2,
			linesPerInvoice: 1,
			failedPages: 1,
			options: { exclude_columns: ['source_file'] },
		});
		expect(jsonOf((await invoices(unknown)).items)).toMatchObject([
			{ review: [{ message: expect.stringMatching(/may be missing, .*: b\.pdf page 1/), line: null }] },
		]);
	});

	it('never makes one invoice of two suppliers that use the same number, and says that files are not told apart', async () => {
		const rows = [
			['77', 'Alpha Ltd'],
			['77', 'Beta Ltd'],
			['77', 'Alpha Ltd'],
		].map(([number, Supplier]) => ({ 'Invoice Number': number!, Supplier: Supplier! }));
		const id = operation.control.createExtraction({
			output_structure: 'per_line_item',
			values: rows,
			file_names: ['a.pdf', 'b.pdf'],
			options: { exclude_columns: ['source_file'] },
		}).extraction_id;
		const run = await invoices(id);
		expect(jsonOf(run.items).map(({ Supplier, lines }) => [Supplier, (lines as unknown[]).length])).toEqual([
			['Alpha Ltd', 2],
			['Beta Ltd', 1],
		]);
		expect(hintsOf(run)).toContainEqual(
			expect.stringMatching(/^The rows do not name their file, so invoices/),
		);
	});

	it('gives nothing for an extraction without rows', async () => {
		const run = await invoices(seed({ rowCount: 0 }), { groupBy: 'X' });
		expect([run.error, run.items]).toEqual([undefined, []]);
	});
});
