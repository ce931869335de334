import { extract, invoiceItems } from '../../support/operations/extractDocuments';
import { startNode, type NodeFixture } from '../../support/fixtures/nodeFixture';
import { BALANCE, SUBMIT } from '../../support/endpoints';
import { NODE_TYPE } from '../../support/names';

describe('pauses that the service asks for', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const timesOf = (endpoint: string): number[] =>
		node.sandbox.control
			.requests()
			.filter((request) => request.endpoint === endpoint)
			.map(({ at }) => Date.parse(at));

	const getBalance = async () =>
		await node.engine.runNode({
			type: NODE_TYPE,
			parameters: { resource: 'credit', operation: 'getBalance' },
			input: [{ json: {} }],
		});

	it('do not use up all tries within a moment when they are pauses of nothing', async () => {
		node.sandbox.control.addFault({
			endpoint: BALANCE,
			kind: 'rate_limited',
			retryAfterSeconds: 0,
			count: 3,
		});
		const run = await getBalance();
		expect(run.error).toBeUndefined();
		const times = timesOf(BALANCE);
		const gaps = times.slice(1).map((time, index) => time - times[index]!);
		expect(gaps).toHaveLength(3);
		[250, 500, 1000].forEach((shortest, index) => expect(gaps[index]).toBeGreaterThanOrEqual(shortest));
	});

	it.each([408, 425])('are made by the node itself after HTTP %d', async (status) => {
		node.sandbox.control.addFault({ endpoint: BALANCE, kind: 'html', status });
		const run = await getBalance();
		expect(run.error).toBeUndefined();
		expect(timesOf(BALANCE)).toHaveLength(2);
	});

	describe('while submissions are paused for longer than ten minutes', () => {
		const resumes_at = () => new Date(Date.now() + 40 * 60_000).toISOString();
		const pauseSubmissions = (details: Record<string, unknown>, count: number): void =>
			node.sandbox.control.addFault({
				endpoint: SUBMIT,
				kind: 'error',
				code: 'SUBMISSIONS_PAUSED',
				details,
				count,
			});

		it('last until the maximum wait, and the error says when submissions resume', async () => {
			const details = { resumes_at: resumes_at() };
			pauseSubmissions(details, 1000);
			const startedAt = Date.now();
			const run = await extract(node, {
				input: await invoiceItems(node, 'P-1'),
				options: { maximumWait: 0.05 },
			});
			expect(Date.now() - startedAt).toBe(3000);
			expect(run.error?.message).toMatch(
				/^The service is being updated and accepts no submissions right now/,
			);
			expect(`${run.error?.message} ${run.error?.description}`).toContain(details.resumes_at);
			expect(timesOf(SUBMIT).length).toBeGreaterThan(1);
		});
	});
});
