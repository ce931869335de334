import { documentsIn } from '../../../../dev/demo/documents';
import { startNode } from '../../../support/fixtures/nodeFixture';
import { extract } from '../../../support/operations/extractDocuments';

/** The rows of all example documents, sent in parts of the given size. */
async function rowsWith(partSize: number | undefined) {
	const node = await startNode({ processingMs: 30, partSize, limits: 'off' });
	try {
		const input = [];
		for (const { path, name, mimeType } of await documentsIn('examples/documents'))
			input.push({ json: {}, binary: { data: await node.engine.storeFile(path, name, mimeType) } });
		const run = await extract(node, { input });
		const parts = node.sandbox.control.requests().filter(({ endpoint }) => endpoint === 'PUT part').length;
		return { rows: run.items.map(({ json }) => json), parts, files: input.length };
	} finally {
		await node.close();
	}
}

test('files arrive as they are when their parts share the buffers', async () => {
	const whole = await rowsWith(undefined);
	expect(whole.parts).toBe(whole.files);
	const inParts = await rowsWith(1500);
	expect(inParts.parts).toBeGreaterThan(100);
	expect(inParts.rows).toEqual(whole.rows);
});
