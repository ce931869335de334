import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { countOf, extract, invoiceItems, traced } from '../../../support/operations/extractDocuments';
import { until } from '../../../support/until';

const MESSAGE_ID = '<CAF+1/2@mail.example>';

describe('A Submission ID of Extract Documents', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const run = async (submissionId: string, number = 'T-1', output = 'rows') =>
		await extract(node, {
			input: await invoiceItems(node, number),
			parameters: { output },
			options: { submissionId },
		});

	it.each([MESSAGE_ID, 'Rechnung März', 'x'.repeat(1000), '..'])(
		'may be any text, and is found again at no cost: %s',
		async (text) => {
			const first = await run(text);
			const second = await run(text);
			expect(traced(first.items)).toEqual([['T-1', 'T-1.pdf (Page 1)', 0]]);
			expect(second.items).toEqual(first.items);
			expect(node.sandbox.control.extractions()).toHaveLength(1);
			expect(countOf(node, 'PUT part')).toEqual([1]);
		},
	);

	it('is another one if its text only looks alike', async () => {
		await run('mail 1');
		await run('mail/1');
		await run('mail-1');
		expect(node.sandbox.control.extractions()).toHaveLength(3);
	});

	it('stands in the Summary as it was sent', async () => {
		const { items } = await run(MESSAGE_ID, 'T-1', 'summary');
		const [extraction] = node.sandbox.control.extractions();
		expect(items[0]?.json.submission_id).toMatch(/^CAF-1-2-mail\.example\.t\.[0-9a-f]{24}$/);
		expect(items[0]?.json.submission_id).toBe(extraction?.submission_id);
	});

	describe('that looks like the next one after another, such as order-7-2 after order-7,', () => {
		const control = () => node.sandbox.control;
		beforeEach(async () => void (await run('order-7-2', 'L-1')));

		it('is not taken for it after a failure that may pass', async () => {
			control().planExtractions([{ fail: { code: 'SUBMISSION_STALLED' } }]);
			expect(traced((await run('order-7', 'L-2')).items)).toEqual([['L-2', 'L-2.pdf (Page 1)', 0]]);
			expect(
				control()
					.extractions()
					.map(({ charges }) => charges.length),
			).toEqual([1, 0, 1]);
		});

		it('is not taken for it after a lost session', async () => {
			control().addFault({ endpoint: 'PUT part', kind: 'delay', delayMs: 700 });
			const running = run('order-7', 'L-2');
			await until('two parts', () => countOf(node, 'PUT part')[0] === 2);
			control().expireSession({ upload_session_id: 'order-7' });
			expect(traced((await running).items)).toEqual([['L-2', 'L-2.pdf (Page 1)', 0]]);
			expect(
				control()
					.sessions()
					.map(({ files }) => files[0]?.file_name),
			).toEqual(['L-1.pdf', 'L-2.pdf']);
		});
	});
});
