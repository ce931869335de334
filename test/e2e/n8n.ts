/* The try-out: the newest n8n with the package, the sandbox as its service, and the example workflows. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installedHost, NEWEST } from './hosts/install';
import { packPackage } from './hosts/package';
import { needSqlite } from './hosts/sqlite';
import { OWNER } from './n8n/client';
import { exampleNames, formAddress, readExample } from './n8n/examples';
import { DOCUMENTS, putDocuments } from './setup/documents';
import { startN8n } from './setup/n8nFixture';
import { CREDENTIAL_TYPE } from '../support/names';

const USAGE = `npm run n8n             n8n ${NEWEST} with the package, a sandbox as its service, and the example workflows. Ctrl+C stops it
npm run n8n -- --help   this text`;

/** Ready to run when n8n has started. */
const FIRST = 'form-to-table.json';

const EXAMPLE_DOCUMENTS = [
	'consulting.pdf',
	'office-supplies.pdf',
	'receipt.jpg',
	'totals-do-not-add-up.pdf',
];

/** Whether the usage was asked for. @throws TypeError for anything else */
const asksForHelp = (args: string[]): boolean | undefined =>
	parseArgs({ args, options: { help: { type: 'boolean', short: 'h' } } }).values.help;

async function tryOut(): Promise<void> {
	// Asked to stop while still starting, it stops as soon as it has started.
	const stopped = new Promise((resolve) => {
		process.on('SIGINT', resolve);
		process.on('SIGTERM', resolve);
	});
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
			for (const name of await exampleNames())
				if (name !== FIRST) await client.createWorkflow(await readExample(name, credentials));
			// Last, so that it is the first in n8n's list.
			const first = await client.createWorkflow(await readExample(FIRST, credentials));
			await client.activate(first);
			console.log(`
Start here: upload an invoice, for example from ${DOCUMENTS}
Form:      ${formAddress(address, first)}
Workflow:  ${address}/workflow/${first.id}

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
	let help;
	try {
		help = asksForHelp(process.argv.slice(2));
	} catch (error) {
		console.error(`${(error as Error).message}\n\n${USAGE}`);
		process.exitCode = 2;
		return;
	}
	if (help) console.log(USAGE);
	else await tryOut();
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
