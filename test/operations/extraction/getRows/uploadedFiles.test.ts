import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IConnections, INodeParameters } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import type { WorkflowLike } from '../../../../dev/engine';
import { DocumentDataExtraction } from '../../../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';
import { byId, startOperation } from '../../../support/fixtures/operationFixture';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { invoiceItems } from '../../../support/operations/extractDocuments';
import { RESULTS } from '../../../support/endpoints';
import { ItemReader, READER } from '../../../support/itemReader';
import { NODE_TYPE } from '../../../support/names';
import { REPOSITORY } from '../../../support/repository';
import { hintsOf } from '../../../support/items';

const FILES = "={{ $('uploadFiles').item.json.files }}";
const ID = byId('={{ $json.extraction_id }}');

type Step = [name: string, resource: string, parameters?: INodeParameters];

const UPLOAD: Step = ['uploadFiles', 'uploadSession', { options: { groupFiles: 'forAllItems' } }];
const SUBMIT: Step = ['submit', 'extraction', { prompt: 'Invoice number', outputStructure: 'per_invoice' }];
const WAIT: Step = ['wait', 'extraction', { extractionId: ID }];
const rowsStep = (options: INodeParameters, more: INodeParameters = {}): Step => [
	'getRows',
	'extraction',
	{ extractionId: ID, returnAll: true, options, ...more },
];

/** The operations in a row. Readers behind both outputs of the last one look for the item of a node before. */
function workflow(expression: string, ...steps: Step[]): WorkflowLike {
	const names = ['Start', ...steps.map(([name]) => name)];
	const to = (node: string) => [{ node, type: NodeConnectionTypes.Main, index: 0 }];
	const connections: IConnections = Object.fromEntries(
		names.slice(0, -1).map((name, index) => [name, { main: [to(names[index + 1]!)] }]),
	);
	connections[names.at(-1)!] = { main: [to('rows'), to('review')] };
	return {
		nodes: [
			{ name: 'Start', type: 'engine.start' },
			...steps.map(([name, resource, parameters = {}]) => ({
				name,
				type: NODE_TYPE,
				parameters: { resource, operation: name, ...parameters },
			})),
			...['rows', 'review'].map((name) => ({ name, type: READER, parameters: { value: expression } })),
		],
		connections,
	};
}

const MAIL = "={{ $('Start').item.json.mail }}";

describe('Get Rows with Uploaded Files', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode(
			{ limits: 'off' },
			{ nodeTypes: { [NODE_TYPE]: new DocumentDataExtraction(), [READER]: new ItemReader() } },
		);
	});
	afterEach(async () => await node.close());

	const mails = async (...numbers: string[]) =>
		(await invoiceItems(node, ...numbers)).map((item, index) => ({
			...item,
			json: { mail: `mail of ${numbers[index]}` },
		}));

	async function run(definition: WorkflowLike, ...numbers: string[]) {
		const done = await node.engine.run(definition, { input: await mails(...numbers) });
		expect(done.error).toBeUndefined();
		return done;
	}

	it('finds the mail of each row from the nodes behind, which it does not without them', async () => {
		const linked = await run(
			workflow(MAIL, UPLOAD, SUBMIT, WAIT, rowsStep({ uploadedFiles: FILES })),
			'L-1',
			'L-2',
		);
		expect(linked.output('rows').map(({ json }) => json)).toEqual([
			{ value: 'mail of L-1' },
			{ value: 'mail of L-2' },
		]);
		const unlinked = await run(workflow(MAIL, UPLOAD, SUBMIT, WAIT, rowsStep({})), 'L-3', 'L-4');
		expect(unlinked.output('rows').map(({ json }) => json)).toEqual(
			Array(2).fill({ refused: expect.stringMatching(/multiple/i) }),
		);
	});

	it('still finds what is between the upload and the rows', async () => {
		const between =
			"={{ $('submit').item.json.submission_state }} {{ $('uploadFiles').item.json.file_ids.length }}";
		const steps = [UPLOAD, SUBMIT, WAIT, rowsStep({ uploadedFiles: FILES })];
		expect((await run(workflow(between, ...steps), 'L-1', 'L-2')).output('rows')).toMatchObject(
			Array(2).fill({ json: { value: 'received 2' } }),
		);
	});

	it('finds the mail of each invoice with lines', async () => {
		const rows = rowsStep({ uploadedFiles: FILES }, { rowsOutput: 'invoices' });
		const done = await run(workflow(MAIL, UPLOAD, SUBMIT, WAIT, rows), 'L-1', 'L-2');
		expect(done.output('getRows')[0]?.json).toHaveProperty('lines');
		expect(done.output('rows').map(({ json }) => json.value)).toEqual(['mail of L-1', 'mail of L-2']);
	});

	it('keeps several sessions apart', async () => {
		const upload: Step = ['uploadFiles', 'uploadSession', { options: { groupFiles: 'perItem' } }];
		const steps = [upload, SUBMIT, WAIT, rowsStep({ uploadedFiles: FILES })];
		expect((await run(workflow(MAIL, ...steps), 'L-1', 'L-2')).output('rows')).toMatchObject([
			{ json: { value: 'mail of L-1' } },
			{ json: { value: 'mail of L-2' } },
		]);
	});

	it('links what is to be reviewed too, a failed page and a file without rows among it', async () => {
		node.alter(RESULTS, (page) => {
			const rows = page.rows.slice(0, 1);
			Object.assign(page, { rows, row_count: 1, total_rows: 1, has_more: false });
			page.pages = {
				successful_count: 2,
				failed_count: 1,
				successful: [{ file_name: 'L-1.pdf', page: 1 }],
				failed: [{ file_name: 'L-2.pdf', page: 1 }],
				failure_reasons: [],
			};
			page.review_needed = {
				count: 1,
				items: [{ message: 'Dim', affected_fields: [], output_row_numbers: [1], source_references: [] }],
			};
		});
		const steps = [UPLOAD, SUBMIT, WAIT, rowsStep({ uploadedFiles: FILES }, { separateReview: true })];
		const done = await run(workflow(MAIL, ...steps), 'L-1', 'L-2', 'L-3');
		expect(done.output('getRows', 1).map(({ json }) => [json['Source File'], json.review_message])).toEqual([
			['L-1.pdf (Page 1)', 'Dim'],
			['L-2.pdf (Page 1)', 'This page could not be read'],
			['L-3.pdf', 'No rows were found in this file'],
		]);
		expect(done.output('review').map(({ json }) => json.value)).toEqual(
			['L-1', 'L-2', 'L-3'].map((number) => `mail of ${number}`),
		);
		expect(done.hints('getRows').map(({ message }) => message)).toContain('Files without rows (1): L-3.pdf');
	});
});

