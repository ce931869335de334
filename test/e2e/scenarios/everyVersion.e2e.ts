import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import type { Page } from 'playwright-core';
import { NEWEST, OLDEST, TRIED_VERSIONS, installedHost, type HostVersion } from '../hosts/install';
import { needSqlite } from '../hosts/sqlite';
import { failureOf, itemsOf } from '../n8n/client';
import { openEditor, type Editor } from '../n8n/editor';
import { exampleNames, readExample } from '../n8n/examples';
import { unknownIn } from '../n8n/knownParameters';
import { findsAt } from '../n8n/nodeSearch';
import { pollingOften } from '../n8n/polling';
import {
	branch,
	chain,
	extraction,
	extractionTrigger,
	httpRequest,
	manualTrigger,
	noOperation,
	readFiles,
	setFields,
} from '../n8n/workflows';
import { startChatModel } from '../services/chatModel';
import { CHROMIUM } from '../services/chromium';
import { DOCUMENTS, putDocuments } from '../setup/documents';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';
import { run } from '../support/run';
import { until } from '../support/until';
import { LIST, STATUS } from '../../support/endpoints';
import { gives, startLinkServer } from '../../support/fixtures/linkServer';
import { CREDENTIAL_TYPE, NODE_TYPE } from '../../support/names';
import { DATES } from '../../support/operations/openQuestions';

needing(CHROMIUM);

const AN_HOUR = 3_600_000;
const CHAT = 'When Chat Message Received';
const DOUBTFUL = 'totals-do-not-add-up.pdf';
const WHAT = { prompt: 'Invoice number, supplier, invoice date and total', outputStructure: 'per_invoice' };

/** Examples with a Data Table create their table, which the line before n8n 2 cannot: they say that they need n8n 2. */
const isBeyond = (version: HostVersion, { type }: INode): boolean =>
	version === OLDEST && type === 'n8n-nodes-base.dataTable';

