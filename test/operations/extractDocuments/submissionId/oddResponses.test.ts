import type { Fault } from '../../../../dev/sandbox';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { UNKNOWN_ID } from '../../../support/fixtures/operationFixture';
import { countOf, extract, invoiceItems, traced } from '../../../support/operations/extractDocuments';
import { DETAILS, RESULTS, STATUS, SUBMIT } from '../../../support/endpoints';

type Named = { extraction_id?: string; extraction?: Named };

describe('Extract Documents', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const ROWS = [['L-1', 'L-1.pdf (Page 1)', 0]];
	const run = async (options: { submissionId?: string; maximumWait?: number } = { submissionId: 'lag' }) =>
		await extract(node, { input: await invoiceItems(node, 'L-1'), options });
	const extractionId = () => node.sandbox.control.extractions()[0]!.extraction_id;

	const notKnown = (endpoint: Fault['endpoint'], count: number) =>
		node.sandbox.control.addFault({
			endpoint,
			kind: 'error',
			code: 'EXTRACTION_NOT_FOUND',
			status: 404,
			count,
		});
	const aboutAnother = (endpoint: Fault['endpoint'], count: number) =>
		node.alter(endpoint, (body: Named) => ((body.extraction ?? body).extraction_id = UNKNOWN_ID), count);

	it.each([
		['does not know the extraction yet', STATUS, {}, notKnown],
		['does not know the extraction yet', DETAILS, { submissionId: 'lag' }, notKnown],
		['responds about another extraction', STATUS, { submissionId: 'lag' }, aboutAnother],
		['responds about another extraction', DETAILS, { submissionId: 'lag' }, aboutAnother],
		['responds about another extraction', RESULTS, { submissionId: 'lag' }, aboutAnother],
	] as const)('asks again where the service %s (%s)', async (_what, endpoint, options, spoil) => {
		spoil(endpoint, 1);
		const { error, items } = await run(options);
		expect(error).toBeUndefined();
		expect(traced(items)).toEqual(ROWS);
		expect(countOf(node, endpoint)).toEqual([2]);
	});

	const WORDS = /^The service does not know the extraction that it started for these files/;
	const PROMISE =
		/same Submission ID and files to continue where this run stopped\. Nothing is charged twice/;

	it.each([
		[STATUS, {}],
		[STATUS, { submissionId: 'lag' }],
		[DETAILS, { submissionId: 'lag' }],
		[RESULTS, { submissionId: 'lag' }],
	] as const)(
		'says how to go on where the service never knows the extraction (%s, %j)',
		async (endpoint, given) => {
			notKnown(endpoint, Infinity);
			const { error } = await run({ maximumWait: 0.05, ...given });
			expect(error?.message).toMatch(WORDS);
			expect(error?.description).not.toMatch(/Check the extraction ID/);
			expect(error?.description).toContain(extractionId());
			if ('submissionId' in given) expect(error?.description).toMatch(PROMISE);
			else expect(error?.description).not.toMatch(PROMISE);
		},
	);

	it.each(['no-uuid', '../results', ''])(
		'says how to go on where the service gives %j for the ID of the extraction',
		async (id) => {
			node.alter(SUBMIT, (body) => (body.extraction_id = id));
			const { error } = await run();
			expect(error?.message).toMatch(/^The service refused the request as invalid: .*extraction_id/);
			expect(error?.description).toMatch(PROMISE);
			expect(traced((await run()).items)).toEqual(ROWS);
			expect(node.sandbox.control.extractions()).toHaveLength(1);
		},
	);

	it('names the right extraction where the service always responds about another', async () => {
		aboutAnother(STATUS, Infinity);
		const { error, items } = await run({ submissionId: 'lag', maximumWait: 0.1 });
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/could not be read: It is about another extraction/);
		expect(error?.description).toContain(extractionId());
		expect(`${error?.message} ${error?.description}`).not.toContain(UNKNOWN_ID);
	});

	it.each([
		['in capital letters', [RESULTS, STATUS], (body: Named) => body.extraction_id?.toUpperCase()],
		['missing beside the rows', [RESULTS], () => undefined],
	] as const)('takes an ID that is %s for no other', async (_how, endpoints, changed) => {
		for (const endpoint of endpoints)
			node.alter(endpoint, (body: Named) => (body.extraction_id = changed(body)));
		expect(traced((await run()).items)).toEqual(ROWS);
		expect(countOf(node, RESULTS)).toEqual([1]);
	});
});
