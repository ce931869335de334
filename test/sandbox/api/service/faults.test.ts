import { randomBytes } from 'node:crypto';
import {
	download,
	put,
	startSandboxFixture,
	submission,
	type SandboxFixture,
} from '../../../support/fixtures/sandboxFixture';
import { until } from '../../../support/until';

const BALANCE = '/credits/balance';

describe('the fault plan', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => (sandbox = await startSandboxFixture({ partSize: 64_000_000 })));
	afterEach(() => sandbox.server.close());
	const statuses = async (count: number, path = BALANCE) => {
		const seen: number[] = [];
		for (let sent = 0; sent < count; sent += 1) seen.push((await sandbox.client.get(path)).status);
		return seen;
	};
	const partUrl = async (size: number) => {
		const files = [{ file_id: 'a', file_name: 'a.pdf', file_size_bytes: size }];
		await sandbox.client.post('/uploads/sessions', { upload_session_id: 's', files });
		const { body } = await sandbox.client.post('/uploads/sessions/s/parts', {
			file_id: 'a',
			part_numbers: [1],
		});
		return body.part_urls[0]!.url;
	};
	const uploaded = () => sandbox.control.sessions()[0]!.files[0]!.uploaded_parts;

	test('hits an endpoint `count` times, after `after` requests have passed', async () => {
		sandbox.control.addFault({
			endpoint: 'GET /credits/balance',
			kind: 'error',
			code: 'INTERNAL_ERROR',
			count: 2,
			after: 1,
		});
		expect(await statuses(1, '/extractions')).toEqual([200]);
		expect(await statuses(5)).toEqual([200, 500, 500, 200, 200]);
	});

	test('"*" hits every endpoint; clearFaults ends it', async () => {
		sandbox.control.addFault({ endpoint: '*', kind: 'html', count: 100 });
		expect([...(await statuses(1)), ...(await statuses(1, '/extractions'))]).toEqual([502, 502]);
		sandbox.control.clearFaults();
		expect(await statuses(1)).toEqual([200]);
	});

	test('error: an unknown code with a status and details of one’s own', async () => {
		const details = { why: 'planned' };
		sandbox.control.addFault({
			endpoint: 'GET /credits/balance',
			kind: 'error',
			code: 'ODD',
			status: 418,
			details,
		});
		const answer = await sandbox.client.get(BALANCE);
		expect(answer.status).toBe(418);
		expect(answer.body.error).toMatchObject({ code: 'ODD', retryable: false, details });
	});

	test('rate_limited: Retry-After and details', async () => {
		sandbox.control.addFault({
			endpoint: 'GET /credits/balance',
			kind: 'rate_limited',
			retryAfterSeconds: 7,
		});
		const answer = await sandbox.client.get(BALANCE);
		expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
		expect(answer.body.error).toMatchObject({ code: 'RATE_LIMITED', details: { retry_after_seconds: 7 } });
	});

	test('rate_limited: a Retry-After of 0 stays 0', async () => {
		sandbox.control.addFault({ endpoint: '*', kind: 'rate_limited', retryAfterSeconds: 0 });
		const answer = await sandbox.client.get(BALANCE);
		expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '0']);
		expect(answer.body.error.details).toEqual({ retry_after_seconds: 0 });
	});

	test.each([
		[408, 'REQUEST_TIMEOUT', 'RequestTimeout'],
		[425, 'TOO_EARLY', 'TooEarly'],
	])('error: status %d, from the API and from the store', async (status, code, storeCode) => {
		sandbox.control.addFault({ endpoint: '*', kind: 'error', status, count: 1 });
		const answer = await sandbox.client.get(BALANCE);
		expect([answer.status, answer.body.error]).toMatchObject([status, { code, retryable: true }]);
		const url = await partUrl(100);
		sandbox.control.addFault({ endpoint: 'PUT part', kind: 'error', status });
		const refused = await put(url, randomBytes(100));
		expect([refused.status, refused.headers.get('content-type')]).toEqual([status, 'application/xml']);
		expect(refused.text).toContain(`<Code>${storeCode}</Code>`);
		expect(uploaded()).toBe(0);
	});

	test('error: `retryable` can be told otherwise', async () => {
		sandbox.control.addFault({ endpoint: '*', kind: 'error', status: 500, retryable: false });
		expect((await sandbox.client.get(BALANCE)).body.error.retryable).toBe(false);
	});

	test('count: Infinity, or null as JSON writes it, hits every request; another fault planned earlier comes first', async () => {
		sandbox.control.addFault({ endpoint: '*', kind: 'html', status: 503 });
		sandbox.control.addFault({ endpoint: '*', kind: 'html', count: Infinity });
		expect(await statuses(4)).toEqual([503, 502, 502, 502]);
		sandbox.control.clearFaults();
		await fetch(sandbox.server.baseUrl.replace('/v1', '/control/addFault'), {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ endpoint: '*', kind: 'html', count: Infinity }),
		});
		expect(await statuses(4)).toEqual([502, 502, 502, 502]);
	});

	test('html: a 200 for a part, which has not arrived', async () => {
		const bytes = randomBytes(5_000_000);
		const url = await partUrl(bytes.length);
		sandbox.control.addFault({ endpoint: 'PUT part', kind: 'html', status: 200 });
		const answer = await put(url, bytes);
		expect([answer.status, answer.headers.get('etag')]).toEqual([200, null]);
		expect(answer.text).toContain('<html>');
		expect(uploaded()).toBe(0);
	});

	test('answer: exactly what is planned, and nothing is carried out', async () => {
		const ids = await sandbox.client.upload('s', { 'a.pdf': Buffer.from('a') });
		const body = { message: 'no envelope' };
		sandbox.control.addFault({
			endpoint: '*',
			kind: 'answer',
			status: 418,
			body,
			headers: { 'x-odd': 'yes' },
		});
		const answer = await sandbox.client.post('/extractions', submission('s', ids));
		expect([answer.status, answer.body, answer.headers.get('x-odd')]).toEqual([418, body, 'yes']);
		expect(sandbox.control.extractions()).toEqual([]);
		sandbox.control.addFault({ endpoint: '*', kind: 'answer', body: 'just words' });
		expect(await sandbox.client.get(BALANCE)).toMatchObject({ status: 200, text: 'just words' });
	});

	test('altered: the JSON answer is what the plan makes of it, and it is carried out', async () => {
		const ids = await sandbox.client.upload('s', { 'a.pdf': Buffer.from('a') });
		sandbox.control.addFault({
			endpoint: 'POST /extractions',
			kind: 'altered',
			alter: (body, { path }) => ({ ...body, submission_state: null, path }),
		});
		sandbox.control.addFault({ endpoint: '*', kind: 'altered', alter: (body) => void (body.extra = [1]) });
		const { extraction_id } = sandbox.control.createExtraction({});
		const answer = await sandbox.client.post('/extractions', submission('s', ids));
		expect(answer.body).toMatchObject({ submission_state: null, path: '/v1/extractions' });
		expect(sandbox.control.extractions()).toHaveLength(2);
		expect((await sandbox.client.get(`/extractions/${extraction_id}`)).body).toMatchObject({ extra: [1] });
		expect((await sandbox.client.get(`/extractions/${extraction_id}`)).body).not.toHaveProperty('extra');
	});

	test('html: a proxy’s page', async () => {
		sandbox.control.addFault({ endpoint: 'GET /credits/balance', kind: 'html', status: 503 });
		const answer = await sandbox.client.get(BALANCE);
		expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/html']);
		expect(answer.text).toContain('<html>');
	});

	test('truncated: half of the JSON, with a length that fits', async () => {
		const whole = JSON.stringify({ success: true, credits_balance: 10_000, credits_reserved: 0 });
		sandbox.control.addFault({ endpoint: 'GET /credits/balance', kind: 'truncated' });
		// The client cannot parse it: that is the point.
		await expect(sandbox.client.get(BALANCE)).rejects.toThrow(SyntaxError);
		const response = await fetchRaw('truncated');
		expect(response).toBe(whole.slice(0, Math.floor(whole.length / 2)));
	});
	async function fetchRaw(kind: 'truncated'): Promise<string> {
		sandbox.control.addFault({ endpoint: 'GET /credits/balance', kind });
		const headers = { authorization: `Bearer ${sandbox.server.apiKey}` };
		const response = await fetch(sandbox.server.baseUrl + BALANCE, { headers });
		const text = await response.text();
		expect(response.headers.get('content-length')).toBe(String(text.length));
		return text;
	}

	test('reset: the connection is cut and nothing has happened', async () => {
		const ids = await sandbox.client.upload('s', { 'a.pdf': Buffer.from('a') });
		sandbox.control.addFault({ endpoint: 'POST /extractions', kind: 'reset' });
		await expect(sandbox.client.submit('s', ids)).rejects.toThrow();
		expect(sandbox.control.extractions()).toEqual([]);
		expect(sandbox.control.requests().at(-1)).toMatchObject({ endpoint: 'POST /extractions', status: null });
	});

	test('reset_after: the connection is cut, but it has happened', async () => {
		const ids = await sandbox.client.upload('s', { 'a.pdf': Buffer.from('a') });
		sandbox.control.addFault({ endpoint: 'POST /extractions', kind: 'reset_after' });
		await expect(sandbox.client.submit('s', ids)).rejects.toThrow();
		const [made] = sandbox.control.extractions();
		expect(await sandbox.client.submit('s', ids)).toBe(made!.extraction_id);
		expect(sandbox.control.extractions()).toHaveLength(1);
	});

	test('hang: no answer until the connection is cut after delayMs', async () => {
		sandbox.control.addFault({ endpoint: 'GET /credits/balance', kind: 'hang', delayMs: 20 });
		await expect(sandbox.client.get(BALANCE)).rejects.toThrow();
		sandbox.control.addFault({ endpoint: 'GET /credits/balance', kind: 'hang' });
		const hanging = expect(sandbox.client.get(BALANCE)).rejects.toThrow();
		await until('the request has arrived', () => sandbox.control.requests().length === 2);
		await sandbox.server.close();
		await hanging;
		sandbox = await startSandboxFixture();
	});

	test('requests: one that the client gives up is over, without a status', async () => {
		sandbox.control.clearRequests();
		sandbox.control.addFault({ endpoint: 'GET /credits/balance', kind: 'hang' });
		const giveUp = new AbortController();
		const asked = fetch(sandbox.server.baseUrl + BALANCE, { signal: giveUp.signal });
		await until('the request has arrived', () => sandbox.control.requests().length === 1);
		expect(sandbox.control.requests()).toMatchObject([{ over: false }]);
		giveUp.abort();
		await expect(asked).rejects.toThrow();
		await until('the request is over', () => sandbox.control.requests()[0]!.over);
		expect(sandbox.control.requests()).toMatchObject([{ status: null, over: true }]);
	});

	test('delay: the ordinary answer, later', async () => {
		sandbox.control.addFault({ endpoint: 'GET /credits/balance', kind: 'delay', delayMs: 2_000 });
		const order: string[] = [];
		const delayed = sandbox.client.get(BALANCE).then((answer) => order.push(`balance ${answer.status}`));
		await until('the request has arrived', () => sandbox.control.requests().length === 1);
		order.push(`list ${(await sandbox.client.get('/extractions')).status}`);
		await delayed;
		expect(order).toEqual(['list 200', 'balance 200']);
	});

	test('cut_held: only a held status request is cut, with a 504 page', async () => {
		const { extraction_id } = sandbox.control.createExtraction({ status: 'processing' });
		const endpoint = 'GET /extractions/{extraction_id}';
		sandbox.control.addFault({ endpoint, kind: 'cut_held', delayMs: 5 });
		expect((await sandbox.client.get(`/extractions/${extraction_id}`)).status).toBe(200);
		const cut = await sandbox.client.get(`/extractions/${extraction_id}?wait=45`);
		expect([cut.status, cut.headers.get('content-type')]).toEqual([504, 'text/html']);
	});

	test('PUT part: reset in the middle of the body, then as if never sent', async () => {
		const bytes = randomBytes(2_000_000);
		const url = await partUrl(bytes.length);
		sandbox.control.addFault({ endpoint: 'PUT part', kind: 'reset' });
		await expect(put(url, bytes)).rejects.toThrow();
		expect(uploaded()).toBe(0);
		expect((await put(url, bytes)).status).toBe(200);
		expect(uploaded()).toBe(1);
	});

	test('PUT part: reset_after keeps the part', async () => {
		const url = await partUrl(100);
		sandbox.control.addFault({ endpoint: 'PUT part', kind: 'reset_after' });
		await expect(put(url, randomBytes(100))).rejects.toThrow();
		expect(uploaded()).toBe(1);
	});

	test('PUT part: expired_url, error, rate_limited in the store’s own words', async () => {
		const url = await partUrl(100);
		for (const fault of [
			{ kind: 'expired_url', answer: [403, 'AccessDenied'] },
			{ kind: 'error', answer: [500, 'InternalError'] },
			{ kind: 'rate_limited', answer: [503, 'SlowDown'] },
		] as const) {
			sandbox.control.addFault({ endpoint: 'PUT part', kind: fault.kind });
			const answer = await put(url, randomBytes(100));
			expect([answer.status, /<Code>(\w+)/.exec(answer.text)?.[1]]).toEqual(fault.answer);
		}
		expect((await put(url, randomBytes(100))).status).toBe(200);
	});

	test('GET download: expired_url, reset, and half of the bytes', async () => {
		const { extraction_id } = sandbox.control.createExtraction({ rowCount: 50 });
		const { body } = await sandbox.client.get(`/extractions/${extraction_id}/output?format=csv`);
		sandbox.control.addFault({ endpoint: 'GET download', kind: 'expired_url' });
		expect((await download(body.download_url)).status).toBe(403);
		for (const kind of ['reset', 'truncated'] as const) {
			sandbox.control.addFault({ endpoint: 'GET download', kind });
			await expect(download(body.download_url)).rejects.toThrow();
		}
		expect((await download(body.download_url)).status).toBe(200);
	});

	test('expireUrls: every URL issued so far', async () => {
		const url = await partUrl(100);
		sandbox.control.expireUrls();
		expect((await put(url, randomBytes(100))).status).toBe(403);
		expect((await put(await partUrl(100), randomBytes(100))).status).toBe(200);
	});
});
