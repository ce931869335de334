import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { extract, invoiceItems, traced } from '../../../support/operations/extractDocuments';
import { DETAILS, STATUS } from '../../../support/endpoints';

describe('Extract Documents: an extraction that the service does not know yet', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	it.each([
		[STATUS, {}],
		[DETAILS, { submissionId: 'lag' }],
	] as const)('is asked for again (%s)', async (endpoint, options) => {
		node.sandbox.control.addFault({ endpoint, kind: 'error', code: 'EXTRACTION_NOT_FOUND', status: 404 });
		const { error, items } = await extract(node, { input: await invoiceItems(node, 'L-1'), options });
		expect(error).toBeUndefined();
		expect(traced(items)).toEqual([['L-1', 'L-1.pdf (Page 1)', 0]]);
	});

	const WORDS = /^The service does not know the extraction that it started for these files/;
	const PROMISE =
		/same Submission ID and files to continue where this run stopped\. Nothing is charged twice/;

	it.each([
		[STATUS, {}],
		[STATUS, { submissionId: 'lag' }],
		[DETAILS, { submissionId: 'lag' }],
		['GET /extractions/{extraction_id}/results', { submissionId: 'lag' }],
	] as const)(
		'is an error that says how to go on where it stays unknown (%s, %j)',
		async (endpoint, given) => {
			const fault = { kind: 'error', code: 'EXTRACTION_NOT_FOUND', status: 404, count: Infinity } as const;
			node.sandbox.control.addFault({ endpoint, ...fault });
			const options = { maximumWait: 0.05, ...given };
			const { error } = await extract(node, { input: await invoiceItems(node, 'L-2'), options });
			expect(error?.message).toMatch(WORDS);
			expect(error?.description).not.toMatch(/Check the extraction ID/);
			expect(error?.description).toContain(node.sandbox.control.extractions()[0]!.extraction_id);
			if ('submissionId' in given) expect(error?.description).toMatch(PROMISE);
			else expect(error?.description).not.toMatch(PROMISE);
		},
	);

	it.each(['no-uuid', '../results', ''])('is the same error where the ID is none: %j', async (id) => {
		node.sandbox.control.addFault({
			endpoint: 'POST /extractions',
			kind: 'altered',
			alter: (body: object) => ({ ...body, extraction_id: id }),
		});
		const options = { submissionId: 'lag' };
		const input = await invoiceItems(node, 'L-3');
		const { error } = await extract(node, { input, options });
		expect(error?.message).toMatch(WORDS);
		expect(error?.description).toMatch(PROMISE);
		expect(traced((await extract(node, { input, options })).items)).toEqual([['L-3', 'L-3.pdf (Page 1)', 0]]);
		expect(node.sandbox.control.extractions()).toHaveLength(1);
	});
});
