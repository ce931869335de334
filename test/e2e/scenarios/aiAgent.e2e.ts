import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installedHost, NEWEST } from '../hosts/install';
import { needSqlite } from '../hosts/sqlite';
import { failureOf, itemsOf } from '../n8n/client';
import { readExample } from '../n8n/examples';
import { startChatModel, type ChatModel, type Turn } from '../services/chatModel';
import { DOCUMENTS } from '../setup/documents';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';
import { gives, startLinkServer, type LinkServer } from '../../support/fixtures/linkServer';
import { RESULTS } from '../../support/endpoints';
import { CREDENTIAL_TYPE } from '../../support/names';

needing();

const KEY = 'a-key-of-this-test';
const CHAT = 'When Chat Message Received';

let n8n: N8nFixture;
let model: ChatModel;
let links: LinkServer;
/** What the tools had answered at each turn of the model. */
const heard: Array<Record<string, string>> = [];

const hear =
	(turn: Turn): Turn =>
	(answers) => {
		heard.push(answers);
		return turn(answers);
	};
/** The items that a tool answered with. */
const itemsIn = (answer = ''): Array<Record<string, unknown>> => {
	const parsed = JSON.parse(answer) as Record<string, unknown> | Array<Record<string, unknown>>;
	return [parsed].flat() as Array<Record<string, unknown>>;
};
const latestId = (answers: Record<string, string>) =>
	String(itemsIn(answers.List_Extractions)[0]!.extraction_id);

const extractFromLink = (what_to_extract: string, file = 'invoice.pdf') => ({
	tool: 'Extract_Documents',
	input: { links: `${links.url}/${file}`, what_to_extract },
});

const SCRIPT: Turn[] = [
	() => [
		{ tool: 'Get_Credit_Balance', input: {} },
		{ tool: 'List_Extractions', input: { limit: 2 } },
	],
	(answers) => [
		{ tool: 'Get_Extraction_Status', input: { extraction_id: latestId(answers) } },
		{ tool: 'Get_Extraction_Rows', input: { extraction_id: latestId(answers), limit: 2 } },
	],
	// What a model gets wrong: the name of a task is not an ID.
	() => [{ tool: 'Get_Extraction_Rows', input: { extraction_id: 'Invoices of March', limit: 2 } }],
	() => [extractFromLink('Invoice number and total')],
	// An agent often asks for the same thing again.
	() => [extractFromLink('Invoice number and total')],
	() => [extractFromLink('Total', 'gone.pdf')],
	// It fails when it is paid for, and the model tries once more.
	() => {
		const { control } = n8n.sandbox;
		control.addFault({ endpoint: RESULTS, kind: 'error', code: 'INTERNAL_ERROR', count: 100 });
		return [extractFromLink('Total', 'receipt.pdf')];
	},
	() => {
		n8n.sandbox.control.clearFaults();
		return [extractFromLink('Total', 'receipt.pdf')];
	},
	(answers) => `It holds ${itemsIn(answers.Get_Extraction_Status).length} extraction.`,
];

beforeAll(async () => {
	await needSqlite(await installedHost(NEWEST));
	n8n = await startN8n({ version: NEWEST });
	links = await startLinkServer();
	links.on('/invoice.pdf', gives(await readFile(join(DOCUMENTS, 'consulting.pdf'))));
	links.on('/receipt.pdf', gives(await readFile(join(DOCUMENTS, 'office-supplies.pdf'))));
	model = await startChatModel(KEY, SCRIPT.map(hear));
});
afterAll(async () => {
	await n8n?.close();
	await model?.stop();
	await links?.close();
});

