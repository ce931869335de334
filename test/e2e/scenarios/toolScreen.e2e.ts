import type { INode, INodeTypeDescription } from 'n8n-workflow';
import { HOST_VERSIONS } from '../hosts/install';
import { openEditor, type Editor } from '../n8n/editor';
import { fieldsOf } from '../n8n/fields';
import type { WorkflowFile } from '../n8n/types';
import { manualTrigger } from '../n8n/workflows';
import { CHROMIUM } from '../services/chromium';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';
import { until } from '../support/until';
import { NODE_TYPE } from '../../support/names';

needing(CHROMIUM);

const TOOL_TYPE = `${NODE_TYPE}Tool`;

/** A tool as it is when it has just been put below an agent. */
const freshTool = (operation: string, parameters = {}): INode => ({
	id: `${operation}-tool`,
	name: operation,
	type: TOOL_TYPE,
	typeVersion: 1,
	position: [300, 300],
	parameters: { resource: 'extraction', operation, ...parameters },
});

function agentWith(tool: INode): WorkflowFile {
	const agent: INode = {
		id: 'agent',
		name: 'AI Agent',
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion: 2,
		position: [300, 0],
		parameters: { promptType: 'define', text: 'What is in it?' },
	};
	return {
		name: `A tool for ${tool.name}`,
		nodes: [manualTrigger(), agent, tool],
		connections: {
			Start: { main: [[{ node: agent.name, type: 'main', index: 0 }]] },
			[tool.name]: { ai_tool: [[{ node: agent.name, type: 'ai_tool', index: 0 }]] },
		} as WorkflowFile['connections'],
	};
}

describe.each(HOST_VERSIONS)('n8n %s', (version) => {
	let n8n: N8nFixture;
	let editor: Editor;
	let type: INodeTypeDescription;
	beforeAll(async () => {
		n8n = await startN8n({ version });
		editor = await openEditor(n8n.host.client);
		const types = await n8n.host.client.nodeTypes();
		type = types.find(({ name }) => name === TOOL_TYPE) as unknown as INodeTypeDescription;
	});
	afterAll(async () => {
		await editor?.close();
		await n8n?.close();
	});

	const open = async (tool: INode) => {
		const { id } = await n8n.host.client.createWorkflow(agentWith(tool));
		await editor.open(id, tool.id);
	};
	const parameters = () => editor.byId('node-parameters');
	/** The choices of a list, as it drops down. */
	const choicesOf = async (name: string): Promise<string[]> => {
		const { page, byId } = editor;
		await byId(`parameter-input-${name}`).locator('.el-select, [role=combobox]').first().click();
		const items = page.locator('.el-select-dropdown__item, [role=option]').filter({ visible: true });
		await items.first().waitFor();
		const texts = await items.evaluateAll((all) =>
			all.map((item) => (item.querySelector('.option-headline') ?? item).textContent!.trim()),
		);
		await page.keyboard.press('Escape');
		await items.first().waitFor({ state: 'hidden' });
		return texts;
	};
	/** What can be added to Options. */
	const optionsToAdd = async (): Promise<string[]> => {
		await parameters().locator('[data-test-id^="collection-parameter-add"]').first().click();
		const items = editor.page
			.locator('.el-select-dropdown__item, [role=option], [role=menuitem]')
			.filter({ visible: true });
		// Lists that are closed leave items without a text behind.
		return await until('the names of the options', async () => {
			const texts = (await items.allInnerTexts()).map((text) => text.trim());
			const names = texts.filter((text) => text !== '');
			return names.length > 0 && names;
		});
	};

	it('a fresh tool of Extract Documents takes links, and shows nothing that a tool has not', async () => {
		const tool = freshTool('extractDocuments');
		await open(tool);
		await parameters().getByText('An agent cannot pass files. Let the model fill Links.').waitFor();
		await until('the fields of the tool', async () => {
			const { described, shown } = await fieldsOf(editor, tool, type);
			expect(shown).toEqual(described);
			expect(shown).toEqual(expect.arrayContaining(['files', 'links', 'prompt']));
			return true;
		});
		const { shown } = await fieldsOf(editor, tool, type);
		for (const hidden of ['separateReview', 'inputDataFieldName']) expect(shown).not.toContain(hidden);
		expect(await choicesOf('files')).toEqual(['From Links']);
		expect(await choicesOf('output')).toEqual(['Documents', 'Invoices with Lines', 'Rows', 'Summary']);
		const options = await optionsToAdd();
		expect(options).toContain('Task Name');
		expect(options).toContain('Unsupported Files');
		for (const hidden of ['Keep Source File', 'Group Files', 'Prevent Duplicates By'])
			expect(options).not.toContain(hidden);
		expect(await editor.page.getByText('Each page costs one credit').count()).toBe(0);
	});

	it('a fresh tool of Download Output gives URLs', async () => {
		await open(freshTool('downloadOutput'));
		await editor.byId('parameter-input-downloadOutput').waitFor();
		expect(await choicesOf('downloadOutput')).toEqual(['URL Only']);
	});
});
