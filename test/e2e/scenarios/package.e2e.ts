import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { HOST_VERSIONS, installedHost } from '../hosts/install';
import { itemsOf } from '../n8n/client';
import { exampleNames, readExample } from '../n8n/examples';
import { unknownIn } from '../n8n/knownParameters';
import { pollingOften } from '../n8n/polling';
import {
	chain,
	extraction,
	extractionTrigger,
	manualTrigger,
	noOperation,
	readFiles,
} from '../n8n/workflows';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';
import { run } from '../support/run';
import { until } from '../support/until';
import { CREDENTIAL_TYPE, NODE_TYPE } from '../../support/names';

needing();

const DOCUMENTS = resolve(__dirname, '..', '..', '..', 'examples', 'documents');

describe.each(HOST_VERSIONS)('the packed package in n8n %s', (version) => {
	let n8n: N8nFixture;

	beforeAll(async () => {
		n8n = await startN8n({ version });
	});
	afterAll(async () => await n8n?.close());

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
			[{ baseUrl: 'my account' }, /^The Base URL is not a URL\./],
			[
				{ baseUrl: 'http://127.0.0.1:1/v1' },
				/^The service could not be reached: nothing responds at 127\.0\.0\.1:1 \(ECONNREFUSED\)\./,
			],
			[{ baseUrl: `${host.address}/v1` }, /^This URL (opens a web page, not|does not open) the service\./],
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

	it('turns two documents from the disk into rows, each linked to its document', async () => {
		const { host, credential, sandbox } = n8n;
		for (const name of ['consulting.pdf', 'office-supplies.pdf'])
			await copyFile(join(DOCUMENTS, name), join(host.filesFolder, name));
		const workflow = await host.client.createWorkflow(
			chain(
				'Two documents',
				manualTrigger(),
				readFiles(`${host.filesFolder}/*.pdf`),
				extraction(credential, { prompt: 'Invoice number and total', outputStructure: 'per_invoice' }),
			),
		);
		const execution = await host.client.run(workflow);

		const rows = itemsOf(execution, 'Extract');
		expect(rows).toHaveLength(2);
		const files = itemsOf(execution, 'Read Files').map((item) => item.binary?.data?.fileName);
		for (const row of rows) {
			const linked = (row.pairedItem as { item: number }).item;
			expect(row.json['Source File']).toBe(`${files[linked]} (Page 1)`);
		}
		expect(sandbox.control.extractions()).toHaveLength(1);
		expect(execution.status).toBe('success');
	});

	it('starts a workflow when an extraction completes', async () => {
		const { host, credential, sandbox } = n8n;
		const parameters = {
			events: ['completed'],
			completedOutput: 'extraction',
			pollTimes: { item: [{ mode: 'everyMinute' }] },
		};
		const trigger = extractionTrigger(credential, parameters);
		const workflow = await host.client.createWorkflow(
			pollingOften(chain('Trigger', trigger, noOperation('Next')), 5),
		);
		const { extraction_id } = sandbox.control.createExtraction({ status: 'processing' });
		await host.client.activate(workflow);
		// What has ended by the first poll is not announced.
		await until('the first poll to have listed what is open', () =>
			sandbox.control.requests().some(({ query, over }) => over && query?.status === 'processing'),
		);
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
		expect(itemsOf(execution, 'Next').map(({ json }) => json)).toMatchObject([
			{ event: 'completed', extraction_id },
		]);
		await host.client.deactivate(workflow);
	});

	it('knows every parameter of every example workflow', async () => {
		const types = await n8n.host.client.nodeTypes();
		for (const name of await exampleNames()) {
			const example = await readExample(name);
			expect([name, example.nodes.flatMap((node) => unknownIn(node, types))]).toEqual([name, []]);
			await n8n.host.client.createWorkflow(example);
		}
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
});
