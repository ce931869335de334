/* Workers of n8n's queue mode that share one key, each with a rate gate of its own, with the limits of the service on. */
import { join } from 'node:path';
import { failureOf } from '../../../test/e2e/n8n/client';
import { chain, extraction, readFiles, webhook } from '../../../test/e2e/n8n/workflows';
import { openQueue } from '../../../test/e2e/setup/queue';
import type { N8nFixture } from '../../../test/e2e/setup/n8nFixture';
import { until } from '../../../test/e2e/support/until';
import { CREDENTIAL_TYPE } from '../../../test/support/names';
import { withPackage } from '../n8n/packed';
import { writeFilesOf } from '../peers/cases';
import { readOptions, USAGE } from './options';
import { report, type Worked } from './report';

const KB = 1024;
const FILE_BYTES = 20 * KB;
const CREDITS = 1_000_000;
const SECONDS = 3_600;
const ENDED = ['success', 'error', 'canceled', 'crashed'];

async function send(address: string): Promise<boolean> {
	const { ok } = await fetch(address, { method: 'POST', headers: { Connection: 'close' } });
	return ok;
}

/** Has the workers there are do the executions, with a key of their own. */
async function work(
	{ host, sandbox }: N8nFixture,
	workers: number,
	{ executions, pattern }: { executions: number; pattern: string },
): Promise<Worked> {
	const { client, address } = host;
	const { control, baseUrl } = sandbox;
	const name = `workers-${workers}`;
	control.addKey({ key: name, credits: CREDITS });
	const credential = await client.createCredential(name, CREDENTIAL_TYPE, { baseUrl, apiKey: name });
	const parameters = {
		prompt: 'Invoice number',
		outputStructure: 'per_invoice',
		// All executions have the same files, and each is to do the work.
		preventDuplicates: 'execution',
	};
	const workflow = await client.createWorkflow(
		chain(name, webhook(name), readFiles(pattern), extraction(credential, parameters)),
	);
	await client.activate(workflow);
	control.clearRequests();
	const sendOne = async () =>
		await until('the webhook to be registered', async () => await send(`${address}/webhook/${name}`));
	await sendOne();
	const start = Date.now();
	for (let number = 2; number <= executions; number++) await sendOne();
	const all = await until(
		'all executions to end',
		async () => {
			const found = await client.executions(workflow);
			return found.length === executions && found.every(({ status }) => ENDED.includes(status)) && found;
		},
		{ seconds: SECONDS, everyMs: 500 },
	);
	const ms = Date.now() - start;
	const failed = all.filter(({ status }) => status !== 'success');
	const requests = control.requests();
	return {
		workers,
		ms,
		requests: requests.length,
		refused: requests.filter(({ status }) => status === 429).length,
		failures: await Promise.all(failed.map(async ({ id }) => failureOf(await client.execution(id)))),
	};
}

async function main(): Promise<void> {
	const { help, executions, files } = readOptions(process.argv.slice(2));
	if (help) return console.log(USAGE);
	console.error('Starting n8n …');
	await withPackage(async () => {
		const queue = await openQueue();
		try {
			const { host } = queue.n8n;
			const folder = join(host.filesFolder, 'documents');
			const pattern = await writeFilesOf({ title: '', count: files, bytes: FILE_BYTES }, folder);
			const worked: Worked[] = [];
			for (const workers of [1, 2]) {
				await host.startWorker();
				console.error(`${executions} executions with ${files} files each, workers: ${workers} …`);
				worked.push(await work(queue.n8n, workers, { executions, pattern }));
			}
			const { lines, pass } = report(worked);
			console.log(lines.join('\n'));
			if (!pass) process.exitCode = 1;
		} finally {
			await queue.close();
		}
	});
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
