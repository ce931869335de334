import type { IDataObject } from 'n8n-workflow';
import type { Fault } from '../../../../dev/sandbox';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import {
	chargesOf,
	countOf,
	extract,
	fileIdIn,
	invoiceItems,
	traced,
	type ExtractOptions,
} from '../../../support/operations/extractDocuments';
import { COMPLETE, SESSIONS, SUBMIT } from '../../../support/endpoints';

const ID = 'mail-1';
const NUMBERS = ['L-0', 'L-1', 'L-2'];
const ROWS = NUMBERS.map((number, item) => [number, `${number}.pdf (Page 1)`, item]);

describe('Extract Documents: a file that the service loses', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const control = () => node.sandbox.control;
	const run = async (options: Partial<ExtractOptions> = {}) =>
		await extract(node, {
			input: await invoiceItems(node, ...NUMBERS),
			options: { submissionId: ID },
			...options,
		});
	const second = () => ({ upload_session_id: ID, file_id: fileIdIn(node, ID, 2) });

	/** Between the completion of the last file and the submission. */
	const onceUploaded = (act: () => unknown) =>
		control().addFault({
			endpoint: COMPLETE,
			kind: 'altered',
			after: NUMBERS.length - 1,
			alter: () => {
				act();
			},
		});
	const leftOut = ({ count }: Pick<Fault, 'count'>) =>
		node.alter(SESSIONS, ({ files }: { files: unknown[] }) => files.splice(1, 1), count ?? undefined);
	const refused = (count: number, ...places: number[]) =>
		control().addFault({
			endpoint: SUBMIT,
			kind: 'error',
			code: 'INVALID_INPUT',
			details: {
				issues: places.map((place) => ({ message: 'is not completed', path: ['file_ids', place] })),
			},
			count,
		});

	it('after its completion: it alone is sent again, in the same session', async () => {
		onceUploaded(async () => await control().loseFile(second()));
		const { error, items } = await run();
		expect(error).toBeUndefined();
		expect(traced(items)).toEqual(ROWS);
		expect(countOf(node, SESSIONS, 'PUT part', SUBMIT)).toEqual([1, 4, 2]);
		expect(chargesOf(node)).toEqual([3]);
	});

	it.each<[string, () => unknown]>([
		['aborted', () => control().abortFile(second())],
		['forgotten', async () => await control().loseFile({ ...second(), forget: true })],
	])('%s after its completion: all goes on in the next session', async (_how, lose) => {
		onceUploaded(lose);
		const { error, items } = await run();
		expect(error).toBeUndefined();
		expect(traced(items)).toEqual(ROWS);
		expect(countOf(node, SESSIONS, 'PUT part')).toEqual([2, 6]);
		expect(chargesOf(node)).toEqual([3]);
	});

	it('that it holds complete and does not take is not sent twice, and named with its item', async () => {
		refused(Infinity, 1);
		const { error } = await run();
		expect(error?.message).toMatch(/^The service lost a file that was uploaded: .*L-1\.pdf.*$/);
		expect(error?.description).not.toMatch(/Correct the parameters/);
		expect(countOf(node, 'PUT part', SUBMIT)).toEqual([3, 2]);
	});

	/** The file fails, the others of its request are held back, and nothing is charged. The next run has all rows. */
	const holdsBack = async (): Promise<void> => {
		const { items } = await run({ onError: 'continueRegularOutput' });
		const failed = items.map(({ json, pairedItem }) => [(json.error as IDataObject).code, pairedItem]);
		expect(failed).toEqual([
			['REQUEST_HELD_BACK', { item: 0 }],
			['FILE_LOST', { item: 1 }],
			['REQUEST_HELD_BACK', { item: 2 }],
		]);
		for (const { json } of items)
			expect((json.error as IDataObject).next_step).toContain(
				'Nothing of this request was sent or charged. Run again as it is, or without the files that cannot be sent.',
			);
		expect(chargesOf(node)).toEqual([]);
	};

	it('that it does not take holds its request back, where the node continues', async () => {
		refused(2, 1);
		await holdsBack();
		expect(traced((await run()).items)).toEqual(ROWS);
		expect(chargesOf(node)).toEqual([3]);
	});

	it('that a session leaves out from the start goes on in the next session', async () => {
		leftOut({ count: 1 });
		const { error, items } = await run();
		expect(error).toBeUndefined();
		expect(traced(items)).toEqual(ROWS);
		expect(countOf(node, SESSIONS)).toEqual([2]);
		expect(chargesOf(node)).toEqual([3]);
	});

	it('that a session has forgotten since an earlier run broke off goes on in the next session', async () => {
		control().addFault({ endpoint: SUBMIT, kind: 'error', code: 'FORBIDDEN' });
		expect((await run()).error).toBeDefined();
		await control().loseFile({ ...second(), forget: true });
		const { error, items } = await run();
		expect(error).toBeUndefined();
		expect(traced(items)).toEqual(ROWS);
		expect(chargesOf(node)).toEqual([3]);
	});

	it('that every session leaves out is an error that names it', async () => {
		leftOut({ count: Infinity });
		const { error } = await run();
		expect(error?.message).toMatch(/^The service lost a file that was uploaded: .*L-1\.pdf.*$/);
		expect(error?.description).toMatch(/Run again/);
		expect(control().extractions()).toEqual([]);
	});

	it('that every session leaves out holds its request back, where the node continues', async () => {
		leftOut({ count: Infinity });
		await holdsBack();
		control().clearFaults();
		expect(traced((await run()).items)).toEqual(ROWS);
		expect(chargesOf(node)).toEqual([3]);
	});
});
