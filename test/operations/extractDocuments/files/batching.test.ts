import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import {
	countOf,
	extract,
	invoiceFile,
	invoiceItems,
	traced,
} from '../../../support/operations/extractDocuments';
import { itemWith } from '../../../support/items';

describe('Extract Documents: batches', () => {
	let node: NodeFixture;
	afterEach(async () => await node.close());

	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	const fileNames = (): string[][] => node.sandbox.control.extractions().map(({ file_names }) => file_names);

	it('makes one extraction of all items, named after the first file', async () => {
		const run = await extract(node, { input: await invoiceItems(node, 'A-1', 'A-2', 'A-3') });
		expect(traced(run.items)).toEqual([
			['A-1', 'A-1.pdf (Page 1)', 0],
			['A-2', 'A-2.pdf (Page 1)', 1],
			['A-3', 'A-3.pdf (Page 1)', 2],
		]);
		expect(fileNames()).toEqual([['A-1.pdf', 'A-2.pdf', 'A-3.pdf']]);
		expect(node.sandbox.control.extractions()[0]?.task_name).toBe('A-1.pdf and 2 more');
		expect(countOf(node, 'POST /uploads/sessions', 'POST /extractions')).toEqual([1, 1]);
	});

	it('makes one extraction of each item, with the parameters of the item', async () => {
		const [first, second] = await invoiceItems(node, 'B-1', 'B-2');
		const third = itemWith(await invoiceFile(node, 'B-3'), await invoiceFile(node, 'B-4'));
		const input = [first!, second!, third].map((item, index) => ({
			...item,
			json: { task: `Mail ${index}` },
		}));
		const run = await extract(node, {
			input,
			parameters: { groupFiles: 'perItem', prompt: '={{ "Invoice number of " + $json.task }}' },
			options: { taskName: '={{ $json.task }}' },
		});
		expect(traced(run.items)).toEqual([
			['B-1', 'B-1.pdf (Page 1)', 0],
			['B-2', 'B-2.pdf (Page 1)', 1],
			['B-3', 'B-3.pdf (Page 1)', 2],
			['B-4', 'B-4.pdf (Page 1)', 2],
		]);
		const made = node.sandbox.control.extractions();
		expect(made.map(({ task_name, file_names, prompt }) => [task_name, file_names, prompt]).sort()).toEqual([
			['Mail 0', ['B-1.pdf'], 'Invoice number of Mail 0'],
			['Mail 1', ['B-2.pdf'], 'Invoice number of Mail 1'],
			['Mail 2', ['B-3.pdf', 'B-4.pdf'], 'Invoice number of Mail 2'],
		]);
	});

	it('keeps the order of the items whichever extraction ends first', async () => {
		const numbers = Array.from({ length: 8 }, (_, index) => `C-${index}`);
		node.sandbox.control.planExtractions(
			numbers.map((_, index) => ({ processingMs: index % 2 === 0 ? 400 : 20 })),
		);
		const input = await invoiceItems(node, ...numbers);
		const run = await extract(node, { input, parameters: { groupFiles: 'perItem' } });
		expect(traced(run.items)).toEqual(
			numbers.map((number, index) => [number, `${number}.pdf (Page 1)`, index]),
		);
	});
});
