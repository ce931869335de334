import { createHash } from 'crypto';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { makeInvoicePdf } from '../../../../examples/documents/invoicePdf';
import { gives, startLinkServer } from '../../../support/fixtures/linkServer';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import {
	extract,
	invoiceFile,
	invoiceItems,
	type ExtractOptions,
} from '../../../support/operations/extractDocuments';
import { RESULTS } from '../../../support/endpoints';
import { hintsOf, itemsOf, itemWith } from '../../../support/items';

type Row = Record<string, unknown>;
type Page = { rows: Row[]; total_rows: number };

describe('Extract Documents: documents', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const documents = async ({ parameters, ...options }: ExtractOptions) =>
		await extract(node, { ...options, parameters: { output: 'documents', ...parameters } });

	/** `[name, state, invoice numbers, item, names of the files it carries]` of each. */
	const told = (items: INodeExecutionData[]) =>
		items.map(({ json, binary = {}, pairedItem }) => [
			json.file_name,
			json.state,
			(json.rows as Row[]).map((row) => row['Invoice Number']),
			(pairedItem as { item: number }).item,
			Object.values(binary).map(({ fileName }) => fileName),
		]);

	const lockedFile = async () => await invoiceFile(node, 'D-0', 'locked.pdf', { encrypted: true });

	it('are one item for each file, with its rows and the file itself', async () => {
		const input = await invoiceItems(node, 'D-1', 'D-2');
		const run = await documents({ input, options: { submissionId: 'march' } });
		const [extraction] = node.sandbox.control.extractions();
		const digest = async (item: number) =>
			createHash('sha256')
				.update(await node.engine.readBinary(input[item]!.binary!.data!))
				.digest('hex');
		expect(run.items[1]).toEqual({
			json: {
				file_name: 'D-2.pdf',
				sent_name: 'D-2.pdf',
				item: 1,
				field: 'data',
				bytes: input[1]!.binary!.data!.bytes,
				sha256: await digest(1),
				state: 'extracted',
				duplicate_of: null,
				reason: null,
				row_count: 1,
				rows: [expect.objectContaining({ 'Invoice Number': 'D-2', 'Source File': 'D-2.pdf (Page 1)' })],
				review: [],
				pages_successful: 1,
				failed_pages: [],
				extraction_id: extraction!.extraction_id,
				submission_id: 'march',
			},
			// n8n's reference to the same bytes: nothing was stored a second time.
			binary: { data: input[1]!.binary!.data },
			pairedItem: { item: 1 },
		});
		expect(run.items[0]?.json.sha256).toBe(await digest(0));
	});

	it('come in the order of the input, whatever became of them', async () => {
		const note = await node.engine.storeFile(Buffer.from('Hello'), 'note.txt', 'text/plain');
		const logo = await invoiceFile(node, 'D-9', 'logo.pdf');
		const file = async (number: string, name: string) => await invoiceFile(node, number, name);
		const input = [
			itemWith(note, await file('D-3', 'invoice.pdf'), logo, await file('D-4', 'invoice.pdf')),
			itemWith(await file('D-5', 'invoice.pdf')),
		];
		node.alter(RESULTS, (page: Page) => {
			page.rows = page.rows.filter((row) => row['Invoice Number'] !== 'D-4').reverse();
			page.total_rows = page.rows.length;
		});
		const options = { fileNamePattern: 'i*, note.txt' };
		const run = await documents({ input, options, parameters: { unsupportedFiles: 'skip' } });
		expect(told(run.items)).toEqual([
			['note.txt', 'skipped', [], 0, ['note.txt']],
			['invoice.pdf', 'extracted', ['D-3'], 0, ['invoice.pdf']],
			['logo.pdf', 'left_out', [], 0, ['logo.pdf']],
			['invoice.pdf', 'no_rows', [], 0, ['invoice.pdf']],
			['invoice.pdf', 'extracted', ['D-5'], 1, ['invoice.pdf']],
		]);
		expect(run.items.map(({ json }) => [json.sent_name, json.row_count, json.reason])).toEqual([
			[null, null, 'It is not a PDF, JPG or PNG file'],
			['invoice.pdf', 1, null],
			[null, null, 'Its name does not match the pattern'],
			['invoice (2).pdf', 0, null],
			['invoice (3).pdf', 1, null],
		]);
		expect(run.items.map(({ binary }) => Object.keys(binary!))).toEqual([
			['attachment_0'],
			['attachment_1'],
			['attachment_2'],
			['attachment_3'],
			['data'],
		]);
		expect(run.items.map(({ json }) => json.sha256)).toEqual(
			Array.from({ length: 5 }, () => expect.stringMatching(/^[0-9a-f]{64}$/)),
		);
	});

	it('of a workflow that keeps files in json keep them there', async () => {
		const file = await invoiceFile(node, 'D-6');
		const run = await documents({
			input: itemsOf({ mail: { attachment: file } }),
			settings: { binaryMode: 'combined' },
		});
		expect(run.items[0]?.json).toMatchObject({
			state: 'extracted',
			field: 'mail.attachment',
			_files: { 'mail.attachment': file },
		});
	});

	describe('carry what needs review', () => {
		it('with the place of the row among their own', async () => {
			const concern = (message: string, output_row_numbers: number[], source_references: string[] = []) => ({
				message,
				affected_fields: ['Total Amount'],
				output_row_numbers,
				source_references,
			});
			node.sandbox.control.planExtractions([
				{
					reviewItems: [
						concern('Hard to read', [2, 3]),
						concern('Perhaps twice', [3]),
						concern('Torn', [], ['D-7.pdf (Page 1)']),
						concern('Which year?', []),
					],
				},
			]);
			node.alter(RESULTS, ({ rows }: Page) => Object.assign(rows[1]!, { 'Source File': 'D-7.pdf (Page 2)' }));
			const run = await documents({ input: await invoiceItems(node, 'D-7', 'D-8', 'D-9') });
			const fields = ['Total Amount'];
			expect(run.items.map(({ json }) => [json.file_name, json.row_count, json.review])).toEqual([
				[
					'D-7.pdf',
					2,
					[
						{ message: 'Hard to read', fields, row: 2 },
						{ message: 'Torn', fields, row: null },
					],
				],
				['D-8.pdf', 0, []],
				['D-9.pdf', 1, [{ message: 'Hard to read; Perhaps twice', fields, row: 1 }]],
				[null, 0, [{ message: 'Which year?', fields, row: null }]],
			]);
			expect(run.items[3]).toMatchObject({
				json: { state: 'unassigned', extraction_id: expect.any(String) },
				pairedItem: [{ item: 0 }, { item: 1 }, { item: 2 }],
			});
			expect(run.items[3]?.binary).toBeUndefined();
		});

		it('also if the extraction has one document and the concern names none', async () => {
			node.sandbox.control.planExtractions([
				{
					reviewItems: [
						{
							message: 'Which year?',
							affected_fields: [],
							output_row_numbers: [],
							source_references: [],
						},
					],
				},
			]);
			const run = await documents({ input: await invoiceItems(node, 'D-10') });
			expect(run.items.map(({ json }) => json.review)).toEqual([
				[{ message: 'Which year?', fields: [], row: null }],
			]);
		});
	});

	describe('rows that name none of them', () => {
		it('come out in an item of their own behind the documents', async () => {
			node.alter(RESULTS, ({ rows: [first, second] }: Page) => {
				first!['Source File'] = 'other.pdf (Page 1)';
				delete second!['Source File'];
			});
			const run = await documents({ input: await invoiceItems(node, 'D-11', 'D-12', 'D-13') });
			expect(run.items.map(({ json }) => [json.file_name, json.state])).toEqual([
				['D-11.pdf', 'extracted'],
				['D-12.pdf', 'extracted'],
				['D-13.pdf', 'extracted'],
				[null, 'unassigned'],
			]);
			expect(run.items[3]?.json.rows).toEqual([
				expect.objectContaining({ 'Invoice Number': 'D-11' }),
				expect.objectContaining({ 'Invoice Number': 'D-12' }),
			]);
			expect(run.items[0]?.json).toMatchObject({ row_count: null, rows: [] });
		});

		it('belong to the only one there is', async () => {
			const options = { excludeColumns: ['source_file'] };
			const parameters = { groupFiles: 'perItem' };
			const run = await documents({ input: await invoiceItems(node, 'D-14', 'D-15'), parameters, options });
			expect(told(run.items)).toEqual([
				['D-14.pdf', 'extracted', ['D-14'], 0, ['D-14.pdf']],
				['D-15.pdf', 'extracted', ['D-15'], 1, ['D-15.pdf']],
			]);
		});

		it('are foreseen where several files would not name theirs', async () => {
			const options = { excludeColumns: ['source_file'] };
			const run = await documents({ input: await invoiceItems(node, 'D-16', 'D-17'), options });
			expect(run.error?.message).toMatch(
				/^Exclude Columns: The chosen Output, .* needs the column Source File\. Remove/,
			);
			expect(node.sandbox.control.requests().map(({ endpoint }) => endpoint)).not.toContain(
				'POST /uploads/sessions',
			);
		});
	});

	describe('that are kept out', () => {
		const options = { fileNamePattern: 'D-*, note.txt' };
		const unsupportedFiles = 'skip';
		const KEPT_OUT = [
			['logo.pdf', 'left_out', [], 0, ['logo.pdf']],
			['note.txt', 'skipped', [], 0, ['note.txt']],
		];
		let keptOut: INodeExecutionData;
		beforeEach(async () => {
			const note = await node.engine.storeFile(Buffer.from('Hello'), 'note.txt', 'text/plain');
			keptOut = itemWith(await invoiceFile(node, 'D-30', 'logo.pdf'), note);
		});

		it.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
			'are told although nothing is sent (On Error: %s)',
			async (onError) => {
				for (const groupFiles of ['forAllItems', 'perItem']) {
					const run = await documents({
						input: [keptOut],
						options,
						parameters: { groupFiles, unsupportedFiles },
						onError,
					});
					expect(run.error).toBeUndefined();
					expect(told(run.items)).toEqual(KEPT_OUT);
					expect(run.secondOutput).toEqual([]);
					expect(run.items[0]?.json).toMatchObject({ sha256: expect.any(String), extraction_id: null });
				}
				expect(node.sandbox.control.extractions()).toEqual([]);
			},
		);

		it.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
			'do not stop the documents of other items (On Error: %s)',
			async (onError) => {
				const logo = itemWith(await invoiceFile(node, 'D-30', 'logo.pdf'));
				const input = [keptOut, ...(await invoiceItems(node, 'D-31')), logo];
				const run = await documents({
					input,
					options,
					parameters: { groupFiles: 'perItem', unsupportedFiles },
					onError,
				});
				expect(run.error).toBeUndefined();
				expect(told(run.items)).toEqual([
					...KEPT_OUT,
					['D-31.pdf', 'extracted', ['D-31'], 1, ['D-31.pdf']],
					['logo.pdf', 'left_out', [], 2, ['logo.pdf']],
				]);
				expect(run.secondOutput).toEqual([]);
			},
		);

		it('are told where an item that never had a file fails', async () => {
			const input = [keptOut, { json: {} }];
			const parameters = { groupFiles: 'perItem', unsupportedFiles };
			const stopped = await documents({ input, options, parameters });
			expect(stopped.error?.message).toMatch(/^Item 2, Input Files: There is no file to extract from/);
			const run = await documents({ input, options, parameters, onError: 'continueErrorOutput' });
			expect(told(run.items)).toEqual(KEPT_OUT);
			expect(run.secondOutput.map(({ json }) => json.message)).toEqual([
				expect.stringMatching(/^Item 2, Input Files: There is no file to extract from/),
			]);
		});

		it('come once where their request is refused with other files', async () => {
			const input = [keptOut, ...(await invoiceItems(node, 'D-32'))];
			const parameters = { prompt: 'x'.repeat(2501), unsupportedFiles };
			const run = await documents({ input, options, parameters, onError: 'continueRegularOutput' });
			expect(told(run.items)).toEqual([...KEPT_OUT, ['D-32.pdf', 'failed', [], 1, ['D-32.pdf']]]);
			expect(run.items[2]?.json.message).toMatch(/^Item 1, Prompt: /);
		});

		it('behind links are told as well', async () => {
			const web = await startLinkServer();
			const links = web.on('/logo.gif', gives('GIF89a', { 'content-type': 'image/gif' }));
			const parameters = { files: 'links', links };
			const run = await documents({ input: [{ json: {} }], options, parameters });
			await web.close();
			expect(told(run.items)).toEqual([['logo.gif', 'left_out', [], 0, []]]);
		});
	});

	describe('with failed pages', () => {
		const failedPage = { file_name: 'D-18.pdf', page: 2, reason: expect.stringContaining('too large') };
		let input: INodeExecutionData[];
		beforeEach(async () => {
			node.sandbox.control.planExtractions([{ failedPages: 1 }]);
			const [other] = await invoiceItems(node, 'D-19');
			input = [other!, itemWith(await invoiceFile(node, 'D-18', 'D-18.pdf', { pages: 2 }))];
		});

		it('have their other rows, if the node shall continue', async () => {
			const run = await documents({ input, options: { ifPagesFail: 'continue' } });
			expect(run.items.map(({ json }) => [json.state, json.row_count, json.pages_successful])).toEqual([
				['extracted', 1, 1],
				['pages_failed', 1, 1],
			]);
			expect(run.items[1]?.json).toMatchObject({
				failed_pages: [failedPage],
				rows: [{ 'Invoice Number': 'D-18' }],
			});
		});

		it('end the run otherwise', async () => {
			const run = await documents({ input });
			expect(run.error?.context).toMatchObject({ code: 'PAGES_FAILED' });
			expect(run.error?.description).toMatch(/Get Rows/);
		});

		it('fail alone where the node continues on fail: one item, with the file and without rows', async () => {
			const run = await documents({ input, onError: 'continueRegularOutput' });
			expect(told(run.items)).toEqual([
				['D-19.pdf', 'extracted', ['D-19'], 0, ['D-19.pdf']],
				['D-18.pdf', 'pages_failed', [], 1, ['D-18.pdf']],
			]);
			expect(run.items[1]?.json).toMatchObject({
				message: expect.stringContaining('D-18.pdf page 2'),
				error: { code: 'PAGES_FAILED', next_step: expect.stringContaining('Get Rows') },
				row_count: 1,
				failed_pages: [failedPage],
			});
		});
	});

	describe('that fail', () => {
		it('come out in their place, with why and with the file, where the node continues', async () => {
			const [first, third] = await invoiceItems(node, 'D-20', 'D-21');
			const input = [first!, itemWith(await lockedFile()), third!];
			const run = await documents({ input, onError: 'continueRegularOutput' });
			expect(told(run.items)).toEqual([
				['D-20.pdf', 'extracted', ['D-20'], 0, ['D-20.pdf']],
				['locked.pdf', 'failed', [], 1, ['locked.pdf']],
				['D-21.pdf', 'extracted', ['D-21'], 2, ['D-21.pdf']],
			]);
			const { message, reason, error } = run.items[1]!.json;
			expect(message).toMatch(/^A file is protected with a password/);
			expect(reason).toBe(message);
			expect(error).toMatchObject({ code: 'ENCRYPTED_FILE', next_step: expect.any(String) });
		});

		it.each([{}, { binaryMode: 'combined' as const }])(
			'go to the error output with what they came with (%j)',
			async (settings) => {
				const [first] = await invoiceItems(node, 'D-22');
				const locked = await lockedFile();
				const input = [
					{ ...first!, json: { mail: 0 } },
					{ ...itemWith(locked), json: { mail: 1 } },
				];
				const run = await documents({ input, settings, onError: 'continueErrorOutput' });
				expect(run.items.map(({ json }) => json.file_name)).toEqual(['D-22.pdf']);
				expect(run.secondOutput.map(({ json }) => json)).toEqual([
					{
						mail: 1,
						message: expect.stringMatching(/^A file is protected/),
						error: expect.objectContaining({
							code: 'ENCRYPTED_FILE',
							document: expect.objectContaining({ file_name: 'locked.pdf', state: 'failed' }),
						}),
					},
				]);
				if (!('binaryMode' in settings)) expect(run.secondOutput[0]?.binary).toEqual({ data: locked });
			},
		);

		it('before they are sent say why, each on its own, beside items that are no document', async () => {
			const empty = await node.engine.storeFile(Buffer.alloc(0), 'empty.pdf', 'application/pdf');
			const note = await node.engine.storeFile(Buffer.from('Hello'), 'note.txt', 'text/plain');
			const [good, other] = await invoiceItems(node, 'D-23', 'D-24');
			const input = [itemWith(empty, note, good!.binary!.data!), { json: {} }, other!];
			const parameters = { groupFiles: 'perItem' };
			const run = await documents({ input, parameters, onError: 'continueRegularOutput' });
			const [emptyOne, noteOne] = run.items.map(({ json }) => json);
			expect(run.items.map(({ json, pairedItem }) => [json.file_name, json.state, pairedItem])).toEqual([
				['empty.pdf', 'failed', { item: 0 }],
				['note.txt', 'failed', { item: 0 }],
				['D-23.pdf', 'extracted', { item: 0 }],
				['D-24.pdf', 'extracted', { item: 2 }],
			]);
			expect(emptyOne?.reason).toBe('empty.pdf is empty');
			expect(noteOne?.reason).toBe('note.txt is not a PDF, JPG or PNG file');
			expect((noteOne?.error as IDataObject).next_step).toMatch(
				/^A text needs no extraction.*Send the corrected file alone/,
			);
			expect(hintsOf(run)).toContainEqual('Items without a file (1): Item 2');
		});

		it('because their link gives no file hold the others of their request back', async () => {
			const web = await startLinkServer();
			const found = web.on('/found.pdf', gives(await makeInvoicePdf({ number: 'D-29' })));
			const run = await documents({
				input: [{ json: {} }],
				parameters: { files: 'links', links: `${found}\n${web.url}/lost.pdf` },
				onError: 'continueRegularOutput',
			});
			await web.close();
			expect(told(run.items)).toEqual([
				['found.pdf', 'failed', [], 0, ['found.pdf']],
				['lost.pdf', 'failed', [], 0, []],
			]);
			expect(run.items[0]?.json.reason).toMatch(/^Not sent, because another file.*lost\.pdf/);
			expect(run.items[1]?.json).toMatchObject({ sha256: null, reason: expect.stringMatching(/404/) });
		});

		it('because of the request are told each', async () => {
			const input = await invoiceItems(node, 'D-24', 'D-25');
			const parameters = { prompt: 'x'.repeat(2501) };
			const run = await documents({ input, parameters, onError: 'continueRegularOutput' });
			expect(run.items.map(({ json }) => [json.file_name, json.state, json.message])).toEqual([
				['D-24.pdf', 'failed', expect.stringMatching(/^Item 1, Prompt: /)],
				['D-25.pdf', 'failed', expect.stringMatching(/^Item 1, Prompt: /)],
			]);
			expect((run.items[0]!.json.error as IDataObject).next_step).toMatch(/^Nothing was sent/);
		});

		it('because their rows cannot be had tell how to get them', async () => {
			node.alter(RESULTS, ({ rows }: Page) => rows.pop(), Infinity);
			const input = await invoiceItems(node, 'D-26', 'D-27');
			const run = await documents({ input, onError: 'continueRegularOutput' });
			const [{ extraction_id } = { extraction_id: '' }] = node.sandbox.control.extractions();
			expect(run.items.map(({ json }) => [json.file_name, json.state, json.extraction_id])).toEqual([
				['D-26.pdf', 'failed', extraction_id],
				['D-27.pdf', 'failed', extraction_id],
			]);
			expect((run.items[0]!.json.error as IDataObject).next_step).toMatch(/Get Rows with its ID/);
		});
	});

	it('whose extraction asks carry the questions, the deadline and the ID to answer to', async () => {
		const path = 'examples/documents/ambiguous-date.pdf';
		const file = await node.engine.storeFile(path, 'ambiguous-date.pdf', 'application/pdf');
		const input = [...(await invoiceItems(node, 'D-28')), itemWith(file)];
		const run = await documents({
			input,
			parameters: { prompt: 'Invoice number and invoice date' },
			options: { questions: 'ask' },
		});
		const [{ extraction_id } = { extraction_id: '' }] = node.sandbox.control.extractions();
		expect(told(run.items)).toEqual([
			['D-28.pdf', 'asking', [], 0, ['D-28.pdf']],
			['ambiguous-date.pdf', 'asking', [], 1, ['ambiguous-date.pdf']],
		]);
		for (const { json } of run.items)
			expect(json).toMatchObject({
				extraction_id,
				submission_id: expect.any(String),
				answer_by: expect.stringMatching(/^\d{4}-/),
				questions: [expect.objectContaining({ question_id: expect.any(String) })],
				row_count: null,
			});
	});
});
