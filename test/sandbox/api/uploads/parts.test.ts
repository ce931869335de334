import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import {
	issuePaths,
	put,
	startSandboxFixture,
	type SandboxFixture,
} from '../../../support/fixtures/sandboxFixture';

const MINUTE = 60_000;
const bytes = randomBytes(2500);
const first = bytes.subarray(0, 1024);

describe('POST /uploads/sessions/{upload_session_id}/parts, and the PUT of a part', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => {
		sandbox = await startSandboxFixture();
		await sandbox.client.post('/uploads/sessions', {
			upload_session_id: 's:1',
			files: [{ file_id: 'a', file_name: 'a.pdf', file_size_bytes: bytes.length }],
		});
	});
	afterEach(() => sandbox.server.close());
	const ask = (body: unknown, session = 's:1') =>
		sandbox.client.post(`/uploads/sessions/${session}/parts`, body);
	const urlOf = async (part: number) => {
		const { body } = await ask({ file_id: 'a', part_numbers: [part] });
		return body.part_urls[0]!.url;
	};

	test('gives a URL per number, and the PUT answers with the MD5 in quotes', async () => {
		const answer = await ask({ file_id: 'a', part_numbers: [1, 3] });
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			success: true,
			upload_session_id: 's:1',
			file_id: 'a',
			file_name: 'a.pdf',
			part_size: 1024,
			part_urls: [
				{ part_number: 1, url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/) },
				{ part_number: 3, url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/) },
			],
		});
		const part = bytes.subarray(0, 1024);
		const received = await put(answer.body.part_urls[0]!.url, part);
		expect(received.status).toBe(200);
		expect(received.headers.get('etag')).toBe(`"${createHash('md5').update(part).digest('hex')}"`);
	});

	test('takes 1,000 numbers up to 10,000', async () => {
		const part_numbers = Array.from({ length: 1000 }, (_, index) => 9001 + index);
		const { body } = await ask({ file_id: 'a', part_numbers });
		expect(body.part_urls.map((part) => part.part_number)).toEqual(part_numbers);
	});

	test.each([
		['no number', { file_id: 'a', part_numbers: [] }, ['part_numbers']],
		[
			'1,001 numbers',
			{ file_id: 'a', part_numbers: Array.from({ length: 1001 }, () => 1) },
			['part_numbers'],
		],
		['part 0', { file_id: 'a', part_numbers: [1, 0] }, ['part_numbers.1']],
		['part 10,001', { file_id: 'a', part_numbers: [10_001] }, ['part_numbers.0']],
		['half a part', { file_id: 'a', part_numbers: [1.5] }, ['part_numbers.0']],
		['an unknown field', { file_id: 'a', part_numbers: [1], size: 1 }, ['size']],
		['no file id', { part_numbers: [1] }, ['file_id']],
	])('part URLs are refused for %s', async (_what, body, paths) => {
		const answer = await ask(body);
		expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_INPUT']);
		expect(issuePaths(answer)).toEqual(paths);
	});

	test('refuses a session id that cannot be one', async () => {
		const answer = await ask({ file_id: 'a', part_numbers: [1] }, 'a%20b');
		expect(answer.status).toBe(400);
		expect(issuePaths(answer)).toEqual(['upload_session_id']);
	});

	test.each([
		['an unknown file', 's:1', 'b'],
		['an unknown session', 's:2', 'a'],
	])('answers 404 FILE_NOT_FOUND for %s', async (_what, session, file_id) => {
		const answer = await ask({ file_id, part_numbers: [1] }, session);
		expect([answer.status, answer.body.error.code]).toEqual([404, 'FILE_NOT_FOUND']);
	});

	test('takes a session id of 200 characters in the path', async () => {
		const id = `:${'x'.repeat(199)}`;
		const files = [{ file_id: 'a', file_name: 'a.pdf', file_size_bytes: 1 }];
		await sandbox.client.post('/uploads/sessions', { upload_session_id: id, files });
		expect((await ask({ file_id: 'a', part_numbers: [1] }, encodeURIComponent(id))).status).toBe(200);
	});

	test('answers 409 FILE_NOT_UPLOADABLE for a completed and for an aborted file', async () => {
		const parts = await sandbox.client.putParts('s:1', 'a', bytes, 1024);
		await sandbox.client.post('/uploads/sessions/s:1/complete', { file_id: 'a', parts });
		const completed = await ask({ file_id: 'a', part_numbers: [1] });
		expect([completed.status, completed.body.error.code]).toEqual([409, 'FILE_NOT_UPLOADABLE']);
		sandbox.control.abortFile({ upload_session_id: 's:1', file_id: 'a' });
		const aborted = await ask({ file_id: 'a', part_numbers: [1] });
		expect([aborted.status, aborted.body.error.code]).toEqual([409, 'FILE_NOT_UPLOADABLE']);
	});

	test('a URL is valid for 15 minutes', async () => {
		const url = await urlOf(1);
		await sandbox.control.advanceClock(14 * MINUTE);
		expect((await put(url, first)).status).toBe(200);
		await sandbox.control.advanceClock(MINUTE);
		const late = await put(url, first);
		expect([late.status, late.headers.get('content-type')]).toEqual([403, 'application/xml']);
		expect(late.text).toContain('<Code>AccessDenied</Code><Message>Request has expired</Message>');
	});

	test('a URL that has been tampered with is refused', async () => {
		const url = await urlOf(1);
		const another = await put(url.replace(/\/1\?/, '/2?'), first);
		const later = await put(url.replace(/expires=\d+/, 'expires=9999999999999'), first);
		const bare = await put(url.replace(/\?.*/, ''), first);
		expect([another.status, later.status, bare.status]).toEqual([403, 403, 403]);
		expect(sandbox.control.sessions()[0]!.files[0]!.uploaded_parts).toBe(0);
	});

	test.each([
		['Authorization', { authorization: 'Bearer x' }],
		['Content-Type', { 'content-type': 'application/pdf' }],
		['Content-MD5', { 'content-md5': 'x' }],
		['X-SDK-Name', { 'x-sdk-name': 'n8n' }],
		['Cookie', { cookie: 'a=b' }],
	])('a PUT with a header %s is refused', async (_name, headers) => {
		expect((await put(await urlOf(1), first, headers)).status).toBe(403);
		expect(sandbox.control.sessions()[0]!.files[0]!.uploaded_parts).toBe(0);
	});

	test('a PUT with what every client of HTTP sends is taken', async () => {
		const headers = { accept: '*/*', 'accept-encoding': 'gzip', 'user-agent': 'n8n' };
		expect((await put(await urlOf(1), first, headers)).status).toBe(200);
	});

	test('a PUT of more than a part is refused', async () => {
		const answer = await put(await urlOf(1), bytes.subarray(0, 1025));
		expect(answer.status).toBe(400);
		expect(answer.text).toContain('<Code>EntityTooLarge</Code>');
		expect(sandbox.control.sessions()[0]!.files[0]!.uploaded_parts).toBe(0);
	});

	test('a PUT without a Content-Length is refused', async () => {
		const url = await urlOf(1);
		const status = await new Promise<number | undefined>((resolve, reject) => {
			const sent = httpRequest(url, { method: 'PUT' }, (response) => {
				response.resume();
				resolve(response.statusCode);
			});
			sent.on('error', reject);
			sent.write('first');
			sent.end('second');
		});
		expect(status).toBe(411);
	});

	test('a part that is sent again replaces the earlier one', async () => {
		const url = await urlOf(1);
		await put(url, randomBytes(1024));
		const parts = await sandbox.client.putParts('s:1', 'a', bytes, 1024);
		expect((await put(url, bytes.subarray(0, 1024))).headers.get('etag')).toBe(parts[0]!.e_tag);
		const completed = await sandbox.client.post('/uploads/sessions/s:1/complete', { file_id: 'a', parts });
		expect(completed.status).toBe(200);
		expect(sandbox.control.sessions()[0]!.files[0]).toMatchObject({
			uploaded_parts: 3,
			uploaded_bytes: 2500,
		});
	});

	test('a part of 20 MB arrives whole', async () => {
		await sandbox.server.close();
		const big = randomBytes(20 * 1024 * 1024);
		sandbox = await startSandboxFixture({ partSize: big.length });
		await sandbox.client.post('/uploads/sessions', {
			upload_session_id: 's:1',
			files: [{ file_id: 'a', file_name: 'a.pdf', file_size_bytes: big.length }],
		});
		const answer = await put(await urlOf(1), big);
		expect(answer.headers.get('etag')).toBe(`"${createHash('md5').update(big).digest('hex')}"`);
	});

	test('a PUT to a completed file is refused', async () => {
		const url = await urlOf(1);
		const parts = await sandbox.client.putParts('s:1', 'a', bytes, 1024);
		await sandbox.client.post('/uploads/sessions/s:1/complete', { file_id: 'a', parts });
		expect((await put(url, first)).status).toBe(404);
	});
});
