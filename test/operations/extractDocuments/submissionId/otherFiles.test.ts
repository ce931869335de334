import type { IBinaryData } from 'n8n-workflow';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import {
	chargesOf,
	countOf,
	extract,
	invoiceFile,
	traced,
} from '../../../support/operations/extractDocuments';
import { SUBMIT } from '../../../support/endpoints';
import { hintsOf, itemWith } from '../../../support/items';
import { readableTime } from '../../../../nodes/DocumentDataExtraction/shared/time';

const SIZE = 4000;

describe('Extract Documents, under a Submission ID that was used before,', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	/** An invoice with this number, as a file that looks like any other of these from outside. */
	const invoice = async (number: string, fileName = 'invoice.pdf', bytes = SIZE): Promise<IBinaryData> =>
		await invoiceFile(node, number, fileName, { padToBytes: bytes });
	const submitted = (): number => node.sandbox.control.extractions().length;

	describe.each([
		['of another name', 'other.pdf', 'SESSION_ALREADY_INITIALIZED'],
		['of the same name and another size', 'invoice.pdf', 'SESSION_ALREADY_INITIALIZED'],
		['of another name, and the session of the first is lost', 'other.pdf', 'SUBMISSION_ID_ALREADY_USED'],
	])('given another file %s,', (_what, fileName, code) => {
		const lost = code === 'SUBMISSION_ID_ALREADY_USED';
		const options = { submissionId: 'mail-1' };
		const another = async (onError?: 'continueRegularOutput') =>
			await extract(node, {
				input: [itemWith(await invoice('C-2', fileName, fileName === 'invoice.pdf' ? SIZE + 1 : SIZE))],
				options,
				onError,
			});

		beforeEach(async () => {
			const first = await extract(node, { input: [itemWith(await invoice('C-1'))], options });
			expect(traced(first.items)).toEqual([['C-1', 'invoice.pdf (Page 1)', 0]]);
			if (lost) node.sandbox.control.expireSession({ upload_session_id: 'mail-1' });
			node.sandbox.control.clearRequests();
		});

		it('fails instead of handing out the rows of the earlier one', async () => {
			const { error, items } = await another();
			expect(items).toEqual([]);
			expect(chargesOf(node)).toEqual([1]);
			if (!lost) {
				expect(error?.message).toMatch(
					/^The Submission ID or Upload Session ID was already used with other files/,
				);
				expect(error?.description).toMatch(/To send these files, at new cost, use a new Submission ID/);
				return expect(countOf(node, 'PUT part', SUBMIT)).toEqual([0, 0]);
			}
			const [extraction] = node.sandbox.control.extractions();
			expect(error?.message).toMatch(
				/^This Submission ID was already used.*: the earlier extraction has the files invoice\.pdf$/,
			);
			expect(error?.description).toMatch(/Get Rows.*at no cost.*use a new Submission ID/);
			expect(error?.context).toMatchObject({ extraction_id: extraction!.extraction_id });
		});

		it('fails with each item where the node goes on', async () => {
			const { items } = await another('continueRegularOutput');
			expect(items.map(({ json }) => json.error)).toEqual([expect.objectContaining({ code })]);
		});
	});

	it('does not take what is left of other files for files that now have their names', async () => {
		const options = { submissionId: 'mail-8' };
		const locked = await invoiceFile(node, 'C-20', 'locked.pdf', { encrypted: true });
		const kept = itemWith(await invoice('C-21'));
		const onError = 'continueRegularOutput';
		const first = await extract(node, { input: [itemWith(locked), kept], options, onError });
		expect(traced(first.items.filter(({ json }) => !json.error))).toEqual([
			['C-21', 'invoice.pdf (Page 1)', 1],
		]);
		node.sandbox.control.expireSession({ upload_session_id: 'mail-8', forget: true });
		await node.sandbox.control.advanceClock(86_400_000);

		// In place of the locked file comes one with the name of the other, which is sent under a new name.
		const input = [itemWith(await invoice('C-22')), kept];
		const second = await extract(node, { input, options, onError });
		expect(second.items.map(({ json }) => json.error)).toEqual([
			expect.objectContaining({ code: 'SUBMISSION_ID_ALREADY_USED' }),
			expect.objectContaining({ code: 'SUBMISSION_ID_ALREADY_USED' }),
		]);
		expect(chargesOf(node)).toEqual([0, 1]);
	});

	it('takes the same files in another order for the same', async () => {
		const options = { submissionId: 'mail-7' };
		const files = [await invoice('C-11', 'a.pdf'), await invoice('C-12', 'b.pdf')];
		const input = files.map((file) => itemWith(file));
		const first = await extract(node, { input, options });
		const second = await extract(node, { input: [...input].reverse(), options });
		expect(traced(first.items)).toEqual([
			['C-11', 'a.pdf (Page 1)', 0],
			['C-12', 'b.pdf (Page 1)', 1],
		]);
		expect(traced(second.items).sort()).toEqual([
			['C-11', 'a.pdf (Page 1)', 1],
			['C-12', 'b.pdf (Page 1)', 0],
		]);
		expect(chargesOf(node)).toEqual([2]);
	});

	it('takes the same content in another binary file for the same file', async () => {
		const options = { submissionId: 'mail-3' };
		const first = await extract(node, { input: [itemWith(await invoice('C-5'))], options });
		const second = await extract(node, { input: [itemWith(await invoice('C-5'))], options });
		expect(second.items).toEqual(first.items);
		expect(submitted()).toBe(1);
	});

	// The docs say so: only File Contents compares contents.
	it.each([false, true])(
		'gives a file of the same name and size the earlier rows, with their date (upload dropped: %s)',
		async (isDropped) => {
			const options = { submissionId: 'mail-5' };
			const first = await extract(node, { input: [itemWith(await invoice('C-9'))], options });
			expect(hintsOf(first)).toEqual([]);
			await node.sandbox.control.advanceClock(86_400_000);
			if (isDropped) node.sandbox.control.expireSession({ upload_session_id: 'mail-5', forget: true });
			const later = await extract(node, { input: [itemWith(await invoice('C-10'))], options });
			expect(traced(later.items)).toEqual([['C-9', 'invoice.pdf (Page 1)', 0]]);
			const [{ created_at } = { created_at: '' }] = node.sandbox.control.extractions();
			const when = readableTime(created_at, 'America/New_York');
			expect(hintsOf(later)).toEqual([`Earlier extractions that rows come from, at no cost (1): ${when}`]);
			expect(submitted()).toBe(1);
			expect(chargesOf(node)).toEqual([1]);
		},
	);

	it.each([{}, { submissionId: 'mail-6' }])(
		'reads no file twice: file IDs have no digest (%j)',
		async (options) => {
			await extract(node, { input: [itemWith(await invoice('C-6'))], options });
			const [session] = node.sandbox.control.sessions();
			expect(session?.files.map(({ file_id }) => file_id)).toEqual(['file-1']);
		},
	);

	it.each([undefined, 'continueRegularOutput'] as const)(
		'fails a file that cannot be read, and extracts it under the ID once it can be (%s)',
		async (onError) => {
			const stored = await invoice('C-7', 'gone.pdf');
			const gone = { ...stored, id: `${stored.id}-gone`, bytes: SIZE };
			const input = [itemWith(gone), itemWith(await invoice('C-8', 'kept.pdf'))];
			const run = await extract(node, { input, options: { submissionId: 'mail-4' }, onError });
			expect(run.error?.message ?? run.items[0]!.json.message).toMatch(
				/gone\.pdf is no longer in the binary data of n8n/,
			);
			input[0] = itemWith(stored);
			const again = await extract(node, { input, options: { submissionId: 'mail-4' }, onError });
			expect(again.items.map(({ json }) => json['Invoice Number'])).toEqual(['C-7', 'C-8']);
			// Until it could be read, nothing of the request was sent.
			expect(chargesOf(node)).toEqual([2]);
		},
	);
});
