import type { INodeExecutionData } from 'n8n-workflow';
import type { NodeRun } from '../../../../dev/engine';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { extract, invoiceFile, invoiceItems } from '../../../support/operations/extractDocuments';
import { itemWith } from '../../../support/items';

describe('Extract Documents: items that fail', () => {
	let node: NodeFixture;
	let input: INodeExecutionData[];
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
		const locked = await invoiceFile(node, 'X-1', 'locked.pdf', { encrypted: true });
		const [first, third] = await invoiceItems(node, 'X-0', 'X-2');
		input = [first!, itemWith(locked), third!].map((item, mail) => ({ ...item, json: { mail } }));
	});
	afterEach(async () => await node.close());

	const perItem = { groupFiles: 'perItem' };
	const numbers = (items: INodeExecutionData[]) => items.map(({ json }) => json['Invoice Number']);

	const failure = {
		message: expect.stringMatching(/^A file is protected with a password: .*locked\.pdf.*/),
		error: {
			code: 'ENCRYPTED_FILE',
			message: expect.stringMatching(/^A file is protected/),
			next_step: expect.stringMatching(/^Remove the password from the file/),
			retryable: false,
			details: { file_names: ['locked.pdf'] },
			extraction_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
		},
	};

	it('end the run with the item that failed, where the node stops', async () => {
		const run = await extract(node, { input, parameters: perItem });
		expect(run.error?.message).toEqual(failure.message);
		expect(run.error?.context).toMatchObject({ itemIndex: 1 });
	});

	it('come out in their place among the others, where the node continues', async () => {
		const run = await extract(node, { input, parameters: perItem, onError: 'continueRegularOutput' });
		expect(run.status).toBe('success');
		expect(numbers(run.items)).toEqual(['X-0', undefined, 'X-2']);
		expect(run.items[1]).toEqual({ json: failure, pairedItem: { item: 1 } });
	});

	it('go to the error output with what they came with', async () => {
		const run = await extract(node, { input, parameters: perItem, onError: 'continueErrorOutput' });
		expect(numbers(run.items)).toEqual(['X-0', 'X-2']);
		expect(run.secondOutput.map(({ json, pairedItem }) => [json, pairedItem])).toEqual([
			[{ mail: 1, ...failure }, expect.objectContaining({ item: 1 })],
		]);
	});

	it('go to the error output, not to the rows that need review', async () => {
		const run = await extract(node, {
			input,
			parameters: { ...perItem, separateReview: true },
			onError: 'continueErrorOutput',
		});
		expect(numbers(run.items)).toEqual(['X-0', 'X-2']);
		expect(run.secondOutput).toEqual([]);
		expect(run.output('Node', 2).map(({ json }) => json)).toEqual([{ mail: 1, ...failure }]);
	});

	it('are only those whose file failed, where all are one extraction', async () => {
		const run = await extract(node, { input, onError: 'continueErrorOutput' });
		expect(run.items.map((item) => [item.json['Invoice Number'], item.pairedItem])).toEqual([
			['X-0', { item: 0 }],
			['X-2', { item: 2 }],
		]);
		expect(run.secondOutput.map(({ json }) => json)).toEqual([{ mail: 1, ...failure }]);
	});

	it('still give the rows of their other files, and are told in the summary', async () => {
		const [attached] = await invoiceItems(node, 'X-4');
		const both = [itemWith(input[1]!.binary!.data!, attached!.binary!.data!), input[0]!];
		const run = await extract(node, { input: both, onError: 'continueRegularOutput' });
		expect(
			run.items.map((item) => [item.json['Invoice Number'] ?? item.json.message, item.pairedItem]),
		).toEqual([
			[expect.stringMatching(/^A file is protected .*/), { item: 0 }],
			['X-4', { item: 0 }],
			['X-0', { item: 1 }],
		]);
		const summary = await extract(node, {
			input: both,
			parameters: { output: 'summary' },
			onError: 'continueRegularOutput',
		});
		expect(summary.items[0]?.json).toMatchObject({
			files: [
				{ file_name: 'X-4.pdf', item: 0, state: 'extracted', rows: 1 },
				{ file_name: 'X-0.pdf', item: 1, state: 'extracted', rows: 1 },
			],
			failed_files: ['locked.pdf'],
		});
		expect(summary.items).toHaveLength(2);
	});

	it('are all items of an extraction that failed as a whole', async () => {
		node.sandbox.control.planExtractions([{ fail: { code: 'PROMPT_UNCLEAR' } }]);
		const run = await extract(node, { input, onError: 'continueErrorOutput' });
		expect(run.items).toEqual([]);
		expect(run.secondOutput.map(({ json }) => json)).toEqual(
			[0, 1, 2].map((mail) => ({
				mail,
				message: expect.stringMatching(new RegExp(`^Item ${mail + 1}: The prompt is unclear`)),
				error: expect.objectContaining({ code: 'PROMPT_UNCLEAR', extraction_id: expect.any(String) }),
			})),
		);
	});

	it('are all items where the service refuses everything', async () => {
		node.sandbox.control.addKey({ key: node.sandbox.apiKey, state: 'revoked' });
		const run = await extract(node, { input, onError: 'continueErrorOutput' });
		expect(run.items).toEqual([]);
		expect(run.secondOutput.map(({ json }) => json.error)).toEqual(
			Array.from({ length: 3 }, () => expect.objectContaining({ code: 'API_KEY_REVOKED' })),
		);
	});

	it('for a file that the service does not take still give the rows of their other files', async () => {
		const note = await node.engine.storeFile(Buffer.from('Hello'), 'note.txt', 'text/plain');
		const [attached] = await invoiceItems(node, 'X-4');
		const both = [itemWith(note, attached!.binary!.data!), input[0]!];
		for (const parameters of [{}, perItem]) {
			const run = await extract(node, { input: both, parameters, onError: 'continueErrorOutput' });
			expect(run.items.map((item) => [item.json['Invoice Number'], item.pairedItem])).toEqual([
				['X-4', { item: 0 }],
				['X-0', { item: 1 }],
			]);
			expect(run.secondOutput.map(({ json }) => json)).toEqual([
				{
					message: 'Input Files: note.txt is not a PDF, JPG or PNG file',
					error: expect.objectContaining({
						next_step: expect.stringMatching(
							/^A text needs no extraction.*The other files of its request are sent and charged without it\. Send the corrected file alone/,
						),
					}),
				},
			]);
		}
		const summary = await extract(node, {
			input: both,
			parameters: { output: 'summary' },
			onError: 'continueRegularOutput',
		});
		const told = summary.items.map(({ json }) => json).find(({ files }) => files !== undefined);
		expect(told).toMatchObject({
			files: [
				{ file_name: 'X-4.pdf', item: 0 },
				{ file_name: 'X-0.pdf', item: 1 },
			],
			failed_files: ['note.txt'],
		});
	});

	it('that are refused beforehand do not keep the others from being sent', async () => {
		const empty = await node.engine.storeFile(Buffer.alloc(0), 'empty.pdf', 'application/pdf');
		const files = [input[0]!, itemWith(empty), input[2]!];
		for (const parameters of [{}, perItem]) {
			const run: NodeRun = await extract(node, { input: files, parameters, onError: 'continueErrorOutput' });
			expect(numbers(run.items)).toEqual(['X-0', 'X-2']);
			expect(run.secondOutput.map(({ json }) => json.error)).toEqual([
				expect.objectContaining({
					code: 'INVALID_PARAMETERS',
					message: expect.stringContaining('empty.pdf'),
				}),
			]);
		}
	});
});
