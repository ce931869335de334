/* The try-out in an n8n that somebody runs, such as a container of a version that no scenario knows. */
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../dev/sandbox';
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

/** @param stopped when the user has had enough of the sandbox. @returns whether the check passed */
export async function tryExternal(external: External, stopped: Promise<unknown>): Promise<boolean> {
	const { url, sandboxAddress: host = LOOPBACK } = external;
	const client = new N8nClient(url.replace(/\/+$/, ''));
	await client.signIn(external);
	console.log('Packing the package ...');
	console.log(`${howToInstall(process.env.E2E_TARBALL ?? (await packPackage(tmpdir())))}\n`);
	if (!(await client.nodeTypes()).some(({ name }) => name === NODE_TYPE)) {
		console.log('Failed: the package is not installed in this n8n.');
		return false;
	}
	const { baseUrl, apiKey, close } = await startSandbox({ host });
	try {
		const data = { baseUrl, apiKey, allowInsecureHttp: host !== LOOPBACK };
		const credential = await client.createCredential('Sandbox', CREDENTIAL_TYPE, data);
		await check(client, credential);
		console.log('Passed: the package that is installed in this n8n turned a document into a row.');
		const credentials = { [CREDENTIAL_TYPE]: credential };
		for (const name of await exampleNames())
			await client.createWorkflow(await readExample(name, credentials));
		console.log(
			`The example workflows are in this n8n now. Their credential "Sandbox" works until you stop with Ctrl+C.`,
		);
		await stopped;
		return true;
	} finally {
		await close();
	}
}
