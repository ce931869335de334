import { randomUUID } from 'node:crypto';
import type { INodeExecutionData } from 'n8n-workflow';
import { startEngine, type Engine, type Run } from '../engine';
import { CREDENTIAL_TYPE, loadPackage, NODE_TYPE } from './compiledPackage';
import type { Document } from './documents';
import type { Account } from './settings';
import { Traffic, type Step } from './Traffic';
import { UsageError } from './UsageError';
import { demoWorkflow, NODES } from './workflow';

export interface DemoRun {
	run: Run;
	/** Parts of files sent by each of the two extraction nodes. */
	sent: { rows: number; spreadsheet: number };
}

export interface DemoOptions {
	documents: Document[];
	onStep(step: Step, countOfItsKind: number): void;
	/** Aborting it stops the execution. */
	signal: AbortSignal;
}

/** n8n's engine with the compiled nodes and the account as their credential. */
export async function openEngine({ baseUrl, apiKey }: Account): Promise<Engine> {
	const { node, credential } = loadPackage();
	return await startEngine({
		nodeTypes: { [NODE_TYPE]: node },
		credentialTypes: [credential],
		credentials: { [CREDENTIAL_TYPE]: { baseUrl, apiKey } },
	});
}

async function itemsOf(engine: Engine, documents: Document[]): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (const { name, path, mimeType } of documents) {
		// As an e-mail or a folder node would name it: without the folders, so that two may be the same.
		const fileName = name.split('/').at(-1) ?? name;
		const data = await engine.storeFile(path, fileName, mimeType);
		items.push({ json: { document: name }, binary: { data } });
	}
	return items;
}

/** Runs the demo's workflow. @throws UsageError with what n8n would show where it fails */
export async function runDemo(engine: Engine, options: DemoOptions): Promise<DemoRun> {
	const { documents, onStep, signal } = options;
	const input = await itemsOf(engine, documents);
	const traffic = new Traffic(onStep);
	const run = await engine.run(demoWorkflow(`demo-${randomUUID()}`), { input, signal });
	traffic.stop();
	if (run.status !== 'success') throw new UsageError(whyItFailed(run));
	const all = traffic.count('bytes sent');
	const spreadsheet = traffic.count('bytes sent', run.task(NODES.spreadsheet)?.startTime ?? Infinity);
	return { run, sent: { rows: all - spreadsheet, spreadsheet } };
}

function whyItFailed({ status, error }: Run): string {
	if (!error) return `The workflow ended as "${status}"`;
	return [error.message, error.description].filter(Boolean).join('\n');
}
