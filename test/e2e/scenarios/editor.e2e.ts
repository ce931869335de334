import { join } from 'node:path';
import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { NEWEST } from '../hosts/install';
import { openEditor, type Editor } from '../n8n/editor';
import { chain, extraction, manualTrigger, NODE_TYPE, readFiles } from '../n8n/workflows';
import { putDocuments } from '../setup/documents';
import { openPlace, type Place } from '../setup/place';

/** What the editor shows in a frame of its own. */
const FRAMED = ['collection', 'fixedCollection', 'notice', 'hidden'];

/** The names of the fields that a parameter frames. */
const innerNames = ({ options = [] }: INodeProperties): string[] =>
	options.flatMap((option) =>
		'values' in option ? option.values.map(({ name }) => name) : 'type' in option ? [option.name] : [],
	);

let place: Place;
let editor: Editor;

beforeAll(async () => {
	place = await openPlace({ version: NEWEST });
	editor = await openEditor(place.host.client);
});
afterAll(async () => {
	await editor?.close();
	await place?.close();
});

it('the credential is made in its form, whose test passes with the right key and fails with another', async () => {
	const { page, byId } = editor;
	const { baseUrl, apiKey } = place.sandbox;
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
	await editor.picture('search');
	await found.click();
	await page.getByText(/^Actions \(\d+\)$/).click();
	await page.getByText('Extract documents', { exact: true }).waitFor();
	await editor.picture('actions');
});

it('each operation shows its fields and no others', async () => {
	const { host, credential } = place;
	const types = await host.client.nodeTypes();
	const type = types.find(({ name }) => name === NODE_TYPE) as unknown as INodeTypeDescription;
	const operations = type.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) => {
			const [resource] = displayOptions!.show!.resource as string[];
			return options.map((option) => ({
				resource: resource!,
				operation: (option as { value: string }).value,
			}));
		});
	expect(operations.length).toBeGreaterThanOrEqual(15);
	const nodes = operations.map((chosen) => {
		const node = extraction(credential, chosen);
		return {
			...node,
			id: `${chosen.resource}-${chosen.operation}`,
			name: `${chosen.resource} ${chosen.operation}`,
		};
	});
	const workflow = await host.client.createWorkflow(chain('All operations', manualTrigger(), ...nodes));
	for (const node of nodes) {
		await editor.open(workflow.id, node.id);
		const values = NodeHelpers.getNodeParameters(
			type.properties,
			node.parameters,
			true,
			false,
			node,
			type,
		) as INodeParameters;
		const displayed = type.properties.filter((property) =>
			NodeHelpers.displayParameter(values, property, node, type),
		);
		const expected = displayed.filter((property) => !FRAMED.includes(property.type)).map(({ name }) => name);
		// A field within a frame may have the name of a field of another operation.
		const framed = displayed.flatMap(innerNames);
		const shown = await editor
			.byId('node-parameters')
			.locator('[data-test-id^="parameter-input-"]')
			.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('data-test-id')!));
		const names = shown
			.map((each) => each.replace('parameter-input-', ''))
			.filter((name) => type.properties.some((property) => property.name === name))
			.filter((name) => expected.includes(name) || !framed.includes(name));
		expect([node.name, [...new Set(names)].sort()]).toEqual([node.name, [...new Set(expected)].sort()]);
	}
});

it('the pick list of extractions searches', async () => {
	const { page, byId } = editor;
	const { host, sandbox, credential } = place;
	for (const taskName of ['Invoices of March', 'Receipts of April'])
		sandbox.control.createExtraction({ task_name: taskName, status: 'completed' });
	const node = extraction(credential, { resource: 'extraction', operation: 'getStatus' });
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
	await editor.picture('pick-list');
});

it('a run shows the rows, the doubtful ones at the second output, and notes', async () => {
	const { page, byId } = editor;
	const { host, credential } = place;
	const pattern = await putDocuments(join(host.filesFolder, 'in'), [
		'consulting.pdf',
		'office-supplies.pdf',
		'totals-do-not-add-up.pdf',
	]);
	const node = extraction(credential, {
		prompt: 'Invoice number, supplier, invoice date and total',
		outputStructure: 'per_invoice',
		separateReview: true,
		options: { warnBelowCredits: 1_000_000 },
	});
	const workflow = await host.client.createWorkflow(chain('Run', manualTrigger(), readFiles(pattern), node));
	await editor.open(workflow.id);
	await byId('execute-workflow-button').first().click();
	await byId('canvas-node')
		.filter({ hasText: 'Extract' })
		.getByTestId('canvas-node-status-success')
		.waitFor();
	await editor.picture('workflow');
	await byId('canvas-node').filter({ hasText: 'Extract' }).first().dblclick();
	const output = byId('output-panel');
	await output.getByText('INV-1001').waitFor();
	expect(await output.getByTestId('node-hint').allInnerTexts()).toEqual(
		expect.arrayContaining([expect.stringMatching(/credits left/)]),
	);
	await editor.picture('rows');
	await output.getByText(/Needs Review Branch/).click();
	await output.getByText('PR-6650').waitFor();
	await editor.picture('rows-to-review');
	await page.keyboard.press('Escape');
});
