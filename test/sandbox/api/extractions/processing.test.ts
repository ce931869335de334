import { PDFDocument } from 'pdf-lib';
import {
	PROCESSING_MS,
	startSandboxFixture,
	type SandboxFixture,
} from '../../../support/fixtures/sandboxFixture';
import { PROCESSING_FAILURES } from '../../../support/processingFailures';

async function invoicePdf(pages: string[][]): Promise<Buffer> {
	const pdf = await PDFDocument.create();
	for (const lines of pages) {
		const page = pdf.addPage();
		lines.forEach((line, index) => page.drawText(line, { x: 50, y: 700 - 20 * index, size: 12 }));
	}
	return Buffer.from(await pdf.save());
}

describe('processing', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => (sandbox = await startSandboxFixture()));
	afterEach(() => sandbox.server.close());

	test.each(PROCESSING_FAILURES)('can fail with %s (retryable: %s)', async (code, retryable) => {
		sandbox.control.planExtractions([{ fail: { code } }]);
		const id = await sandbox.client.extract('a');
		await sandbox.control.advanceClock(PROCESSING_MS);
		const { body } = await sandbox.client.get(`/extractions/${id}`);
		expect(body).toMatchObject({ success: false, status: 'failed', error: { code, retryable } });
	});

	test('a failure carries what is planned: message, details, an unknown code', async () => {
		const fail = { code: 'SOMETHING_NEW', message: 'New.', details: { why: 'unknown' } };
		sandbox.control.planExtractions([{ fail }]);
		const id = await sandbox.client.extract('a');
		await sandbox.control.advanceClock(PROCESSING_MS);
		const { body } = await sandbox.client.get(`/extractions/${id}`);
		expect(body.error).toEqual({ ...fail, retryable: false });
		sandbox.control.planExtractions([{ fail: { ...fail, retryable: true } }]);
		const second = await sandbox.client.extract('b');
		await sandbox.control.advanceClock(PROCESSING_MS);
		expect((await sandbox.client.get(`/extractions/${second}`)).body.error.retryable).toBe(true);
	});

	test('reads the uploaded documents, put together from their parts: one credit per page', async () => {
		const pdf = await invoicePdf([
			['Invoice Number: INV-17', 'Invoice Date: 2024-05-31', 'Total: EUR 120.00'],
			['Invoice Number: INV-18', 'Invoice Date: 2024-06-30', 'Total: EUR 80.50'],
		]);
		// The file spans several parts of the size below, so its assembly is part of what is read.
		await sandbox.server.close();
		sandbox = await startSandboxFixture({ partSize: 200 });
		const ids = await sandbox.client.upload('s', { 'two.pdf': pdf });
		expect(sandbox.control.sessions()[0]!.files[0]!.uploaded_parts).toBeGreaterThan(2);
		const prompt = { fields: [{ name: 'Invoice Number' }, { name: 'Total' }] };
		const id = await sandbox.client.submit('s', ids, { prompt, output_structure: 'per_invoice' });
		await sandbox.control.advanceClock(PROCESSING_MS);
		const { body } = await sandbox.client.get(`/extractions/${id}`);
		expect(body).toMatchObject({ status: 'completed', credits_deducted: 2, pages: { successful_count: 2 } });
		const results = await sandbox.client.get(`/extractions/${id}/results`);
		expect(results.body.rows).toMatchObject([
			{ 'Invoice Number': 'INV-17', 'Source File': 'two.pdf (Page 1)' },
			{ 'Invoice Number': 'INV-18', 'Source File': 'two.pdf (Page 2)' },
		]);
	});

	test('asks what a document leaves open, and the answer decides the row', async () => {
		const pdf = await invoicePdf([['Invoice Number: INV-9', 'Invoice Date: 03/04/2024', 'Total: 10.00']]);
		const ids = await sandbox.client.upload('s', { 'a.pdf': pdf });
		const prompt = { fields: [{ name: 'Invoice Number' }, { name: 'Invoice Date' }] };
		const options = { ask_questions: true };
		const id = await sandbox.client.submit('s', ids, { prompt, options });
		await sandbox.control.advanceClock(PROCESSING_MS);
		const { body } = await sandbox.client.get(`/extractions/${id}`);
		expect(body).toMatchObject({ status: 'input_required', questions: [{ type: 'single_choice' }] });
		const { question_id, choices } = body.questions[0]!;
		const other = choices.find((choice) => !choice.recommended)!;
		const answers = [{ question_id, choice_id: other.choice_id }];
		await sandbox.client.post(`/extractions/${id}/answers`, { answers });
		await sandbox.control.advanceClock(PROCESSING_MS);
		const results = await sandbox.client.get(`/extractions/${id}/results`);
		expect(results.body.rows).toMatchObject([{ 'Invoice Date': other.cell_would_contain }]);
	});

	test('failed pages are reported, not charged, and leave no rows', async () => {
		sandbox.control.planExtractions([{ rows: 4, failedPages: 1 }]);
		const ids = await sandbox.client.upload('s', { 'a.pdf': Buffer.from('a'), 'b.pdf': Buffer.from('b') });
		const id = await sandbox.client.submit('s', ids);
		await sandbox.control.advanceClock(PROCESSING_MS);
		const { body } = await sandbox.client.get(`/extractions/${id}`);
		expect(body).toMatchObject({
			credits_deducted: 1,
			pages: {
				successful_count: 1,
				failed_count: 1,
				failed: [{ file_name: 'b.pdf', page: 1 }],
				failure_reasons: [
					{
						code: 'PROCESSING_FILE_SIZE_LIMIT_EXCEEDED',
						affected_pages: [{ file_name: 'b.pdf', pages: [1] }],
					},
				],
			},
		});
		const { body: results } = await sandbox.client.get(`/extractions/${id}/results`);
		expect(results.rows.map((row) => row['Source File'])).toEqual(['a.pdf (Page 1)', 'a.pdf (Page 1)']);
	});

	test('fails with INSUFFICIENT_CREDITS when there are fewer available credits than files', async () => {
		const ids = await sandbox.client.upload('s', { 'a.pdf': Buffer.from('a'), 'b.pdf': Buffer.from('b') });
		sandbox.control.setCredits({ balance: 3, reserved: 2 });
		const id = await sandbox.client.submit('s', ids);
		await sandbox.control.advanceClock(PROCESSING_MS);
		const { body } = await sandbox.client.get(`/extractions/${id}`);
		const details = { credits_required: 2, credits_balance: 3, credits_reserved: 2 };
		expect(body.error).toMatchObject({ code: 'INSUFFICIENT_CREDITS', details });
		expect(sandbox.control.balance()).toEqual({ balance: 3, reserved: 2 });
	});

	test('fails with INSUFFICIENT_CREDITS when there are fewer than pages', async () => {
		const pdf = await invoicePdf([['Invoice Number: 1'], ['Invoice Number: 2'], ['Invoice Number: 3']]);
		sandbox.control.setCredits({ balance: 2 });
		const id = await sandbox.client.submit('s', await sandbox.client.upload('s', { 'a.pdf': pdf }));
		await sandbox.control.advanceClock(PROCESSING_MS);
		const { body } = await sandbox.client.get(`/extractions/${id}`);
		expect(body.error).toMatchObject({ code: 'INSUFFICIENT_CREDITS', details: { credits_required: 3 } });
		expect(sandbox.control.balance()).toEqual({ balance: 2, reserved: 0 });
	});
});
