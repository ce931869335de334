import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { extract, invoiceFile } from '../../../support/operations/extractDocuments';
import { itemWith } from '../../../support/items';

/** The longest time for which nothing else had its turn while the work was done, in milliseconds. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
	let [longest, last] = [0, Date.now()];
	const look = (): void => {
		longest = Math.max(longest, Date.now() - last);
		last = Date.now();
	};
	const watch = setInterval(look, 10);
	try {
		await work();
	} finally {
		clearInterval(watch);
	}
	look();
	return longest;
}

describe('Extract Documents: a file name that a stranger chose', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	it('does not keep n8n from its other work, whatever the pattern', async () => {
		const input = [itemWith(await invoiceFile(node, 'H-1', '_'.repeat(255)))];
		const options = { fileNamePattern: '*_*_*_*.pdf' };
		const rows: unknown[] = [];
		// A first run loads what it needs, which blocks too, and on a slow machine for seconds.
		await extract(node, { input });
		const block = await longestBlock(async () => {
			const run = await extract(node, { input, options });
			rows.push(...run.items.map(({ json }) => json['Invoice Number']));
		});
		// By backtracking it takes seconds. The rest of the run blocks too, but not for so long.
		expect(block).toBeLessThan(2000);
		expect(rows).toEqual(['H-1']);
	});
});
