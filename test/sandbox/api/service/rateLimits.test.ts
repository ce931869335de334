import {
	startSandboxFixture,
	type SandboxFixture,
	type Answer,
} from '../../../support/fixtures/sandboxFixture';
import { until } from '../../../support/until';

const ID = '123e4567-e89b-42d3-a456-426614174000';

describe('rate limits', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => {
		// Time passes only where it is moved: a busy machine may take the minute for 600 requests.
		jest.spyOn(Date, 'now').mockReturnValue(Date.now());
		sandbox = await startSandboxFixture();
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await sandbox.server.close();
	});

	/** Answers of `count` requests, in order of arrival. */
	async function send(count: number, method: string, path: string): Promise<Answer[]> {
		const answers: Answer[] = [];
		for (let sent = 0; sent < count; sent += 1) answers.push(await sandbox.client.send(method, path));
		return answers;
	}
	const limited = (answers: Answer[]) => answers.filter((answer) => answer.status === 429).length;

	test.each([
		['POST', '/uploads/sessions', 600],
		['POST', '/extractions', 30],
		['GET', `/extractions/${ID}`, 120],
		['GET', `/extractions/${ID}/results`, 60],
		['GET', '/extractions', 60],
		['GET', `/extractions/${ID}/details`, 60],
		['GET', `/extractions/${ID}/output?format=csv`, 30],
		['DELETE', `/extractions/${ID}`, 30],
		['POST', `/extractions/${ID}/cancel`, 30],
		['POST', `/extractions/${ID}/answers`, 30],
		['GET', '/credits/balance', 60],
	])('%s %s: %i a minute', async (method, path, limit) => {
		expect(limited(await send(limit, method, path))).toBe(0);
		const [refused] = await send(1, method, path);
		expect(refused!.status).toBe(429);
		const seconds = Number(refused!.headers.get('retry-after'));
		expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60).toBe(true);
		expect(refused!.body).toEqual({
			success: false,
			error: {
				code: 'RATE_LIMITED',
				message: expect.any(String),
				retryable: true,
				details: { retry_after_seconds: seconds },
			},
		});
		await sandbox.control.advanceClock(seconds * 1000);
		expect(limited(await send(1, method, path))).toBe(0);
	});

	test('the three upload endpoints share one limit', async () => {
		await send(200, 'POST', '/uploads/sessions');
		await send(200, 'POST', '/uploads/sessions/s/parts');
		expect(limited(await send(200, 'POST', '/uploads/sessions/s/complete'))).toBe(0);
		expect(limited(await send(1, 'POST', '/uploads/sessions'))).toBe(1);
		expect(limited(await send(1, 'POST', '/extractions'))).toBe(0);
	});

	test('the window of a limit slides with time', async () => {
		await send(20, 'POST', '/extractions');
		await sandbox.control.advanceClock(40_000);
		expect(limited(await send(11, 'POST', '/extractions'))).toBe(1);
		await sandbox.control.advanceClock(20_000);
		expect(limited(await send(21, 'POST', '/extractions'))).toBe(1);
	});

	test('a limit is of one key', async () => {
		sandbox.control.addKey({ key: 'other-key', state: 'active' });
		await send(31, 'POST', '/extractions');
		expect((await sandbox.as('other-key').post('/extractions')).status).toBe(400);
	});

	test('a held request counts as one', async () => {
		const { extraction_id } = sandbox.control.createExtraction({ status: 'processing' });
		const held = sandbox.client.get(`/extractions/${extraction_id}?wait=45`);
		await until('the request is held', () => sandbox.control.requests().length === 1);
		expect(limited(await send(119, 'GET', `/extractions/${ID}`))).toBe(0);
		expect(limited(await send(1, 'GET', `/extractions/${ID}`))).toBe(1);
		sandbox.control.updateExtraction({ extraction_id, status: 'completed' });
		expect((await held).body.status).toBe('completed');
	});

	test('part PUTs and downloads are not limited', async () => {
		await sandbox.client.upload('s', { 'big.pdf': Buffer.alloc(700 * 1024) });
		expect(
			sandbox.control.requests().filter((entry) => entry.endpoint === 'PUT part' && entry.status === 200),
		).toHaveLength(700);
	});

	test('limits can be turned off', async () => {
		await sandbox.server.close();
		sandbox = await startSandboxFixture({ limits: 'off' });
		expect(limited(await send(40, 'POST', '/extractions'))).toBe(0);
	});
});
