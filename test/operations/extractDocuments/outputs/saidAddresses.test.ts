import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { extract, invoiceItems } from '../../../support/operations/extractDocuments';

const SIGNATURE = 's1gned-for-one-t1me';

describe('Extract Documents: a signed address in what the service says of a failure', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	it.each(['VALIDATION_FAILED', 'CODE_OF_THE_FUTURE'])('loses its query: %s', async (code) => {
		const message = `Cannot read https://storage.example.com/a.pdf?signature=${SIGNATURE} of the upload`;
		const details = { files: [`https://storage.example.com/b.pdf?signature=${SIGNATURE}`] };
		for (const onError of [undefined, 'continueRegularOutput'] as const) {
			node.sandbox.control.planExtractions([{ fail: { code, message, details } }]);
			const run = await extract(node, { input: await invoiceItems(node, 'A-1'), onError });
			const told = JSON.stringify([
				run.error?.message,
				run.error?.description,
				run.error?.context,
				run.items,
			]);
			expect(told).toContain('https://storage.example.com/a.pdf');
			expect(told).not.toContain(SIGNATURE);
		}
	});
});
