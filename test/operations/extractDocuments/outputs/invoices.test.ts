import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { RESULTS } from '../../../support/endpoints';
import { byId } from '../../../support/fixtures/operationFixture';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { NODE_TYPE } from '../../../support/names';
import { hintsOf, itemWith } from '../../../support/items';
import {
	countOf,
	extract,
	invoiceItems,
	type ExtractOptions,
} from '../../../support/operations/extractDocuments';

const SUBMIT = 'POST /extractions';

interface Page {
	rows: IDataObject[];
}

describe('Extract Documents: invoices with lines', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const example = async (...names: string[]): Promise<INodeExecutionData> =>
		itemWith(
			...(await Promise.all(
				names.map(
					async (name) => await node.engine.storeFile(`examples/documents/${name}`, name, 'application/pdf'),
				),
			)),
		);
	const invoices = async (
		input: INodeExecutionData[],
		{ parameters, ...more }: Partial<ExtractOptions> = {},
	) =>
		await extract(node, {
			input,
			parameters: {
				prompt: 'Invoice number, supplier, total, and the description and amount of each line',
				outputStructure: 'per_line_item',
				output: 'invoices',
				...parameters,
			},
			...more,
		});
	const linesOf = ({ json }: INodeExecutionData) => json.lines as IDataObject[];
	/** As the sandbox makes them up: two lines each. */
	const plan = (rows: number, more: object = {}) =>
		node.sandbox.control.planExtractions([{ rows, linesPerInvoice: 2, ...more }]);
	const concern = (message: string, output_row_numbers: number[], source_references: string[] = []) => ({
		message,
		affected_fields: ['Amount'],
		output_row_numbers,
		source_references,
	});

	it('come out one by one, each with its lines and paired with its document', async () => {
		const run = await invoices([await example('office-supplies.pdf'), await example('consulting.pdf')]);
		expect(run.items.map(({ json, pairedItem }) => [json['Invoice Number'], pairedItem])).toEqual([
			['INV-1001', { item: 0 }],
			['20260077', { item: 1 }],
		]);
		const [first] = run.items;
		expect(first?.json).toMatchObject({ Supplier: 'Example Office Supplies Ltd', review: [] });
		expect(linesOf(first!)).toHaveLength(3);
		for (const line of linesOf(first!))
			expect(line).toMatchObject({ 'Invoice Number': 'INV-1001', Description: expect.any(String) });
	});

	it('are told apart within a document, and are one over its pages', async () => {
		const run = await invoices([await example('collected-invoices.pdf', 'lines-over-two-pages.pdf')]);
		const bySource = run.items.map(({ json }) => String(json['Source File']).replace(/ \(.*/, ''));
		expect(bySource.filter((name) => name === 'lines-over-two-pages.pdf')).toHaveLength(1);
		expect(bySource.filter((name) => name === 'collected-invoices.pdf').length).toBeGreaterThan(1);
		const long = run.items.find(({ json }) => String(json['Source File']).startsWith('lines-over'));
		expect(new Set(linesOf(long!).map((line) => line['Source File'])).size).toBe(2);
	});

	it('span documents where the user groups by the number alone, and carry the files of both', async () => {
		plan(4);
		const input = await invoiceItems(node, 'A', 'B');
		node.alter(RESULTS, ({ rows }: Page) => rows.forEach((row) => (row['Invoice Number'] = 'X')));
		const run = await invoices(input, {
			parameters: { groupBy: 'Invoice Number' },
			options: { keepSourceFile: true },
		});
		expect(run.items).toMatchObject([
			{
				json: { 'Invoice Number': 'X', lines: [{}, {}, {}, {}] },
				pairedItem: [{ item: 0 }, { item: 1 }],
				binary: { data: { fileName: 'A.pdf' }, data_2: { fileName: 'B.pdf' } },
			},
		]);
	});

	/** Gives every row other cells, by its place. */
	const rowsAre = (...cells: IDataObject[]) =>
		node.alter(RESULTS, ({ rows }: Page) => rows.forEach((row, place) => Object.assign(row, cells[place])));

	it('never take a row without number on their bill that has another supplier, and say so', async () => {
		plan(3);
		const [receipt, ...invoice] = [null, 'N-1', 'N-1'].map((number) => ({
			'Invoice Number': number,
			Supplier: number === null ? 'Cafe X' : 'Firm Y',
		}));
		rowsAre(receipt!, ...invoice);
		const run = await invoices(await invoiceItems(node, 'A'));
		expect(
			run.items.map((item) => [item.json['Invoice Number'], item.json.Supplier, linesOf(item).length]),
		).toEqual([
			[null, 'Cafe X', 1],
			['N-1', 'Firm Y', 2],
		]);
		expect(hintsOf(run)).toEqual([
			'Rows without Invoice Number, each of which became an invoice of its own to check (1): A.pdf',
		]);
	});

	it('never take a row without number on the only bill of its document, and send it to review', async () => {
		plan(2);
		rowsAre({ 'Invoice Number': null });
		const run = await invoices(await invoiceItems(node, 'A'), { parameters: { separateReview: true } });
		expect([run.items, run.secondOutput].map((items) => items.map(linesOf))).toEqual([
			[[expect.anything()]],
			[[expect.objectContaining({ 'Invoice Number': null })]],
		]);
		expect(hintsOf(run)).toEqual([
			'Rows without Invoice Number, each of which became an invoice of its own to check (1): A.pdf',
		]);
	});

	it.each<[Partial<ExtractOptions>, number[]]>([
		[{ options: { ifPagesFail: 'continue' } }, [2, 0]],
		[{ parameters: { separateReview: true } }, [1, 1]],
	])('say that lines may be missing if pages of their document failed: %j', async (given, counts) => {
		node.sandbox.control.planExtractions([{ failedPages: 1 }]);
		const run = await invoices([await example('consulting.pdf', 'lines-over-two-pages.pdf')], given);
		const made = [run.items, run.secondOutput].map((items) => items.filter(({ json }) => 'lines' in json));
		expect(made.map((items) => items.length)).toEqual(counts);
		expect(made.flat().map(({ json }) => [json['Source File'], json.review])).toEqual([
			['consulting.pdf (Page 1)', []],
			[
				'lines-over-two-pages.pdf (Page 1)',
				[
					{
						message: expect.stringMatching(
							/^Lines of this invoice may be missing, because pages of its document could not be read: lines-over-two-pages\.pdf page 2/,
						),
						fields: [],
						line: null,
					},
				],
			],
		]);
	});

	it('carry their file only if they are told to', async () => {
		const input = await invoiceItems(node, 'A');
		const kept = await invoices(input, { options: { keepSourceFile: true } });
		expect(kept.items.map(({ binary }) => binary)).toEqual([input[0]!.binary]);
		const plain = await invoices(input);
		expect(plain.items.map(({ binary }) => binary)).toEqual([undefined]);
	});

	it('go whole to the second output if a line needs review', async () => {
		plan(4, { reviewItems: [concern('Hard to read', [4]), concern('Torn', [], ['A.pdf (Page 1)'])] });
		const input = await invoiceItems(node, 'A');
		const parameters = { separateReview: true };
		const run = await invoices(input, { parameters, options: { keepSourceFile: true } });
		expect(run.items.map(({ json }) => json['Invoice Number'])).toEqual(['INV-000001']);
		expect(run.secondOutput).toMatchObject([
			{
				json: {
					'Invoice Number': 'INV-000002',
					lines: [{}, {}],
					review: [{ message: 'Hard to read', fields: ['Amount'], line: 2 }],
				},
				pairedItem: { item: 0 },
				binary: input[0]!.binary,
			},
			{ json: { review_message: 'Torn', 'Source File': 'A.pdf (Page 1)' }, binary: input[0]!.binary },
		]);
	});

	it('of a document with failed pages stay back as the document fails, and the others come out', async () => {
		plan(4, { failedPages: 1 });
		const input = await invoiceItems(node, 'A', 'B');
		const run = await invoices(input, { onError: 'continueErrorOutput' });
		expect(run.items).toMatchObject([{ json: { 'Invoice Number': 'INV-000001' }, pairedItem: { item: 0 } }]);
		expect(run.secondOutput).toMatchObject([
			{ json: { error: { code: 'PAGES_FAILED' } }, pairedItem: { item: 1 } },
		]);
	});

	it('say on the node if only the document tells them apart', async () => {
		const parameters = { promptType: 'fields', fieldsToExtract: 'Description' };
		const run = await invoices([await example('office-supplies.pdf')], { parameters });
		expect(run.items).toHaveLength(1);
		expect(hintsOf(run)).toEqual([expect.stringMatching(/^No column with the invoice number was found/)]);
	});

	describe('and columns that do not exist', () => {
		const fields = {
			promptType: 'fields',
			fieldsToExtract: 'Invoice Number\nTotal',
		};

		it.each([
			[
				{ ...fields, groupBy: 'Order' },
				{},
				/^Group By: There is no column "Order"\. The columns are "Invoice Number", "Total", "Source File", "Review Needed"/,
			],
			[
				{ ...fields, headerColumns: 'Vendor' },
				{ excludeColumns: ['source_file', 'review_needed'] },
				/^Header Columns: There is no column "Vendor"\. The columns are "Invoice Number", "Total"/,
			],
			[
				{ ...fields, fieldsToExtract: 'Total' },
				{ excludeColumns: ['source_file'] },
				/^Group By: Enter the columns that tell the invoices apart/,
			],
			[{ groupBy: { a: 1 } }, {}, /^Group By: {"a":1} is not a list of columns/],
		])(
			'are refused before anything is paid where the columns are known: %j %j',
			async (given, options, message) => {
				const run = await invoices(await invoiceItems(node, 'A'), {
					parameters: given as IDataObject,
					options,
				});
				expect(run.error?.message).toMatch(message);
				expect(countOf(node, SUBMIT)).toEqual([0]);
			},
		);

		it.each([
			[{ groupBy: 'source file, Order' }, { excludeColumns: ['source_file'] }, 'Source File'],
			[{ headerColumns: ['Review Needed'] }, { excludeColumns: ['review_needed'] }, 'Review Needed'],
		])(
			'are refused before anything is paid where they are left out: %j',
			async (parameters, options, column) => {
				const run = await invoices(await invoiceItems(node, 'A'), { parameters, options });
				expect(run.error?.message).toContain(
					`Exclude Columns: The chosen Output, Group By or Header Columns needs the column ${column}. Remove`,
				);
				expect(countOf(node, SUBMIT)).toEqual([0]);
			},
		);

		it.each([
			[{}, [0]],
			[{ groupBy: 'Invoice No.' }, [0]],
			[{ outputStructure: 'automatic' }, [0]],
			[{ groupBy: 'Invoice Number, Supplier' }, [1]],
			[{ outputStructure: 'per_invoice' }, [1]],
			[{ groupFiles: 'perItem' }, [2]],
		])(
			'are refused before anything is paid if they do not tell the files apart: %j, sent: %j',
			async (parameters, sent) => {
				const run = await invoices(await invoiceItems(node, 'A-1', 'B-1'), {
					parameters,
					options: { excludeColumns: ['source_file'] },
				});
				expect(countOf(node, SUBMIT)).toEqual(sent);
				if (sent[0] === 0)
					expect(run.error?.message).toMatch(
						/^Exclude Columns: The chosen Output, .* needs the column Source File\. Remove/,
					);
				else expect(run.items).toHaveLength(2);
			},
		);

		it('are an error that says how to get the invoices at no cost, where the service names the columns', async () => {
			const run = await invoices(await invoiceItems(node, 'A'), { parameters: { groupBy: 'Order' } });
			const id = node.sandbox.control.extractions()[0]?.extraction_id;
			expect(run.error?.message).toMatch(
				/^The rows cannot be grouped into invoices: Group By: There is no column "Order"\. The columns are "Invoice Number", /,
			);
			expect(run.error?.description).toMatch(/Get Rows with the Output Invoices with Lines/);
			expect(run.error?.description).toContain(`Extraction ID: ${id}`);
			const free = await node.engine.runNode({
				type: NODE_TYPE,
				parameters: {
					resource: 'extraction',
					operation: 'getRows',
					extractionId: byId(String(id)),
					rowsOutput: 'invoices',
				},
				input: [{ json: {} }],
			});
			expect(free.items).toHaveLength(1);
			expect(countOf(node, SUBMIT)).toEqual([1]);
		});

		it('fail each item on its own if the node continues', async () => {
			const run = await invoices(await invoiceItems(node, 'A', 'B'), {
				parameters: { groupBy: 'Order', groupFiles: 'perItem' },
				onError: 'continueRegularOutput',
			});
			expect(run.items).toMatchObject(
				[0, 1].map((item) => ({
					json: { error: { code: 'COLUMN_UNKNOWN', extraction_id: expect.any(String) } },
					pairedItem: { item },
				})),
			);
		});
	});
});
