import {
	issuePaths,
	PROCESSING_MS,
	startSandboxFixture,
	type SandboxFixture,
} from '../../../support/fixtures/sandboxFixture';

describe('GET /extractions/{extraction_id}/details', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => (sandbox = await startSandboxFixture()));
	afterEach(() => sandbox.server.close());
	const details = (id: string, query = '') => sandbox.client.get(`/extractions/${id}/details${query}`);

	test('completed: the whole record, with every option and no download URL', async () => {
		sandbox.control.planExtractions([{ rows: 1 }]);
		const ids = await sandbox.client.upload('s', { 'b.pdf': Buffer.from('b'), 'a.pdf': Buffer.from('a') });
		const prompt = { fields: [{ name: 'Total', prompt: 'The sum' }], general_prompt: 'All of them' };
		const options = { exclude_columns: ['source_file'], json_typed_values: true };
		const id = await sandbox.client.submit('s', [...ids].reverse(), { prompt, options });
		await sandbox.control.advanceClock(PROCESSING_MS);
		const answer = await details(id);
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			success: true,
			extraction: {
				extraction_id: id,
				submission_id: 'submission-s',
				task_name: 'Invoices',
				status: 'completed',
				created_at: expect.stringMatching(/Z$/),
				submission_method: 'api',
				file_count: 2,
				file_names: ['a.pdf', 'b.pdf'],
				output_structure: 'per_invoice',
				prompt,
				options: {
					exclude_columns: ['source_file'],
					output_language: 'automatic',
					review_needed_fill_color: 'orange',
					affected_field_fill_color: 'orange',
					send_completion_email: false,
					json_typed_values: true,
					ask_questions: false,
				},
				credits_deducted: 2,
				available_outputs: ['xlsx', 'csv', 'json'],
				output_expires_at: expect.stringMatching(/Z$/),
				pages: expect.objectContaining({ successful_count: 2 }),
				ai_uncertainty_notes: [],
				review_needed: { count: 0, items: [] },
			},
		});
	});

	test('processing: the structure asked for, and progress', async () => {
		// So long that it is nowhere near a hundredth when a busy machine looks.
		sandbox.control.planExtractions([{ processingMs: 60 * PROCESSING_MS }]);
		const id = await sandbox.client.extract('a');
		expect((await details(id)).body.extraction).toMatchObject({ output_structure: 'automatic', progress: 0 });
		expect((await details(id)).body.extraction).not.toHaveProperty('credits_deducted');
	});

	test('failed: success is true, and the error has its message and details', async () => {
		const error = { code: 'ENCRYPTED_FILE', details: { file_names: ['a.pdf'] } };
		const { extraction_id } = sandbox.control.createExtraction({ status: 'failed', error });
		expect((await details(extraction_id)).body).toMatchObject({
			success: true,
			extraction: { status: 'failed', error: { ...error, message: expect.any(String), retryable: false } },
		});
	});

	test('cancelled and past 90 days', async () => {
		const cancelled = sandbox.control.createExtraction({ status: 'cancelled', credits_deducted: 1 });
		expect((await details(cancelled.extraction_id)).body.extraction).toMatchObject({ credits_deducted: 1 });
		const { extraction_id } = sandbox.control.createExtraction({});
		await sandbox.control.advanceClock(90 * 24 * 3_600_000);
		expect((await details(extraction_id)).body.extraction).toMatchObject({ available_outputs: [] });
	});

	test('web-submitted: no submission_id, an empty prompt; the structure of an older one may be null', async () => {
		const { extraction_id } = sandbox.control.createExtraction({
			status: 'processing',
			submission_method: 'web_app',
			output_structure: null,
		});
		expect((await details(extraction_id)).body.extraction).toMatchObject({
			submission_id: null,
			submission_method: 'web_app',
			prompt: '',
			output_structure: null,
		});
	});

	test('refuses an id that is no UUID and an unknown scope; 404 for an unknown id', async () => {
		expect(issuePaths(await details('abc'))).toEqual(['extraction_id']);
		const { extraction_id } = sandbox.control.createExtraction({});
		expect(issuePaths(await details(extraction_id, '?scope=all'))).toEqual(['scope']);
		const unknown = await details('123e4567-e89b-42d3-a456-426614174000');
		expect([unknown.status, unknown.body.error.code]).toEqual([404, 'EXTRACTION_NOT_FOUND']);
	});
});
