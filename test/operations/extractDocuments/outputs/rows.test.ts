import type { INodeExecutionData } from 'n8n-workflow';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { countOf, extract, invoiceItems, traced } from '../../../support/operations/extractDocuments';
import { RESULTS } from '../../../support/endpoints';
import { hintsOf, itemWith } from '../../../support/items';

describe('Extract Documents: rows', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const example = async (name: string): Promise<INodeExecutionData> =>
		itemWith(await node.engine.storeFile(`examples/documents/${name}`, name, 'application/pdf'));

	const itemOf = ({ pairedItem }: INodeExecutionData): unknown => (pairedItem as { item: number }).item;

	describe('are one item each, with nothing but the columns', () => {
		const parameters = {
			promptType: 'fields',
			fieldsToExtract: 'Invoice Number\nNet Amount\nPO Number: As printed',
		};

		it('rows have numbers and dates as values where typed values are asked for', async () => {
			const run = await extract(node, { input: await invoiceItems(node, 'R-1'), parameters });
			expect(run.items).toEqual([
				{
					json: {
						'Invoice Number': 'R-1',
						'Net Amount': 45,
						'PO Number': null,
						'Source File': 'R-1.pdf (Page 1)',
						'Review Needed': null,
					},
					pairedItem: { item: 0 },
				},
			]);
		});

		it('with text, and without the columns that are excluded', async () => {
			const options = { typedValues: false, excludeColumns: ['review_needed'] };
			const run = await extract(node, { input: await invoiceItems(node, 'R-1'), parameters, options });
			expect(run.items.map(({ json }) => json)).toEqual([
				{
					'Invoice Number': 'R-1',
					'Net Amount': '45',
					'PO Number': '',
					'Source File': 'R-1.pdf (Page 1)',
				},
			]);
		});

		it('each for a line item, where the user wants that', async () => {
			const run = await extract(node, {
				input: [await example('office-supplies.pdf')],
				parameters: { prompt: 'Invoice number, description and quantity', outputStructure: 'per_line_item' },
			});
			expect(run.items).toHaveLength(3);
			expect(new Set(run.items.map(({ json }) => json['Invoice Number'])).size).toBe(1);
		});
	});

	it('have the columns of a JSON example, those of its line items too', async () => {
		const exampleRow = {
			'Invoice Number': 'A-1',
			lines: [{ Description: 'Pen', Quantity: 2, 'Unit Price': 1.5 }],
		};
		const run = await extract(node, {
			input: [await example('office-supplies.pdf')],
			parameters: {
				promptType: 'json',
				promptJson: JSON.stringify(exampleRow),
				outputStructure: 'per_line_item',
			},
		});
		expect(run.items).toHaveLength(3);
		for (const { json } of run.items)
			expect(json).toEqual({
				'Invoice Number': 'INV-1001',
				Description: expect.any(String),
				Quantity: expect.any(Number),
				'Unit Price': expect.any(Number),
				'Source File': expect.any(String),
				'Review Needed': null,
			});
	});

	it('of a file with several invoices all name its item', async () => {
		const input = [...(await invoiceItems(node, 'R-2')), await example('collected-invoices.pdf')];
		const run = await extract(node, { input });
		expect(run.items.map((item) => [item.json['Source File'], itemOf(item)])).toEqual([
			['R-2.pdf (Page 1)', 0],
			[expect.stringMatching(/^collected-invoices\.pdf \(Page \d\)$/), 1],
			[expect.stringMatching(/^collected-invoices\.pdf \(Page \d\)$/), 1],
			[expect.stringMatching(/^collected-invoices\.pdf \(Page \d\)$/), 1],
		]);
	});

	it('name all items of their extraction where the source column is excluded', async () => {
		const input = await invoiceItems(node, 'R-3', 'R-4');
		const run = await extract(node, { input, options: { excludeColumns: ['source_file'] } });
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }, { item: 1 }],
			[{ item: 0 }, { item: 1 }],
		]);
	});

	it('come complete and in order over several pages', async () => {
		node.sandbox.control.planExtractions([{ rows: 2500 }]);
		const run = await extract(node, { input: await invoiceItems(node, 'R-5', 'R-6') });
		expect(run.items.map(({ json }) => json['Invoice Number'])).toEqual(
			Array.from({ length: 2500 }, (_, index) => `INV-${String(index + 1).padStart(6, '0')}`),
		);
		expect(run.items.map(itemOf)).toEqual(Array.from({ length: 2500 }, (_, index) => (index < 1250 ? 0 : 1)));
		expect(countOf(node, RESULTS)).toEqual([3]);
	});

	it('are none where the documents gave none', async () => {
		node.sandbox.control.planExtractions([{ rows: 0 }]);
		const run = await extract(node, { input: await invoiceItems(node, 'R-7') });
		expect(run.error).toBeUndefined();
		expect(run.items).toEqual([]);
	});

	it('with a column "error" are no failures', async () => {
		node.sandbox.control.createExtraction({
			submission_id: 'columns',
			prompt: { fields: [{ name: 'error' }, { name: 'Error' }] },
			file_names: ['R-8.pdf'],
			rowCount: 2,
		});
		const run = await extract(node, {
			input: await invoiceItems(node, 'R-8'),
			options: { submissionId: 'columns' },
			onError: 'continueErrorOutput',
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 1,
		});
		expect(run.items.map(({ json }) => [json.error_2, json.Error])).toEqual([
			['error 1', 'Error 1'],
			['error 2', 'Error 2'],
		]);
		expect(run.secondOutput).toEqual([]);
		expect(countOf(node, RESULTS)).toEqual([1]);
	});

	describe('that need review', () => {
		const parameters = { separateReview: true };

		it('go to the second output with what to review, and keep their item', async () => {
			const input = [
				...(await invoiceItems(node, 'R-9')),
				await example('totals-do-not-add-up.pdf'),
				...(await invoiceItems(node, 'R-10')),
			];
			const run = await extract(node, {
				input,
				parameters: { ...parameters, prompt: 'Invoice number, net amount, tax amount, total amount' },
			});
			expect(run.error).toBeUndefined();
			expect(traced(run.items)).toEqual([
				['R-9', 'R-9.pdf (Page 1)', 0],
				['R-10', 'R-10.pdf (Page 1)', 2],
			]);
			expect(run.secondOutput.map((item) => [item.json['Source File'], itemOf(item)])).toEqual([
				['totals-do-not-add-up.pdf (Page 1)', 1],
			]);
			expect(run.secondOutput[0]?.json).toMatchObject({
				review_message: expect.stringMatching(/\w/),
				review_fields: expect.stringContaining('Total Amount'),
			});
			expect(hintsOf(run)).toContainEqual(expect.stringMatching(/^Rows that need review \(1\): /));
		});

		it('are found on whichever page they stand', async () => {
			const review = (row: number) => ({
				message: `Look at row ${row}`,
				affected_fields: [],
				output_row_numbers: [row],
				source_references: [],
			});
			const rows = [1, 1000, 1001, 2500];
			node.sandbox.control.planExtractions([{ rows: 2500, reviewItems: rows.map(review) }]);
			const run = await extract(node, { input: await invoiceItems(node, 'R-11'), parameters });
			expect(run.secondOutput.map(({ json }) => [json['Invoice Number'], json.review_message])).toEqual(
				rows.map((row) => [`INV-${String(row).padStart(6, '0')}`, `Look at row ${row}`]),
			);
			expect(run.items).toHaveLength(2496);
		});

		it('stay with the others unless they are to be separated', async () => {
			const input = [await example('totals-do-not-add-up.pdf')];
			const run = await extract(node, { input });
			expect(run.items.map(({ json }) => Object.keys(json))).toEqual([
				expect.not.arrayContaining(['review_message']),
			]);
			expect(run.secondOutput).toEqual([]);
		});
	});
});
