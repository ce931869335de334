import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { countOf, extract, invoiceItems, traced } from '../../../support/operations/extractDocuments';
import { until } from '../../../support/until';
import { LIST, SUBMIT } from '../../../support/endpoints';

describe('Extract Documents: a queue for a free place', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30, concurrentLimit: 1 });
	});
	afterEach(async () => await node.close());

	const control = () => node.sandbox.control;

	it('submits again only when an extraction has ended', async () => {
		const { extraction_id } = control().createExtraction({ status: 'processing' });
		const running = extract(node, { input: await invoiceItems(node, 'Q-1') });
		// It looks several times without submitting.
		await until('four requests for the list', () => countOf(node, LIST)[0]! >= 4);
		expect(countOf(node, SUBMIT)).toEqual([1]);
		control().updateExtraction({ extraction_id, status: 'completed' });
		const run = await running;
		expect(traced(run.items)).toEqual([['Q-1', 'Q-1.pdf (Page 1)', 0]]);
		expect(countOf(node, SUBMIT)).toEqual([2]);
		const failed = control()
			.extractions()
			.filter(({ status }) => status === 'failed');
		expect(failed).toHaveLength(1);
	});

	it('uses up the wait, says so at its end, and leaves one failed extraction behind', async () => {
		control().createExtraction({ status: 'processing' });
		const startedAt = Date.now();
		const run = await extract(node, {
			input: await invoiceItems(node, 'Q-2'),
			options: { maximumWait: 0.15 },
		});
		expect(run.error?.message).toMatch(/^Too many extractions run at the same time/);
		expect(run.error?.description).toMatch(/That time is over\. Increase Maximum Wait/);
		// A second of the nine is left for a submission.
		expect(Date.now() - startedAt).toBeGreaterThanOrEqual(8000);
		expect(run.error?.context).toMatchObject({ code: 'CONCURRENT_TASK_LIMIT', retryable: true });
		expect(countOf(node, SUBMIT)).toEqual([1]);
	});
});
