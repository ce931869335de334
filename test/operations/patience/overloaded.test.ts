import type { NodeRun } from '../../../dev/engine';
import { makeInvoicePdf } from '../../../examples/documents/invoicePdf';
import type { Fault } from '../../../dev/sandbox';
import { BALANCE, RESULTS, SESSIONS } from '../../support/endpoints';
import { gives, refuses, startLinkServer } from '../../support/fixtures/linkServer';
import { startNode, type NodeFixture } from '../../support/fixtures/nodeFixture';
import { NODE_TYPE } from '../../support/names';
import { countOf, extract, invoiceItems, traced } from '../../support/operations/extractDocuments';
import { until } from '../../support/until';

const MINUTE = 60_000;

describe('a service that is overloaded', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30, limits: 'off' });
	});
	afterEach(async () => {
		await node.close();
	});

	const getBalance = async (items = 1): Promise<NodeRun> =>
		await node.engine.runNode({
			type: NODE_TYPE,
			parameters: { resource: 'credit', operation: 'getBalance' },
			input: Array.from({ length: items }, () => ({ json: {} })),
			onError: 'continueRegularOutput',
		});

	const AT_ONCE = { 'Retry-After': '0' };
	const unavailable = (endpoint: Fault['endpoint']) =>
		node.sandbox.control.addFault({
			endpoint,
			kind: 'answer',
			status: 503,
			body: '',
			headers: AT_ONCE,
			count: Infinity,
		});

	/** Runs the node while something is overloaded for two minutes. */
	async function forTwoMinutes(run: () => Promise<NodeRun>, end: () => void): Promise<NodeRun> {
		const startedAt = performance.now();
		const running = run();
		await until('two minutes', () => performance.now() - startedAt >= 2 * MINUTE);
		end();
		return await running;
	}

	it.each([0, undefined])(
		'for two minutes is waited for, if it says Retry-After: %j',
		async (retryAfterSeconds) => {
			const { control } = node.sandbox;
			if (retryAfterSeconds === undefined) unavailable(BALANCE);
			else control.addFault({ endpoint: BALANCE, kind: 'rate_limited', retryAfterSeconds, count: Infinity });
			const run = await forTwoMinutes(getBalance, () => control.clearFaults());
			expect(run.items[0]?.json).toMatchObject({ credits_balance: expect.any(Number) });
			// It does not ask all the time either.
			expect(countOf(node, BALANCE)[0]).toBeLessThan(25);
		},
	);

	it.each([SESSIONS, 'PUT part', RESULTS, 'GET download'] as const)(
		'for two minutes loses no document: %s',
		async (endpoint) => {
			const input = await invoiceItems(node, 'O-1');
			const isFile = endpoint === 'GET download';
			unavailable(endpoint);
			const run = await forTwoMinutes(
				async () => await extract(node, { input, parameters: isFile ? { output: 'files' } : {} }),
				() => node.sandbox.control.clearFaults(),
			);
			expect(run.error).toBeUndefined();
			if (isFile) expect(run.items[0]?.binary).toHaveProperty('data.fileSize');
			else expect(traced(run.items)).toEqual([['O-1', 'O-1.pdf (Page 1)', 0]]);
		},
	);

	it('for two minutes loses no link: its server', async () => {
		const web = await startLinkServer();
		const links = web.on('/O-2.pdf', refuses(429, AT_ONCE));
		const pdf = await makeInvoicePdf({ number: 'O-2' });
		const run = await forTwoMinutes(
			async () => await extract(node, { input: [{ json: {} }], parameters: { files: 'links', links } }),
			() => void web.on('/O-2.pdf', gives(pdf)),
		);
		await web.close();
		expect(traced(run.items)).toEqual([['O-2', 'O-2.pdf (Page 1)', 0]]);
	});

	it('for good fails with a clear error', async () => {
		unavailable(BALANCE);
		const run = await getBalance();
		expect(run.items[0]?.json).toMatchObject({
			message: 'The service could not be reached: A proxy or gateway responded with HTTP 503',
			error: { retryable: true },
		});
		expect(countOf(node, BALANCE)[0]).toBeLessThan(25);
	});

	it('for good is found out once for all items, and the others get one try each', async () => {
		unavailable(BALANCE);
		const run = await getBalance(50);
		expect(run.items.map(({ json }) => json.error)).toHaveLength(50);
		expect(countOf(node, BALANCE)[0]).toBeLessThan(50 + 25);
	});

	it('for good is found out once for all links that are fetched at once', async () => {
		const web = await startLinkServer();
		const links = Array.from({ length: 50 }, (_, index) => web.on(`/${index}.pdf`, refuses(503, AT_ONCE)));
		const run = await extract(node, {
			input: [{ json: {} }],
			parameters: { files: 'links', links: links as unknown as string },
		});
		await web.close();
		expect(run.error?.context).toMatchObject({ retryable: true });
		expect(web.asked.length).toBeLessThan(50 + 5 * 25);
	});

	it('for good is found out once for all files that are sent at once: the storage', async () => {
		const numbers = Array.from({ length: 30 }, (_, index) => `O-${index}`);
		const input = await invoiceItems(node, ...numbers);
		unavailable('PUT part');
		const run = await extract(node, { input, onError: 'continueRegularOutput' });
		expect(run.items.map(({ json }) => json.error)).toHaveLength(30);
		expect(countOf(node, 'PUT part')[0]).toBeLessThan(30 + 8 * 25);
	});
});
