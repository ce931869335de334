/* The try-out: the newest n8n with the package, the sandbox as its service, and the example workflows. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tryExternal, type External } from './external';
import { installedHost, NEWEST } from './hosts/install';
import { packPackage } from './hosts/package';
import { needSqlite } from './hosts/sqlite';
import { OWNER, type N8nClient } from './n8n/client';
import { formAddress, readExample } from './n8n/examples';
import type { Credential, SavedWorkflow } from './n8n/types';
import { DOCUMENTS, putDocuments } from './setup/documents';
import { startN8n } from './setup/n8nFixture';
import { galleryEntries } from '../support/documentation/exampleWorkflows';
import { CREDENTIAL_TYPE } from '../support/names';

const USAGE = `npm run n8n             n8n ${NEWEST} with the package, a sandbox as its service, and the example workflows. Ctrl+C stops it
npm run n8n -- --help   this text

npm run n8n -- --external URL [--sandbox-address ADDRESS]
  extracts a document in an n8n of yours, such as a container, and imports the examples. If the package is not installed there, it says how
  --sandbox-address   where that n8n reaches this machine, such as 172.17.0.1 from a container. The sandbox listens there. Default: 127.0.0.1
  N8N_EMAIL and N8N_PASSWORD in the environment: the login of the owner`;

/** The tag of the example that is ready to run when n8n has started. */
const START = 'Start here';

const EXAMPLE_DOCUMENTS = [
	'consulting.pdf',
	'office-supplies.pdf',
	'receipt.jpg',
	'totals-do-not-add-up.pdf',
];

/** @throws Error if the command line makes no sense */
function readOptions(args: string[]): { help: boolean; external?: External } {
	const { values } = parseArgs({
		args,
		options: {
			help: { type: 'boolean', short: 'h', default: false },
			external: { type: 'string' },
			'sandbox-address': { type: 'string' },
		},
	});
	const { help, external: url, 'sandbox-address': sandboxAddress } = values;
	if (help || url === undefined) {
		if (sandboxAddress !== undefined) throw new Error('--sandbox-address needs --external');
		return { help };
	}
	if (!/^https?:\/\/\w/.test(url)) throw new Error('--external takes the URL of an n8n');
	const { N8N_EMAIL: email, N8N_PASSWORD: password } = process.env;
	if (!email || !password) throw new Error('--external needs N8N_EMAIL and N8N_PASSWORD in the environment');
	return { help, external: { url, sandboxAddress, email, password } };
}

/** Settles when the user has had enough. Asked while still starting, it stops as soon as it has started. */
const askedToStop = async (): Promise<unknown> =>
	await new Promise((resolve) => {
		process.on('SIGINT', resolve);
		process.on('SIGTERM', resolve);
	});

/** Imports the examples, tagged as in the gallery. @returns the one to start with: the first of the gallery, and of n8n's list */
async function importExamples(
	client: N8nClient,
	credentials: Record<string, Credential>,
): Promise<SavedWorkflow> {
	const entries = galleryEntries();
	const tags = new Map<string, string>();
	for (const name of new Set([START, ...entries.map(({ section }) => section)]))
		tags.set(name, (await client.request<{ id: string }>('POST', '/rest/tags', { name })).id);
	let last: SavedWorkflow | undefined;
	// n8n lists what was saved last first.
	for (const entry of [...entries].reverse()) {
		const { id } = await client.createWorkflow(await readExample(entry.path, credentials));
		const names = entry === entries[0] ? [START, entry.section] : [entry.section];
		last = await client.request('PATCH', `/rest/workflows/${id}`, {
			tags: names.map((name) => tags.get(name)),
		});
	}
	return last!;
}

async function tryOut(): Promise<void> {
	const stopped = askedToStop();
	const folder = await mkdtemp(join(tmpdir(), 'packed-'));
	try {
		console.log('Packing the package ...');
		process.env.E2E_TARBALL ??= await packPackage(folder);
		// For the example with an AI Agent.
		await needSqlite(await installedHost(NEWEST));
		console.log(`Starting n8n ${NEWEST} ...`);
		const n8n = await startN8n({ version: NEWEST });
		try {
			const { client, address, filesFolder } = n8n.host;
			await putDocuments(filesFolder, EXAMPLE_DOCUMENTS);
			const credentials = { [CREDENTIAL_TYPE]: n8n.credential };
			const first = await importExamples(client, credentials);
			await client.activate(first);
			console.log(`
Start here: upload an invoice, for example from ${DOCUMENTS}
Form:      ${formAddress(address, first)}
Workflow:  ${address}/workflow/${first.id}
Examples:  ${address}/home/workflows, each with the tag of its section in examples/README.md

n8n:       ${address}
Email:     ${OWNER.email}
Password:  ${OWNER.password}

The credential "${n8n.credential.name}" is ready. For one more:
Base URL:  ${n8n.sandbox.baseUrl}
API Key:   ${n8n.sandbox.apiKey}

Workflows may read and write files in ${filesFolder}, where some example documents are.
Stop with Ctrl+C; everything is deleted then.`);
			await stopped;
			console.log('Stopping ...');
		} finally {
			await n8n.close();
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function main(): Promise<void> {
	let options;
	try {
		options = readOptions(process.argv.slice(2));
	} catch (error) {
		console.error(`${(error as Error).message}\n\n${USAGE}`);
		process.exitCode = 2;
		return;
	}
	const { help, external } = options;
	if (help) console.log(USAGE);
	else if (!external) await tryOut();
	else if (!(await tryExternal(external, askedToStop()))) process.exitCode = 1;
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
