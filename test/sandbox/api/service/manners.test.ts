import { startSandboxFixture, type SandboxFixture } from '../../../support/fixtures/sandboxFixture';

describe('what callers are asked to keep to', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => (sandbox = await startSandboxFixture()));
	afterEach(() => sandbox.server.close());
	const broken = () => sandbox.control.violations().map(({ rule, path }) => [rule, path]);

	test('five seconds between status calls without wait, for one extraction', async () => {
		const [first, second] = sandbox.control
			.createExtraction([{ status: 'processing' }, { status: 'completed' }])
			.map(({ extraction_id }) => `/extractions/${extraction_id}`) as [string, string];
		await sandbox.client.get(first);
		await sandbox.client.get(second);
		await sandbox.client.get(`${second}?wait=45`);
		await sandbox.control.advanceClock(5000);
		await sandbox.client.get(first);
		expect(broken()).toEqual([]);
		await sandbox.control.advanceClock(3000);
		await sandbox.client.get(first);
		expect(broken()).toEqual([['five_seconds_between_status_calls', `/v1${first}`]]);
		expect(sandbox.control.violations()[0]!.earlyMs).toBeLessThanOrEqual(2000);
	});

	test('a status call that failed may be repeated sooner', async () => {
		const { extraction_id } = sandbox.control.createExtraction({ status: 'processing' });
		sandbox.control.addFault({ endpoint: '*', kind: 'error' });
		await sandbox.client.get(`/extractions/${extraction_id}`);
		await sandbox.client.get(`/extractions/${extraction_id}`);
		expect(broken()).toEqual([]);
	});

	test('as long as a 429 says, for the endpoints that share the limit', async () => {
		const endpoint = 'POST /uploads/sessions';
		sandbox.control.addFault({ endpoint, kind: 'rate_limited', retryAfterSeconds: 10 });
		await sandbox.client.post('/uploads/sessions', {});
		await sandbox.client.get('/credits/balance');
		expect(broken()).toEqual([]);
		await sandbox.client.post('/uploads/sessions/s/parts', {});
		expect(broken()).toEqual([['wait_as_told', '/v1/uploads/sessions/s/parts']]);
		await sandbox.control.advanceClock(10_000);
		await sandbox.client.post('/uploads/sessions', {});
		expect(broken()).toHaveLength(1);
		sandbox.control.clearRequests();
		expect(broken()).toEqual([]);
	});
});
