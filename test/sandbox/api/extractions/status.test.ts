import {
	download,
	issuePaths,
	PROCESSING_MS,
	startSandboxFixture,
	type SandboxFixture,
} from '../../../support/fixtures/sandboxFixture';
import { STATUS } from '../../../support/endpoints';
import { until } from '../../../support/until';

const UNKNOWN = '123e4567-e89b-42d3-a456-426614174000';

describe('GET /extractions/{extraction_id}', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => (sandbox = await startSandboxFixture()));
	afterEach(() => sandbox.server.close());
	const status = (id: string, query = '') => sandbox.client.get(`/extractions/${id}${query}`);
	const arrived = () =>
		until('the request is held', () => sandbox.control.requests().some((entry) => entry.endpoint === STATUS));

	test('the progress rises while an extraction is processing', async () => {
		// So long that no hundredth of it passes before a busy machine looks.
		const processingMs = 60 * PROCESSING_MS;
		sandbox.control.planExtractions([{ processingMs }]);
		const id = await sandbox.client.extract('a');
		await sandbox.control.advanceClock(processingMs / 2);
		const { status: code, body } = await status(id);
		expect(code).toBe(200);
		expect(body).toEqual({ success: true, status: 'processing', extraction_id: id, progress: 50 });
	});

	test('completed: every field of the payload', async () => {
		sandbox.control.planExtractions([{ rows: 2 }]);
		const id = await sandbox.client.extract('a');
		const submitted = sandbox.control.extractions()[0]!.created_at;
		await sandbox.control.advanceClock(PROCESSING_MS);
		const { status: code, body } = await status(id);
		expect(code).toBe(200);
		expect(body).toEqual({
			success: true,
			status: 'completed',
			extraction_id: id,
			credits_deducted: 1,
			credits_balance: 9_999,
			credits_reserved: 0,
			output_structure: 'per_invoice',
			output_expires_at: new Date(Date.parse(submitted) + 90 * 24 * 3_600_000).toISOString(),
			pages: {
				successful_count: 1,
				failed_count: 0,
				successful: [{ file_name: 'a.pdf', page: 1 }],
				failed: [],
				failure_reasons: [],
			},
			ai_uncertainty_notes: [],
			review_needed: { count: 0, items: [] },
			output: {
				xlsx_url: expect.stringMatching(/^http/),
				csv_url: expect.stringMatching(/^http/),
				json_url: expect.stringMatching(/^http/),
			},
		});
		expect((await download(body.output.csv_url)).status).toBe(200);
	});

	test('completed: the URLs are null past output_expires_at, and for a format never made', async () => {
		const { extraction_id: id } = sandbox.control.createExtraction({ available_outputs: ['json'] });
		expect((await status(id)).body.output).toEqual({
			xlsx_url: null,
			csv_url: null,
			json_url: expect.any(String),
		});
		await sandbox.control.advanceClock(90 * 24 * 3_600_000);
		expect((await status(id)).body.output).toEqual({ xlsx_url: null, csv_url: null, json_url: null });
	});

	test('failed: 200 with success false and the error', async () => {
		sandbox.control.planExtractions([{ fail: { code: 'ENCRYPTED_FILE' } }]);
		const id = await sandbox.client.extract('a');
		await sandbox.control.advanceClock(PROCESSING_MS);
		const { status: code, body } = await status(id);
		expect(code).toBe(200);
		expect(body).toEqual({
			success: false,
			status: 'failed',
			extraction_id: id,
			error: {
				code: 'ENCRYPTED_FILE',
				message: expect.any(String),
				retryable: false,
				details: { file_names: ['a.pdf'] },
			},
		});
		expect(sandbox.control.balance()).toEqual({ balance: 10_000, reserved: 0 });
	});

	test('input_required: progress, deadline and questions', async () => {
		const created_at = sandbox.control.now();
		const { extraction_id: id } = sandbox.control.createExtraction({ status: 'input_required', created_at });
		expect((await status(id)).body).toEqual({
			success: true,
			status: 'input_required',
			extraction_id: id,
			progress: 50,
			answer_by: new Date(created_at.getTime() + 40 * 3_600_000).toISOString(),
			questions: [expect.objectContaining({ question_id: 'date_order', type: 'single_choice' })],
		});
	});

	test('cancelled: charge, reason and balance', async () => {
		const { extraction_id: id } = sandbox.control.createExtraction({
			status: 'cancelled',
			credits_deducted: 3,
		});
		expect((await status(id)).body).toEqual({
			success: true,
			status: 'cancelled',
			extraction_id: id,
			credits_deducted: 3,
			cancellation_reason: 'user',
			credits_balance: 10_000,
			credits_reserved: 0,
		});
	});

	test('an unknown status is passed on, and gives way to processing', async () => {
		sandbox.control.planExtractions([{ status: 'reviewing', forMs: PROCESSING_MS, rows: 1 }]);
		const id = await sandbox.client.extract('a');
		expect((await status(id)).body).toMatchObject({ success: true, status: 'reviewing', extraction_id: id });
		await sandbox.control.advanceClock(PROCESSING_MS);
		expect((await status(id)).body.status).toBe('processing');
		await sandbox.control.advanceClock(PROCESSING_MS);
		expect((await status(id)).body.status).toBe('completed');
	});

	test('wait: held until it completes', async () => {
		sandbox.control.planExtractions([{ rows: 1, processingMs: 10_000 }]);
		const id = await sandbox.client.extract('a');
		const held = status(id, '?wait=45');
		await arrived();
		await sandbox.control.advanceClock(10_000);
		expect((await held).body.status).toBe('completed');
	});

	test('wait: held until it asks', async () => {
		const { extraction_id: id } = sandbox.control.createExtraction({ status: 'processing' });
		const held = status(id, '?wait=45');
		await arrived();
		sandbox.control.updateExtraction({ extraction_id: id, status: 'input_required' });
		expect((await held).body.status).toBe('input_required');
	});

	test('wait: when the time is up the answer is an ordinary one', async () => {
		const id = await sandbox.client.extract('a');
		const held = status(id, '?wait=20');
		await arrived();
		await sandbox.control.advanceClock(20_000);
		expect((await held).body).toMatchObject({ success: true, status: 'processing' });
	});

	test('wait: answered at once when not processing', async () => {
		const { extraction_id: id } = sandbox.control.createExtraction({});
		expect((await status(id, '?wait=45')).body.status).toBe('completed');
	});

	test('wait: a held request is answered when the sandbox closes', async () => {
		const id = await sandbox.client.extract('a');
		const held = status(id, '?wait=45');
		await arrived();
		await sandbox.server.close();
		expect((await held).body.status).toBe('processing');
		sandbox = await startSandboxFixture();
	});

	test.each([
		['?wait=0', 'wait'],
		['?wait=46', 'wait'],
		['?wait=1.5', 'wait'],
		['?wait=', 'wait'],
		['?scope=all', 'scope'],
		['?wait=5&wait=6', 'wait'],
		['?verbose=1', 'verbose'],
	])('the status refuses the query %s', async (query, path) => {
		const { extraction_id: id } = sandbox.control.createExtraction({});
		const answer = await status(id, query);
		expect(answer.status).toBe(400);
		expect(issuePaths(answer)).toEqual([path]);
	});

	test('an id that is no UUID is INVALID_INPUT, an unknown one EXTRACTION_NOT_FOUND', async () => {
		expect(issuePaths(await status('abc'))).toEqual(['extraction_id']);
		const unknown = await status(UNKNOWN);
		expect(unknown.status).toBe(404);
		expect(unknown.body).toEqual({
			success: false,
			error: { code: 'EXTRACTION_NOT_FOUND', message: expect.any(String), retryable: false, details: null },
		});
	});
});
