import {
	PROCESSING_MS,
	startSandboxFixture,
	type SandboxFixture,
} from '../../../support/fixtures/sandboxFixture';

describe('planned outcomes', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => (sandbox = await startSandboxFixture()));
	afterEach(() => sandbox.server.close());
	const page = async (id: string, query = '') =>
		(await sandbox.client.get(`/extractions/${id}/results${query}`)).body;
	const concern = (output_row_numbers: number[]) => ({
		message: 'A page is hard to read.',
		affected_fields: [],
		output_row_numbers,
		source_references: ['a.pdf (Page 1)'],
	});

	test('no row at all, for files that were read and charged', async () => {
		sandbox.control.planExtractions([{ rows: 0 }]);
		const id = await sandbox.client.extract('a');
		await sandbox.control.advanceClock(PROCESSING_MS);
		expect(await page(id)).toMatchObject({
			rows: [],
			row_count: 0,
			total_rows: 0,
			has_more: false,
			next_offset: null,
			pages: { successful_count: 1, failed_count: 0 },
		});
		expect(sandbox.control.extractions()[0]!.charges).toMatchObject([{ credits: 1 }]);
	});

	test('rows of invoices with several lines: they share what holds of the invoice', async () => {
		sandbox.control.planExtractions([{ rows: 5, linesPerInvoice: 2 }]);
		const id = await sandbox.client.extract('a');
		await sandbox.control.advanceClock(PROCESSING_MS);
		const { rows, columns } = await page(id);
		expect(columns).toEqual(expect.arrayContaining(['Total Amount', 'Description', 'Quantity', 'Amount']));
		expect(
			rows.map((row: Record<string, unknown>) => [row['Invoice Number'], row.Supplier, row.Description]),
		).toEqual([
			['INV-000001', 'Supplier 1', 'Item 1'],
			['INV-000001', 'Supplier 1', 'Item 2'],
			['INV-000002', 'Supplier 2', 'Item 1'],
			['INV-000002', 'Supplier 2', 'Item 2'],
			['INV-000003', 'Supplier 3', 'Item 1'],
		]);
	});

	test('fail: with the code and the file names given', async () => {
		const details = { file_names: ['a.pdf', 'b.pdf'] };
		sandbox.control.planExtractions([{ fail: { code: 'FILE_PAGE_LIMIT_EXCEEDED', details } }]);
		const id = await sandbox.client.extract('a');
		await sandbox.control.advanceClock(PROCESSING_MS);
		const { body } = await sandbox.client.get(`/extractions/${id}`);
		expect(body).toMatchObject({ status: 'failed', error: { code: 'FILE_PAGE_LIMIT_EXCEEDED', details } });
	});

	test('cancelled: by its owner, when nearly all files are done and charged', async () => {
		sandbox.control.planExtractions([{ cancelled: true }]);
		const ids = await sandbox.client.upload('s', { 'a.pdf': Buffer.from('a'), 'b.pdf': Buffer.from('b') });
		const id = await sandbox.client.submit('s', ids);
		await sandbox.control.advanceClock(PROCESSING_MS);
		const { body } = await sandbox.client.get(`/extractions/${id}`);
		expect(body).toMatchObject({ status: 'cancelled', cancellation_reason: 'user', credits_deducted: 1 });
	});

	test('review items without row numbers are counted, stand in the status, and fall on no page of rows', async () => {
		sandbox.control.planExtractions([{ rows: 3, reviewItems: [concern([2]), concern([])], failedPages: 0 }]);
		const id = await sandbox.client.extract('a');
		await sandbox.control.advanceClock(PROCESSING_MS);
		const { body } = await sandbox.client.get(`/extractions/${id}`);
		expect(body.review_needed).toEqual({ count: 2, items: [concern([2]), concern([])] });
		expect((await page(id)).review_needed).toEqual({ count: 2, items: [concern([2])] });
		expect((await page(id, '?offset=2')).review_needed).toEqual({ count: 2, items: [] });
	});

	test('failed pages take their rows and review items along, not the items that concern no row', async () => {
		sandbox.control.planExtractions([{ rows: 2, reviewItems: [concern([2]), concern([])], failedPages: 1 }]);
		const ids = await sandbox.client.upload('s', { 'a.pdf': Buffer.from('a'), 'b.pdf': Buffer.from('b') });
		const id = await sandbox.client.submit('s', ids);
		await sandbox.control.advanceClock(PROCESSING_MS);
		const { body } = await sandbox.client.get(`/extractions/${id}`);
		expect(body).toMatchObject({
			pages: { failed: [{ file_name: 'b.pdf', page: 1 }] },
			review_needed: { count: 1, items: [concern([])] },
		});
		const seeded = sandbox.control.createExtraction({ file_names: ['a.pdf', 'b.pdf'], failedPages: 1 });
		expect((await page(seeded.extraction_id)).pages).toMatchObject({ successful_count: 1, failed_count: 1 });
	});

	test('lagging rows: fewer than total_rows, for so many requests', async () => {
		sandbox.control.planExtractions([{ rows: 5, laggingRows: { visible: 3, requests: 1 } }]);
		const id = await sandbox.client.extract('a');
		await sandbox.control.advanceClock(PROCESSING_MS);
		expect(await page(id)).toMatchObject({ row_count: 3, total_rows: 5, has_more: false, next_offset: null });
		expect(await page(id)).toMatchObject({ row_count: 5, total_rows: 5, has_more: false });
	});

	test('lagging rows with hasMore: empty pages that promise more', async () => {
		const { extraction_id } = sandbox.control.createExtraction({
			rowCount: 5,
			laggingRows: { visible: 3, hasMore: true },
		});
		expect(await page(extraction_id, '?offset=3')).toMatchObject({
			rows: [],
			row_count: 0,
			total_rows: 5,
			has_more: true,
			next_offset: 3,
		});
	});

	test('an older extraction has no structure on record, one of the web app no prompt and few options', async () => {
		const { extraction_id } = sandbox.control.createExtraction({
			submission_method: 'web_app',
			output_structure: null,
		});
		const { extraction } = (await sandbox.client.get(`/extractions/${extraction_id}/details`)).body;
		expect(extraction).toMatchObject({ submission_id: null, output_structure: null, prompt: '' });
		expect(extraction.options).toEqual({ exclude_columns: [] });
	});
});
