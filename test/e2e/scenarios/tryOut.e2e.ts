import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { failureOf, itemsOf, N8nClient } from '../n8n/client';
import { exampleNames, readExample } from '../n8n/examples';
import type { SavedWorkflow } from '../n8n/types';
import { startChatModel } from '../services/chatModel';
import { CHROMIUM, startBrowser } from '../services/chromium';
import { DOCUMENTS } from '../setup/documents';
import { needing } from '../setup/needing';
import { startProcess, type RunningProcess } from '../support/processes';
import { until } from '../support/until';
import { galleryEntries } from '../../support/documentation/exampleWorkflows';
import { CREDENTIAL_TYPE } from '../../support/names';

needing(CHROMIUM);

const ROOT = resolve(__dirname, '..', '..', '..');

let tryOut: RunningProcess;
let started: number;

beforeAll(() => {
	// On its own, as a user starts it: with a database server and an n8n of its own, and everything in one group as under a terminal.
	const env = Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !name.startsWith('E2E_') || name === 'E2E_TARBALL'),
	);
	started = Date.now();
	tryOut = startProcess({
		command: 'npm',
		args: ['run', 'n8n'],
		cwd: ROOT,
		env,
		ownGroup: true,
		signalToEnd: 'SIGINT',
		secondsToEnd: 60,
	});
});
afterAll(async () => await tryOut?.kill());

const printed = (label: string): string | undefined =>
	new RegExp(`^${label}:? +(\\S+)$`, 'm').exec(tryOut.output())?.[1];

async function signedIn(): Promise<N8nClient> {
	const client = new N8nClient(printed('n8n')!);
	await client.signIn({ email: printed('Email')!, password: printed('Password')! });
	return client;
}

it('npm run n8n prints an address and a login, with which everything is ready', async () => {
	await until('the last line', () => tryOut.output().includes('Stop with Ctrl+C'), {
		seconds: 500,
		detail: tryOut.output,
	});
	const client = await signedIn();
	const [credential, ...others] = await client.credentials();
	expect([credential, others]).toMatchObject([{ name: 'Sandbox', type: CREDENTIAL_TYPE }, []]);
	const baseUrl = printed('Base URL')!;
	const apiKey = printed('API Key')!;
	expect(await client.testCredential(CREDENTIAL_TYPE, { baseUrl, apiKey })).toMatchObject({ status: 'OK' });
	const examples = await Promise.all((await exampleNames()).map(async (name) => await readExample(name)));
	const workflows = await client.workflows();
	expect(workflows.map(({ name }) => name).sort()).toEqual(examples.map(({ name }) => name).sort());
	for (const { name, section } of galleryEntries()) {
		const tags = workflows.find((one) => one.name === name)!.tags.map((tag) => tag.name);
		expect([name, tags.filter((tag) => tag !== 'Start here')]).toEqual([name, [section]]);
	}
});

it('the form it names turns an upload into rows in a browser', async () => {
	const ready = Date.now();
	const browser = await startBrowser();
	try {
		const page = await browser.newPage();
		page.setDefaultTimeout(120_000);
		await page.goto(printed('Form')!);
		await page.locator('input[type=file]').setInputFiles(join(DOCUMENTS, 'consulting.pdf'));
		await page.getByRole('button', { name: 'Submit' }).click();
		await page.getByText('20260077, Example Consulting LLC, 2026-03-14, 3574.8, USD').waitFor();
	} finally {
		await browser.close();
	}
	const seconds = (from: number) => Math.round((Date.now() - from) / 1000);
	console.log(
		`From npm run n8n to rows in a browser: ${seconds(started)} s, ${seconds(ready)} s of them in the form.`,
	);
});

it('the example with an agent asks its tools, with a model that somebody has the key of', async () => {
	const apiKey = 'a-key-of-this-test';
	const model = await startChatModel(apiKey, [
		() => [{ tool: 'Get_Credit_Balance', input: {} }],
		({ Get_Credit_Balance }) => `The tool says ${Get_Credit_Balance}`,
	]);
	try {
		const client = await signedIn();
		const { name } = await readExample('ai-agent.json');
		const { id } = (await client.workflows()).find((one) => one.name === name)!;
		const saved = await client.request<SavedWorkflow>('GET', `/rest/workflows/${id}`);
		const openAiApi = await client.createCredential('Model', 'openAiApi', { apiKey, url: model.baseUrl });
		const nodes = saved.nodes.map((node) =>
			node.credentials?.openAiApi ? { ...node, credentials: { openAiApi } } : node,
		);
		const workflow = await client.updateWorkflow(saved, { nodes });
		const execution = await client.chat(workflow, 'When Chat Message Received', 'How many credits are left?');
		expect(failureOf(execution)).toMatch(/^success/);
		const [answer] = itemsOf(execution, 'AI Agent');
		expect(answer!.json.output).toMatch(/^The tool says .*"credits_available":\d+/);
	} finally {
		await model.stop();
	}
});

describe('npm run n8n -- --external', () => {
	const external = (password: string) =>
		startProcess({
			command: 'npm',
			args: ['run', 'n8n', '--', '--external', printed('n8n')!],
			cwd: ROOT,
			env: { ...process.env, N8N_EMAIL: printed('Email')!, N8N_PASSWORD: password },
			ownGroup: true,
			signalToEnd: 'SIGINT',
		});

	it('extracts a document in an n8n that somebody runs, and imports the examples', async () => {
		const before = (await (await signedIn()).workflows()).length;
		const other = external(printed('Password')!);
		try {
			await until('the examples', () => other.output().includes('Ctrl+C') || other.hasEnded(), {
				seconds: 200,
				detail: other.output,
			});
			expect(other.output()).toMatch(/^This checkout is packed in \S+\.tgz$/m);
			expect(other.output()).toMatch(/^Passed: /m);
			expect(other.output()).not.toContain(printed('Password')!);
		} finally {
			await other.stop();
		}
		const names = await exampleNames();
		expect(await (await signedIn()).workflows()).toHaveLength(before + names.length);
	});

	it('says why it cannot sign in, without the password', async () => {
		const other = external('not-the-password');
		await until('its end', () => other.hasEnded(), { seconds: 60, detail: other.output });
		expect(other.output()).toMatch(/\/rest\/login: 401/);
		expect(other.output()).not.toMatch(/not-the-password|Passed/);
	});
});

it('Ctrl+C ends it and leaves nothing behind', async () => {
	const folder = /^Workflows may read and write files in ([^,]+),/m.exec(tryOut.output())![1]!;
	const address = printed('n8n')!;
	expect(existsSync(folder)).toBe(true);
	await tryOut.stop();
	expect(tryOut.output()).toContain('Stopping ...');
	expect(existsSync(folder)).toBe(false);
	await expect(fetch(address)).rejects.toThrow();
});
