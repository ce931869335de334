/* The try-out in an n8n that somebody runs, such as a container of a version that no scenario knows. */
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../sandbox';
import { CREDENTIAL_TYPE, NODE_TYPE } from '../support/names';
import { packPackage } from './hosts/package';
import { failureOf, itemsOf, N8nClient } from './n8n/client';
import { exampleNames, readExample } from './n8n/examples';
import type { Credential } from './n8n/types';
import { chain, convertToFile, extraction, manualTrigger, setFields } from './n8n/workflows';
import { DOCUMENTS } from './setup/documents';

const LOOPBACK = '127.0.0.1';

export interface External {
	/** Of the n8n. */
	url: string;
	/** Where that n8n reaches this machine. The loopback interface by default. */
	sandboxAddress?: string;
	email: string;
	password: string;
}

const howToInstall = (tarball: string): string => `This checkout is packed in ${tarball}
To install it, copy it to where n8n runs. There, as the user of n8n, run this with its path, and start n8n again:
npm install --prefix ~/.n8n/nodes --ignore-scripts --omit=dev --omit=peer PATH
n8n 3 also needs N8N_UNVERIFIED_PACKAGES_ENABLED=true in its environment.`;

/** Extracts one document. @throws Error with what came of it, unless its number came out */
async function check(client: N8nClient, credential: Credential): Promise<void> {
	const file = await readFile(join(DOCUMENTS, 'consulting.pdf'), 'base64');
	const workflow = await client.createWorkflow(
		chain(
			'Check of the package',
			manualTrigger(),
			setFields({ file }),
			convertToFile('file', 'consulting.pdf'),
			extraction(credential, { prompt: 'Invoice number and total' }),
		),
	);
	const execution = await client.run(workflow);
	const rows = JSON.stringify(itemsOf(execution, 'Extract').map(({ json }) => json));
	if (!rows.includes('20260077')) throw new Error(`${failureOf(execution)}\nRows: ${rows}`);
	await client.deleteWorkflow({ ...workflow, isArchived: false });
}

/** @throws Error that says what to check */
async function signIn(client: N8nClient, external: External): Promise<void> {
	const { address } = client;
	const isReady = await client.isReady().catch(() => undefined);
	if (isReady === undefined)
		throw new Error(
			`Nothing responds at ${address}. Start n8n, or check the address: http or https, host and port.`,
		);
	try {
		await client.signIn(external);
	} catch (error) {
		throw new Error(
			/: 401 /.test((error as Error).message)
				? `n8n at ${address} refuses the login. Set N8N_EMAIL and N8N_PASSWORD to those of its owner.`
				: `What responds at ${address} is not n8n. Give the address of n8n without a path, such as http://localhost:5678.`,
		);
	}
}

/** @param stopped when the user has had enough of the sandbox. @returns whether the check passed */
export async function tryExternal(external: External, stopped: Promise<unknown>): Promise<boolean> {
	const { url, sandboxAddress: host = LOOPBACK } = external;
	const client = new N8nClient(url.replace(/\/+$/, ''));
	await signIn(client, external);
	if (!(await client.nodeTypes()).some(({ name }) => name === NODE_TYPE)) {
		console.log('Failed: the package is not installed in this n8n.\nPacking the package ...');
		console.log(howToInstall(process.env.E2E_TARBALL ?? (await packPackage(tmpdir()))));
		return false;
	}
	let isStopped = false;
	void stopped.then(() => (isStopped = true));
	const added: Array<() => Promise<void>> = [];
	const { baseUrl, apiKey, close } = await startSandbox({ host });
	try {
		const data = { baseUrl, apiKey, allowInsecureHttp: host !== LOOPBACK };
		const credential = await client.createCredential('Sandbox', CREDENTIAL_TYPE, data);
		added.push(async () => await client.deleteCredential(credential));
		await check(client, credential);
		console.log('Passed: the package that is installed in this n8n turned a document into a row.');
		const credentials = { [CREDENTIAL_TYPE]: credential };
		for (const name of await exampleNames()) {
			if (isStopped) return true;
			const workflow = await client.createWorkflow(await readExample(name, credentials));
			added.push(async () => await client.deleteWorkflow({ ...workflow, isArchived: false }));
		}
		console.log(
			'The example workflows are in this n8n now, with the credential "Sandbox". Stop with Ctrl+C; they are deleted then.',
		);
		await stopped;
		return true;
	} finally {
		const left = await Promise.allSettled(added.reverse().map(async (remove) => await remove()));
		if (left.some(({ status }) => status === 'rejected'))
			console.log(
				'Some of it could not be deleted. Delete the example workflows and the credential "Sandbox" in n8n.',
			);
		await close();
	}
}
