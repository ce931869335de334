import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { NEWEST } from '../hosts/install';
import { openEditor, type Editor } from '../n8n/editor';
import { fieldsOf } from '../n8n/fields';
import { findsAt } from '../n8n/nodeSearch';
import { operationsOf } from '../n8n/operations';
import { chain, extraction, extractionTrigger, manualTrigger, readFiles } from '../n8n/workflows';
import { CHROMIUM } from '../services/chromium';
import { putDocuments } from '../setup/documents';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';
import { until } from '../support/until';
import { NODE_TYPE } from '../../support/names';

needing(CHROMIUM);

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

it('the credential is made in its form, whose test passes with the right key and fails with another', async () => {
	const { page, byId } = editor;
	const { baseUrl, apiKey } = n8n.sandbox;
	const field = (name: string) => byId(`parameter-input-${name}`).locator('input').first();
	await page.goto('/home/credentials/create');
	await byId('new-credential-type-select').locator('input').fill('Document Data');
	await byId('new-credential-type-select-option').filter({ hasText: 'Document Data Extraction API' }).click();
	await byId('new-credential-type-button').click();
	await field('baseUrl').fill(baseUrl);
	await field('apiKey').fill('a-wrong-key');
	await byId('credential-save-button').click();
	await page.getByText('More details').click();
	await page.getByText('The API Key is wrong, expired or revoked').first().waitFor();
	await field('apiKey').fill(apiKey);
	await byId('credential-save-button').click();
	await page.getByText('Connection tested successfully').first().waitFor();
	await editor.picture('credential');
});

it('the node is found by searching "invoice", as a trigger and as an action', async () => {
	const { page, byId } = editor;
	await page.goto('/workflow/new');
	await byId('canvas-plus-button').first().click();
	await byId('node-creator-search-bar').fill('invoice');
	const found = byId('node-creator-item-name').filter({ hasText: /^Document Data Extraction$/ });
	await found.waitFor();
	await found.click();
	await page.getByText(/^Actions \(\d+\)$/).click();
	await page.getByText('Extract data from documents', { exact: true }).waitFor();
});

/** What people type, by the place that the node has at worst. Before it come nodes that have the word, or its letters, in their name. */
const TYPED: Array<[place: number, phrases: string[]]> = [
	[
		1,
		[
			'receipts',
			'expenses',
			'purchase orders',
			'delivery note',
			'contract',
			'bank statements',
			'vendor bill',
		],
	],
	[1, ['extract invoice', 'extract data', 'extract text', 'extract PDF', 'invoice data', 'invoice parser']],
	[
		1,
		['PDF extract', 'parse PDF', 'read PDF', 'PDF to table', 'PDF to Excel', 'PDF parser', 'image to text'],
	],
	[
		1,
		['document parser', 'form recognizer', 'AP automation', 'accounts payable', 'data entry', 'line items'],
	],
	[
		1,
		[
			'scan invoice',
			'parse invoice',
			'read invoice',
			'process invoice',
			'approve invoice',
			'invoice processing',
		],
	],
	[1, ['receipt ocr', 'scan receipt', 'parse document', 'extract table', 'table from pdf']],
	[1, ['pdf to csv', 'convert pdf', 'accounting', 'utility bill', 'tax form', 'packing slip']],
	[2, ['invoice', 'bill', 'OCR', 'PDF']],
	[4, ['extract']],
];

it('the node is among the first for what people type', async () => {
	const workflow = await n8n.host.client.createWorkflow(chain('Search', manualTrigger()));
	await editor.open(workflow.id);
	await editor.byId('canvas-handle-plus').first().click();
	for (const [place, phrases] of TYPED)
		for (const phrase of phrases) await findsAt(editor, phrase, 'Document Data Extraction', place);
});

it('each operation shows its fields and no others', async () => {
	const { host, credential } = n8n;
	const types = await host.client.nodeTypes();
	const type = types.find(({ name }) => name === NODE_TYPE) as unknown as INodeTypeDescription;
	const operations = operationsOf(type);
	expect(operations.length).toBeGreaterThanOrEqual(18);
	const nodes = operations.map((chosen, index) => {
		const name = `${chosen.resource} ${chosen.operation}`;
		// The editor opens the first node whose ID begins with the one it is asked for.
		return { ...extraction(credential, chosen), id: `${index}-${name.replace(' ', '-')}`, name };
	});
	const workflow = await host.client.createWorkflow(chain('All operations', manualTrigger(), ...nodes));
	await editor.open(workflow.id, nodes[0]!.id);
	for (const [index, node] of nodes.entries()) {
		if (index > 0) await editor.goOnTo(node.name);
		// The editor may show the fields a moment after the name.
		await until('the fields of the operation', async () => {
			const { described, shown } = await fieldsOf(editor, node, type);
			expect([node.name, shown]).toEqual([node.name, described]);
			return true;
		});
	}
});

