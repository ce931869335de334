import type { IBinaryData } from 'n8n-workflow';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { countOf, extract, invoiceFile, traced } from '../../../support/operations/extractDocuments';
import { itemWith } from '../../../support/items';

const SIZE = 4000;

describe('Extract Documents: the same Submission ID, names and sizes with other content', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	/** An invoice with this number, as a file that looks like any other of these from outside. */
	const invoice = async (number: string, fileName = 'invoice.pdf'): Promise<IBinaryData> =>
		await invoiceFile(node, number, fileName, { padToBytes: SIZE });
	const submitted = (): number => node.sandbox.control.extractions().length;

	it('is an error, instead of the rows of the earlier document', async () => {
		const options = { submissionId: 'mail-1' };
		const first = await extract(node, { input: [itemWith(await invoice('C-1'))], options });
		expect(traced(first.items)).toEqual([['C-1', 'invoice.pdf (Page 1)', 0]]);
		const second = await extract(node, { input: [itemWith(await invoice('C-2'))], options });
		expect(second.items).toEqual([]);
		expect(second.error?.message).toMatch(/already used with other files/);
		expect(submitted()).toBe(1);
	});

	it('is the error of each item where the node goes on', async () => {
		const options = { submissionId: 'mail-2' };
		await extract(node, { input: [itemWith(await invoice('C-3'))], options });
		const input = [itemWith(await invoice('C-4'))];
		const second = await extract(node, { input, options, onError: 'continueRegularOutput' });
		expect(second.items.map(({ json }) => json.error)).toEqual([
			expect.objectContaining({ code: 'SESSION_ALREADY_INITIALIZED' }),
		]);
	});

	it('is no error where the content is the same, in another binary file', async () => {
		const options = { submissionId: 'mail-3' };
		const first = await extract(node, { input: [itemWith(await invoice('C-5'))], options });
		const second = await extract(node, { input: [itemWith(await invoice('C-5'))], options });
		expect(second.items).toEqual(first.items);
		expect(submitted()).toBe(1);
	});

	describe('once the service has dropped the earlier upload', () => {
		const HINT = /no longer has its files, so their contents could not be compared/;
		const options = { submissionId: 'mail-5' };
		const later = async (number: string, output = 'rows') =>
			await extract(node, { input: [itemWith(await invoice(number))], parameters: { output }, options });
		const hintsOf = (run: Awaited<ReturnType<typeof later>>) =>
			run.hints('Node').map(({ message }) => message);

		beforeEach(async () => {
			const first = await later('C-9');
			expect(hintsOf(first)).toEqual([]);
			await node.sandbox.control.advanceClock(86_400_000);
			expect(hintsOf(await later('C-9'))).toEqual([]);
			node.sandbox.control.expireSession({ upload_session_id: 'mail-5', forget: true });
		});

		it('warns that nobody can tell, and charges nothing', async () => {
			const run = await later('C-10');
			expect(traced(run.items)).toEqual([['C-9', 'invoice.pdf (Page 1)', 0]]);
			expect(hintsOf(run)).toEqual([expect.stringMatching(HINT)]);
			expect(submitted()).toBe(1);
		});

		it('tells it in the Summary', async () => {
			const { items } = await later('C-9', 'summary');
			expect(items[0]?.json.differences).toEqual(['file contents (not compared)']);
		});

		it('tells the rightful file, which comes after another, how to find its rows', async () => {
			await later('C-10');
			const { error, items } = await later('C-9');
			expect(items).toEqual([]);
			expect(error?.message).toMatch(/already used with other files/);
			expect(error?.description).toMatch(/Get Many lists the earlier extraction/);
		});
	});

	it('leaves ids of the node without a digest, so that no file is read twice', async () => {
		await extract(node, { input: [itemWith(await invoice('C-6'))] });
		const [session] = node.sandbox.control.sessions();
		expect(session?.files.map(({ file_id }) => file_id)).toEqual(['file-1']);
	});

	it.each([undefined, 'continueRegularOutput'] as const)(
		'fails a file that cannot be read, and leaves the ID unused (%s)',
		async (onError) => {
			const stored = await invoice('C-7', 'gone.pdf');
			const gone = { ...stored, id: `${stored.id}-gone`, bytes: SIZE };
			const input = [itemWith(gone), itemWith(await invoice('C-8', 'kept.pdf'))];
			const run = await extract(node, { input, options: { submissionId: 'mail-4' }, onError });
			expect(run.error?.message ?? run.items[0]!.json.message).toMatch(/could not be read.*gone\.pdf/);
			expect(countOf(node, 'POST /uploads/sessions')).toEqual([0]);
			// Once it can be read, both go under the same ID.
			input[0] = itemWith(stored);
			const again = await extract(node, { input, options: { submissionId: 'mail-4' }, onError });
			expect(again.items.map(({ json }) => json['Invoice Number'])).toEqual(['C-7', 'C-8']);
		},
	);
});
