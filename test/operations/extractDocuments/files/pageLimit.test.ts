import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { extract, invoiceItems } from '../../../support/operations/extractDocuments';

describe('Extract Documents: a file with too many pages', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	it('fails its item alone, where the node continues', async () => {
		node.sandbox.control.planExtractions([
			{ fail: { code: 'FILE_PAGE_LIMIT_EXCEEDED', details: { file_names: ['G-2.pdf'] } } },
		]);
		const input = await invoiceItems(node, 'G-1', 'G-2', 'G-3');
		const { items } = await extract(node, { input, onError: 'continueRegularOutput' });
		const told = items.map(({ json, pairedItem }) => [
			json['Invoice Number'] ?? (json.error as { code: string }).code,
			pairedItem,
		]);
		expect(told).toEqual([
			['G-1', { item: 0 }],
			['FILE_PAGE_LIMIT_EXCEEDED', { item: 1 }],
			['G-3', { item: 2 }],
		]);
		expect(node.sandbox.control.extractions().map(({ file_names }) => file_names)).toEqual([
			['G-1.pdf', 'G-2.pdf', 'G-3.pdf'],
			['G-1.pdf', 'G-3.pdf'],
		]);
	});
});