describe('The paths of what is to be reviewed in the example of a long wait', () => {
	let node: NodeFixture;
	// Anew for each: the same files with the same prompt are one extraction.
	beforeEach(async () => {
		node = await startNode(
			{ limits: 'off' },
			{ nodeTypes: { [NODE_TYPE]: new DocumentDataExtraction(), [READER]: new ItemReader() } },
		);
	});
	afterEach(async () => await node.close());

	const example = JSON.parse(readFileSync(join(REPOSITORY, 'examples/workflows/long-wait.json'), 'utf8')) as {
		nodes: Array<{ name: string; parameters: { assignments?: { assignments: Array<{ value: string }> } } }>;
	};
	const { value } = example.nodes.find(({ name }) => name === 'Add the Path to Review')!.parameters
		.assignments!.assignments[0]!;
	const path = value
		.replace("$('Settings').first().json.folder", "'folder'")
		.replace('Read Documents', 'Start');

	it.each([
		['no document', [], ''],
		['one document', ['P-2.pdf (Page 1)'], 'folder/P-2.pdf'],
		['several documents', ['P-1.pdf (Page 1)', 'P-2.pdf (Page 1)'], ''],
	])('are found, or empty, for a point about %s', async (_, source_references, expected) => {
		const point = { message: 'Dim', affected_fields: [], output_row_numbers: [], source_references };
		node.sandbox.control.planExtractions([{ rows: 2, reviewItems: [point] }]);
		const input = (await invoiceItems(node, 'P-1', 'P-2')).map((item, index) => ({
			...item,
			json: { fileName: `P-${index + 1}.pdf` },
		}));
		const rows = rowsStep({ uploadedFiles: FILES }, { separateReview: true });
		const done = await node.engine.run(workflow(path, UPLOAD, SUBMIT, WAIT, rows), { input });
		expect(done.error).toBeUndefined();
		expect(done.output('review').map(({ json }) => json)).toEqual([{ value: expected }]);
	});
});

describe('Uploaded Files of Get Rows', () => {
	const operation = startOperation('getRows');
	const seeded = (seed = {}) => operation.control.createExtraction(seed).extraction_id;
	const run = async (uploadedFiles: unknown, seed = {}) =>
		await operation.run({
			extractionId: byId(seeded(seed)),
			options: { uploadedFiles: uploadedFiles as string },
		});
	const listed = (...names: string[]) => JSON.stringify(names.map((file_name) => ({ file_name, item: 0 })));

	it.each([
		['{', "The text is not valid JSON: Expected property name or '}' in JSON at position 1"],
		['[7]', 'Entry 1 is not an object. Enter a list of objects'],
		['[{"item": 0}]', 'Entry 1 has no valid "file_name". Use the files from the output of Upload Files'],
		[
			'[{"file_name": "a.pdf", "item": 0}, {"file_name": "b.pdf", "item": -1}]',
			'Entry 2 has no valid "item". Use the files from the output of Upload Files',
		],
		[
			'[{"file_name": "a.pdf", "item": 0, "source": {"node": 7}}]',
			'Entry 1 has no valid "source.node". Use the files from the output of Upload Files',
		],
	])('may not be %s, and nothing is asked', async (uploadedFiles, problem) => {
		const done = await run(uploadedFiles);
		expect(done.error?.message).toBe(`Uploaded Files: ${problem}`);
		expect(operation.asked()).toEqual([]);
	});

	it.each([['', undefined, '={{ undefined }}', '[]', '{"files": []}']])(
		'may be left empty: %j',
		async (given) => {
			const done = await run(given);
			expect(done.items).toMatchObject([{ pairedItem: { item: 0 } }]);
			expect(done.hints('Node')).toEqual([]);
		},
	);

	it('pairs with its own item only where nobody knows what was before', async () =>
		expect((await run(listed('invoice.pdf'))).items[0]?.pairedItem).toEqual({ item: 0 }));

	it('tells rows of other files, and files without rows although the service does not', async () => {
		const done = await run(listed('other.pdf', 'more.pdf'));
		expect(hintsOf(done)).toEqual([
			'Files without rows (2): other.pdf; more.pdf',
			'Rows that are linked to no item, because their source file was not sent: 1',
		]);
		expect(done.items.map(({ pairedItem }) => pairedItem)).toEqual([[]]);
	});

	it('tells the file without rows by the pages where rows do not tell their file', async () => {
		const done = await run(listed('invoice.pdf', 'b.pdf'), {
			options: { exclude_columns: ['source_file'] },
		});
		// The service names the pages of the other.
		expect(hintsOf(done)).toEqual(['Files without rows (1): b.pdf']);
	});
});
