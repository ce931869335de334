import {
	issuePaths,
	PROCESSING_MS,
	startSandboxFixture,
	submission,
	type SandboxFixture,
} from '../../../support/fixtures/sandboxFixture';

describe('POST /extractions', () => {
	let sandbox: SandboxFixture;
	let ids: string[];
	beforeEach(async () => {
		sandbox = await startSandboxFixture();
		ids = await sandbox.client.upload('s', { 'a.pdf': Buffer.from('a'), 'b.pdf': Buffer.from('b') });
	});
	afterEach(() => sandbox.server.close());
	const submit = (changes: Record<string, unknown> = {}) =>
		sandbox.client.post('/extractions', submission('s', ids, changes));

	test('accepts with 202, processing, and a credit reserved per file', async () => {
		const answer = await submit();
		expect(answer.status).toBe(202);
		expect(answer.body).toEqual({
			success: true,
			extraction_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			submission_state: 'received',
		});
		const { body } = await sandbox.client.get(`/extractions/${answer.body.extraction_id}`);
		expect(body.status).toBe('processing');
		expect(sandbox.control.balance()).toEqual({ balance: 10_000, reserved: 2 });
	});

	test('is idempotent by submission_id: one extraction, one charge', async () => {
		sandbox.control.planExtractions([{ rows: 1 }]);
		const first = await submit();
		const again = await submit({ task_name: 'Changed' });
		expect([again.status, again.body]).toEqual([202, first.body]);
		await sandbox.control.advanceClock(PROCESSING_MS);
		expect((await submit()).body).toEqual(first.body);
		expect(sandbox.control.extractions()).toMatchObject([{ status: 'completed', charges: [{ credits: 2 }] }]);
		expect(sandbox.control.balance()).toEqual({ balance: 9_998, reserved: 0 });
	});

	test('returns the failed extraction to a repeat, and a new one for a new submission_id', async () => {
		sandbox.control.planExtractions([{ fail: { code: 'CONCURRENT_TASK_LIMIT' } }, { rows: 1 }]);
		const first = await submit();
		await sandbox.control.advanceClock(PROCESSING_MS);
		expect((await submit()).body.extraction_id).toBe(first.body.extraction_id);
		const next = await submit({ submission_id: 'submission-s-2' });
		await sandbox.control.advanceClock(PROCESSING_MS);
		const { body } = await sandbox.client.get(`/extractions/${next.body.extraction_id}`);
		expect(body.status).toBe('completed');
	});

	test('returns the existing extraction to a repeat when it was cancelled, its session is gone, or the request is another', async () => {
		const ids = await sandbox.client.upload('twice', { 'a.pdf': Buffer.from('a') });
		const id = await sandbox.client.submit('twice', ids);
		await sandbox.client.post(`/extractions/${id}/cancel`);
		await sandbox.control.advanceClock(PROCESSING_MS);
		expect(await sandbox.client.submit('twice', ids)).toBe(id);
		sandbox.control.expireSession({ upload_session_id: 'twice' });
		expect(await sandbox.client.submit('twice', ids)).toBe(id);
		expect(await sandbox.client.submit('twice', ids, { prompt: 'Extract the date.' })).toBe(id);
		const made = sandbox.control.extractions().filter((one) => one.submission_id === 'submission-twice');
		expect(made).toMatchObject([{ extraction_id: id, status: 'cancelled' }]);
	});

	test('keeps the submission ids of two accounts apart', async () => {
		sandbox.control.addKey({ key: 'other-key', state: 'active' });
		const other = sandbox.as('other-key');
		const first = await submit();
		const theirs = await other.submit('s', await other.upload('s', { 'a.pdf': Buffer.from('a') }));
		expect(theirs).not.toBe(first.body.extraction_id);
	});

	test.each([
		['text of 2,500 characters', 'x'.repeat(2500)],
		[
			'fields at their limits',
			{
				fields: [
					{ name: 'ab', prompt: 'abc' },
					{ name: 'x'.repeat(50), prompt: 'x'.repeat(600) },
					{ name: 'No' },
				],
				general_prompt: 'x'.repeat(1500),
			},
		],
	])('takes a prompt as %s', async (_what, prompt) => {
		expect((await submit({ prompt })).status).toBe(202);
	});

	test('a submission takes every option', async () => {
		const options = {
			exclude_columns: ['source_file', 'review_needed'],
			output_language: 'zh-Hant',
			review_needed_fill_color: 'none',
			affected_field_fill_color: 'red',
			send_completion_email: true,
			json_typed_values: true,
			ask_questions: true,
		};
		expect((await submit({ options })).status).toBe(202);
		expect(sandbox.control.extractions()[0]!.options).toEqual(options);
	});

	test.each([
		['no body', undefined, ['']],
		[
			'no field at all',
			{},
			['submission_id', 'upload_session_id', 'file_ids', 'task_name', 'prompt', 'output_structure'],
		],
	])('a submission is refused for %s', async (_what, body, paths) => {
		const answer = await sandbox.client.post('/extractions', body);
		expect(issuePaths(answer)).toEqual(paths);
	});

	test.each([
		['an unknown field', { webhook: 'x' }, ['webhook']],
		['a bad submission_id', { submission_id: 'a b' }, ['submission_id']],
		['a long submission_id', { submission_id: 'x'.repeat(201) }, ['submission_id']],
		['no files', { file_ids: [] }, ['file_ids']],
		['a file twice', { file_ids: ['file-1', 'file-1'] }, ['file_ids.1']],
		['an unknown file', { file_ids: ['file-1', 'file-3'] }, ['file_ids.1']],
		['an unknown session', { upload_session_id: 'other' }, ['upload_session_id']],
		['a task name of 2', { task_name: 'ab' }, ['task_name']],
		['a task name of 41', { task_name: 'x'.repeat(41) }, ['task_name']],
		['an empty prompt', { prompt: ' ' }, ['prompt']],
		['a prompt of 2,501', { prompt: 'x'.repeat(2501) }, ['prompt']],
		['a prompt that is a number', { prompt: 5 }, ['prompt']],
		['a prompt without fields', { prompt: { general_prompt: 'x' } }, ['prompt.fields']],
		['no fields', { prompt: { fields: [] } }, ['prompt.fields']],
		['a field name of 1', { prompt: { fields: [{ name: 'a' }] } }, ['prompt.fields.0.name']],
		['a field name of 51', { prompt: { fields: [{ name: 'x'.repeat(51) }] } }, ['prompt.fields.0.name']],
		['a field name twice', { prompt: { fields: [{ name: 'No' }, { name: 'No' }] } }, ['prompt.fields.1']],
		[
			'a field prompt of 2',
			{ prompt: { fields: [{ name: 'No', prompt: 'ab' }] } },
			['prompt.fields.0.prompt'],
		],
		[
			'a field prompt of 601',
			{ prompt: { fields: [{ name: 'No', prompt: 'x'.repeat(601) }] } },
			['prompt.fields.0.prompt'],
		],
		['a field with a type', { prompt: { fields: [{ name: 'No', type: 'x' }] } }, ['prompt.fields.0.type']],
		[
			'general instructions of 1,501',
			{ prompt: { fields: [{ name: 'No' }], general_prompt: 'x'.repeat(1501) } },
			['prompt.general_prompt'],
		],
		['another structure', { output_structure: 'per_page' }, ['output_structure']],
		['an unknown option', { options: { colour: 'red' } }, ['options.colour']],
		['an unknown column', { options: { exclude_columns: ['page'] } }, ['options.exclude_columns.0']],
		['an unknown language', { options: { output_language: 'sv' } }, ['options.output_language']],
		[
			'an unknown colour',
			{ options: { review_needed_fill_color: 'blue' } },
			['options.review_needed_fill_color'],
		],
		['a flag in words', { options: { ask_questions: 'true' } }, ['options.ask_questions']],
	])('a submission is refused for %s', async (_what, changes, paths) => {
		const answer = await submit(changes);
		expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_INPUT']);
		expect(issuePaths(answer)).toEqual(paths);
		expect(sandbox.control.extractions()).toEqual([]);
	});

	test('refuses a file that is not completed', async () => {
		await sandbox.client.post('/uploads/sessions', {
			upload_session_id: 't',
			files: [{ file_id: 'x', file_name: 'x.pdf', file_size_bytes: 1 }],
		});
		expect(issuePaths(await submit({ upload_session_id: 't', file_ids: ['x'] }))).toEqual(['file_ids.0']);
	});

	test('answers 503 SUBMISSIONS_PAUSED when planned', async () => {
		const details = { resumes_at: '2030-01-01T00:00:00Z' };
		sandbox.control.addFault({
			endpoint: 'POST /extractions',
			kind: 'error',
			code: 'SUBMISSIONS_PAUSED',
			details,
		});
		const answer = await submit();
		expect(answer.status).toBe(503);
		expect(answer.body.error).toMatchObject({ code: 'SUBMISSIONS_PAUSED', retryable: true, details });
		expect((await submit()).status).toBe(202);
	});
});
