import { fetch } from 'undici';
import {
	PROCESSING_MS,
	startSandboxFixture,
	type SandboxFixture,
} from '../../../support/fixtures/sandboxFixture';
import { until } from '../../../support/until';

describe('the control interface', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => (sandbox = await startSandboxFixture()));
	afterEach(() => sandbox.server.close());
	const over = async (method: string, name: string, argument?: unknown) => {
		const response = await fetch(sandbox.server.baseUrl.replace(/v1$/, `control/${name}`), {
			method,
			headers: argument === undefined ? {} : { 'content-type': 'application/json' },
			body: argument === undefined ? undefined : JSON.stringify(argument),
		});
		return { status: response.status, result: (await response.json()) as unknown };
	};

	test('over HTTP: readers are GET, the rest POST with the argument as body, no key', async () => {
		const before = sandbox.control.now().getTime();
		expect(await over('POST', 'advanceClock', 3_600_000)).toEqual({ status: 200, result: null });
		const { result } = await over('GET', 'now');
		expect(Date.parse(result as string)).toBeGreaterThanOrEqual(before + 3_600_000);
		await over('POST', 'setCredits', { balance: 5 });
		expect((await over('GET', 'balance')).result).toEqual({ balance: 5, reserved: 0 });
		await over('POST', 'addFault', { endpoint: '*', kind: 'html' });
		expect((await sandbox.client.get('/credits/balance')).status).toBe(502);
		await over('POST', 'addKey', { key: 'another', state: 'active' });
		expect((await sandbox.as('another').get('/credits/balance')).status).toBe(200);
		const made = await over('POST', 'createExtraction', { status: 'processing' });
		expect((await over('GET', 'extractions')).result).toEqual([made.result]);
		expect(await over('GET', 'sessions')).toEqual({ status: 200, result: [] });
	});

	test('over HTTP: a mistake is an error', async () => {
		expect((await over('GET', 'advanceClock')).status).toBe(404);
		expect((await over('POST', 'requests')).status).toBe(404);
		expect((await over('GET', 'nothing')).status).toBe(404);
		const unknown = await over('POST', 'deleteExtraction', { extraction_id: 'x' });
		expect(unknown).toEqual({ status: 400, result: { error: 'no such extraction' } });
	});

	test('requests: everything is logged, and neither key nor signature', async () => {
		await sandbox.client.upload('s', { 'a.pdf': Buffer.from('abc') });
		await sandbox.client.get('/extractions?limit=5');
		const log = sandbox.control.requests();
		expect(log.map(({ endpoint, status }) => [endpoint, status])).toEqual([
			['POST /uploads/sessions', 200],
			['POST /uploads/sessions/{upload_session_id}/parts', 200],
			['PUT part', 200],
			['POST /uploads/sessions/{upload_session_id}/complete', 200],
			['GET /extractions', 200],
		]);
		expect(log[2]).toMatchObject({ method: 'PUT', fileId: 'file-1', partNumber: 1, bytes: 3 });
		expect(log[2]!.headers).toMatchObject({ hasAuthorization: false });
		expect(log[4]).toMatchObject({ path: '/v1/extractions', query: { limit: '5' }, keyId: 'key_1' });
		const text = JSON.stringify(log);
		expect(text).not.toContain(sandbox.server.apiKey);
		expect(text).not.toContain('signature');
		sandbox.control.clearRequests();
		expect(sandbox.control.requests()).toEqual([]);
	});

	test('advanceClock: everything due happens in its order before it resolves, questions and all', async () => {
		sandbox.control.planExtractions([{ rows: 1 }, { rows: 1, processingMs: 2 * PROCESSING_MS }]);
		const [first, second] = [await sandbox.client.extract('a'), await sandbox.client.extract('b')];
		const status = () => sandbox.control.extractions().map((extraction) => extraction.status);
		await sandbox.control.advanceClock(PROCESSING_MS);
		expect(status()).toEqual(['completed', 'processing']);
		await sandbox.control.advanceClock(PROCESSING_MS);
		expect(status()).toEqual(['completed', 'completed']);
		expect([first, second]).toEqual(
			sandbox.control.extractions().map((extraction) => extraction.extraction_id),
		);
	});

	test('advanceClock takes the clock back', async () => {
		const before = sandbox.control.now().getTime();
		await sandbox.control.advanceClock(-600_000);
		expect(sandbox.control.now().getTime()).toBeLessThan(before - 590_000);
		expect((await sandbox.client.get('/credits/balance')).status).toBe(200);
	});

	test('without the clock being moved, processing ends in real time', async () => {
		await sandbox.server.close();
		sandbox = await startSandboxFixture({ processingMs: 10 });
		sandbox.control.planExtractions([{ outcome: 'from_documents', rows: 1 }]);
		const id = await sandbox.client.extract('a');
		expect((await sandbox.client.get(`/extractions/${id}?wait=45`)).body.status).toBe('completed');
	});

	test('createExtraction: 10,000 at once, and updateExtraction on a held one', async () => {
		const made = sandbox.control.createExtraction(
			Array.from({ length: 10_000 }, (_, index) => ({
				created_at: 1_700_000_000_000 + index,
				status: 'completed',
			})),
		);
		expect(made).toHaveLength(10_000);
		const { extraction_id } = sandbox.control.createExtraction({ status: 'processing' });
		const held = sandbox.client.get(`/extractions/${extraction_id}?wait=45`);
		await until('the request is held', () => sandbox.control.requests().length === 1);
		sandbox.control.updateExtraction({ extraction_id, status: 'failed', error: { code: 'PROMPT_UNCLEAR' } });
		expect((await held).body).toMatchObject({ status: 'failed', error: { code: 'PROMPT_UNCLEAR' } });
	});

	test('a seeded extraction that asks goes on when answered', async () => {
		const { extraction_id } = sandbox.control.createExtraction({ status: 'input_required', rowCount: 3 });
		const answers = [{ question_id: 'date_order', accept_recommended: true }];
		await sandbox.client.post(`/extractions/${extraction_id}/answers`, { answers });
		await sandbox.control.advanceClock(PROCESSING_MS);
		expect(sandbox.control.extractions()).toMatchObject([
			{ status: 'completed', row_count: 3, charges: [{ credits: 1 }] },
		]);
	});

	test('hideFromList and deleteExtraction take an extraction away', async () => {
		const { extraction_id } = sandbox.control.createExtraction({ status: 'processing' });
		const listed = async () => (await sandbox.client.get('/extractions')).body.extractions.length;
		sandbox.control.hideFromList({ extraction_id, hidden: true });
		expect(await listed()).toBe(0);
		expect((await sandbox.client.get(`/extractions/${extraction_id}`)).status).toBe(200);
		sandbox.control.hideFromList({ extraction_id, hidden: false });
		expect(await listed()).toBe(1);
		await sandbox.control.deleteExtraction({ extraction_id });
		expect((await sandbox.client.get(`/extractions/${extraction_id}`)).status).toBe(404);
	});

	test('a key can be revoked while in use, and two keys can share an account', async () => {
		sandbox.control.addKey({ key: 'second', accountOf: sandbox.server.apiKey });
		const id = await sandbox.client.extract('a');
		expect((await sandbox.as('second').get(`/extractions/${id}`)).status).toBe(200);
		sandbox.control.addKey({ key: sandbox.server.apiKey, state: 'revoked' });
		expect((await sandbox.client.get('/credits/balance')).body.error.code).toBe('API_KEY_REVOKED');
		expect((await sandbox.as('second').get('/credits/balance')).status).toBe(200);
	});
});
