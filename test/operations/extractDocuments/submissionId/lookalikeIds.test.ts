import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { countOf, extract, invoiceItems, traced } from '../../../support/operations/extractDocuments';
import { until } from '../../../support/until';

describe('Extract Documents: Submission IDs that look like the next of a series', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const run = async (submissionId: string, number: string) =>
		await extract(node, { input: await invoiceItems(node, number), options: { submissionId } });

	it('a failure that may pass brings no rows of another ID', async () => {
		await run('order-7-2', 'L-1');
		node.sandbox.control.planExtractions([{ fail: { code: 'SUBMISSION_STALLED' } }]);
		expect(traced((await run('order-7', 'L-2')).items)).toEqual([['L-2', 'L-2.pdf (Page 1)', 0]]);
	});

	it('a lost session does not go on in that of another ID', async () => {
		await run('order-7-2', 'L-3');
		const { control } = node.sandbox;
		control.addFault({ endpoint: 'PUT part', kind: 'delay', delayMs: 700 });
		const running = run('order-7', 'L-4');
		await until('two parts', () => countOf(node, 'PUT part')[0] === 2);
		control.expireSession({ upload_session_id: 'order-7' });
		expect(traced((await running).items)).toEqual([['L-4', 'L-4.pdf (Page 1)', 0]]);
		expect(control.sessions().map(({ files }) => files[0]?.file_name)).toEqual(['L-3.pdf', 'L-4.pdf']);
	});
});
