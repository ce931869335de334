import {
	issuePaths,
	PROCESSING_MS,
	startSandboxFixture,
	type SandboxFixture,
} from '../../../support/fixtures/sandboxFixture';

const RETENTION_MS = 90 * 24 * 3_600_000;
const review = (rows: number[], message = 'Please check the total.') => ({
	message,
	affected_fields: ['Total Amount'],
	output_row_numbers: rows,
	source_references: ['invoice.pdf (Page 1)'],
});

describe('GET /extractions/{extraction_id}/results', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => (sandbox = await startSandboxFixture()));
	afterEach(() => sandbox.server.close());
	const results = (id: string, query = '') => sandbox.client.get(`/extractions/${id}/results${query}`);
	const seed = (input: Parameters<SandboxFixture['control']['createExtraction']>[0] = {}) =>
		(sandbox.control.createExtraction(input) as unknown as { extraction_id: string }).extraction_id;

	test('every field of the answer', async () => {
		const created_at = sandbox.control.now();
		const id = seed({ rowCount: 2, created_at });
		const { status, body } = await results(id);
		expect(status).toBe(200);
		const { rows, columns, ...rest } = body;
		expect(rest).toEqual({
			success: true,
			extraction_id: id,
			status: 'completed',
			output_structure: 'per_invoice',
			output_expires_at: new Date(created_at.getTime() + RETENTION_MS).toISOString(),
			json_typed_values: false,
			offset: 0,
			limit: 100,
			row_count: 2,
			total_rows: 2,
			has_more: false,
			next_offset: null,
			review_needed: { count: 0, items: [] },
			pages: expect.objectContaining({ successful_count: 1 }),
		});
		expect(columns.slice(-2)).toEqual(['Source File', 'Review Needed']);
		expect(rows.map((row) => Object.keys(row))).toEqual([columns, columns]);
	});

	test('values are strings, or native types with json_typed_values', async () => {
		const strings = await results(seed({ rowCount: 2 }));
		expect(strings.body.rows[1]).toMatchObject({
			'Total Amount': '121.2',
			Paid: 'No',
			'Source File': 'invoice.pdf (Page 1)',
			'Review Needed': '',
		});
		const typed = await results(seed({ rowCount: 2, options: { json_typed_values: true } }));
		expect(typed.body).toMatchObject({ json_typed_values: true });
		expect(typed.body.rows[1]).toMatchObject({
			'Total Amount': 121.2,
			Paid: false,
			'Source File': 'invoice.pdf (Page 1)',
			'Review Needed': null,
		});
	});

	test.each([
		[['source_file'], ['Review Needed']],
		[['review_needed'], ['Source File']],
		[['source_file', 'review_needed'], []],
	] as Array<[Array<'source_file' | 'review_needed'>, string[]]>)(
		'the results leave out the columns %s',
		async (exclude_columns, left) => {
			const { body } = await results(seed({ options: { exclude_columns }, review_items: [review([1])] }));
			const own = (names: string[]) =>
				names.filter((name) => ['Source File', 'Review Needed'].includes(name));
			expect(own(body.columns)).toEqual(left);
			expect(own(Object.keys(body.rows[0]!))).toEqual(left);
			expect(body.review_needed.count).toBe(1);
		},
	);

	test('the names of the fields asked for are the columns', async () => {
		const prompt = { fields: [{ name: 'Nummer' }, { name: 'Summe ä' }] };
		const { body } = await results(seed({ prompt }));
		expect(body.columns).toEqual(['Nummer', 'Summe ä', 'Source File', 'Review Needed']);
	});

	test('pages by offset and limit', async () => {
		const id = seed({ rowCount: 2500 });
		expect((await results(id, '?limit=1000')).body).toMatchObject({
			offset: 0,
			limit: 1000,
			row_count: 1000,
			total_rows: 2500,
			has_more: true,
			next_offset: 1000,
		});
		const last = (await results(id, '?offset=2000&limit=1000')).body;
		expect(last).toMatchObject({ row_count: 500, has_more: false, next_offset: null });
		expect(last.rows[0]).toMatchObject({ 'Invoice Number': 'INV-002001' });
		expect((await results(id, '?offset=2500')).body).toMatchObject({
			rows: [],
			row_count: 0,
			has_more: false,
		});
	});

	test('review items are those of the page, their count that of the extraction', async () => {
		const id = seed({ rowCount: 10, review_items: [review([2]), review([6, 9], 'Check.'), review([9])] });
		const { body } = await results(id, '?offset=5&limit=3');
		expect(body.review_needed).toEqual({ count: 3, items: [review([6, 9], 'Check.')] });
		expect(body.rows.map((row) => row['Review Needed'])).toEqual(['Check.', '', '']);
		const { body: rest } = await results(id, '?offset=8');
		expect(rest.rows[0]).toMatchObject({ 'Review Needed': 'Check. Please check the total.' });
	});

	test.each(['processing', 'input_required', 'failed', 'cancelled'])(
		'an extraction that is %s gets 404 OUTPUT_NOT_AVAILABLE',
		async (status) => {
			const answer = await results(seed({ status }));
			expect(answer.status).toBe(404);
			expect(answer.body.error).toMatchObject({
				code: 'OUTPUT_NOT_AVAILABLE',
				retryable: false,
				details: null,
			});
		},
	);

	test('no JSON output: 404 OUTPUT_NOT_AVAILABLE', async () => {
		const answer = await results(seed({ available_outputs: ['xlsx', 'csv'] }));
		expect([answer.status, answer.body.error.code]).toEqual([404, 'OUTPUT_NOT_AVAILABLE']);
	});

	test('kept for 90 days: then 404 OUTPUT_EXPIRED', async () => {
		const id = seed();
		await sandbox.control.advanceClock(RETENTION_MS - PROCESSING_MS);
		expect((await results(id)).status).toBe(200);
		await sandbox.control.advanceClock(PROCESSING_MS);
		const answer = await results(id);
		expect([answer.status, answer.body.error.code]).toEqual([404, 'OUTPUT_EXPIRED']);
	});

	test.each([
		['?offset=-1', 'offset'],
		['?offset=1.5', 'offset'],
		['?limit=0', 'limit'],
		['?limit=1001', 'limit'],
		['?limit=5&limit=6', 'limit'],
		['?scope=all', 'scope'],
		['?cursor=x', 'cursor'],
	])('the results refuse the query %s', async (query, path) => {
		const answer = await results(seed(), query);
		expect(answer.status).toBe(400);
		expect(issuePaths(answer)).toEqual([path]);
	});
});
