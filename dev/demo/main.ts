import { join, relative } from 'node:path';
import { startSandbox, type Sandbox } from '../sandbox';
import { buildPackage } from './compiledPackage';
import { documentsIn, type Document } from './documents';
import { Progress } from './Progress';
import { report } from './report';
import { openEngine, runDemo } from './run';
import { readSettings, USAGE, type Account } from './settings';
import { saveFiles } from './spreadsheets';
import { UsageError } from './UsageError';
import { NODES } from './workflow';

const ROOT = join(__dirname, '../..');

const here = (path: string): string => relative(process.cwd(), path) || '.';

async function runAndReport(documents: Document[], account: Account): Promise<void> {
	const stop = new AbortController();
	process.once('SIGINT', () => stop.abort());
	const progress = new Progress(documents.length, process.stdout);
	const engine = await openEngine(account);
	try {
		const onStep = progress.onStep.bind(progress);
		const done = await runDemo(engine, { documents, onStep, signal: stop.signal });
		const output = done.run.output(NODES.spreadsheet).flatMap(({ binary }) => Object.values(binary ?? {}));
		const files = await saveFiles(engine, output, join(ROOT, 'out'));
		progress.clear();
		console.log(`\n${report(done, documents, files.map(here))}`);
	} finally {
		progress.clear();
		await engine.close();
	}
}

/** What no client can see: whether the sandbox has charged anything twice. */
function booksOf({ control }: Sandbox): string {
	const extractions = control.extractions();
	const charges = extractions.flatMap((extraction) => extraction.charges.map(({ credits }) => credits));
	return `In the sandbox's books: extractions ${extractions.length}, charges ${charges.join(' + ') || 'none'}`;
}

async function main(): Promise<void> {
	const settings = readSettings(process.argv.slice(2), process.env);
	if (settings.help) return console.log(USAGE);
	const folder = settings.folder ?? join(ROOT, 'examples', 'documents');
	const documents = await documentsIn(folder);
	const kilobytes = Math.ceil(documents.reduce((sum, { bytes }) => sum + bytes, 0) / 1024);
	console.log(`Documents: ${documents.length}, ${kilobytes.toLocaleString('en')} KB, in ${here(folder)}`);
	console.log('Building the package …');
	await buildPackage();
	if (settings.account) {
		console.log(`Service: ${settings.account.baseUrl}`);
		return await runAndReport(documents, settings.account);
	}
	const sandbox = await startSandbox();
	try {
		console.log(`Service: a sandbox at ${sandbox.baseUrl}`);
		await runAndReport(documents, sandbox);
		console.log(booksOf(sandbox));
	} finally {
		await sandbox.close();
	}
}

main().catch((error: Error) => {
	console.error(error instanceof UsageError ? error.message : error);
	process.exitCode = 1;
});
