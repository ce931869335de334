import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { N8nClient } from '../n8n/client';
import { exampleNames, readExample } from '../n8n/examples';
import { needing } from '../setup/needing';
import { startProcess, type RunningProcess } from '../support/processes';
import { until } from '../support/until';
import { CREDENTIAL_TYPE } from '../../support/names';

needing();

const ROOT = resolve(__dirname, '..', '..', '..');

let tryOut: RunningProcess;

beforeAll(() => {
	// On its own, as a user starts it: with a database server of its own, and everything in one group as under a terminal.
	const { E2E_POSTGRES: _shared, ...env } = process.env;
	tryOut = startProcess({
		command: 'npm',
		args: ['run', 'dev'],
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

it('npm run dev prints an address and a login, with which everything is ready', async () => {
	await until('the last line', () => tryOut.output().includes('Stop with Ctrl+C'), {
		seconds: 300,
		detail: tryOut.output,
	});
	const client = new N8nClient(printed('n8n')!);
	await client.signIn({ email: printed('E-mail')!, password: printed('Password')! });
	const [credential, ...others] = await client.credentials();
	expect([credential, others]).toMatchObject([{ name: 'Sandbox', type: CREDENTIAL_TYPE }, []]);
	const baseUrl = printed('Base URL')!;
	const apiKey = printed('API Key')!;
	expect(await client.testCredential(CREDENTIAL_TYPE, { baseUrl, apiKey })).toMatchObject({ status: 'OK' });
	const examples = await Promise.all((await exampleNames()).map(async (name) => await readExample(name)));
	const workflows = await client.workflows();
	expect(workflows.map(({ name }) => name).sort()).toEqual(examples.map(({ name }) => name).sort());
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
