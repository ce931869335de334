import {
	issuePaths,
	PROCESSING_MS,
	startSandboxFixture,
	submission,
	type SandboxFixture,
} from '../../../support/fixtures/sandboxFixture';

const MINUTE = 60_000;

describe('what the contract leaves open, or a test wants otherwise', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => (sandbox = await startSandboxFixture()));
	afterEach(() => sandbox.server.close());
	const statusOf = async (id: string) => (await sandbox.client.get(`/extractions/${id}`)).body;

	test('concurrentLimit: one more than may be processing fails, retryable, and is not charged', async () => {
		await sandbox.server.close();
		sandbox = await startSandboxFixture({ concurrentLimit: 2 });
		sandbox.control.planExtractions([{ rows: 1 }, { rows: 1 }]);
		const ids = [];
		for (const name of ['a', 'b', 'c']) ids.push(await sandbox.client.extract(name));
		expect(await statusOf(ids[2]!)).toMatchObject({
			success: false,
			status: 'failed',
			error: { code: 'CONCURRENT_TASK_LIMIT', retryable: true, details: null },
		});
		expect(sandbox.control.balance().reserved).toBe(2);
		// The same submission id returns the failed task; a new one is taken once there is room.
		await sandbox.control.advanceClock(PROCESSING_MS);
		const [file_id] = sandbox.control.extractions()[2]!.file_ids;
		expect(await sandbox.client.submit('c', [file_id!], { submission_id: 'c' })).toBe(ids[2]);
		const again = await sandbox.client.submit('c', [file_id!], { submission_id: 'c-again' });
		expect((await statusOf(again)).status).toBe('processing');
	});

	test('concurrentLimit: another account and what waits for answers do not count', async () => {
		sandbox.control.configure({ concurrentLimit: 1 });
		sandbox.control.addKey({ key: 'other' });
		sandbox.control.createExtraction({ status: 'processing', key: 'other' });
		sandbox.control.createExtraction({ status: 'input_required' });
		expect((await statusOf(await sandbox.client.extract('a'))).status).toBe('processing');
		expect((await statusOf(await sandbox.client.extract('b'))).status).toBe('failed');
	});

	test.each([
		[false, 200],
		[true, 402],
	])(
		'creditsForExistingSessions %s: a session that exists answers %d without credits',
		async (value, status) => {
			sandbox.control.configure({ creditsForExistingSessions: value });
			const body = {
				upload_session_id: 's',
				files: [{ file_id: 'a', file_name: 'a.pdf', file_size_bytes: 1 }],
			};
			expect((await sandbox.client.post('/uploads/sessions', body)).status).toBe(200);
			sandbox.control.setCredits({ balance: 0 });
			expect((await sandbox.client.post('/uploads/sessions', body)).status).toBe(status);
		},
	);

	test('cursors: other filters than its own make a cursor malformed, another page size does not', async () => {
		sandbox.control.createExtraction(Array.from({ length: 30 }, () => ({})));
		const { body } = await sandbox.client.get('/extractions?status=completed&limit=5');
		const next = (query: string) => sandbox.client.get(`/extractions?${query}&cursor=${body.next_cursor}`);
		expect((await next('status=completed&limit=7')).body.extractions).toHaveLength(7);
		for (const query of ['limit=5', 'status=failed', 'status=completed&submission_method=api']) {
			const answer = await next(query);
			expect([answer.status, issuePaths(answer)]).toEqual([400, ['cursor']]);
		}
		sandbox.control.configure({ cursorsKeepFilters: false });
		expect((await next('limit=5')).status).toBe(200);
	});

	test('pauseSubmissions: until the clock is there, and only new ones', async () => {
		const known = await sandbox.client.extract('known');
		const ids = await sandbox.client.upload('s', { 'a.pdf': Buffer.from('a') });
		sandbox.control.pauseSubmissions({ forMs: 30 * MINUTE });
		const paused = await sandbox.client.post('/extractions', submission('s', ids));
		expect([paused.status, paused.body.error]).toMatchObject([
			503,
			{ code: 'SUBMISSIONS_PAUSED', retryable: true, details: { resumes_at: expect.stringMatching(/Z$/) } },
		]);
		const file_ids = sandbox.control.extractions()[0]!.file_ids;
		expect(await sandbox.client.submit('known', file_ids, { submission_id: 'known' })).toBe(known);
		sandbox.control.pauseSubmissions({ forMs: 30 * MINUTE, isTold: false });
		const untold = await sandbox.client.post('/extractions', submission('s', ids));
		expect(untold.body.error.details).toBeNull();
		await sandbox.control.advanceClock(30 * MINUTE);
		expect((await sandbox.client.post('/extractions', submission('s', ids))).status).toBe(202);
	});

	test('preferences of the account hold where a submission does not say otherwise, and are in the record', async () => {
		const preferences = { output_language: 'de', review_needed_fill_color: 'none' } as const;
		sandbox.control.addKey({ key: sandbox.server.apiKey, preferences });
		const prompt = { fields: [{ name: 'Invoice Number' }] };
		const said = await sandbox.client.extract('a', { prompt, options: { output_language: 'fr' } });
		const silent = await sandbox.client.extract('b', { prompt });
		const optionsOf = async (id: string) =>
			(await sandbox.client.get(`/extractions/${id}/details`)).body.extraction.options;
		expect(await optionsOf(said)).toMatchObject({ ...preferences, output_language: 'fr' });
		expect(await optionsOf(silent)).toMatchObject(preferences);
	});

	test('configure: null, as JSON writes Infinity, takes a limit away', () => {
		sandbox.control.configure(JSON.parse(JSON.stringify({ concurrentLimit: Infinity })));
		sandbox.control.createExtraction({ status: 'processing' });
		return expect(sandbox.client.extract('a').then(statusOf)).resolves.toMatchObject({
			status: 'processing',
		});
	});
});

