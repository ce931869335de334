import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { NEWEST } from '../hosts/install';
import { failureOf, itemsOf } from '../n8n/client';
import { createDataTable, dataTableRows } from '../n8n/dataTables';
import { openEditor, type Editor } from '../n8n/editor';
import { rowsOfSheet } from '../n8n/sheet';
import { chain, extraction, manualTrigger, noOperation, readFiles } from '../n8n/workflows';
import { CHROMIUM } from '../services/chromium';
import { DOCUMENTS, putDocuments } from '../setup/documents';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';
import { REPOSITORY } from '../../support/repository';

needing(CHROMIUM);

const UPLOADED = ['office-supplies.pdf', 'consulting.pdf'].map((name) => join(DOCUMENTS, name));

let n8n: N8nFixture;
let editor: Editor;
/** What README tells to enter under "First workflow". */
let prompt: string;

beforeAll(async () => {
	const readme = await readFile(join(REPOSITORY, 'README.md'), 'utf8');
	prompt = /In \*\*Prompt\*\*, describe the data: `([^`]+)`/.exec(readme)![1]!;
	n8n = await startN8n({ version: NEWEST });
	editor = await openEditor(n8n.host.client);
});
afterAll(async () => {
	await editor?.close();
	await n8n?.close();
});

/** Takes a node, and one of its actions, from the panel of nodes, which is open. */
async function add(phrase: string, name: string, action: string): Promise<void> {
	const { page, byId } = editor;
	await byId('node-creator-search-bar').fill(phrase);
	await byId('node-creator-item-name').getByText(name, { exact: true }).first().click();
	await page.getByText(action, { exact: true }).first().click();
	await byId('node-parameters').waitFor();
}
async function closePanel(): Promise<void> {
	await editor.byId('ndv-close-button').click();
	await editor.byId('node-parameters').waitFor({ state: 'detached' });
}
/** Executes the workflow and sends the documents by the form that n8n opens. */
async function executeAndSend(): Promise<void> {
	const opened = editor.page.waitForEvent('popup');
	await editor.byId('execute-workflow-button').first().click();
	const form = await opened;
	// A form that is sent before its page is ready is sent without its files.
	await form.waitForLoadState('networkidle');
	await form.locator('input[type=file]').setInputFiles(UPLOADED);
	await form.getByRole('button', { name: 'Submit' }).click();
}
const succeeds = async (name: string) =>
	await editor
		.byId('canvas-node')
		.filter({ hasText: name })
		.getByTestId('canvas-node-status-success')
		.first()
		.waitFor();

it('what README says under First workflow, click by click, ends with rows in a sheet file', async () => {
	const { page, byId } = editor;
	await page.goto('/workflow/new');
	await byId('canvas-plus-button').first().click();
	await add('n8n form trigger', 'n8n Form', 'On new n8n Form event');
	await byId('parameter-input-formTitle').locator('input').first().fill('Invoices');
	await page.getByText('Add Form Element', { exact: true }).click();
	await byId('parameter-input-fieldLabel').locator('input').first().fill('Documents');
	await byId('parameter-input-fieldType').locator('input').first().click();
	await page.locator('.el-select-dropdown__item:visible').filter({ hasText: /^File/ }).first().click();
	await closePanel();

	await byId('canvas-handle-plus').first().click();
	await add('document data extraction', 'Document Data Extraction', 'Extract data from documents');
	await byId('parameter-input-prompt').locator('textarea').first().fill(prompt);
	await closePanel();

	await byId('canvas-handle-plus').first().click();
	await add('convert to file', 'Convert to File', 'Convert to XLSX');
	await closePanel();

	await executeAndSend();
	await succeeds('Convert to');
	await editor.openNode('Convert to');
	const downloaded = page.waitForEvent('download');
	await byId('output-panel').getByText('Download', { exact: true }).first().click();
	const rows = await rowsOfSheet(await (await downloaded).path());
	expect(rows.map((row) => row['Invoice Number']).sort()).toEqual(['20260077', 'INV-1001']);
});

it('a Data Table of your own takes the rows of a list of fields, once it has every column of a run', async () => {
	const { client } = n8n.host;
	const reading = readFiles(await putDocuments(join(n8n.host.filesFolder, 'own'), ['consulting.pdf']));
	const extracting = extraction(n8n.credential, {
		...{ promptType: 'fields', fieldsToExtract: 'Invoice Number\nTotal' },
		options: { columnNames: 'forDatabases' },
	});
	const nodes = [manualTrigger(), reading, extracting];
	const once = await client.run(await client.createWorkflow(chain('Once', ...nodes)));
	const [row] = itemsOf(once, 'Extract').map(({ json }) => json);
	const columns = Object.keys(row!);
	const isNumber = (column: string) => typeof row![column] === 'number';
	const types = Object.fromEntries(columns.filter(isNumber).map((column) => [column, 'number' as const]));
	await createDataTable(client, 'Own', columns, [], types);
	const inserting: INode = {
		...noOperation('Insert row'),
		...{ type: 'n8n-nodes-base.dataTable', typeVersion: 1.1 },
		parameters: {
			resource: 'row',
			operation: 'insert',
			dataTableId: { __rl: true, mode: 'name', value: 'Own' },
			columns: { mappingMode: 'autoMapInputData', value: {} },
			options: {},
		},
	};
	const execution = await client.run(await client.createWorkflow(chain('Own table', ...nodes, inserting)));
	expect(failureOf(execution)).toMatch(/^success/);
	expect(await dataTableRows(client, 'Own')).toMatchObject([{ invoice_number: '20260077', total: 3574.8 }]);
});
