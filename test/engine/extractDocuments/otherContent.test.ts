import type { IBinaryData } from 'n8n-workflow';
import { openWorkbench, type Workbench } from '../workbench';
import { countOf, extract, invoiceFile, itemWith, traced } from './extracting';

const SIZE = 4000;

describe('Extract Documents: the same Submission ID, names and sizes with other content', () => {
	let bench: Workbench;
	beforeEach(async () => {
		bench = await openWorkbench({ processingMs: 30 });
	});
	afterEach(async () => await bench.close());

	/** An invoice with this number, as a file that looks like any other of these from outside. */
	const invoice = async (number: string, fileName = 'invoice.pdf'): Promise<IBinaryData> =>
		await invoiceFile(bench, number, fileName, { padToBytes: SIZE });
	const submitted = (): number => bench.sandbox.control.extractions().length;

	it('is an error, instead of the rows of the earlier document', async () => {
		const options = { submissionId: 'mail-1' };
		const first = await extract(bench, { input: [itemWith(await invoice('C-1'))], options });
		expect(traced(first.items)).toEqual([['C-1', 'invoice.pdf (Page 1)', 0]]);
		const second = await extract(bench, { input: [itemWith(await invoice('C-2'))], options });
		expect(second.items).toEqual([]);
		expect(second.error?.message).toMatch(/already used with other files/);
		expect(submitted()).toBe(1);
	});

	it('is the error of each item where the node goes on', async () => {
		const options = { submissionId: 'mail-2' };
		await extract(bench, { input: [itemWith(await invoice('C-3'))], options });
		const input = [itemWith(await invoice('C-4'))];
		const second = await extract(bench, { input, options, onError: 'continueRegularOutput' });
		expect(second.items.map(({ json }) => json.error)).toEqual([
			expect.objectContaining({ code: 'SESSION_ALREADY_INITIALIZED' }),
		]);
	});

	it('is no error where the content is the same, in another binary file', async () => {
		const options = { submissionId: 'mail-3' };
		const first = await extract(bench, { input: [itemWith(await invoice('C-5'))], options });
		const second = await extract(bench, { input: [itemWith(await invoice('C-5'))], options });
		expect(second.items).toEqual(first.items);
		expect(submitted()).toBe(1);
	});

	it('leaves ids of the node without a digest, so that no file is read twice', async () => {
		await extract(bench, { input: [itemWith(await invoice('C-6'))] });
		const [session] = bench.sandbox.control.sessions();
		expect(session?.files.map(({ file_id }) => file_id)).toEqual(['file-1']);
	});

	it.each([undefined, 'continueRegularOutput'] as const)(
		'fails a file that cannot be read, and goes on with the others where the node does (%s)',
		async (onError) => {
			const stored = await invoice('C-7', 'gone.pdf');
			const gone = { ...stored, id: `${stored.id}-gone`, bytes: SIZE };
			const input = [itemWith(gone), itemWith(await invoice('C-8', 'kept.pdf'))];
			const run = await extract(bench, { input, options: { submissionId: 'mail-4' }, onError });
			if (!onError) {
				expect(run.error?.message).toMatch(/could not be read.*gone\.pdf.*\[item 0\]/);
				expect(countOf(bench, 'POST /uploads/sessions')).toEqual([0]);
				return;
			}
			expect(run.items.map(({ json }) => json['Invoice Number'] ?? json.error)).toEqual(
				expect.arrayContaining(['C-8', expect.objectContaining({ code: 'FILE_UNREADABLE' })]),
			);
		},
	);
});
