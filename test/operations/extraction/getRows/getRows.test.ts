import { byId, startOperation } from '../../../support/fixtures/operationFixture';
import { COMMON_RULES } from '../../../support/operations/commonRules';
import { RESULTS } from '../../../support/endpoints';
import { hintsOf, jsonOf } from '../../../support/items';

const REVIEW = [
	{
		message: 'The total differs from the sum of the lines',
		affected_fields: ['Total Amount'],
		output_row_numbers: [2, 1002],
		source_references: ['invoice.pdf (Page 1)'],
	},
	{
		message: 'The date is hard to read',
		affected_fields: ['Invoice Date'],
		output_row_numbers: [2],
		source_references: ['invoice.pdf (Page 1)'],
	},
];

const numbers = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => `INV-${String(from + index).padStart(6, '0')}`);

describe('Extraction: Get Rows', () => {
	const operation = startOperation('getRows');
	describe('as an operation on one extraction', () => {
		it.each(COMMON_RULES)('%s', async (_rule, holds) => await holds(operation));
	});

	let long: string;
	beforeAll(() => {
		long = operation.control.createExtraction({ rowCount: 2100, review_items: REVIEW }).extraction_id;
	});

	const invoices = (items: Parameters<typeof jsonOf>[0]) =>
		jsonOf(items).map((json) => json['Invoice Number']);

	it('gets fifty rows by default, each with its columns and paired with its item', async () => {
		const run = await operation.run(
			{ extractionId: byId('={{ $json.id }}') },
			{ input: [{ json: { id: long } }, { json: { id: long } }] },
		);
		expect(invoices(run.items)).toEqual([...numbers(1, 50), ...numbers(1, 50)]);
		expect(run.items[0]?.json).toMatchObject({
			Supplier: 'Supplier 1',
			'Source File': 'invoice.pdf (Page 1)',
		});
		expect(run.items[0]?.pairedItem).toEqual({ item: 0 });
		expect(run.items[99]?.pairedItem).toEqual({ item: 1 });
		expect(operation.queries(RESULTS)[0]).toEqual({ offset: '0', limit: '50' });
	});

	it('says how many rows the limit keeps back', async () => {
		const limited = await operation.run({ extractionId: byId(long), limit: 100, options: { offset: 1000 } });
		expect(hintsOf(limited)).toContain(
			'This is not everything. Rows or invoices kept back by Limit: 1000. Turn on Return All to get the rest',
		);
		for (const whole of [{ returnAll: true }, { limit: 100, options: { offset: 2000 } }, { limit: 2100 }])
			expect(hintsOf(await operation.run({ extractionId: byId(long), ...whole })).join()).not.toMatch(
				/kept back/,
			);
	});

	it('returns all, page by page', async () => {
		const run = await operation.run({ extractionId: byId(long), returnAll: true });
		expect(invoices(run.items)).toEqual(numbers(1, 2100));
		expect(operation.queries(RESULTS)).toEqual([
			{ offset: '0', limit: '1000' },
			{ offset: '1000', limit: '1000' },
			{ offset: '2000', limit: '1000' },
		]);
	});

	it('skips rows and stops at the limit', async () => {
		const run = await operation.run({ extractionId: byId(long), limit: 1005, options: { offset: 1000 } });
		expect(invoices(run.items)).toEqual(numbers(1001, 2005));
		const beyond = await operation.run({ extractionId: byId(long), options: { offset: 2100 } });
		expect(beyond.items).toEqual([]);
	});

	it.each([
		[{ limit: 0 }, /^Limit: 0 is not a whole number of at least 1$/],
		[{ options: { offset: -1 } }, /^Skip First Rows: -1 is not a whole number of at least 0$/],
	])('Get Rows refuses the parameters %j', async (parameters, message) => {
		const run = await operation.run({ extractionId: byId(long), ...parameters });
		expect(run.error?.message).toMatch(message);
		expect(operation.asked()).toEqual([]);
	});

	it('adds review information to the rows that have some, also beyond the first page', async () => {
		const run = await operation.run({
			extractionId: byId(long),
			returnAll: true,
			rowsOutput: 'rowsWithReview',
		});
		const reviewed = jsonOf(run.items).filter((json) => json.review_message !== undefined);
		expect(reviewed).toMatchObject([
			{
				'Invoice Number': 'INV-000002',
				review_message: 'The total differs from the sum of the lines; The date is hard to read',
				review_fields: 'Total Amount, Invoice Date',
			},
			{ 'Invoice Number': 'INV-001002', review_fields: 'Total Amount' },
		]);
		expect(run.secondOutput).toEqual([]);
	});

	it('sends the rows that need review to the second output', async () => {
		const run = await operation.run({
			extractionId: byId(long),
			limit: 3,
			separateReview: true,
		});
		expect(invoices(run.items)).toEqual(['INV-000001', 'INV-000003']);
		expect(run.secondOutput).toEqual([
			{
				json: expect.objectContaining({
					'Invoice Number': 'INV-000002',
					review_message: expect.stringMatching(/^The total differs/),
				}),
				pairedItem: { item: 0 },
			},
		]);
	});

	it('keeps native types where they were asked for', async () => {
		const { extraction_id } = operation.control.createExtraction({ options: { json_typed_values: true } });
		const run = await operation.run({ extractionId: byId(extraction_id) });
		expect(jsonOf(run.items)).toMatchObject([{ 'Net Amount': 100, Paid: true }]);
	});

	it.each([
		[
			'is still processing',
			{ status: 'processing' },
			/^This output is not available: its status is processing \(\d+%\)$/,
			/Wait waits/,
		],
		[
			'failed',
			{ status: 'failed', error: { code: 'ENCRYPTED_FILE', message: 'Locked', retryable: false } },
			/^This output is not available: the extraction failed: A file is protected with a password$/,
			/^This extraction stays failed: extract the documents again\. Remove the password.*\(ENCRYPTED_FILE\) Extraction ID: [0-9a-f-]{36}\. \(OUTPUT_NOT_AVAILABLE\)$/,
		],
		[
			'was cancelled',
			{ status: 'cancelled' },
			/^This output is not available: the extraction was cancelled: somebody cancelled it$/,
			/in a new execution/,
		],
		[
			'asks questions',
			{ status: 'input_required' },
			/^This output is not available: the service asks questions$/,
			/^Answer with Answer: Submit/,
		],
		[
			'has no JSON output',
			{ available_outputs: ['xlsx' as const] },
			/^This output is not available: the extraction is completed, but without JSON\. Its outputs: XLSX$/,
			/^Download Output gets XLSX\. Get Rows and Review in a Form need JSON\. Extraction ID: [0-9a-f-]{36}\./,
		],
		[
			'has no output at all',
			{ available_outputs: [] },
			/^This output is not available: the extraction is completed, but without JSON\. Its outputs: none$/,
			/^Ask the support/,
		],
		[
			'is older than 90 days',
			{ created_at: '2020-01-01T00:00:00Z' },
			/have expired.*90 days/,
			/original documents/,
		],
	])('says why there are no rows when the extraction %s', async (_what, seeded, message, nextStep) => {
		const { extraction_id } = operation.control.createExtraction(seeded);
		const run = await operation.run({ extractionId: byId(extraction_id) });
		expect(run.error?.message).toMatch(message);
		expect(run.error?.description).toMatch(nextStep);
	});

	it('hands out the rows of the other items when it continues on fail', async () => {
		const processing = operation.control.createExtraction({ status: 'processing' }).extraction_id;
		const done = operation.control.createExtraction({}).extraction_id;
		const run = await operation.run(
			{ extractionId: byId('={{ $json.id }}') },
			{ input: [{ json: { id: processing } }, { json: { id: done } }], onError: 'continueErrorOutput' },
		);
		expect(run.items).toMatchObject([{ json: { 'Invoice Number': 'INV-000001' }, pairedItem: { item: 1 } }]);
		expect(run.secondOutput).toMatchObject([
			{ json: { error: { code: 'OUTPUT_NOT_AVAILABLE' } }, pairedItem: { item: 0 } },
		]);
	});

	describe('what the rows do not tell', () => {
		it('is told on the node: failed pages, files without rows, points to review', async () => {
			const { extraction_id } = operation.control.createExtraction({
				rowCount: 2,
				file_names: ['a.pdf', 'b.pdf', 'c.pdf'],
				review_items: REVIEW.map((item) => ({ ...item, output_row_numbers: [2] })),
			});
			const page = (file_name: string, number = 1) => ({ file_name, page: number });
			operation.node.alter(RESULTS, (answer) => {
				answer.pages = {
					successful_count: 3,
					failed_count: 1,
					successful: ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => page(name)),
					failed: [page('a.pdf', 2)],
					failure_reasons: [
						{ code: 'X', message: 'Too large', affected_pages: [{ file_name: 'a.pdf', pages: [2] }] },
					],
				};
			});
			const run = await operation.run({ extractionId: byId(extraction_id) });
			expect(hintsOf(run)).toEqual([
				expect.stringMatching(
					/^Pages that could not be read and are missing .* \(1\): a\.pdf page 2 \(Too large\)$/,
				),
				'Files without rows (1): c.pdf',
				expect.stringMatching(/^Rows that need review \(1\): .*; .*turn on Separate Rows That Need Review$/),
			]);
			expect(Object.keys(run.items[0]!.json)).not.toContain('pages_failed');
		});

		it('is nothing of files whose rows are not all read', async () => {
			const run = await operation.run({ extractionId: byId(long), limit: 1 });
			expect(hintsOf(run)).toEqual([
				expect.stringMatching(/^Rows that need review: 2\. To send/),
				expect.stringMatching(/kept back by Limit: 2099\./),
			]);
		});

		it('comes out to be reviewed where a point names no row', async () => {
			const { extraction_id } = operation.control.createExtraction({
				rowCount: 1,
				review_items: [...REVIEW.slice(0, 1), { ...REVIEW[1]!, output_row_numbers: [] }].map(
					(item, index) => ({ ...item, output_row_numbers: index === 0 ? [1] : [] }),
				),
			});
			const separated = await operation.run({ extractionId: byId(extraction_id), separateReview: true });
			expect(separated.items).toEqual([]);
			expect(separated.secondOutput.map(({ json }) => [json['Source File'], json.review_message])).toEqual([
				['invoice.pdf (Page 1)', 'The total differs from the sum of the lines'],
				['invoice.pdf (Page 1)', 'The date is hard to read'],
			]);
			const together = await operation.run({ extractionId: byId(extraction_id) });
			expect(together.items).toHaveLength(1);
			expect(hintsOf(together)).toContain(
				'Review messages that belong to no row (1): The date is hard to read',
			);
		});

		it('is asked for again where rows are missing', async () => {
			operation.node.alter(RESULTS, (answer) => {
				(answer.rows as unknown[]).pop();
				answer.has_more = false;
			});
			const run = await operation.run({ extractionId: byId(long), limit: 10 });
			expect(invoices(run.items)).toEqual(numbers(1, 10));
			expect(operation.queries(RESULTS)).toHaveLength(2);
		});
	});
});
