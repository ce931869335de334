import { randomBytes } from 'node:crypto';
import {
	issuePaths,
	put,
	startSandboxFixture,
	type SandboxFixture,
} from '../../../support/fixtures/sandboxFixture';

const bytes = randomBytes(2500);
type Parts = Array<{ part_number: number; e_tag: string }>;

describe('POST /uploads/sessions/{upload_session_id}/complete', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => {
		sandbox = await startSandboxFixture();
		await sandbox.client.post('/uploads/sessions', {
			upload_session_id: 's',
			files: ['a', 'b'].map((id) => ({ file_id: id, file_name: `${id}.pdf`, file_size_bytes: bytes.length })),
		});
	});
	afterEach(() => sandbox.server.close());
	const complete = (body: unknown) => sandbox.client.post('/uploads/sessions/s/complete', body);
	const upload = (file = 'a', content = bytes) => sandbox.client.putParts('s', file, content, 1024);

	test('completes one file, parts in any order; the other stays registered', async () => {
		const answer = await complete({ file_id: 'a', parts: (await upload()).reverse() });
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({ success: true, upload_session_id: 's', file_id: 'a', file_name: 'a.pdf' });
		expect(sandbox.control.sessions()[0]!.files.map((file) => file.state)).toEqual([
			'completed',
			'registered',
		]);
	});

	test('a file already complete returns success again', async () => {
		const parts = await upload();
		await complete({ file_id: 'a', parts });
		expect((await complete({ file_id: 'a', parts })).status).toBe(200);
		expect((await complete({ file_id: 'a', parts: [] })).status).toBe(200);
	});

	test.each<[string, (parts: Parts) => Parts]>([
		['missing_part_numbers', (parts) => parts.slice(0, 2)],
		['missing_part_numbers', () => []],
		['duplicate_part_numbers', (parts) => [...parts, parts[0]!]],
		['part_number_beyond_part_count', (parts) => [...parts, { part_number: 4, e_tag: '"x"' }]],
		['e_tag_mismatch', (parts) => parts.map((part) => ({ ...part, e_tag: parts[0]!.e_tag }))],
		['e_tag_mismatch', (parts) => parts.map((part) => ({ ...part, e_tag: part.e_tag.replaceAll('"', '') }))],
	])('answers 400 INVALID_COMPLETION_PARTS: %s', async (reason, change) => {
		const answer = await complete({ file_id: 'a', parts: change(await upload()) });
		expect(answer.status).toBe(400);
		expect(answer.body.error).toMatchObject({
			code: 'INVALID_COMPLETION_PARTS',
			retryable: false,
			details: { reason },
		});
	});

	test('answers 400 INVALID_COMPLETION_PARTS for parts never sent', async () => {
		const parts = await upload('a');
		const answer = await complete({ file_id: 'b', parts });
		expect(answer.body.error).toMatchObject({
			code: 'INVALID_COMPLETION_PARTS',
			details: { reason: 'part_not_uploaded' },
		});
	});

	test('answers 422 OBJECT_SIZE_MISMATCH with both sizes', async () => {
		const answer = await complete({ file_id: 'a', parts: await upload('a', bytes.subarray(0, 2400)) });
		expect(answer.status).toBe(422);
		expect(answer.body.error).toMatchObject({
			code: 'OBJECT_SIZE_MISMATCH',
			retryable: false,
			details: { declared_size_bytes: 2500, actual_size_bytes: 2400 },
		});
	});

	test.each([
		['the last part', [1024, 1000, 476], [2, 3]],
		['a part before the last', [1024, 452, 1024], [2, 3]],
		['the first part', [452, 1024, 1024], [1, 3]],
	])(
		'answers 400 INVALID_COMPLETION_PARTS where the sum is right and %s is not',
		async (_what, sizes, wrong) => {
			const { body } = await sandbox.client.post('/uploads/sessions/s/parts', {
				file_id: 'a',
				part_numbers: [1, 2, 3],
			});
			const parts: Parts = [];
			let from = 0;
			for (const [index, { part_number, url }] of body.part_urls.entries()) {
				const { headers } = await put(url, bytes.subarray(from, (from += sizes[index]!)));
				parts.push({ part_number, e_tag: headers.get('etag')! });
			}
			const answer = await complete({ file_id: 'a', parts });
			expect([answer.status, answer.body.error]).toMatchObject([
				400,
				{ code: 'INVALID_COMPLETION_PARTS', details: { reason: 'part_size_mismatch', part_numbers: wrong } },
			]);
		},
	);

	test('answers 404 FILE_NOT_FOUND, 409 FILE_ABORTED, 409 UPLOAD_ID_NOT_FOUND', async () => {
		const unknown = await complete({ file_id: 'c', parts: [] });
		expect([unknown.status, unknown.body.error.code]).toEqual([404, 'FILE_NOT_FOUND']);
		const parts = await upload();
		sandbox.control.abortFile({ upload_session_id: 's', file_id: 'a' });
		const aborted = await complete({ file_id: 'a', parts });
		expect([aborted.status, aborted.body.error.code]).toEqual([409, 'FILE_ABORTED']);
		sandbox.control.expireSession({ upload_session_id: 's' });
		const expired = await complete({ file_id: 'b', parts });
		expect([expired.status, expired.body.error.code]).toEqual([409, 'UPLOAD_ID_NOT_FOUND']);
	});

	test('answers 502 UPLOAD_COMPLETE_FAILED when planned, and the repeat succeeds', async () => {
		const endpoint = 'POST /uploads/sessions/{upload_session_id}/complete';
		sandbox.control.addFault({ endpoint, kind: 'error', code: 'UPLOAD_COMPLETE_FAILED' });
		const parts = await upload();
		const failed = await complete({ file_id: 'a', parts });
		expect(failed.status).toBe(502);
		expect(failed.body.error).toMatchObject({
			code: 'UPLOAD_COMPLETE_FAILED',
			retryable: true,
			details: null,
		});
		expect((await complete({ file_id: 'a', parts })).status).toBe(200);
	});

	test.each([
		['no parts', { file_id: 'a' }, ['parts']],
		['an ETag that is missing', { file_id: 'a', parts: [{ part_number: 1 }] }, ['parts.0.e_tag']],
		['an ETag that is empty', { file_id: 'a', parts: [{ part_number: 1, e_tag: '' }] }, ['parts.0.e_tag']],
		['part 0', { file_id: 'a', parts: [{ part_number: 0, e_tag: '"x"' }] }, ['parts.0.part_number']],
		[
			'another field',
			{ file_id: 'a', parts: [{ part_number: 1, etag: '"x"', e_tag: '"x"' }] },
			['parts.0.etag'],
		],
	])('the completion is refused for %s', async (_what, body, paths) => {
		const answer = await complete(body);
		expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_INPUT']);
		expect(issuePaths(answer)).toEqual(paths);
	});
});
