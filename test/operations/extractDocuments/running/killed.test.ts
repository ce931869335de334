import type { NodeRun } from '../../../../dev/engine';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { extract, traced } from '../../../support/operations/extractDocuments';
import { KillableRun } from '../../../support/fixtures/killableRun';
import { sampleRun, SAMPLE_PART_SIZE, SAMPLE_ROWS } from '../../../support/fixtures/sampleRun';

/** Requests that a run which nobody kills sends, in the order in which the first of each kind comes. */
const KINDS = [
	'POST /uploads/sessions',
	'POST /uploads/sessions/{upload_session_id}/parts',
	'PUT part',
	'POST /uploads/sessions/{upload_session_id}/complete',
	'POST /extractions',
	'GET /extractions/{extraction_id}/details',
	'GET /extractions/{extraction_id}',
	'GET /extractions/{extraction_id}/results',
];

/** The requests of such a run: a session, the addresses of three files, six parts, three completions, submission, its details, status, rows. */
const POINTS = 17;

describe('Extract Documents: a run that is killed, and run again with the same Submission ID', () => {
	let node: NodeFixture;
	let spare: KillableRun;
	beforeAll(() => {
		spare = new KillableRun();
	});
	afterAll(async () => await spare.kill());
	beforeEach(async () => {
		node = await startNode({ partSize: SAMPLE_PART_SIZE, processingMs: 30 }, {}, 'passes');
	});
	afterEach(async () => await node.close());

	const requests = () => node.sandbox.control.requests();

	/** Kills a run when its n-th request is under way; those before it are carried out. */
	async function killAtRequest(n: number): Promise<string> {
		const { sandbox } = node;
		sandbox.control.addFault({ endpoint: '*', kind: 'hang', after: n - 1 });
		const run = spare;
		spare = new KillableRun();
		await run.killWhen(sandbox, () => requests().length >= n);
		sandbox.control.clearFaults();
		return requests()[n - 1]!.endpoint;
	}

	const completedFiles = (): string[] =>
		node.sandbox.control
			.sessions()
			.flatMap(({ files }) =>
				files.filter(({ state }) => state === 'completed').map(({ file_id }) => file_id),
			);

	function expectOneExtraction(run: NodeRun): void {
		expect(run.error).toBeUndefined();
		expect(traced(run.items)).toEqual(SAMPLE_ROWS);
		const made = node.sandbox.control.extractions();
		expect(made.map(({ charges }) => charges.map(({ credits }) => credits))).toEqual([[SAMPLE_ROWS.length]]);
		expect(node.sandbox.control.balance()).toEqual({ balance: 10_000 - SAMPLE_ROWS.length, reserved: 0 });
	}

	it('sends a known number of requests when nobody kills it', async () => {
		expectOneExtraction(await extract(node, await sampleRun(node)));
		expect(requests()).toHaveLength(POINTS);
	});

	const killedAt = new Set<string>();

	it.each(Array.from({ length: POINTS }, (_, index) => index + 1))(
		'at its request %i: one extraction, one charge, no completed file is sent again',
		async (n) => {
			killedAt.add(await killAtRequest(n));
			const completed = completedFiles();
			node.sandbox.control.clearRequests();
			const run = await extract(node, await sampleRun(node));
			expectOneExtraction(run);
			const sent = requests().flatMap(({ endpoint, fileId }) => (endpoint === 'PUT part' ? [fileId] : []));
			expect(sent.filter((fileId) => completed.includes(fileId!))).toEqual([]);
		},
	);

	it('was killed at every kind of request', () => {
		expect([...killedAt].sort()).toEqual([...KINDS].sort());
	});
});
