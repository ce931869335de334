import { randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import {
	download,
	put,
	startSandboxFixture,
	type SandboxFixture,
} from '../../../support/fixtures/sandboxFixture';
import { BALANCE } from '../../../support/endpoints';
import { leapOverPauses } from '../../../support/leapingTime';
import { until } from '../../../support/until';

describe('slow and dead lines', () => {
	let passAsUsual: () => void;
	beforeAll(() => void (passAsUsual = leapOverPauses()));
	afterAll(() => passAsUsual());

	let sandbox: SandboxFixture;
	beforeEach(async () => (sandbox = await startSandboxFixture({ partSize: 64_000_000 })));
	afterEach(() => sandbox.server.close());
	const partUrl = async (size: number, part = 1) => {
		const files = [{ file_id: 'a', file_name: 'a.pdf', file_size_bytes: size }];
		await sandbox.client.post('/uploads/sessions', { upload_session_id: 's', files });
		const body = { file_id: 'a', part_numbers: [part] };
		return (await sandbox.client.post('/uploads/sessions/s/parts', body)).body.part_urls[0]!.url;
	};
	const outputUrl = async () => {
		const { extraction_id } = sandbox.control.createExtraction({ rowCount: 200 });
		const { body } = await sandbox.client.get(`/extractions/${extraction_id}/output?format=csv`);
		return body.download_url;
	};
	const uploaded = () => sandbox.control.sessions()[0]!.files[0]!.uploaded_parts;
	const timed = async (run: () => Promise<unknown>) => {
		const begun = Date.now();
		await run();
		return Date.now() - begun;
	};
	/** A GET whose answer arrives bit by bit: how much of it has come so far, and how it ended. */
	const watch = (url: string, headers: Record<string, string> = {}) => {
		const seen = { bytes: 0, announced: 0, end: '' };
		const sent = httpRequest(url, { headers }, (response: IncomingMessage) => {
			seen.announced = Number(response.headers['content-length']);
			response.on('data', (chunk: Buffer) => (seen.bytes += chunk.length));
			response.on('end', () => (seen.end = 'whole'));
			response.on('error', () => (seen.end = 'cut'));
		});
		sent.on('error', () => (seen.end = 'cut'));
		sent.end();
		return { seen, giveUp: () => sent.destroy() };
	};
	const balanceUrl = () => `${sandbox.server.baseUrl}/credits/balance`;
	const authorization = () => ({ authorization: `Bearer ${sandbox.server.apiKey}` });

	test('throttle: the body of a part is read at so many bytes a second', async () => {
		const bytes = randomBytes(1000);
		const url = await partUrl(bytes.length);
		sandbox.control.addFault({ endpoint: 'PUT part', kind: 'throttle', bytesPerSecond: 2000 });
		expect(await timed(() => put(url, bytes))).toBeGreaterThanOrEqual(500);
		expect(uploaded()).toBe(1);
	});

	test('throttle: parts share a line that is shared', async () => {
		const bytes = randomBytes(1024);
		const urls = [await partUrl(2048, 1), await partUrl(2048, 2)];
		const fault = { endpoint: 'PUT part', kind: 'throttle', bytesPerSecond: 4096, count: Infinity } as const;
		sandbox.control.addFault({ ...fault, shared: true });
		const both = () => Promise.all(urls.map((url) => put(url, bytes)));
		expect(await timed(both)).toBeGreaterThanOrEqual(500);
		sandbox.control.clearFaults();
		sandbox.control.addFault(fault);
		expect(await timed(both)).toBeGreaterThanOrEqual(250);
		expect(uploaded()).toBe(2);
	});

	test('throttle: a download and a JSON answer come at so many bytes a second, whole', async () => {
		const url = await outputUrl();
		const whole = await download(url);
		const bytesPerSecond = whole.text.length * 2;
		sandbox.control.addFault({ endpoint: 'GET download', kind: 'throttle', bytesPerSecond });
		let slow = '';
		expect(await timed(async () => (slow = (await download(url)).text))).toBeGreaterThanOrEqual(500);
		expect(slow).toBe(whole.text);
		sandbox.control.addFault({ endpoint: BALANCE, kind: 'throttle', bytesPerSecond: 200 });
		const answer = await sandbox.client.get('/credits/balance');
		expect(answer.body).toMatchObject({ success: true, credits_balance: 10_000 });
		expect(answer.headers.get('content-length')).toBe(String(answer.text.length));
	});

	test('throttle without a rate is refused', () => {
		expect(() => sandbox.control.addFault({ endpoint: '*', kind: 'throttle' })).toThrow('bytesPerSecond');
	});

	test('stall: half of a download comes, then nothing, until the client gives up', async () => {
		sandbox.control.addFault({ endpoint: 'GET download', kind: 'stall', count: Infinity });
		const { seen, giveUp } = watch(await outputUrl());
		await until('half has come', () => seen.bytes > 0 && seen.bytes === Math.ceil(seen.announced / 2));
		expect([seen.end, sandbox.control.requests().at(-1)!.over]).toEqual(['', false]);
		giveUp();
		await until('the request is over', () => sandbox.control.requests().at(-1)!.over);
		expect(seen.bytes).toBe(Math.ceil(seen.announced / 2));
	});

	test('stall: half of a JSON answer comes; after delayMs the connection is cut', async () => {
		sandbox.control.addFault({ endpoint: BALANCE, kind: 'stall', delayMs: 50 });
		const { seen } = watch(balanceUrl(), authorization());
		await until('it has ended', () => seen.end !== '');
		expect(seen).toEqual({ announced: 61, bytes: 31, end: 'cut' });
	});

	test('stall: with resumes the rest follows after delayMs', async () => {
		sandbox.control.addFault({ endpoint: BALANCE, kind: 'stall', delayMs: 1_000, resumes: true });
		const { seen } = watch(balanceUrl(), authorization());
		await until('half has come', () => seen.bytes > 0);
		expect(seen).toEqual({ announced: 61, bytes: 31, end: '' });
		await until('it has ended', () => seen.end !== '');
		expect(seen).toEqual({ announced: 61, bytes: 61, end: 'whole' });
	});

	test('stall: half of a part is read, then nothing; the part has not arrived', async () => {
		const size = 64_000_000;
		const url = await partUrl(size);
		sandbox.control.addFault({ endpoint: 'PUT part', kind: 'stall' });
		const sent = httpRequest(url, { method: 'PUT', headers: { 'content-length': size } });
		const answered = jest.fn();
		sent.on('response', answered).on('error', () => undefined);
		let taken = 0;
		const send = () => {
			let more = true;
			for (; more && taken < size; taken += 64_000) more = sent.write(Buffer.alloc(64_000));
		};
		sent.on('drain', send);
		send();
		let [before, turns] = [0, 0];
		await until('nothing more is taken', () => {
			turns = taken > size / 4 && taken === before ? turns + 1 : 0;
			before = taken;
			return turns > 200;
		});
		expect(taken).toBeLessThan(size);
		expect(answered).not.toHaveBeenCalled();
		expect(sandbox.control.requests().at(-1)).toMatchObject({ over: false, status: null });
		expect(uploaded()).toBe(0);
		sent.destroy();
	});

	test('stall: a part is cut after delayMs, or arrives whole with resumes', async () => {
		const bytes = randomBytes(1000);
		const url = await partUrl(bytes.length);
		sandbox.control.addFault({ endpoint: 'PUT part', kind: 'stall', delayMs: 20 });
		await expect(put(url, bytes)).rejects.toThrow();
		expect(uploaded()).toBe(0);
		sandbox.control.addFault({ endpoint: 'PUT part', kind: 'stall', delayMs: 20, resumes: true });
		expect((await put(url, bytes)).status).toBe(200);
		expect(uploaded()).toBe(1);
	});

	test('a stalled request does not keep the sandbox from closing', async () => {
		sandbox.control.addFault({ endpoint: '*', kind: 'stall' });
		const { seen } = watch(balanceUrl(), authorization());
		await until('half has come', () => seen.bytes > 0);
		await sandbox.server.close();
		await until('it has ended', () => seen.end !== '');
		expect(seen.end).toBe('cut');
		sandbox = await startSandboxFixture();
	});
});
