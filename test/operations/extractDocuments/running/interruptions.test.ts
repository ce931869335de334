import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { countOf, extract, invoiceItems, traced } from '../../../support/operations/extractDocuments';
import { until } from '../../../support/until';
import { COMPLETE, PARTS, RESULTS, STATUS } from '../../../support/endpoints';

/** Timers may fire a little early. */
const TIMER_TOLERANCE_MS = 20;

describe('Extract Documents: what passes', () => {
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

	const requestsTo = (endpoint: string) =>
		node.sandbox.control.requests().filter((request) => request.endpoint === endpoint);
	const statusesOf = (endpoint: string) => requestsTo(endpoint).map(({ status }) => status);

	it.each([['POST /uploads/sessions'], [PARTS], ['POST /extractions'], [STATUS], [RESULTS]] as const)(
		'a rate limit at %s is waited for as long as the service says',
		async (endpoint) => {
			node.sandbox.control.addFault({ endpoint, kind: 'rate_limited', retryAfterSeconds: 1 });
			await expectRowsAfterAll();
			const [refused, next] = requestsTo(endpoint);
			expect(refused?.status).toBe(429);
			expect(Date.parse(next!.at) - Date.parse(refused!.at)).toBeGreaterThanOrEqual(
				1000 - TIMER_TOLERANCE_MS,
			);
		},
	);

	it('a pause for a deploy is waited for until the service resumes', async () => {
		const resumesAt = new Date(Date.now() + 2000).toISOString();
		node.sandbox.control.addFault({
			endpoint: 'POST /extractions',
			kind: 'error',
			code: 'SUBMISSIONS_PAUSED',
			details: { resumes_at: resumesAt },
		});
		await expectRowsAfterAll();
		const [refused, next] = requestsTo('POST /extractions');
		expect(refused?.status).toBe(503);
		expect(Date.parse(next!.at)).toBeGreaterThanOrEqual(Date.parse(resumesAt) - TIMER_TOLERANCE_MS);
	});

	it('a pause whose end the service does not tell, or that lasts longer, is tried again', async () => {
		const pause = { endpoint: 'POST /extractions', kind: 'error', code: 'SUBMISSIONS_PAUSED' } as const;
		node.sandbox.control.addFault(pause);
		node.sandbox.control.addFault({ ...pause, details: { resumes_at: new Date(0).toISOString() } });
		await expectRowsAfterAll();
		expect(statusesOf('POST /extractions')).toEqual([503, 503, 202]);
	});

	it.each([
		['an internal error', 'POST /extractions', { kind: 'error', code: 'INTERNAL_ERROR' }, 500],
		[
			'a failed completion',
			'POST /uploads/sessions/{upload_session_id}/complete',
			{ kind: 'error', code: 'UPLOAD_COMPLETE_FAILED' },
			502,
		],
		["a proxy's error page", RESULTS, { kind: 'html', status: 502 }, 502],
		['a page with HTTP 200', PARTS, { kind: 'html', status: 200 }, 200],
		['a page with HTTP 200', COMPLETE, { kind: 'html', status: 200 }, 200],
		['a page with HTTP 200', 'POST /extractions', { kind: 'html', status: 200 }, 200],
		['a page with HTTP 200', STATUS, { kind: 'html', status: 200 }, 200],
		['a page with HTTP 200', RESULTS, { kind: 'html', status: 200 }, 200],
		['a page with HTTP 200', 'PUT part', { kind: 'html', status: 200 }, 200],
		['a part that gets no ETag', 'PUT part', { kind: 'answer', status: 200, body: '' }, 200],
		['JSON that is cut off', RESULTS, { kind: 'truncated' }, 200],
		['JSON that is cut off', PARTS, { kind: 'truncated' }, 200],
		['an overloaded storage', 'PUT part', { kind: 'rate_limited' }, 503],
		['a part URL that has expired', 'PUT part', { kind: 'expired_url' }, 403],
		['a broken connection in the middle of a part', 'PUT part', { kind: 'reset' }, null],
	] as const)('%s (%s) is tried again', async (_, endpoint, fault, status) => {
		node.sandbox.control.addFault({ endpoint, ...fault });
		await expectRowsAfterAll();
		const [first, ...others] = statusesOf(endpoint);
		expect(first).toBe(status);
		expect(others).toHaveLength(1);
	});

	it('a part URL whose 15 minutes end before it is used is asked for once more', async () => {
		node.sandbox.control.addFault({ endpoint: 'PUT part', kind: 'delay', delayMs: 1000 });
		const run = expectRowsAfterAll();
		await until('the first part', () => countOf(node, 'PUT part')[0] === 1);
		await node.sandbox.control.advanceClock(15 * 60_000);
		await run;
		expect(statusesOf('PUT part')).toEqual([403, 200]);
		expect(countOf(node, PARTS)).toEqual([2]);
	});

	it('an unknown status is no end', async () => {
		const { control } = node.sandbox;
		control.planExtractions([{ status: 'archiving', forMs: 3_600_000 }]);
		const run = expectRowsAfterAll();
		// However late the first look comes, it sees the unknown status.
		await until('the first status', () => statusesOf(STATUS)[0] === 200);
		await control.advanceClock(3_600_000);
		await run;
		expect(countOf(node, STATUS)[0]).toBeGreaterThan(1);
	});

	it.each(['CONCURRENT_TASK_LIMIT', 'SUBMISSION_STALLED', 'INTERNAL_ERROR'])(
		'a failure that may pass (%s) is submitted again under the next id',
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

	it('a run with the same id finds its place in that series', async () => {
		node.sandbox.control.planExtractions([{ fail: { code: 'CONCURRENT_TASK_LIMIT' } }]);
		const input = await invoiceItems(node, 'I-1');
		const options = { submissionId: 'queued' };
		await extract(node, { input, options });
		const again = await extract(node, { input, options });
		expect(traced(again.items)).toEqual(ROWS);
		expect(node.sandbox.control.extractions()).toHaveLength(2);
	});

	it('a queue that stays full is an error once the maximum wait is over', async () => {
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