/** Everything that the package does, once in every version. What can go wrong with it is the matter of the other scenarios. */
describe.each(TRIED_VERSIONS)('n8n %s', (version) => {
	let n8n: N8nFixture;
	let editor: Editor;

	beforeAll(async () => {
		// Without it an n8n has no AI agent.
		await needSqlite(await installedHost(version));
		n8n = await startN8n({ version });
		editor = await openEditor(n8n.host.client);
		const first = await n8n.host.client.createWorkflow(chain('First', manualTrigger()));
		await editor.open(first.id);
	});
	afterAll(async () => {
		await editor?.close();
		await n8n?.close();
	});

	const read = async (folder: string, ...documents: string[]): Promise<INode> =>
		readFiles(await putDocuments(join(n8n.host.filesFolder, folder), documents));

	it('brings its node, also as a tool, and its credential', async () => {
		const { client } = n8n.host;
		const names = (await client.nodeTypes()).map(({ name }) => name);
		expect(names).toEqual(expect.arrayContaining([NODE_TYPE, `${NODE_TYPE}Tool`, `${NODE_TYPE}Trigger`]));
		expect(await client.credentialTypes()).toContainEqual(
			expect.objectContaining({ name: CREDENTIAL_TYPE, displayName: 'Document Data Extraction API' }),
		);
	});

	it('asks of n8n-workflow only what this version has', async () => {
		const { node, folder } = await installedHost(version);
		const unpacked = await mkdtemp(join(tmpdir(), 'unpacked-'));
		await run('tar', ['xzf', process.env.E2E_TARBALL!, '-C', unpacked]);
		const used = await run('grep', ['-rhoE', 'n8n_workflow_1\\.\\w+', unpacked]);
		const names = [...new Set(used.trim().split('\n'))].map((each) => each.split('.')[1]!);
		expect(names).toContain('NodeApiError');
		const missing = `names => names.filter((name) => !(name in require('n8n-workflow')))`;
		const script = `console.log(JSON.stringify((${missing})(${JSON.stringify(names)})))`;
		expect(JSON.parse(await run(node, ['-e', script], { cwd: folder }))).toEqual([]);
		await rm(unpacked, { recursive: true });
	});

	it('says in the test of the credential what is wrong, and forgives what is pasted along', async () => {
		const { sandbox, host } = n8n;
		const { baseUrl, apiKey } = sandbox;
		const test = async (data: object) =>
			await host.client.testCredential(CREDENTIAL_TYPE, { baseUrl, apiKey, ...data });
		for (const data of [
			{},
			{ baseUrl: ` ${baseUrl}/ ` },
			{ baseUrl: `${baseUrl}/extractions` },
			{ apiKey: `Bearer ${apiKey}` },
			{ apiKey: `"${apiKey}"` },
		])
			expect([data, await test(data)]).toMatchObject([data, { status: 'OK' }]);

		const { origin, host: hostAndPort } = new URL(baseUrl);
		for (const [data, message] of [
			[{ baseUrl: 'http://192.0.2.1/v1' }, /^The Base URL uses http, .* turn on Allow Insecure HTTP\.$/],
			[{ baseUrl: origin }, /^The Base URL must end in \/v1\./],
			[{ baseUrl: `${hostAndPort}/v1` }, /^The Base URL must start with https:\/\/\./],
			[{ baseUrl: 'api.example.com/v1' }, /^The Base URL must start with https:\/\/\./],
			[{ baseUrl: 'my account' }, /^The Base URL must start with https:\/\//],
			[
				{ baseUrl: 'http://127.0.0.1:1/v1' },
				/^The service could not be reached: nothing responds at 127\.0\.0\.1:1 \(ECONNREFUSED\)\./,
			],
			[{ baseUrl: `${host.address}/v1` }, /^This URL does not open the service\./],
			[{ apiKey: 'a-wrong-key' }, /^The API Key is wrong, expired or revoked\. Create a new one/],
		] as const) {
			const tested = await test(data);
			expect([data, tested]).toEqual([
				data,
				expect.objectContaining({ status: 'Error', message: expect.stringMatching(message) as string }),
			]);
			expect(tested.message).not.toContain('a-wrong-key');
		}
	});

	it('finds the node', async () => {
		await editor.byId('canvas-handle-plus').first().click();
		await findsAt(editor, 'invoice', 'Document Data Extraction', 2);
		await findsAt(editor, 'extract invoice', 'Document Data Extraction', 1);
	});

	it('knows every parameter of every example workflow', async () => {
		const types = await n8n.host.client.nodeTypes();
		for (const name of await exampleNames()) {
			const example = await readExample(name);
			const nodes = example.nodes.filter((node) => !isBeyond(version, node));
			expect([name, nodes.flatMap((node) => unknownIn(node, types))]).toEqual([name, []]);
			await n8n.host.client.createWorkflow(example);
		}
	});

	it('extracts rows, those that need review apart, each linked to its document', async () => {
		const { client } = n8n.host;
		const reading = await read('rows', 'consulting.pdf', DOUBTFUL);
		const node = extraction(n8n.credential, { ...WHAT, separateReview: true });
		const ends = [noOperation('Rows'), noOperation('Review')];
		const workflow = branch('Rows', [manualTrigger(), reading, node], ends);
		const execution = await client.run(await client.createWorkflow(workflow));
		expect(failureOf(execution)).toMatch(/^success/);
		const files = itemsOf(execution, 'Read Files').map(({ binary }) => binary!.data!.fileName);
		for (const [name, file] of [
			['Rows', 'consulting.pdf'],
			['Review', DOUBTFUL],
		] as const) {
			expect(itemsOf(execution, name).map(({ json }) => json['Source File'])).toEqual([`${file} (Page 1)`]);
			const [row] = itemsOf(
				execution,
				'Extract',
				ends.findIndex((end) => end.name === name),
			);
			expect(files[(row!.pairedItem as { item: number }).item]).toBe(file);
		}
		// Each item is an extraction.
		expect(n8n.sandbox.control.extractions()).toHaveLength(files.length);
	});

	it('puts out each document with its rows and its file', async () => {
		const { client } = n8n.host;
		const node = extraction(n8n.credential, { ...WHAT, output: 'documents' });
		const workflow = chain('Documents', manualTrigger(), await read('documents', 'consulting.pdf'), node);
		const execution = await client.run(await client.createWorkflow(workflow));
		expect(failureOf(execution)).toMatch(/^success/);
		const [document] = itemsOf(execution, 'Extract');
		expect(document).toMatchObject({
			json: { file_name: 'consulting.pdf', state: 'extracted', rows: [{ 'Invoice Number': '20260077' }] },
		});
		expect(document!.binary).toEqual(itemsOf(execution, 'Read Files')[0]!.binary);
	});

	it('reads the credit balance', async () => {
		const { host, credential, sandbox } = n8n;
		const workflow = await host.client.createWorkflow(
			chain(
				'Balance',
				manualTrigger(),
				extraction(credential, { resource: 'credit', operation: 'getBalance' }),
			),
		);
		const [item] = itemsOf(await host.client.run(workflow), 'Extract');
		expect(item?.json).toMatchObject({ credits_balance: sandbox.control.balance().balance });
	});

	const outcomes: Array<[HostVersion, RegExp]> = [
		[OLDEST, /^success/],
		[NEWEST, /restricted to/],
	];
	it.each(outcomes.filter(([each]) => each === version))(
		'gives the key to no other node, once n8n can keep it back (%s)',
		async (_, outcome) => {
			const { host, credential, sandbox } = n8n;
			const other = {
				...httpRequest('Other', {
					url: `${sandbox.baseUrl}/credits/balance`,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: CREDENTIAL_TYPE,
				}),
				credentials: { [CREDENTIAL_TYPE]: credential },
			};
			// Newer versions refuse to save such a workflow.
			const ran = host.client
				.createWorkflow(chain('Other', manualTrigger(), other))
				.then(async (workflow) => failureOf(await host.client.run(workflow)), String);
			expect(await ran).toMatch(outcome);
			const types = await host.client.credentialTypes();
			const ours = types.find(({ name }) => name === CREDENTIAL_TYPE);
			const asksForDomains = JSON.stringify(ours).includes('allowedHttpRequestDomains');
			if (version === NEWEST) expect(asksForDomains).toBe(false);
		},
	);

	/** Runs a workflow in the editor until its node waits. Opens the page as the editor does, and by the link that a user would have sent. */
	async function untilAsked(
		name: string,
		nodes: INode[],
		heading: string,
	): Promise<{ byEditor: Page; bySentLink: Page; executionId: string }> {
		const { client } = n8n.host;
		const link = { ...setFields({}), name: 'Link' };
		link.parameters = { ...link.parameters, jsonOutput: '={{ { link: $execution.resumeUrl } }}' };
		const before = nodes.slice(0, -1);
		const waiting = nodes.at(-1)!;
		const workflow = await client.createWorkflow(
			chain(name, manualTrigger(), link, ...before, waiting, noOperation('After')),
		);
		await editor.open(workflow.id);
		await editor.byId('execute-workflow-button').first().click();
		const executionId = await until('the execution to wait', async () => {
			const [execution] = await client.executions(workflow);
			return execution?.status === 'waiting' && execution.id;
		});
		await editor.openNode(waiting.name);
		const opened = editor.page.waitForEvent('popup');
		await editor.byId('output-panel').getByRole('link', { name: 'Open the page' }).click();
		const byEditor = await opened;
		await editor.closeNode();
		const bySentLink = await editor.page.context().newPage();
		const [sent] = itemsOf(await client.execution(executionId), 'Link');
		await bySentLink.goto(String(sent!.json.link));
		for (const page of [byEditor, bySentLink])
			await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
		return { byEditor, bySentLink, executionId };
	}

	it('asks a person, who comes by the editor or by a link that was sent', async () => {
		const { host, sandbox } = n8n;
		const { extraction_id } = sandbox.control.createExtraction({
			status: 'input_required',
			questions: [DATES],
		});
		const node = extraction(n8n.credential, {
			resource: 'answer',
			operation: 'askInForm',
			extractionId: { __rl: true, mode: 'id', value: extraction_id },
		});
		const asked = await untilAsked('Ask', [node], 'Questions About Your Documents');
		await asked.byEditor.close();
		const { bySentLink: page } = asked;
		await page.getByRole('radio', { name: /Month first/ }).check();
		await page.getByRole('button', { name: 'Send answers' }).click();
		await page.getByRole('heading', { name: 'Thank you', level: 1 }).waitFor();
		await page.close();
		const ended = await host.client.ended(asked.executionId);
		expect(failureOf(ended)).toMatch(/^success/);
		expect(itemsOf(ended, 'After')).toMatchObject([{ json: { extraction_id, open_questions: 0 } }]);
	});

	it('has rows reviewed by a person, who comes by the editor or by a link that was sent', async () => {
		const extracting = extraction(n8n.credential, {
			...WHAT,
			output: 'rows',
			options: { keepSourceFile: true },
		});
		const reviewing = {
			...extraction(n8n.credential, {
				resource: 'extraction',
				operation: 'reviewInForm',
				options: { onlyWithReason: false },
			}),
			id: 'review',
			name: 'Review',
		};
		const nodes = [await read('review', DOUBTFUL), extracting, reviewing];
		const asked = await untilAsked('Review', nodes, 'Review Extracted Rows');
		await asked.bySentLink.close();
		const { byEditor: page } = asked;
		// n8n 1 keeps files in memory, where no link leads.
		const link = page.getByRole('link', { name: 'Page 1' });
		const noLink = page.getByText('The documents are not on this n8n');
		await (version === OLDEST ? noLink : link).first().waitFor();
		await page.getByRole('radio', { name: /^Accept/ }).check();
		await page.getByRole('button', { name: 'Check and finish' }).click();
		await page.getByRole('button', { name: /^Send/ }).click();
		await page.getByRole('heading', { name: 'Thank you', level: 1 }).waitFor();
		await page.close();
		const ended = await n8n.host.client.ended(asked.executionId);
		expect(failureOf(ended)).toMatch(/^success/);
		expect(itemsOf(ended, 'After')).toMatchObject([{ json: { review_decision: 'accepted' } }]);
	});

	it('starts a workflow when an extraction completes', async () => {
		const { host, credential, sandbox } = n8n;
		const trigger = extractionTrigger(credential, {
			events: ['completed'],
			completedOutput: 'extraction',
			pollTimes: {},
		});
		const workflow = await host.client.createWorkflow(
			pollingOften(chain('Trigger', trigger, noOperation('Next')), 5),
		);
		const { extraction_id } = sandbox.control.createExtraction({ status: 'processing' });
		const lists = (): number =>
			sandbox.control.requests().filter(({ endpoint, over }) => endpoint === LIST && over).length;
		const before = lists();
		await host.client.activate(workflow);
		// What has ended by the first poll is not announced.
		await until('the first poll to have listed what is there', () => lists() > before);
		sandbox.control.updateExtraction({ extraction_id, status: 'completed' });
		const [started] = await until(
			'an execution',
			async () => {
				const executions = await host.client.executions(workflow);
				return executions.length > 0 && executions;
			},
			{ seconds: 90, detail: host.output },
		);
		const execution = await host.client.ended(started!.id);
		expect(itemsOf(execution, 'Next')).toMatchObject([{ json: { event: 'completed', extraction_id } }]);
		await host.client.deactivate(workflow);
	});

	it('breaks off the wait when it is stopped', async () => {
		const { host, sandbox } = n8n;
		const { client } = host;
		sandbox.control.clearRequests();
		sandbox.control.planExtractions([{ processingMs: AN_HOUR }]);
		const nodes = [manualTrigger(), await read('stop', 'receipt.jpg'), extraction(n8n.credential, WHAT)];
		const id = await client.start(await client.createWorkflow(chain('Stop', ...nodes)));
		const waits = () => sandbox.control.requests().filter(({ endpoint }) => endpoint === STATUS);
		await until('a wait', () => waits().some(({ over }) => !over));
		await client.stop(id);
		await until('no wait', () => waits().every(({ over }) => over), { seconds: 2, everyMs: 20 });
		expect(await client.ended(id)).toMatchObject({ status: 'canceled' });
	});

	it('collects on Retry what was submitted', async () => {
		const { host, sandbox } = n8n;
		const { client } = host;
		sandbox.control.planExtractions([{ processingMs: AN_HOUR }]);
		// The execution that was stopped has left an extraction of the same document.
		const impatient = { ...WHAT, preventDuplicates: 'execution', options: { maximumWait: 0.02 } };
		const nodes = [
			manualTrigger(),
			await read('retry', 'receipt.jpg'),
			extraction(n8n.credential, impatient),
		];
		const before = sandbox.control.extractions().length;
		const failed = await client.run(await client.createWorkflow(chain('Retry', ...nodes)));
		expect(failureOf(failed)).toMatch(/^error .*maximum wait/);
		await sandbox.control.advanceClock(AN_HOUR);
		const retried = await client.retry(failed.id);
		expect(failureOf(retried)).toMatch(/^success/);
		expect(itemsOf(retried, 'Extract')).toHaveLength(1);
		const [latest, ...others] = sandbox.control.extractions().slice(before);
		expect(latest!.charges).toHaveLength(1);
		expect(others).toEqual([]);
	});

	it('is a tool of an agent', async () => {
		const { client } = n8n.host;
		const links = await startLinkServer();
		const link = links.on('/invoice.pdf', gives(await readFile(join(DOCUMENTS, 'consulting.pdf'))));
		const apiKey = 'a-key-of-this-test';
		const model = await startChatModel(apiKey, [
			() => [{ tool: 'Extract_Documents', input: { links: link, what_to_extract: 'Invoice number' } }],
			({ Extract_Documents: answer = '' }) => answer,
		]);
		try {
			const example = await readExample('ai-agent.json', {
				[CREDENTIAL_TYPE]: n8n.credential,
				openAiApi: await client.createCredential('Model', 'openAiApi', { apiKey, url: model.baseUrl }),
			});
			const workflow = await client.createWorkflow(example);
			const execution = await client.chat(workflow, CHAT, 'What is behind this link?');
			expect(failureOf(execution)).toMatch(/^success/);
			const [said] = itemsOf(execution, 'AI Agent');
			expect(said!.json.output).toContain('20260077');
		} finally {
			await model.stop();
			await links.close();
		}
	});
});
