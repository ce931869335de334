import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { countOf, extract, invoiceItems, traced } from '../../../support/operations/extractDocuments';
import { until } from '../../../support/until';
import { COMPLETE, PARTS, STATUS, SUBMIT } from '../../../support/endpoints';

describe('Extract Documents, interrupted by what passes,', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const ROWS = [['I-1', 'I-1.pdf (Page 1)', 0]];

	async function expectRowsAfterAll(): Promise<void> {
		const run = await extract(node, { input: await invoiceItems(node, 'I-1') });
		expect(run.error).toBeUndefined();
		expect(traced(run.items)).toEqual(ROWS);
		const charges = node.sandbox.control.extractions().flatMap((extraction) => extraction.charges);
		expect(charges.map(({ credits }) => credits)).toEqual([1]);
	}

	const statusesOf = (endpoint: string) =>
		node.sandbox.control
			.requests()
			.filter((request) => request.endpoint === endpoint)
			.map(({ status }) => status);

	// test/http/retries has each failure at each endpoint, over planned responses. These are over real connections.
	it.each([
		['a rate limit of the API', SUBMIT, { kind: 'rate_limited', retryAfterSeconds: 40 }, [429, 202]],
		['a web page with HTTP 200', COMPLETE, { kind: 'html', status: 200 }, [200, 200]],
		['an overloaded storage', 'PUT part', { kind: 'rate_limited' }, [503, 200]],
	] as const)('goes on after %s (%s), and is charged once', async (_, endpoint, fault, statuses) => {
		node.sandbox.control.addFault({ endpoint, ...fault });
		await expectRowsAfterAll();
		expect(statusesOf(endpoint)).toEqual(statuses);
	});

	it('asks for a new part URL when the 15 minutes of one are over', async () => {
		node.sandbox.control.addFault({ endpoint: 'PUT part', kind: 'delay', delayMs: 1000 });
		const run = expectRowsAfterAll();
		await until('the first part', () => countOf(node, 'PUT part')[0] === 1);
		await node.sandbox.control.advanceClock(15 * 60_000);
		await run;
		expect(statusesOf('PUT part')).toEqual([403, 200]);
		expect(countOf(node, PARTS)).toEqual([2]);
	});

	it('waits on at a status that it does not know', async () => {
		node.sandbox.control.planExtractions([{ status: 'archiving', forMs: 60_000 }]);
		await expectRowsAfterAll();
		expect(countOf(node, STATUS)[0]).toBeGreaterThan(1);
	});

	it.each(['CONCURRENT_TASK_LIMIT', 'SUBMISSION_STALLED', 'INTERNAL_ERROR'])(
		'submits again, under the next ID, after a failure that may pass (%s)',
		async (code) => {
			node.sandbox.control.planExtractions([{ fail: { code } }]);
			const input = await invoiceItems(node, 'I-1');
			const run = await extract(node, { input, options: { submissionId: 'queued' } });
			expect(traced(run.items)).toEqual(ROWS);
			const made = node.sandbox.control.extractions();
			expect(
				made.map(({ submission_id, status, charges }) => [submission_id, status, charges.length]),
			).toEqual([
				['queued', 'failed', 0],
				[expect.stringMatching(/^queued\.s2\.[0-9a-f]{12}$/), 'completed', 1],
			]);
			expect(countOf(node, 'POST /uploads/sessions', 'PUT part')).toEqual([1, 1]);
		},
	);

	it('finds its place in the series of IDs when it runs again with the same ID', async () => {
		node.sandbox.control.planExtractions([{ fail: { code: 'CONCURRENT_TASK_LIMIT' } }]);
		const input = await invoiceItems(node, 'I-1');
		const options = { submissionId: 'queued' };
		await extract(node, { input, options });
		const again = await extract(node, { input, options });
		expect(traced(again.items)).toEqual(ROWS);
		expect(node.sandbox.control.extractions()).toHaveLength(2);
	});

	it('fails when the queue stays full until the maximum wait is over', async () => {
		node.sandbox.control.planExtractions(
			Array.from({ length: 20 }, () => ({ fail: { code: 'CONCURRENT_TASK_LIMIT' } })),
		);
		const input = await invoiceItems(node, 'I-2');
		const run = await extract(node, { input, options: { maximumWait: 0.1 } });
		expect(run.error?.message).toMatch(/^Too many extractions run at the same time/);
		expect(run.error?.context).toMatchObject({ code: 'CONCURRENT_TASK_LIMIT', retryable: true });
		const left = node.sandbox.control.extractions().map(({ status }) => status);
		expect(new Set(left)).toEqual(new Set(['failed']));
		expect(node.sandbox.control.balance()).toEqual({ balance: 10_000, reserved: 0 });
	});
});
