import {
	issuePaths,
	startSandboxFixture,
	submission,
	type SandboxFixture,
} from '../../../support/fixtures/sandboxFixture';

describe('the newer service', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => (sandbox = await startSandboxFixture({ newer: true })));
	afterEach(() => sandbox.server.close());
	const register = (...names: string[]) =>
		sandbox.client.post('/uploads/sessions', {
			upload_session_id: 's',
			files: names.map((file_name, index) => ({ file_id: `f${index}`, file_name, file_size_bytes: 1 })),
		});

	test('refuses another request under a known submission id, and says which extraction and what differs', async () => {
		const ids = await sandbox.client.upload('s', { 'a.pdf': Buffer.from('a') });
		const extraction_id = await sandbox.client.submit('s', ids);
		expect(await sandbox.client.submit('s', ids)).toBe(extraction_id);
		const changes = { prompt: 'Extract the date.', options: { json_typed_values: true } };
		const again = await sandbox.client.post('/extractions', submission('s', ids, changes));
		expect([again.status, again.body.error]).toMatchObject([
			409,
			{
				code: 'SUBMISSION_ID_ALREADY_USED',
				retryable: false,
				details: { extraction_id, differing_fields: ['options', 'prompt'] },
			},
		]);
		sandbox.control.configure({ newer: false });
		const older = await sandbox.client.post('/extractions', submission('s', ids, changes));
		expect([older.status, older.body.extraction_id]).toEqual([202, extraction_id]);
	});

	test('takes 15 answers at once', async () => {
		const questions = Array.from({ length: 16 }, (_, index) => ({
			question_id: `q${index}`,
			type: 'free_text' as const,
			question: 'What is it?',
			scope: { level: 'extraction' as const, applies_to: 'all documents' },
			choices: [],
		}));
		const { extraction_id } = sandbox.control.createExtraction({ status: 'input_required', questions });
		const answer = (count: number) =>
			sandbox.client.post(`/extractions/${extraction_id}/answers`, {
				answers: questions.slice(0, count).map(({ question_id }) => ({ question_id, text: 'x' })),
			});
		expect(issuePaths(await answer(16))).toEqual(['answers']);
		expect((await answer(15)).status).toBe(200);
	});

	test.each([
		['of 201 characters', `${'x'.repeat(197)}.pdf`],
		['with a line break', 'a\nb.pdf'],
		['with a control character', 'a\u0085b.pdf'],
	])('refuses a file name %s', async (_what, name) => {
		expect(issuePaths(await register('a.pdf', name))).toEqual(['files.1.file_name']);
		sandbox.control.configure({ newer: false });
		expect((await register('a.pdf', name)).status).toBe(200);
	});

	test.each([
		['case', 'Invoice.pdf'],
		['spaces', 'in voice.pdf'],
	])('refuses names that differ only in %s', async (_what, name) => {
		expect((await register('invoice.pdf', name)).body.error.code).toBe('DUPLICATE_FILE_NAME');
		sandbox.control.configure({ newer: false });
		expect((await register('invoice.pdf', name)).status).toBe(200);
	});

	test('the newer service lists by status=input_required', async () => {
		sandbox.control.createExtraction([{ status: 'input_required' }, { status: 'failed' }]);
		const listed = await sandbox.client.get('/extractions?status=input_required');
		expect(listed.body.extractions).toMatchObject([{ status: 'input_required' }]);
		sandbox.control.configure({ newer: false });
		expect(issuePaths(await sandbox.client.get('/extractions?status=input_required'))).toEqual(['status']);
	});

	test('adds unknown fields everywhere but to rows and prompts, and writes null for empty lists', async () => {
		const added_later = expect.any(Object);
		const { extraction_id } = sandbox.control.createExtraction({ prompt: { fields: [{ name: 'Total' }] } });
		const path = `/extractions/${extraction_id}`;
		expect((await sandbox.client.get(path)).body).toMatchObject({
			added_later,
			ai_uncertainty_notes: null,
			pages: { added_later, failed: null, failure_reasons: null },
			output: { added_later },
			review_needed: { added_later, count: 0, items: null },
		});
		const results = (await sandbox.client.get(`${path}/results`)).body;
		expect(results.added_later).toBeDefined();
		expect(Object.keys(results.rows[0]!)).toEqual(['Total', 'Source File', 'Review Needed']);
		const { extraction } = (await sandbox.client.get(`${path}/details`)).body;
		expect(extraction).toMatchObject({ added_later, options: { added_later, exclude_columns: null } });
		expect(extraction.prompt).toEqual({ fields: [{ name: 'Total' }] });
		expect((await sandbox.client.get('/extractions?status=failed')).body).toMatchObject({ extractions: [] });
		expect((await sandbox.as(null).get('/credits/balance')).body.error).toMatchObject({ added_later });
	});
});
