import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { countOf, extract, invoiceFile, invoiceItems } from '../../../support/operations/extractDocuments';
import { DETAILS, RESULTS, STATUS, SUBMIT } from '../../../support/endpoints';
import { itemWith } from '../../../support/items';

const COMPLETED = /completed and charged\. Get Rows with its ID collects the rows at no cost/;
const GOES_ON = /continues on the service\. Wait and Get Rows with its ID collect the rows at no cost/;
const UNKNOWN =
	/Get Status with its ID shows the status of the extraction\. Once it is completed, Get Rows collects the rows at no cost/;
const SAME_ID = /same Submission ID and files to continue where this run stopped\. Nothing is charged twice/;
const NEVER_TWICE = /twice/;

describe('Extract Documents: the way to rows that are paid', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const control = () => node.sandbox.control;
	const idOf = (place = 0): string => control().extractions()[place]!.extraction_id;
	const failAt = (endpoint: Parameters<ReturnType<typeof control>['addFault']>[0]['endpoint']) =>
		control().addFault({ endpoint, kind: 'error', code: 'FORBIDDEN', count: 99 });

	it.each([
		['own', { submissionId: 'mail-1' }],
		['derived', {}],
	])('after the extraction was completed (%s ID)', async (kind, options) => {
		failAt(RESULTS);
		const { error } = await extract(node, { input: await invoiceItems(node, 'W-1'), options });
		expect(error?.context).toMatchObject({ extraction_id: idOf() });
		expect(error?.description).toContain(idOf());
		expect(error?.description).toMatch(COMPLETED);
		if (kind === 'own') expect(error?.description).toMatch(SAME_ID);
		else expect(error?.description).not.toMatch(NEVER_TWICE);
	});

	it.each([[STATUS], [DETAILS]] as const)('while it goes on, at %s', async (endpoint) => {
		if (endpoint === STATUS) control().planExtractions([{ processingMs: 3_600_000 }]);
		failAt(endpoint);
		const options = { submissionId: 'mail-2' };
		const { error } = await extract(node, { input: await invoiceItems(node, 'W-2'), options });
		expect(error?.context).toMatchObject({ extraction_id: idOf() });
		expect(error?.description).toMatch(endpoint === DETAILS ? UNKNOWN : GOES_ON);
		expect(error?.description).toMatch(SAME_ID);
	});

	it('where no answer tells whether the submission was taken, and the node made the ID', async () => {
		control().addFault({ endpoint: SUBMIT, kind: 'reset_after', count: Infinity });
		const input = await invoiceItems(node, 'W-9');
		const { error } = await extract(node, { input, options: { maximumWait: 0.02 } });
		const { submission_id } = control().extractions()[0]!;
		expect(error?.description).toMatch(
			new RegExp(`may have accepted the submission.*Get Many.*${submission_id}\\. Get Rows .* at no cost`),
		);
		expect(error?.context).toMatchObject({ submission_id });
		// Read in order, nothing in it costs a second charge.
		expect(error?.description).toMatch(/^The service may have accepted .* If there is none: .*run again/);
	});

	it('where the submission hangs, which it says before it says to run again', async () => {
		control().addFault({ endpoint: SUBMIT, kind: 'hang', count: Infinity });
		const { error } = await extract(node, {
			input: await invoiceItems(node, 'W-11'),
			options: { maximumWait: 0.02 },
		});
		expect(error?.description).toMatch(
			/^The service may have accepted the submission anyway\. Use Get Many to look for .*\. If there is none: Run again\./,
		);
		expect(error?.description?.match(/run again/gi)).toHaveLength(1);
	});

	it('where the first try had no answer, and the service paused submissions after it', async () => {
		control().addFault({ endpoint: SUBMIT, kind: 'reset_after' });
		control().addFault({ endpoint: SUBMIT, kind: 'error', code: 'SUBMISSIONS_PAUSED', count: Infinity });
		const input = await invoiceItems(node, 'W-10');
		const { error } = await extract(node, { input, options: { maximumWait: 0.05 } });
		const { submission_id } = control().extractions()[0]!;
		expect(error?.context).toMatchObject({ code: 'SUBMISSIONS_PAUSED', submission_id });
		expect(error?.description).toMatch(/may have accepted the submission/);
	});

	it.each(['API_KEY_EXPIRED', 'INSUFFICIENT_CREDITS', 'INVALID_INPUT'])(
		'where the first try had no answer, and %s came after it',
		async (code) => {
			control().addFault({ endpoint: SUBMIT, kind: 'reset_after' });
			control().addFault({ endpoint: SUBMIT, kind: 'error', code, count: Infinity });
			const { error } = await extract(node, { input: await invoiceItems(node, `W-12-${code}`) });
			const { submission_id } = control().extractions()[0]!;
			expect(error?.context).toMatchObject({ code, submission_id });
			expect(error?.description).toMatch(/^The service may have accepted the submission anyway\./);
		},
	);

	it('when the wait is over', async () => {
		control().planExtractions([{ processingMs: 3_600_000 }]);
		const input = await invoiceItems(node, 'W-3');
		const { error } = await extract(node, { input, options: { maximumWait: 0.01 } });
		expect(error?.context).toMatchObject({ extraction_id: idOf(), code: 'WAIT_MAXIMUM_REACHED' });
		expect(error?.description).toMatch(/Wait and Get Rows.*at no cost/);
		expect(error?.description).not.toMatch(NEVER_TWICE);
	});

	it.each(['POST /uploads/sessions', SUBMIT] as const)(
		'is not promised before a submission, at %s',
		async (endpoint) => {
			failAt(endpoint);
			const { error } = await extract(node, { input: await invoiceItems(node, 'W-4') });
			expect(error?.description).not.toMatch(/Get Rows/);
			expect(error?.description).not.toMatch(NEVER_TWICE);
			expect(error?.context.extraction_id).toBeUndefined();
		},
	);

	it('says with an own ID that a run again goes on, also where the service could not be reached', async () => {
		const input = await invoiceItems(node, 'W-5');
		control().addFault({ endpoint: 'POST /uploads/sessions', kind: 'reset', count: Infinity });
		const { error } = await extract(node, { input, options: { submissionId: 'mail-5' } });
		expect(error?.message).toMatch(/^The service could not be reached/);
		expect(error?.description).toMatch(SAME_ID);
	});

	it('names what was completed all the same where one of several extractions fails', async () => {
		const locked = await invoiceFile(node, 'W-7', 'locked.pdf', { encrypted: true });
		const [first, third] = await invoiceItems(node, 'W-6', 'W-8');
		// More than can begin on a slow machine before the failure is known.
		const numbers = Array.from({ length: 20 }, (_, index) => `W-${index + 10}`);
		const input = [first!, itemWith(locked), third!, ...(await invoiceItems(node, ...numbers))];
		const { error } = await extract(node, { input, parameters: { groupFiles: 'perItem' } });
		expect(error?.message).toMatch(/protected with a password.*/);
		const completed = control()
			.extractions()
			.filter(({ status }) => status === 'completed')
			.map(({ extraction_id }) => extraction_id);
		const finished = error?.context.finished_extractions as Array<{ extraction_id: string; items: number[] }>;
		expect(finished.map(({ extraction_id }) => extraction_id).sort()).toEqual([...completed].sort());
		expect(finished).toContainEqual({ extraction_id: expect.any(String), items: [0] });
		expect(error?.description).toMatch(
			/Other extractions of this run are charged \(\d\): .*.*Get Rows.*at no cost/,
		);
		// Nothing new was started once one had failed.
		expect(countOf(node, SUBMIT)[0]).toBeLessThan(input.length);
	});

	it('is told for each item that fails where the node continues', async () => {
		failAt(RESULTS);
		const input = await invoiceItems(node, 'W-9', 'W-10');
		const run = await extract(node, { input, onError: 'continueRegularOutput' });
		expect(run.items.map(({ json }) => json.error)).toEqual(
			[0, 1].map(() =>
				expect.objectContaining({
					code: 'FORBIDDEN',
					extraction_id: idOf(),
					next_step: expect.stringMatching(COMPLETED),
				}),
			),
		);
	});
});
