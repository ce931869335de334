import type { INodeExecutionData } from 'n8n-workflow';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { extract, invoiceFile, invoiceItems } from '../../../support/operations/extractDocuments';
import { RESULTS } from '../../../support/endpoints';
import { itemsOf, itemWith } from '../../../support/items';

type Page = { rows: Array<Record<string, unknown>> };

describe('Extract Documents: rows that keep their file', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const options = { keepSourceFile: true };
	const review = { separateReview: true };
	const concern = (message: string, output_row_numbers: number[], source_references: string[] = []) => ({
		message,
		affected_fields: [],
		output_row_numbers,
		source_references,
	});
	const carried = (items: INodeExecutionData[]) =>
		items.map(({ json, binary = {} }) => [
			json['Source File'],
			...Object.entries(binary).map(([field, { fileName }]) => [field, fileName]),
		]);

	it('carry it in the field that it came in, by reference', async () => {
		const [first, second] = [await invoiceFile(node, 'K-1'), await invoiceFile(node, 'K-2')];
		const [third] = await invoiceItems(node, 'K-3');
		const run = await extract(node, { input: [itemWith(first, second), third!], options });
		expect(run.items.map(({ binary }) => binary)).toEqual([
			{ attachment_0: first },
			{ attachment_1: second },
			{ data: third!.binary!.data },
		]);
	});

	it('do not, unless they are told to', async () => {
		const run = await extract(node, { input: await invoiceItems(node, 'K-4') });
		expect(run.items.map(({ binary }) => binary)).toEqual([undefined]);
	});

	it('carry none if they name none, except that of the only document', async () => {
		const input = await invoiceItems(node, 'K-5', 'K-6');
		const excludeColumns = ['source_file'];
		const several = await extract(node, { input, options: { ...options, excludeColumns } });
		expect(several.items.map(({ binary }) => binary)).toEqual([undefined, undefined]);
		const parameters = { groupFiles: 'perItem' };
		const alone = await extract(node, { input, parameters, options: { ...options, excludeColumns } });
		expect(alone.items.map(({ binary }) => binary)).toEqual(input.map(({ binary }) => binary));
	});

	it('carry it on the output for review too, with files that gave no rows', async () => {
		node.sandbox.control.planExtractions([
			{
				reviewItems: [
					concern('Hard to read', [1]),
					concern('Torn', [], ['K-8.pdf (Page 1)']),
					concern('The same twice', [], ['K-7.pdf (Page 1)', 'K-8.pdf (Page 1)']),
				],
			},
		]);
		node.alter(RESULTS, ({ rows }: Page) => (rows[2]!['Source File'] = 'K-8.pdf (Page 2)'));
		const note = await node.engine.storeFile(Buffer.from('Hello'), 'note.txt', 'text/plain');
		const run = await extract(node, {
			input: [...(await invoiceItems(node, 'K-7', 'K-8', 'K-9')), itemWith(note)],
			parameters: { ...review, unsupportedFiles: 'skip' },
			options,
		});
		expect(carried(run.items)).toEqual([
			['K-8.pdf (Page 1)', ['data', 'K-8.pdf']],
			['K-8.pdf (Page 2)', ['data', 'K-8.pdf']],
		]);
		expect(carried(run.secondOutput)).toEqual([
			['K-7.pdf (Page 1)', ['data', 'K-7.pdf']],
			['K-8.pdf (Page 1)', ['data', 'K-8.pdf']],
			['K-7.pdf (Page 1), K-8.pdf (Page 1)'],
			['K-9.pdf', ['data', 'K-9.pdf']],
			['note.txt', ['data', 'note.txt']],
		]);
	});

	it('keep it in json in a workflow that keeps files there', async () => {
		const file = await invoiceFile(node, 'K-10');
		const input = itemsOf({ _files: { data: file } });
		const run = await extract(node, { input, options, settings: { binaryMode: 'combined' } });
		expect(run.items[0]?.json).toMatchObject({ 'Invoice Number': 'K-10', _files: { data: file } });
	});

	it('have fields of their own, so that a change to one leaves the others', async () => {
		node.sandbox.control.planExtractions([{ rows: 2 }]);
		const { items } = await extract(node, { input: await invoiceItems(node, 'K-11'), options });
		delete items[0]!.binary!.data;
		expect(items[1]!.binary!.data).toMatchObject({ fileName: 'K-11.pdf' });
	});
});
