import {
	download,
	issuePaths,
	PROCESSING_MS,
	startSandboxFixture,
	submission,
	type SandboxFixture,
} from '../../../support/fixtures/sandboxFixture';

const UNKNOWN = '123e4567-e89b-42d3-a456-426614174000';

describe('POST /extractions/{extraction_id}/cancel', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => (sandbox = await startSandboxFixture()));
	afterEach(async () => {
		jest.restoreAllMocks();
		await sandbox.server.close();
	});
	const cancel = (id: string, query = '') => sandbox.client.post(`/extractions/${id}/cancel${query}`);

	test('is recorded at once, repeats alike, and takes effect a little later; work done is charged', async () => {
		const files = Object.fromEntries(
			Array.from({ length: 10 }, (_, index) => [`${index}.pdf`, Buffer.from('x')]),
		);
		sandbox.control.planExtractions([{ rows: 10 }]);
		const id = await sandbox.client.submit('s', await sandbox.client.upload('s', files));
		await sandbox.control.advanceClock(PROCESSING_MS / 2);
		// From here on time passes only where it is moved: the extraction would stop before a busy machine asks again.
		jest.spyOn(Date, 'now').mockReturnValue(Date.now());
		const first = await cancel(id);
		expect(first.status).toBe(200);
		expect(first.body).toEqual({
			success: true,
			extraction_id: id,
			status: 'processing',
			cancellation_requested: true,
			cancel_requested_at: expect.stringMatching(/^\d{4}-.*Z$/),
		});
		expect((await cancel(id)).body).toEqual(first.body);
		await sandbox.control.advanceClock(1_000);
		const status = await sandbox.client.get(`/extractions/${id}`);
		expect(status.body).toEqual({
			success: true,
			status: 'cancelled',
			extraction_id: id,
			credits_deducted: 5,
			cancellation_reason: 'user',
			credits_balance: 9_995,
			credits_reserved: 0,
		});
		expect((await cancel(id)).body).toEqual(status.body);
		expect(sandbox.control.extractions()[0]!.charges).toHaveLength(1);
		await sandbox.control.advanceClock(PROCESSING_MS);
		expect((await sandbox.client.get(`/extractions/${id}`)).body.status).toBe('cancelled');
	});

	test('an extraction about to finish may complete instead', async () => {
		sandbox.control.planExtractions([{ rows: 1 }]);
		const id = await sandbox.client.extract('a');
		await sandbox.control.advanceClock(PROCESSING_MS - 100);
		await cancel(id);
		await sandbox.control.advanceClock(1_000);
		expect((await sandbox.client.get(`/extractions/${id}`)).body.status).toBe('completed');
	});

	test('while it waits for answers it is cancelled at once', async () => {
		const { extraction_id } = sandbox.control.createExtraction({ status: 'input_required' });
		const answer = await cancel(extraction_id);
		expect(answer.body).toMatchObject({ success: true, status: 'cancelled', cancellation_reason: 'user' });
	});

	test.each(['completed', 'failed'])(
		'a cancel of an extraction that is %s gets 409 EXTRACTION_NOT_CANCELLABLE',
		async (status) => {
			const { extraction_id } = sandbox.control.createExtraction({ status });
			const answer = await cancel(extraction_id);
			expect(answer.status).toBe(409);
			expect(answer.body.error).toMatchObject({
				code: 'EXTRACTION_NOT_CANCELLABLE',
				retryable: false,
				details: { status },
			});
		},
	);

	test('refuses a body, an unknown scope, an id that is no UUID; 404 for an unknown id', async () => {
		const { extraction_id } = sandbox.control.createExtraction({ status: 'processing' });
		const withBody = await sandbox.client.post(`/extractions/${extraction_id}/cancel`, { reason: 'x' });
		expect([withBody.status, withBody.body.error.code]).toEqual([400, 'INVALID_INPUT']);
		expect(issuePaths(await cancel(extraction_id, '?scope=all'))).toEqual(['scope']);
		expect(issuePaths(await cancel('abc'))).toEqual(['extraction_id']);
		const unknown = await cancel(UNKNOWN);
		expect([unknown.status, unknown.body.error.code]).toEqual([404, 'EXTRACTION_NOT_FOUND']);
	});
});

describe('DELETE /extractions/{extraction_id}', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => (sandbox = await startSandboxFixture()));
	afterEach(() => sandbox.server.close());
	const remove = (id: string, query = '') => sandbox.client.delete(`/extractions/${id}${query}`);

	test.each(['completed', 'failed', 'cancelled'])('an extraction that is %s is removed', async (status) => {
		const { extraction_id } = sandbox.control.createExtraction({ status });
		const answer = await remove(extraction_id);
		expect([answer.status, answer.body]).toEqual([200, { success: true }]);
		for (const path of ['', '/details', '/results', '/output?format=csv']) {
			const gone = await sandbox.client.get(`/extractions/${extraction_id}${path}`);
			expect([gone.status, gone.body.error.code]).toEqual([404, 'EXTRACTION_NOT_FOUND']);
		}
		expect((await sandbox.client.get('/extractions')).body.extractions).toEqual([]);
		expect((await remove(extraction_id)).body.error.code).toBe('EXTRACTION_NOT_FOUND');
	});

	test.each(['processing', 'input_required', 'reviewing'])(
		'an extraction that is %s gets 409 EXTRACTION_IN_PROGRESS',
		async (status) => {
			const { extraction_id } = sandbox.control.createExtraction({ status });
			const answer = await remove(extraction_id);
			expect([answer.status, answer.body.error.code]).toEqual([409, 'EXTRACTION_IN_PROGRESS']);
			expect((await sandbox.client.get(`/extractions/${extraction_id}`)).status).toBe(200);
		},
	);

	test('its uploaded files go with it; those another extraction uses stay until nothing does', async () => {
		sandbox.control.planExtractions([{ rows: 1 }, { rows: 1 }]);
		const ids = await sandbox.client.upload('s', { 'a.pdf': Buffer.from('a'), 'b.pdf': Buffer.from('b') });
		const both = await sandbox.client.submit('s', ids, { submission_id: 'both' });
		const one = await sandbox.client.submit('s', ['file-1'], { submission_id: 'one' });
		await sandbox.control.advanceClock(PROCESSING_MS);
		await remove(both);
		const again = await sandbox.client.post(
			'/extractions',
			submission('s', ['file-2'], { submission_id: 'new' }),
		);
		expect(issuePaths(again)).toEqual(['file_ids.0']);
		expect(sandbox.control.sessions()[0]!.files.map((file) => file.file_id)).toEqual(['file-1']);
		await remove(one);
		expect(sandbox.control.sessions()).toEqual([]);
	});

	test('a written output goes with it', async () => {
		const { extraction_id } = sandbox.control.createExtraction({});
		const { body } = await sandbox.client.get(`/extractions/${extraction_id}/output?format=csv`);
		expect((await download(body.download_url)).status).toBe(200);
		await remove(extraction_id);
		expect((await download(body.download_url)).status).toBe(404);
	});

	test('refuses an unknown scope and an id that is no UUID', async () => {
		const { extraction_id } = sandbox.control.createExtraction({});
		expect(issuePaths(await remove(extraction_id, '?scope=all'))).toEqual(['scope']);
		expect(issuePaths(await remove('abc'))).toEqual(['extraction_id']);
	});
});
