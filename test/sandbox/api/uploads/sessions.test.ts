import {
	issuePaths,
	startSandboxFixture,
	type SandboxFixture,
} from '../../../support/fixtures/sandboxFixture';

const MB = 1024 * 1024;
const file = (id: string, changes: Record<string, unknown> = {}) => ({
	file_id: id,
	file_name: `${id}.pdf`,
	file_size_bytes: 10,
	...changes,
});
const session = (files: unknown, id: unknown = 'session') => ({ upload_session_id: id, files });

describe('POST /uploads/sessions', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => (sandbox = await startSandboxFixture({ partSize: 8_388_608 })));
	afterEach(() => sandbox.server.close());
	const create = (body: unknown) => sandbox.client.post('/uploads/sessions', body);

	test('registers files and returns the part size of each', async () => {
		const answer = await create(session([file('a'), file('b', { file_name: 'b.png' })]));
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			success: true,
			upload_session_id: 'session',
			files: [
				{ file_id: 'a', file_name: 'a.pdf', part_size: 8388608 },
				{ file_id: 'b', file_name: 'b.png', part_size: 8388608 },
			],
		});
	});

	test('returns the existing session to a repeat, in any order, even when the credits have gone', async () => {
		await create(session([file('a'), file('b')]));
		sandbox.control.setCredits({ balance: 0 });
		const answer = await create(session([file('b'), file('a')]));
		expect(answer.status).toBe(200);
		expect(sandbox.control.sessions()).toHaveLength(1);
	});

	test.each([
		['another size', [file('a', { file_size_bytes: 11 })]],
		['another name', [file('a', { file_name: 'other.pdf' })]],
		['another file more', [file('a'), file('b')]],
	])('refuses the same id with %s', async (_what, files) => {
		await create(session([file('a')]));
		const answer = await create(session(files));
		expect(answer.status).toBe(409);
		expect(answer.body).toEqual({
			success: false,
			error: {
				code: 'SESSION_ALREADY_INITIALIZED',
				message: expect.any(String),
				retryable: false,
				details: null,
			},
		});
	});

	test('keeps the sessions of two accounts apart', async () => {
		sandbox.control.addKey({ key: 'other-key', state: 'active' });
		await create(session([file('a')]));
		const answer = await sandbox.as('other-key').post('/uploads/sessions', session([file('b')]));
		expect(answer.status).toBe(200);
	});

	test('takes 6,000 files and identifiers of 200 characters of every kind', async () => {
		const longest = `aZ9._:-${'x'.repeat(193)}`;
		const files = Array.from({ length: 6000 }, (_, index) => file(`f${index}`));
		expect((await create(session(files, longest))).status).toBe(200);
	});

	test.each([
		['no body', undefined, ['']],
		['an empty object', {}, ['upload_session_id', 'files']],
		['an unknown field', { ...session([file('a')]), extra: 1 }, ['extra']],
		['an unknown field of a file', session([file('a', { extra: 1 })]), ['files.0.extra']],
		['an empty id', session([file('a')], ''), ['upload_session_id']],
		['a long id', session([file('a')], 'x'.repeat(201)), ['upload_session_id']],
		['an id with a slash', session([file('a')], 'a/b'), ['upload_session_id']],
		['an id with a space', session([file('a b', { file_name: 'a.pdf' })]), ['files.0.file_id']],
		['an id that is a number', session([file('a')], 7), ['upload_session_id']],
		['no file', session([]), ['files']],
		['files that are no list', session('a.pdf'), ['files']],
		['6,001 files', session(Array.from({ length: 6001 }, (_, index) => file(`f${index}`))), ['files']],
		['another type of file', session([file('a', { file_name: 'a.docx' })]), ['files.0.file_name']],
		['a name without a type', session([file('a', { file_name: 'pdf' })]), ['files.0.file_name']],
		['a size of zero', session([file('a', { file_size_bytes: 0 })]), ['files.0.file_size_bytes']],
		['a broken size', session([file('a', { file_size_bytes: 1.5 })]), ['files.0.file_size_bytes']],
		['a size in words', session([file('a', { file_size_bytes: '10' })]), ['files.0.file_size_bytes']],
	])('a session is refused for %s', async (_what, body, paths) => {
		const answer = await create(body);
		expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_INPUT']);
		expect(issuePaths(answer)).toEqual(paths);
	});

	test.each([
		['DUPLICATE_FILE_NAME', [file('a'), file('b', { file_name: 'a.pdf' })], { file_name: 'a.pdf' }],
		['DUPLICATE_FILE_ID', [file('a'), file('a', { file_name: 'b.pdf' })], { file_id: 'a' }],
		[
			'FILE_TOO_LARGE',
			[file('a', { file_size_bytes: 150 * MB + 1 })],
			{ file_name: 'a.pdf', limit_bytes: 150 * MB },
		],
		[
			'FILE_TOO_LARGE',
			[file('a', { file_name: 'a.jpeg', file_size_bytes: 5 * MB + 1 })],
			{ file_name: 'a.jpeg', limit_bytes: 5 * MB },
		],
		[
			'TOTAL_UPLOAD_SIZE_LIMIT_EXCEEDED',
			Array.from({ length: 14 }, (_, index) => file(`f${index}`, { file_size_bytes: 147 * MB })),
			{},
		],
	])('a session gets 400 %s', async (code, files, details) => {
		const answer = await create(session(files));
		expect(answer.status).toBe(400);
		expect(answer.body.error).toMatchObject({ code, retryable: false, details });
	});

	test('takes sizes at their limits', async () => {
		const files = [
			...Array.from({ length: 13 }, (_, index) => file(`f${index}`, { file_size_bytes: 150 * MB })),
			file('rest', { file_size_bytes: 93 * MB }),
			file('image', { file_name: 'image.png', file_size_bytes: 5 * MB }),
		];
		expect((await create(session(files))).status).toBe(200);
	});

	test('needs one available credit per file', async () => {
		sandbox.control.setCredits({ balance: 5, reserved: 4 });
		const answer = await create(session([file('a'), file('b')]));
		expect(answer.status).toBe(402);
		expect(answer.body.error).toMatchObject({
			code: 'INSUFFICIENT_CREDITS',
			retryable: false,
			details: { credits_balance: 5, credits_reserved: 4, file_count: 2 },
		});
		expect((await create(session([file('a')]))).status).toBe(200);
	});
});
