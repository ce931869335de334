import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { countOf, extract, invoiceItems, traced } from '../../../support/operations/extractDocuments';
import { DETAILS, RESULTS, STATUS } from '../../../support/endpoints';

type Named = { extraction_id?: string; extraction?: Named };

describe('Extract Documents: answers about another extraction', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	/** Extracts one document under an ID, and then lets the answers about it be those about another. */
	async function another(endpoint: typeof STATUS | typeof DETAILS | typeof RESULTS, count: number) {
		await extract(node, { input: await invoiceItems(node, 'O-1'), options: { submissionId: 'other' } });
		const id = node.sandbox.control.extractions()[0]!.extraction_id;
		const alter = (body: Named): void => {
			(body.extraction ?? body).extraction_id = id;
		};
		node.sandbox.control.addFault({ endpoint, kind: 'altered', alter, count });
		return id;
	}

	const run = async (maximumWait = 0.1) =>
		await extract(node, {
			input: await invoiceItems(node, 'O-2'),
			options: { submissionId: 'mine', maximumWait },
		});

	it.each([STATUS, DETAILS, RESULTS] as const)('one of %s is tried again', async (endpoint) => {
		await another(endpoint, 1);
		const [before] = countOf(node, endpoint);
		const { error, items } = await run(1);
		expect(error).toBeUndefined();
		expect(traced(items)).toEqual([['O-2', 'O-2.pdf (Page 1)', 0]]);
		expect(countOf(node, endpoint)[0]! - before!).toBe(2);
	});

	it('one that does not pass is an error with the ID of the right extraction', async () => {
		const theirs = await another(STATUS, Infinity);
		const { error, items } = await run();
		expect(items).toEqual([]);
		const mine = node.sandbox.control
			.extractions()
			.find(({ extraction_id: id }) => id !== theirs)!.extraction_id;
		expect(error?.message).toMatch(/could not be read: It is about another extraction/);
		expect(error?.description).toContain(mine);
		expect(`${error?.message} ${error?.description}`).not.toContain(theirs);
	});

	it.each(['upper', 'missing'] as const)(
		'an ID in other letters, or none with the rows, is no other (%s)',
		async (how) => {
			const alter = (body: Named): void => {
				if (how === 'missing') delete body.extraction_id;
				else body.extraction_id = body.extraction_id?.toUpperCase();
			};
			node.sandbox.control.addFault({ endpoint: RESULTS, kind: 'altered', alter });
			if (how === 'upper') node.sandbox.control.addFault({ endpoint: STATUS, kind: 'altered', alter });
			expect(traced((await run()).items)).toEqual([['O-2', 'O-2.pdf (Page 1)', 0]]);
			expect(countOf(node, RESULTS)).toEqual([1]);
		},
	);
});
