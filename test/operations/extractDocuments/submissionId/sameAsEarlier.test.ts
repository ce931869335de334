import type { IDataObject } from 'n8n-workflow';
import { byId, UNKNOWN_ID } from '../../../support/fixtures/operationFixture';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { chargesOf, countOf, extract, invoiceItems } from '../../../support/operations/extractDocuments';
import { DETAILS, SESSIONS, SUBMIT } from '../../../support/endpoints';

describe('Extract Documents: Same as an Earlier Extraction', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const control = () => node.sandbox.control;
	const like = (extractionId: string): IDataObject => ({
		promptType: 'earlier',
		earlierExtraction: extractionId === '' ? { __rl: true, mode: 'list', value: '' } : byId(extractionId),
	});
	const FIELDS = { fields: [{ name: 'Total' }, { name: 'Supplier', prompt: 'Without Ltd' }] };

	it.each([
		['a text', 'Supplier and total', 'per_invoice'],
		['fields', FIELDS, 'per_line_item'],
		['fields and general instructions', { ...FIELDS, general_prompt: 'Ignore terms' }, 'per_invoice'],
	])(
		'asks for the same again, if that was %s, also in the dashboard',
		async (_, prompt, output_structure) => {
			const { extraction_id } = control().createExtraction({
				prompt,
				output_structure: output_structure as 'per_invoice',
				submission_method: 'web_app',
			});
			const { error } = await extract(node, {
				input: await invoiceItems(node, 'E-1', 'E-2'),
				parameters: like(extraction_id),
			});
			expect(error).toBeUndefined();
			expect(control().extractions().at(-1)).toMatchObject({ prompt, output_structure });
			expect(countOf(node, DETAILS)).toEqual([1]);
		},
	);

	it('is the same request as that prompt in Text, and so is not charged twice', async () => {
		const input = await invoiceItems(node, 'E-3');
		const options = { preventDuplicates: 'files' };
		const prompt = 'Supplier and total';
		await extract(node, { input, options, parameters: { prompt, outputStructure: 'per_invoice' } });
		const { extraction_id } = control().extractions()[0]!;
		const again = await extract(node, { input, options, parameters: like(extraction_id) });
		expect(again.error).toBeUndefined();
		expect(again.items).toHaveLength(1);
		expect(chargesOf(node)).toEqual([1]);
	});

	it.each([
		['is gone', () => UNKNOWN_ID, /^Earlier Extraction: This extraction is gone/],
		[
			'has no prompt',
			() => control().createExtraction({ prompt: '', submission_method: 'web_app' }).extraction_id,
			/^Earlier Extraction: This extraction has no prompt/,
		],
		['is not chosen', () => '', /^Earlier Extraction: No extraction selected/],
	])('sends nothing if the extraction %s, and says what to do', async (_, id, message) => {
		const { error } = await extract(node, {
			input: await invoiceItems(node, 'E-4'),
			parameters: like(id()),
		});
		expect(error?.message).toMatch(message);
		if (id() !== '')
			expect(error?.message).toMatch(/set Describe Data By to Text and copy the prompt into it/);
		expect(countOf(node, SESSIONS, SUBMIT)).toEqual([0, 0]);
	});

	it('fails its own item alone where the node continues on fail', async () => {
		const { extraction_id } = control().createExtraction({ prompt: 'Supplier and total' });
		const input = await invoiceItems(node, 'E-5', 'E-6');
		for (const [index, id] of [extraction_id, UNKNOWN_ID].entries()) input[index]!.json.id = id;
		const { items, error } = await extract(node, {
			input,
			onError: 'continueRegularOutput',
			parameters: { ...like('={{ $json.id }}'), groupFiles: 'perItem' },
		});
		expect(error).toBeUndefined();
		expect(items.filter(({ json }) => 'error' in json).map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 1 },
		]);
		expect(countOf(node, SUBMIT)).toEqual([1]);
	});
});

describe('Extract Documents: Maximum Files per Run', () => {
	let node: NodeFixture;
	beforeAll(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterAll(async () => await node.close());

	it.each(['forAllItems', 'perItem'])(
		'sends nothing of a larger run, and names files and credits (%s)',
		async (groupFiles) => {
			node.sandbox.control.setCredits({ balance: 40, reserved: 2 });
			const { error } = await extract(node, {
				input: await invoiceItems(node, 'F-1', 'F-2', 'F-3'),
				parameters: { groupFiles },
				options: { maximumFiles: 2 },
			});
			expect(error?.message).toBe(
				'Maximum Files per Run: This run has 3 files, and 2 are allowed. Nothing was sent. You have 38 credits, and each page costs one. Raise the option, or send fewer files',
			);
			expect(countOf(node, SESSIONS, SUBMIT)).toEqual([0, 0]);
		},
	);

	it('sends nothing where the node continues on fail either', async () => {
		const { items } = await extract(node, {
			input: await invoiceItems(node, 'F-1', 'F-2', 'F-3'),
			options: { maximumFiles: 2 },
			onError: 'continueRegularOutput',
		});
		expect(items.map(({ json }) => 'error' in json)).toEqual([true, true, true]);
		expect(countOf(node, SESSIONS, SUBMIT)).toEqual([0, 0]);
	});

	it('lets a run pass that has as many', async () => {
		const { items, error } = await extract(node, {
			input: await invoiceItems(node, 'F-4', 'F-5'),
			options: { maximumFiles: 2 },
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(2);
	});
});