it('the pick list of extractions searches', async () => {
	const { page, byId } = editor;
	const { host, sandbox, credential } = n8n;
	for (const taskName of ['Invoices of March', 'Receipts of April'])
		sandbox.control.createExtraction({ task_name: taskName, status: 'completed' });
	const node = extraction(credential, { resource: 'extraction', operation: 'get' });
	const workflow = await host.client.createWorkflow(chain('Pick', manualTrigger(), node));
	await editor.open(workflow.id, node.id);
	await byId('rlc-input').first().click();
	await byId('rlc-item').filter({ hasText: 'Receipts of April' }).waitFor();
	await byId('rlc-search')
		.locator('input')
		.or(page.locator('input[data-test-id=rlc-search]'))
		.first()
		.fill('march');
	await byId('rlc-item').filter({ hasText: 'Receipts of April' }).waitFor({ state: 'detached' });
	await byId('rlc-item').filter({ hasText: 'Invoices of March' }).waitFor();
	expect(await byId('rlc-item').allInnerTexts()).toEqual([expect.stringContaining('Invoices of March')]);
});

it('a second output appears when doubtful rows are to be separated', async () => {
	const { page, byId } = editor;
	const { host, credential } = n8n;
	const node = extraction(credential, { prompt: 'Invoice number', outputStructure: 'per_invoice' });
	const workflow = await host.client.createWorkflow(chain('Outputs', manualTrigger(), node));
	await editor.open(workflow.id);
	const outputs = page.locator('[data-test-id=canvas-node-output-handle][data-node-name=Extract]');
	await outputs.first().waitFor();
	expect(await outputs.count()).toBe(1);
	await editor.openNode('Extract');
	await byId('parameter-input-separateReview').locator('.el-switch').click();
	await editor.closeNode();
	await outputs.nth(1).waitFor();
	expect(await outputs.allInnerTexts()).toEqual(['Rows', 'Review']);
});

it('a run shows the rows, the doubtful ones at the second output, and notes', async () => {
	const { byId } = editor;
	const { host, credential } = n8n;
	const pattern = await putDocuments(join(host.filesFolder, 'in'), [
		'consulting.pdf',
		'office-supplies.pdf',
		'totals-do-not-add-up.pdf',
	]);
	const node = extraction(credential, {
		prompt: 'Invoice number, supplier, invoice date and total',
		outputStructure: 'per_invoice',
		separateReview: true,
	});
	const workflow = await host.client.createWorkflow(chain('Run', manualTrigger(), readFiles(pattern), node));
	await editor.open(workflow.id);
	await byId('execute-workflow-button').first().click();
	await byId('canvas-node')
		.filter({ hasText: 'Extract' })
		.getByTestId('canvas-node-status-success')
		.waitFor();
	await editor.openNode('Extract');
	const output = byId('output-panel');
	await output.getByText('INV-1001').waitFor();
	expect(await output.getByTestId('node-hint').allInnerTexts()).toEqual(
		expect.arrayContaining([
			expect.stringMatching(/^Rows that need review \(1\)/),
			expect.stringMatching(/^Credits used by this run: 3/),
		]),
	);

	// n8n marks the item that a row comes from.
	const input = byId('ndv-input-panel');
	await input.getByRole('radio', { name: 'Table' }).click();
	for (const [number, file] of [
		['INV-1001', 'office-supplies.pdf'],
		['20260077', 'consulting.pdf'],
	]) {
		await output.locator('tbody tr').filter({ hasText: number }).hover();
		await input.getByTestId('hovering-item').filter({ hasText: file }).waitFor();
		expect(await input.getByTestId('hovering-item').count()).toBe(1);
	}
	await editor.picture('rows');

	// A row to review brings its document along: n8n shows that first.
	await output.getByText(/Review Branch/).click();
	await output.getByText('totals-do-not-add-up.pdf', { exact: true }).waitFor();
	await output.getByRole('radio', { name: 'Table' }).click();
	await output.getByText('PR-6650').waitFor();
	await editor.picture('rows-to-review');
});

it('the test step of the trigger shows the latest extractions with their rows', async () => {
	const { page, byId } = editor;
	const { host, credential } = n8n;
	const pattern = await putDocuments(join(host.filesFolder, 'inbox'), ['consulting.pdf', 'receipt.jpg']);
	const extract = extraction(credential, {
		prompt: 'Invoice number, supplier, invoice date and total',
		outputStructure: 'per_invoice',
		groupFiles: 'forAllItems',
		options: { taskName: 'Inbox: Monday' },
	});
	const extracting = chain('Inbox', manualTrigger(), readFiles(pattern), extract);
	await host.client.run(await host.client.createWorkflow(extracting));
	const parameters = {
		events: ['completed'],
		completedOutput: 'rows',
		filters: { taskNameContains: 'Inbox' },
	};
	const node = extractionTrigger(credential, parameters);
	const workflow = await host.client.createWorkflow(chain('Trigger', node));
	await editor.open(workflow.id, node.id);
	await page.getByRole('button', { name: 'Fetch Test Event' }).first().click();
	const output = byId('output-panel');
	await output.getByText('2 items').waitFor();
	await output.getByText('20260077').waitFor({ state: 'attached' });
	await editor.picture('trigger');
});
