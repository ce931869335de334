import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { countOf, extract, invoiceItems, traced } from '../../../support/operations/extractDocuments';

const MESSAGE_ID = '<CAF+1/2@mail.example>';

describe('Extract Documents: any text as Submission ID', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const run = async (submissionId: string, output = 'rows') =>
		await extract(node, {
			input: await invoiceItems(node, 'T-1'),
			parameters: { output },
			options: { submissionId },
		});

	it.each([MESSAGE_ID, 'Rechnung März', 'x'.repeat(1000), '..'])(
		'is found again at no cost: %s',
		async (text) => {
			const first = await run(text);
			const second = await run(text);
			expect(traced(first.items)).toEqual([['T-1', 'T-1.pdf (Page 1)', 0]]);
			expect(second.items).toEqual(first.items);
			expect(node.sandbox.control.extractions()).toHaveLength(1);
			expect(countOf(node, 'PUT part')).toEqual([1]);
		},
	);

	it('is another request for another text that looks alike', async () => {
		await run('mail 1');
		await run('mail/1');
		await run('mail-1');
		expect(node.sandbox.control.extractions()).toHaveLength(3);
	});

	it('is told in the Summary as it was sent', async () => {
		const { items } = await run(MESSAGE_ID, 'summary');
		const [extraction] = node.sandbox.control.extractions();
		expect(items[0]?.json.submission_id).toMatch(/^CAF-1-2-mail\.example\.t\.[0-9a-f]{24}$/);
		expect(items[0]?.json.submission_id).toBe(extraction?.submission_id);
	});
});
