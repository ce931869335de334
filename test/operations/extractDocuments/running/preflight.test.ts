import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { extract, invoiceItems, type ExtractOptions } from '../../../support/operations/extractDocuments';
import { itemWith } from '../../../support/items';

const MB = 1024 * 1024;

describe('Extract Documents: what is refused before anything is sent', () => {
	let node: NodeFixture;
	let good: INodeExecutionData;
	beforeAll(async () => {
		node = await startNode({ processingMs: 30 });
		[good] = (await invoiceItems(node, 'OK-1')) as [INodeExecutionData];
	});
	beforeEach(() => node.sandbox.control.clearRequests());
	afterAll(async () => await node.close());

	const file = async (
		content: Buffer | string,
		fileName: string,
		mimeType: string,
		bytes?: number,
	): Promise<IBinaryData> => {
		const stored = await node.engine.storeFile(Buffer.from(content), fileName, mimeType);
		return bytes === undefined ? stored : { ...stored, bytes };
	};

	/** The problems in the list that n8n shows as HTML. */
	const listed = (description: unknown): string[] =>
		String(description)
			.split('<br>')
			.map((line) => line.replace(/^• /, ''));

	/** The problems that the error of a run tells. */
	async function problemsOf(options: ExtractOptions): Promise<string[]> {
		const run = await extract(node, options);
		expect(run.items).toEqual([]);
		expect(node.sandbox.control.requests()).toEqual([]);
		const { message, description } = run.error!;
		return /^\d+ problems/.test(message) ? listed(description) : [message];
	}

	describe('files', () => {
		const refused: Array<[string, () => Promise<INodeExecutionData[]>, RegExp]> = [
			[
				'no file at all',
				async () => [{ json: {} }, { json: {} }],
				/^Input Files: There is no file to extract from/,
			],
			[
				'an empty file',
				async () => [good, itemWith(await file('', 'empty.pdf', 'application/pdf'))],
				/^Input Files: empty\.pdf is empty$/,
			],
			[
				'a PDF over 150 MB',
				async () => [itemWith(await file('%PDF-', 'big.pdf', 'application/pdf', 150 * MB + 1)), good],
				/^Input Files: big\.pdf .*150 MB/,
			],
			[
				'an image over 5 MB',
				async () => [
					good,
					itemWith(await file(Buffer.from('ffd8ff', 'hex'), 'photo.jpg', 'image/jpeg', 5 * MB + 1)),
				],
				/^Input Files: photo\.jpg has 5\.01 MB; a JPG may have up to 5 MB$/,
			],
			[
				'an unsupported type',
				async () => [good, itemWith(await file('a,b', 'list.csv', 'text/csv'))],
				/^Input Files: list\.csv is not a PDF, JPG or PNG file$/,
			],
			[
				'a name without extension and no usable MIME type',
				async () => [itemWith(await file('?', 'scan', 'application/octet-stream'))],
				/^Input Files: scan is not a PDF, JPG or PNG file$/,
			],
		];

		it.each(refused)('%s', async (_, input, problem) => {
			expect(await problemsOf({ input: await input() })).toEqual([expect.stringMatching(problem)]);
		});

		it('a file just within the limits is taken', async () => {
			const parameters = { promptType: 'text', prompt: '={{ "" }}' };
			const input = [itemWith(await file('%PDF-', 'big.pdf', 'application/pdf', 150 * MB))];
			expect(await problemsOf({ input, parameters })).toEqual([expect.stringMatching(/^Prompt:/)]);
		});

		it('a named field that an item lacks', async () => {
			const parameters = { files: 'named', inputDataFieldName: 'data, scan' };
			expect(await problemsOf({ input: [good], parameters })).toEqual([
				'Input Data Field Name: There is no file in the field "scan". The files are in: data. Choose one of these, or set Input Files to All Files',
			]);
		});

		it('nothing left by the name pattern, with the names it keeps out', async () => {
			const options = { fileNamePattern: '*.png' };
			expect(await problemsOf({ input: [good], options })).toEqual([
				expect.stringMatching(
					/^Input Files: No file is left.*Skipped by File Name Pattern or Minimum File Size: OK-1\.pdf/,
				),
			]);
		});

		it('nothing left after skipping, with the names that were skipped', async () => {
			const input = [itemWith(await file('a,b', 'list.csv', 'text/csv'))];
			expect(await problemsOf({ input, parameters: { unsupportedFiles: 'skip' } })).toEqual([
				expect.stringMatching(/^Input Files: No file is left.*Skipped as unsupported: list\.csv/),
			]);
		});

		it('items without files, where every item is an extraction of its own and none has one', async () => {
			const parameters = { groupFiles: 'perItem' };
			expect(await problemsOf({ input: [{ json: {} }, { json: {} }], parameters })).toEqual([
				expect.stringMatching(/Input Files: There is no file to extract from/),
			]);
		});
	});

	describe('parameters', () => {
		const fields = (...lines: string[]): IDataObject => ({
			promptType: 'fields',
			fieldsToExtract: lines.join('\n'),
		});
		const refused: Array<[string, IDataObject, IDataObject, RegExp]> = [
			['an empty prompt', { prompt: '={{ "" }}' }, {}, /^Prompt: The prompt is empty/],
			['a prompt that is too long', { prompt: 'x'.repeat(2501) }, {}, /^Prompt: .*2501 characters.*2500/],
			[
				'a field name of 1 character',
				fields('A'),
				{},
				/^Fields to Extract: Field 1 \("A"\): The name must have 2 to 50 characters, not 1$/,
			],
			['a field name of 51', fields('x'.repeat(51)), {}, /^Fields to Extract: .*2 to 50 characters, not 51$/],
			[
				'a field name used twice',
				fields('Total', 'Total '),
				{},
				/^Fields to Extract: Field 2 \("Total"\): "Total" is the same name/,
			],
			[
				'a field named "error"',
				fields('error'),
				{},
				/^Fields to Extract: Field 1 \("error"\): This name is taken/,
			],
			['no field', fields('={{ "" }}'), {}, /^Fields to Extract: There is no field\. Add at least one/],
			[
				'instructions of 2 characters',
				fields('Total: in'),
				{},
				/^Fields to Extract: .*instructions must have 3 to 600 characters, not 2$/,
			],
			[
				'instructions of 601',
				fields(`Total: ${'x'.repeat(601)}`),
				{},
				/^Fields to Extract: .*3 to 600 characters, not 601$/,
			],
			[
				'general instructions that are too long',
				{ ...fields('Total'), generalInstructions: 'x'.repeat(1501) },
				{},
				/^General Instructions: .*1501 characters.*1500/,
			],
			[
				'a JSON prompt that is no JSON',
				{ promptType: 'json', promptJson: '={{ "{fields" }}' },
				{},
				/^JSON: .*not valid JSON/,
			],
			[
				'a JSON prompt with an unknown key in a field',
				{ promptType: 'json', promptJson: '{"fields":[{"name":"Total","type":"number"}]}' },
				{},
				/^JSON: Read as a prompt object: fields\.0: Unrecognized key\(s\) in object: 'type'/,
			],
			[
				'an object as Submission ID',
				{},
				{ submissionId: '={{ ({ id: 1 }) }}' },
				/^Submission ID: This is an object instead of a text/,
			],
			[
				'a Submission ID with the text of an object',
				{},
				{ submissionId: '=mail-{{ ({ id: 1 }) }}' },
				/^Submission ID: This is an object instead of a text/,
			],
			[
				'a Submission ID of their own without a text',
				{},
				{ preventDuplicates: 'own', submissionId: '={{ "" }}' },
				/^Submission ID: No ID is given/,
			],
			[
				'an unknown kind of Submission ID',
				{},
				{ preventDuplicates: '={{ "mail" }}', submissionId: 'mail-1' },
				/^Prevent Duplicates By: "mail" is not valid\. Use one of: files, execution, own/,
			],
			[
				'an unknown structure',
				{ outputStructure: '={{ "per_page" }}' },
				{},
				/^One Row Per: "per_page" is not val/,
			],
			['an unknown output', { output: '={{ "table" }}' }, {}, /^Output: "table" is not valid/],
			[
				'a language it does not know',
				{},
				{ outputLanguage: '={{ "da" }}' },
				/^Output Language: "da" is not valid/,
			],
			[
				'a column that cannot be excluded',
				{},
				{ excludeColumns: ['source_file', 'total'] },
				/^Exclude Columns: "total" is not valid\. Use one of: review_needed, source_file/,
			],
			[
				'a text for a switch',
				{},
				{ typedValues: '={{ "no" }}' },
				/^Numbers as Numbers: "no" is not valid\. Use true or false/,
			],
			[
				'a column that every row has already',
				fields('SOURCE  File'),
				{},
				/^Fields to Extract: Field 1 \("SOURCE {2}File"\): This name is taken/,
			],
			[
				'a column of the review in a JSON prompt',
				{ promptType: 'json', promptJson: '{"fields":[{"name":"review_message"}]}' },
				{},
				/^JSON: Read as a prompt object: Field 1 \("review_message"\): This name is taken/,
			],
			[
				'field names that differ in case only',
				fields('Total', 'TOTAL'),
				{},
				/^Fields to Extract: Field 2 \("TOTAL"\): "Total" is the same name, apart from case and spaces/,
			],
			[
				'an unknown way with failed pages',
				{},
				{ ifPagesFail: '={{ "ignore" }}' },
				/^If Pages Fail: "ignore" is not valid\. Use one of: continue, fail/,
			],
			[
				'an unknown way with questions',
				{},
				{ questions: '={{ "guess" }}' },
				/^If the Service Is Unsure: .*guess.* is not valid/,
			],
			[
				'no number of minutes',
				{},
				{ maximumWait: '={{ "long" }}' },
				/^Maximum Wait \(Minutes\): "long" is not/,
			],
			['a wait of nothing', {}, { maximumWait: 0 }, /^Maximum Wait \(Minutes\): 0 is not a number from/],
			[
				'a negative size',
				{},
				{ minimumFileSize: -1 },
				/^Minimum File Size \(KB\): -1 is not a number of at least 0/,
			],
			[
				'no format',
				{ output: 'files', formats: '={{ [] }}' },
				{},
				/^File Formats: No file format is selected/,
			],
			[
				'no name for the field of the file',
				{ output: 'files', outputFieldName: '={{ "" }}' },
				{},
				/^Put Output File in Field: The name of the field is empty/,
			],
		];

		it.each(refused)('%s', async (_, parameters, options, problem) => {
			expect(await problemsOf({ input: [good], parameters, options })).toEqual([
				expect.stringMatching(problem),
			]);
		});

		it.each([
			[
				'a size that is no number',
				{ minimumFileSize: '={{ "small" }}' },
				'Minimum File Size (KB): "small" is not a number of at least 0',
			],
		])('%s', async (_, options, problem) => {
			for (const groupFiles of ['forAllItems', 'perItem'])
				expect(await problemsOf({ input: [good], options, parameters: { groupFiles } })).toEqual([
					`${problem}`,
				]);
		});

		it('names every item whose files are not chosen well', async () => {
			const input = [-1, 'x', 0].map((size) => ({ ...good, json: { size } }));
			const options = { minimumFileSize: '={{ $json.size }}' };
			expect(await problemsOf({ input, options })).toEqual([
				'Item 1, Minimum File Size (KB): -1 is not a number of at least 0',
				'Item 2, Minimum File Size (KB): "x" is not a number of at least 0',
			]);
		});

		it('names the item where the parameters differ from item to item', async () => {
			const input = [good, { ...good, json: { prompt: 'Total' } }];
			const parameters = { groupFiles: 'perItem', prompt: '={{ $json.prompt }}' };
			expect(await problemsOf({ input, parameters })).toEqual([
				'Item 1, Prompt: The prompt is empty. Describe the data to extract',
			]);
		});

		it('two items with the same Submission ID', async () => {
			const parameters = { groupFiles: 'perItem' };
			expect(
				await problemsOf({ input: [good, good], parameters, options: { submissionId: 'mail-1' } }),
			).toEqual([expect.stringMatching(/^Item 2, Submission ID: Item 1 has the same ID "mail-1"/)]);
		});

		it('but a task name over 40 characters is shortened at a word', async () => {
			const options = { taskName: 'Invoices of the northern branch for the third quarter' };
			const run = await extract(node, { input: [good], options });
			expect(run.error).toBeUndefined();
			expect(node.sandbox.control.extractions().at(-1)?.task_name).toBe(
				'Invoices of the northern branch for the',
			);
		});
	});

	it('tells all problems at once, each with its parameter and item', async () => {
		const input = [
			itemWith(await file('', 'empty.pdf', 'application/pdf'), await file('a', 'a.txt', 'text/plain')),
			itemWith(await file(Buffer.alloc(5 * MB + 1), 'photo.png', 'image/png')),
		];
		const run = await extract(node, {
			input,
			parameters: {
				promptType: 'fields',
				fieldsToExtract: 'A\nTotal: x',
			},
			options: { typedValues: '={{ 1 }}', submissionId: '={{ ({}) }}' },
		});
		expect(run.error?.message).toBe('7 problems with the input. Nothing was sent.');
		expect(listed(run.error?.description)).toEqual([
			expect.stringMatching(/^Item 1, Fields to Extract: Field 1 /),
			expect.stringMatching(/^Item 1, Fields to Extract: Field 2 /),
			expect.stringMatching(/^Item 1, Submission ID: This is an object/),
			expect.stringMatching(/^Item 1, Numbers as Numbers: 1 is not valid/),
			expect.stringMatching(/^Input Files: empty\.pdf /),
			'and 2 more',
		]);
		expect(node.sandbox.control.requests()).toEqual([]);
	});

	it('says to an AI agent in plain words that a tool call carries no files', async () => {
		for (const parameters of [{ files: 'all' }, { files: 'named', inputDataFieldName: 'data' }]) {
			const run = await node.engine.runAsTool({
				type: 'n8n-nodes-document-data-extraction.documentDataExtraction',
				parameters: { resource: 'extraction', operation: 'extractDocuments', prompt: 'Total', ...parameters },
			});
			expect(run.error?.message ?? String(run.response)).toMatch(
				/needs files, but an AI agent cannot pass files to a tool\. Set Input Files to From Links/,
			);
		}
		expect(node.sandbox.control.requests()).toEqual([]);
	});

	it('goes on without the items that have problems where the node continues on fail', async () => {
		const input = [good, itemWith(await file('', 'empty.pdf', 'application/pdf'))];
		const run = await extract(node, { input, onError: 'continueRegularOutput' });
		expect(run.items.map(({ json }) => json['Invoice Number'] ?? json.message)).toEqual([
			'OK-1',
			expect.stringMatching(/^Input Files: empty\.pdf is empty$/),
		]);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(run.items[1]?.json.error).toMatchObject({ code: 'INVALID_PARAMETERS', retryable: false });
	});
});
