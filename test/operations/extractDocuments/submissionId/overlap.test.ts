import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { countOf, extract, traced } from '../../../support/operations/extractDocuments';
import { sampleRun, SAMPLE_PART_SIZE, SAMPLE_ROWS } from '../../../support/fixtures/sampleRun';
import { until } from '../../../support/until';

describe('Extract Documents: two runs at once with the same Submission ID', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ partSize: SAMPLE_PART_SIZE, processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const expectOneExtraction = (): void => {
		const charges = node.sandbox.control.extractions().map((extraction) => extraction.charges);
		expect(charges).toEqual([[expect.objectContaining({ credits: SAMPLE_ROWS.length })]]);
	};

	it('both end with the rows of the one extraction', async () => {
		const runs = await Promise.all([
			extract(node, await sampleRun(node)),
			extract(node, await sampleRun(node)),
		]);
		expect(runs.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(runs.map(({ items }) => traced(items))).toEqual([SAMPLE_ROWS, SAMPLE_ROWS]);
		expectOneExtraction();
	});

	it('one goes on where the other has completed a file that it is still sending', async () => {
		node.sandbox.control.addFault({ endpoint: 'PUT part', kind: 'delay', delayMs: 2000, count: 6 });
		const slow = extract(node, await sampleRun(node));
		await until('all six parts', () => countOf(node, 'PUT part')[0] === 6);
		node.sandbox.control.clearFaults();
		const fast = await extract(node, await sampleRun(node));
		expect(traced(fast.items)).toEqual(SAMPLE_ROWS);
		const run = await slow;
		expect(run.error).toBeUndefined();
		expect(traced(run.items)).toEqual(SAMPLE_ROWS);
		expectOneExtraction();
	});
});
