import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { countOf, fileIdIn, extract, traced } from '../../../support/operations/extractDocuments';
import { sampleRun, SAMPLE_ID, SAMPLE_PART_SIZE, SAMPLE_ROWS } from '../../../support/fixtures/sampleRun';
import { until } from '../../../support/until';
import { COMPLETE } from '../../../support/endpoints';

describe('Extract Documents: uploads that the service gives up', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ partSize: SAMPLE_PART_SIZE, processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const run = async () => await extract(node, await sampleRun(node));

	function expectGoneOn(): void {
		const { extractions, balance } = node.sandbox.control;
		expect(extractions().map(({ upload_session_id }) => upload_session_id)).toEqual([
			expect.stringMatching(/^parcel-1\.u2\.[0-9a-f]{12}$/),
		]);
		expect(balance()).toEqual({ balance: 10_000 - SAMPLE_ROWS.length, reserved: 0 });
	}

	/** Runs up to the first part that is being sent, does what is asked, and lets the run go on. */
	async function runAndMeanwhile(act: () => void) {
		const { control } = node.sandbox;
		control.addFault({ endpoint: 'PUT part', kind: 'delay', delayMs: 700, count: 6 });
		const running = run();
		await until('the first part', () => countOf(node, 'PUT part')[0]! > 0);
		act();
		return await running;
	}

	it('an aborted file: all goes on in a new session', async () => {
		const { error, items } = await runAndMeanwhile(() =>
			node.sandbox.control.abortFile({
				upload_session_id: SAMPLE_ID,
				file_id: fileIdIn(node, SAMPLE_ID, 2),
			}),
		);
		expect(error).toBeUndefined();
		expect(traced(items)).toEqual(SAMPLE_ROWS);
		expectGoneOn();
	});

	it('a file that was aborted after an earlier run had broken off', async () => {
		node.sandbox.control.addFault({ endpoint: COMPLETE, kind: 'error', code: 'FORBIDDEN', after: 2 });
		expect((await run()).error).toBeDefined();
		node.sandbox.control.abortFile({ upload_session_id: SAMPLE_ID, file_id: fileIdIn(node, SAMPLE_ID, 1) });
		const { error, items } = await run();
		expect(error).toBeUndefined();
		expect(traced(items)).toEqual(SAMPLE_ROWS);
		expectGoneOn();
	});

	it('uploads all files anew when their session has vanished', async () => {
		const { error, items } = await runAndMeanwhile(() =>
			node.sandbox.control.expireSession({ upload_session_id: SAMPLE_ID }),
		);
		expect(error).toBeUndefined();
		expect(traced(items)).toEqual(SAMPLE_ROWS);
		expectGoneOn();
	});

	it('a session that vanishes again and again is an error that says what to do', async () => {
		node.sandbox.control.addFault({
			endpoint: COMPLETE,
			kind: 'error',
			code: 'UPLOAD_ID_NOT_FOUND',
			count: 50,
		});
		const { error } = await run();
		expect(error?.message).toMatch(/^The upload session is no longer available: .*P-\d\.pdf/);
		expect(error?.description).toMatch(
			/^Run again to upload the file in a new session, and use a new Submission ID for this request alone\./,
		);
		// Asked whether an earlier run has submitted it; nobody has.
		expect(node.sandbox.control.extractions()).toEqual([]);
	});

	it('a size that differs is told with the file and its item, and nothing is submitted', async () => {
		node.sandbox.control.addFault({
			endpoint: COMPLETE,
			kind: 'error',
			code: 'OBJECT_SIZE_MISMATCH',
			details: { declared_size_bytes: 10, actual_size_bytes: 9 },
			count: 3,
		});
		const { error } = await run();
		expect(error?.message).toMatch(/^The uploaded bytes differ from the registered file size.*P-\d\.pdf/);
		expect(error?.description).toMatch(/^Run again to upload the file again\./);
		expect(error?.context).toMatchObject({ code: 'OBJECT_SIZE_MISMATCH', details: { actual_size_bytes: 9 } });
		expect(countOf(node, 'POST /extractions')).toEqual([0]);
	});
});
