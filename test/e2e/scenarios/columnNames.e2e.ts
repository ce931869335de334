import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { NEWEST } from '../hosts/install';
import { createDataTable, dataTableRows } from '../n8n/dataTables';
import { openEditor, type Editor } from '../n8n/editor';
import { chain, extraction, manualTrigger, readFiles } from '../n8n/workflows';
import { CHROMIUM } from '../services/chromium';
import { putDocuments } from '../setup/documents';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';

needing(CHROMIUM);

const FIELDS = ['Invoice Number', 'Supplier', 'Total'];
const COLUMNS = ['invoice_number', 'supplier', 'total', 'source_file', 'review_needed'];
const TABLE = 'invoices';

let n8n: N8nFixture;
let editor: Editor;

beforeAll(async () => {
	n8n = await startN8n({ version: NEWEST });
	editor = await openEditor(n8n.host.client);
});
afterAll(async () => {
	await editor?.close();
	await n8n?.close();
});

const automatically = { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] };
const called = (value: string, mode = 'name') => ({ __rl: true, mode, value });

const intoDataTable = (): Partial<INode> => ({
	type: 'n8n-nodes-base.dataTable',
	typeVersion: 1.1,
	parameters: {
		resource: 'row',
		operation: 'insert',
		dataTableId: called(TABLE),
		columns: automatically,
		options: {},
	},
});

it('a person chooses For Databases, and a Data Table and Postgres map the columns automatically', async () => {
	const { host, postgres, credential } = n8n;
	const { client } = host;
	await createDataTable(client, TABLE, COLUMNS, []);
	const database = await postgres.createDatabase(`columns-${process.pid}-${Date.now()}`);
	const columns = COLUMNS.map((name) => `${name} ${name === 'total' ? 'numeric' : 'text'}`).join(', ');
	await postgres.query(database, `create table ${TABLE} (${columns})`);
	const account = await client.createCredential('Accounting', 'postgres', { ...database, ssl: 'disable' });
	const pattern = await putDocuments(join(host.filesFolder, 'in'), ['office-supplies.pdf']);
	const extract = extraction(credential, {
		promptType: 'fields',
		fieldsToExtract: FIELDS.join('\n'),
		outputStructure: 'per_invoice',
	});
	const into = (name: string, node: Partial<INode>): INode => ({
		...extract,
		id: name.toLowerCase().replace(' ', '-'),
		name,
		credentials: {},
		...node,
	});
	const workflow = chain(
		'Into tables',
		manualTrigger(),
		readFiles(pattern),
		extract,
		into('Data Table', intoDataTable()),
	);
	const toPostgres = into('Postgres', {
		type: 'n8n-nodes-base.postgres',
		typeVersion: 2.6,
		credentials: { postgres: account },
		position: [660, 200],
		parameters: {
			operation: 'insert',
			schema: called('public', 'list'),
			table: called(TABLE, 'list'),
			columns: automatically,
			options: {},
		},
	});
	workflow.nodes.push(toPostgres);
	workflow.connections.Extract!.main![0]!.push({ node: 'Postgres', type: 'main', index: 0 });
	const { id } = await client.createWorkflow(workflow);

	const { page, byId } = editor;
	await editor.open(id);
	await editor.openNode('Extract');
	const choose = async (text: string) =>
		await page
			.locator('.el-select-dropdown__item, [role=option], [role=menuitem]')
			.filter({ visible: true, hasText: text })
			.first()
			.click();
	// The last: a list of fields has a button of its own.
	await byId('node-parameters').locator('[data-test-id^="collection-parameter-add"]').last().click();
	await choose('Column Names');
	await byId('parameter-input-columnNames').locator('.el-select, [role=combobox]').first().click();
	await choose('For Databases');
	// In the field of a list, Escape closes the list only.
	await byId('output-panel').click();
	await editor.closeNode();
	await byId('execute-workflow-button').first().click();
	for (const name of ['Data Table', 'Postgres'])
		await byId('canvas-node').filter({ hasText: name }).getByTestId('canvas-node-status-success').waitFor();

	const row = {
		invoice_number: 'INV-1001',
		supplier: 'Example Office Supplies Ltd',
		source_file: 'office-supplies.pdf (Page 1)',
		review_needed: null,
	};
	expect(await dataTableRows(client, TABLE)).toMatchObject([row]);
	expect(await postgres.query(database, `select * from ${TABLE}`)).toEqual([{ ...row, total: '1477.19' }]);
});