it('the agent asks the tools, and each answers with what the service says', async () => {
	const { client } = n8n.host;
	const { control } = n8n.sandbox;
	for (const task_name of ['Oldest', 'Receipts of April'])
		control.createExtraction({ task_name, created_at: Date.now() - 60_000 });
	const latest = control.createExtraction({
		task_name: 'Invoices of March',
		rowCount: 3,
		review_items: [
			{
				message: 'The total does not add up.',
				affected_fields: ['Total Amount'],
				output_row_numbers: [2],
				source_references: ['invoice.pdf (Page 1)'],
			},
		],
	});
	const example = await readExample('ai-agent.json', {
		[CREDENTIAL_TYPE]: n8n.credential,
		openAiApi: await client.createCredential('Model', 'openAiApi', { apiKey: KEY, url: model.baseUrl }),
	});
	const { balance, reserved } = control.balance();
	const workflow = await client.createWorkflow(example);
	const execution = await client.chat(workflow, CHAT, 'What is in the latest?');
	expect(failureOf(execution)).toMatch(/^success/);
	expect(itemsOf(execution, 'AI Agent')).toMatchObject([{ json: { output: 'It holds 1 extraction.' } }]);

	const [, first, second, third, fourth, fifth, sixth, seventh, eighth] = heard;
	expect(itemsIn(first!.Get_Credit_Balance)).toEqual([
		{ credits_balance: balance, credits_reserved: reserved, credits_available: balance - reserved },
	]);
	expect(itemsIn(first!.List_Extractions)).toMatchObject([
		{ extraction_id: latest.extraction_id, task_name: 'Invoices of March', status: 'completed' },
		{ task_name: 'Receipts of April' },
		{ note: expect.stringMatching(/^There are older extractions\..* call Get Many with Created Before 2/) },
	]);
	expect(itemsIn(second!.Get_Extraction_Status)).toMatchObject([
		{ extraction_id: latest.extraction_id, status: 'completed', review_needed: { count: 1 } },
	]);
	expect(itemsIn(second!.Get_Extraction_Rows)).toMatchObject([
		{ 'Invoice Number': 'INV-000001' },
		{ 'Invoice Number': 'INV-000002', review_message: 'The total does not add up.' },
		{ note: expect.stringMatching(/kept back by Limit: 1\./) },
	]);
	expect(itemsIn(third!.Get_Extraction_Rows)).toEqual([
		{ error: expect.stringContaining('"Invoices of March" is not an extraction ID. An ID looks like') },
	]);
	const [document] = itemsIn(fourth!.Extract_Documents);
	expect(document).toMatchObject({
		file_name: 'invoice.pdf',
		state: 'extracted',
		rows: [{ 'Invoice Number': '20260077' }],
	});
	expect(itemsIn(fifth!.Extract_Documents)).toEqual([document]);
	expect(itemsIn(sixth!.Extract_Documents)).toEqual([
		{ error: expect.stringMatching(/There is no file behind the link.*\n.+\. .+\./) },
	]);
	const paid = control.extractions().at(-1)!;
	const [failure] = itemsIn(seventh!.Extract_Documents) as Array<{ error: string }>;
	expect(failure!.error).toMatch(
		/^The service had an internal error.*\n.* completed and charged\. Get Rows with its ID/,
	);
	expect(failure!.error).toContain(paid.extraction_id);
	expect(itemsIn(eighth!.Extract_Documents)).toMatchObject([
		{ state: 'extracted', extraction_id: paid.extraction_id, rows: [{ 'Invoice Number': 'INV-1001' }] },
	]);
	// Two documents of a page each, and each was asked for twice.
	expect(control.balance().balance).toBe(balance - 2);
});

it('the model is told what each tool does and what it takes', () => {
	const takes = Object.fromEntries(
		model.offered.map(({ name, parameters }) => [name, Object.keys(parameters.properties)]),
	);
	expect(takes).toEqual({
		Get_Credit_Balance: [],
		List_Extractions: ['limit'],
		Get_Extraction_Status: ['extraction_id'],
		Get_Extraction_Rows: ['extraction_id', 'limit', 'skip_first_rows'],
		Extract_Documents: ['what_to_extract', 'links'],
	});
	for (const { description } of model.offered) expect(description).toMatch(/^(Extract|Get|List) .+\.$/);
});
