import { fetch } from 'undici';
import { PROCESSING_MS, startSandboxFixture, until, type SandboxFixture } from '../../support/sandboxFixture';

describe('the control interface', () => {
	let bench: SandboxFixture;
	beforeEach(async () => (bench = await startSandboxFixture()));
	afterEach(() => bench.sandbox.close());
	const over = async (method: string, name: string, argument?: unknown) => {
		const response = await fetch(bench.sandbox.baseUrl.replace(/v1$/, `control/${name}`), {
			method,
			headers: argument === undefined ? {} : { 'content-type': 'application/json' },
			body: argument === undefined ? undefined : JSON.stringify(argument),
		});
		return { status: response.status, result: (await response.json()) as never as Record<string, unknown> };
	};

	test('over HTTP: readers are GET, the rest POST with the argument as body, no key', async () => {
		const before = bench.control.now().getTime();
		expect(await over('POST', 'advanceClock', 3_600_000)).toEqual({ status: 200, result: null });
		const { result } = await over('GET', 'now');
		expect(Date.parse(result as never)).toBeGreaterThanOrEqual(before + 3_600_000);
		await over('POST', 'setCredits', { balance: 5 });
		expect((await over('GET', 'balance')).result).toEqual({ balance: 5, reserved: 0 });
		await over('POST', 'addFault', { endpoint: '*', kind: 'html' });
		expect((await bench.client.get('/credits/balance')).status).toBe(502);
		await over('POST', 'addKey', { key: 'another', state: 'active' });
		expect((await bench.as('another').get('/credits/balance')).status).toBe(200);
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
		await bench.client.upload('s', { 'a.pdf': Buffer.from('abc') });
		await bench.client.get('/extractions?limit=5');
		const log = bench.control.requests();
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
		expect(text).not.toContain(bench.sandbox.apiKey);
		expect(text).not.toContain('signature');
		bench.control.clearRequests();
		expect(bench.control.requests()).toEqual([]);
	});

	test('advanceClock: everything due happens in its order before it resolves, questions and all', async () => {
		bench.control.planExtractions([{ rows: 1 }, { rows: 1, processingMs: 2 * PROCESSING_MS }]);
		const [first, second] = [await bench.client.extract('a'), await bench.client.extract('b')];
		const status = () => bench.control.extractions().map((extraction) => extraction.status);
		await bench.control.advanceClock(PROCESSING_MS);
		expect(status()).toEqual(['completed', 'processing']);
		await bench.control.advanceClock(PROCESSING_MS);
		expect(status()).toEqual(['completed', 'completed']);
		expect([first, second]).toEqual(
			bench.control.extractions().map((extraction) => extraction.extraction_id),
		);
	});

	test('advanceClock takes the clock back', async () => {
		const before = bench.control.now().getTime();
		await bench.control.advanceClock(-600_000);
		expect(bench.control.now().getTime()).toBeLessThan(before - 590_000);
		expect((await bench.client.get('/credits/balance')).status).toBe(200);
	});

	test('without the clock being moved, processing ends in real time', async () => {
		await bench.sandbox.close();
		bench = await startSandboxFixture({ processingMs: 10 });
		bench.control.planExtractions([{ outcome: 'from_documents', rows: 1 }]);
		const id = await bench.client.extract('a');
		expect((await bench.client.get(`/extractions/${id}?wait=45`)).body.status).toBe('completed');
	});

	test('createExtraction: 10,000 at once, and updateExtraction on a held one', async () => {
		const made = bench.control.createExtraction(
			Array.from({ length: 10_000 }, (_, index) => ({
				created_at: 1_700_000_000_000 + index,
				status: 'completed',
			})),
		);
		expect(made).toHaveLength(10_000);
		const { extraction_id } = bench.control.createExtraction({ status: 'processing' });
		const held = bench.client.get(`/extractions/${extraction_id}?wait=45`);
		await until('the request is held', () => bench.control.requests().length === 1);
		bench.control.updateExtraction({ extraction_id, status: 'failed', error: { code: 'PROMPT_UNCLEAR' } });
		expect((await held).body).toMatchObject({ status: 'failed', error: { code: 'PROMPT_UNCLEAR' } });
	});

	test('a seeded extraction that asks goes on when answered', async () => {
		const { extraction_id } = bench.control.createExtraction({ status: 'input_required', rowCount: 3 });
		const answers = [{ question_id: 'date_order', accept_recommended: true }];
		await bench.client.post(`/extractions/${extraction_id}/answers`, { answers });
		await bench.control.advanceClock(PROCESSING_MS);
		expect(bench.control.extractions()).toMatchObject([
			{ status: 'completed', row_count: 3, charges: [{ credits: 1 }] },
		]);
	});

	test('hideFromList and deleteExtraction', async () => {
		const { extraction_id } = bench.control.createExtraction({ status: 'processing' });
		const listed = async () => (await bench.client.get('/extractions')).body.extractions.length;
		bench.control.hideFromList({ extraction_id, hidden: true });
		expect(await listed()).toBe(0);
		expect((await bench.client.get(`/extractions/${extraction_id}`)).status).toBe(200);
		bench.control.hideFromList({ extraction_id, hidden: false });
		expect(await listed()).toBe(1);
		await bench.control.deleteExtraction({ extraction_id });
		expect((await bench.client.get(`/extractions/${extraction_id}`)).status).toBe(404);
	});

	test('a key can be revoked while in use, and two keys can share an account', async () => {
		bench.control.addKey({ key: 'second', accountOf: bench.sandbox.apiKey });
		const id = await bench.client.extract('a');
		expect((await bench.as('second').get(`/extractions/${id}`)).status).toBe(200);
		bench.control.addKey({ key: bench.sandbox.apiKey, state: 'revoked' });
		expect((await bench.client.get('/credits/balance')).body.error.code).toBe('API_KEY_REVOKED');
		expect((await bench.as('second').get('/credits/balance')).status).toBe(200);
	});
});
