import { serviceAt } from '../../../nodes/DocumentDataExtraction/api/rate/services';
import { Uplink } from '../../../nodes/DocumentDataExtraction/api/rate/Uplink';
import { countOf, extract, invoiceFile, traced } from '../../support/operations/extractDocuments';
import { startNode, type NodeFixture } from '../../support/fixtures/nodeFixture';
import { itemWith } from '../../support/items';

const PART_SIZE = 256 * 1024;

/** Bytes per second. A part needs half a second when it has the line for itself. */
const SPEED = 2 * PART_SIZE;

describe('uploads over a slow line', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30, partSize: PART_SIZE });
	});
	afterEach(async () => await node.close());

	/** In place of minutes, a part has a second at first, and a small one a quarter of it. */
	const hurry = (): void => {
		serviceAt(node.sandbox.baseUrl).uplink = new Uplink(() => performance.now(), {
			shortestTimeoutMs: 250,
			guessedSpeed: 3 * PART_SIZE,
			slowestSpeed: SPEED / 2,
			silentMs: 6000,
			patienceMs: 1500,
		});
	};

	const throttle = (): void =>
		node.sandbox.control.addFault({
			endpoint: 'PUT part',
			kind: 'throttle',
			bytesPerSecond: SPEED,
			shared: true,
			count: Infinity,
		});

	it('arrive although the first parts, eight at once, time out', async () => {
		hurry();
		throttle();
		const file = await invoiceFile(node, 'U-1', 'U-1.pdf', { padToBytes: 9.5 * PART_SIZE });
		const run = await extract(node, { input: [itemWith(file)] });
		expect(run.error).toBeUndefined();
		expect(traced(run.items)).toEqual([['U-1', 'U-1.pdf (Page 1)', 0]]);
		const parts = node.sandbox.control.requests().filter(({ endpoint }) => endpoint === 'PUT part');
		// Some of the eight that went at once timed out, and a few more until the speed was known.
		expect(parts.length).toBeGreaterThan(12);
		expect(parts.length).toBeLessThan(30);
	});

	it('fail soon where nothing arrives at all, and submit nothing', async () => {
		hurry();
		node.sandbox.control.addFault({ endpoint: 'PUT part', kind: 'hang', count: Infinity });
		const files = await Promise.all(
			['U-2', 'U-3', 'U-4'].map(
				async (number) => await invoiceFile(node, number, undefined, { padToBytes: PART_SIZE }),
			),
		);
		const run = await extract(node, { input: files.map((file) => itemWith(file)) });
		expect(run.error?.message).toMatch(/did not respond in time: No more parts arrived at the storage; U-/);
		expect(countOf(node, 'POST /extractions')).toEqual([0]);
		// Three at once, then one after the other, six rounds in all; who paused then tries once more. By themselves, each had many more.
		expect(countOf(node, 'PUT part')[0]).toBeLessThanOrEqual(3 + 5 + 2);
	});

	it.each([
		['HTTP 408', { status: 408, body: '<Error/>' }],
		['HTTP 425', { status: 425, body: '' }],
		[
			'what S3 says of a slow line',
			{ status: 400, body: '<Error><Code>RequestTimeout</Code><Message>idle</Message></Error>' },
		],
	])('are tried again after %s of the storage', async (_what, answer) => {
		node.sandbox.control.addFault({ endpoint: 'PUT part', kind: 'answer', ...answer });
		const run = await extract(node, { input: [itemWith(await invoiceFile(node, 'U-5'))] });
		expect(run.error).toBeUndefined();
		expect(countOf(node, 'PUT part')).toEqual([2]);
	});

	it('take a web page for no success of the storage', async () => {
		node.sandbox.control.addFault({ endpoint: 'PUT part', kind: 'html', status: 200, count: Infinity });
		const run = await extract(node, { input: [itemWith(await invoiceFile(node, 'U-6'))] });
		expect(run.error?.message).toMatch(
			/The storage at 127\.0\.0\.1:\d+ responded with HTTP 200 and a web page/,
		);
		expect(countOf(node, 'POST /extractions')).toEqual([0]);
	});
});