describe('what the service can lose', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => (sandbox = await startSandboxFixture()));
	afterEach(() => sandbox.server.close());
	const where = { upload_session_id: 's', file_id: 'file-1' };
	const bytes = { 'a.pdf': Buffer.from('a'), 'b.pdf': Buffer.from('b') };
	const submit = (ids: string[]) => sandbox.client.post('/extractions', submission('s', ids));

	test('loseFile: the bytes of a file, which can be sent again', async () => {
		const ids = await sandbox.client.upload('s', bytes);
		await sandbox.control.loseFile(where);
		expect(issuePaths(await submit(ids))).toEqual(['file_ids.0']);
		const parts = await sandbox.client.putParts('s', 'file-1', bytes['a.pdf'], 1024);
		await sandbox.client.post('/uploads/sessions/s/complete', { file_id: 'file-1', parts });
		expect((await submit(ids)).status).toBe(202);
	});

	test('loseFile with forget: the file itself', async () => {
		const ids = await sandbox.client.upload('s', bytes);
		await sandbox.control.loseFile({ ...where, forget: true });
		expect(issuePaths(await submit(ids))).toEqual(['file_ids.0']);
		const parts = { file_id: 'file-1', part_numbers: [1] };
		const answer = await sandbox.client.post('/uploads/sessions/s/parts', parts);
		expect(answer.body.error.code).toBe('FILE_NOT_FOUND');
	});

	test('expireSession with forget: as if the session had never been', async () => {
		await sandbox.client.upload('s', bytes);
		sandbox.control.expireSession({ upload_session_id: 's', forget: true });
		const body = { file_id: 'file-1', parts: [] };
		const answer = await sandbox.client.post('/uploads/sessions/s/complete', body);
		expect(answer.body.error.code).toBe('FILE_NOT_FOUND');
		expect(await sandbox.client.upload('s', bytes)).toHaveLength(2);
	});

	test('an extraction: a request held for it is answered with 404', async () => {
		const { extraction_id } = sandbox.control.createExtraction({ status: 'processing' });
		const held = sandbox.client.get(`/extractions/${extraction_id}?wait=45`);
		while (sandbox.control.requests().length === 0) await new Promise((resolve) => setImmediate(resolve));
		await sandbox.control.deleteExtraction({ extraction_id });
		expect((await held).body.error.code).toBe('EXTRACTION_NOT_FOUND');
	});
});
