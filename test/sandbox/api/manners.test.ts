import { startSandboxFixture, type SandboxFixture } from '../../support/sandboxFixture';

describe('what callers are asked to keep to', () => {
	let bench: SandboxFixture;
	beforeEach(async () => (bench = await startSandboxFixture()));
	afterEach(() => bench.sandbox.close());
	const broken = () => bench.control.violations().map(({ rule, path }) => [rule, path]);

	test('five seconds between status calls without wait, for one extraction', async () => {
		const [first, second] = bench.control
			.createExtraction([{ status: 'processing' }, { status: 'completed' }])
			.map(({ extraction_id }) => `/extractions/${extraction_id}`) as [string, string];
		await bench.client.get(first);
		await bench.client.get(second);
		await bench.client.get(`${second}?wait=45`);
		await bench.control.advanceClock(5000);
		await bench.client.get(first);
		expect(broken()).toEqual([]);
		await bench.control.advanceClock(3000);
		await bench.client.get(first);
		expect(broken()).toEqual([['five_seconds_between_status_calls', `/v1${first}`]]);
		expect(bench.control.violations()[0]!.earlyMs).toBeLessThanOrEqual(2000);
	});

	test('a status call that failed may be repeated sooner', async () => {
		const { extraction_id } = bench.control.createExtraction({ status: 'processing' });
		bench.control.addFault({ endpoint: '*', kind: 'error' });
		await bench.client.get(`/extractions/${extraction_id}`);
		await bench.client.get(`/extractions/${extraction_id}`);
		expect(broken()).toEqual([]);
	});

	test('as long as a 429 says, for the endpoints that share the limit', async () => {
		const endpoint = 'POST /uploads/sessions';
		bench.control.addFault({ endpoint, kind: 'rate_limited', retryAfterSeconds: 10 });
		await bench.client.post('/uploads/sessions', {});
		await bench.client.get('/credits/balance');
		expect(broken()).toEqual([]);
		await bench.client.post('/uploads/sessions/s/parts', {});
		expect(broken()).toEqual([['wait_as_told', '/v1/uploads/sessions/s/parts']]);
		await bench.control.advanceClock(10_000);
		await bench.client.post('/uploads/sessions', {});
		expect(broken()).toHaveLength(1);
		bench.control.clearRequests();
		expect(broken()).toEqual([]);
	});
});
