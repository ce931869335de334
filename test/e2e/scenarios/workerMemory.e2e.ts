import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { writePaddedPdf } from '../../../examples/documents/invoicePdf';
import { failureOf } from '../n8n/client';
import { chain, extraction, webhook, writeFiles } from '../n8n/workflows';
import { REDIS } from '../services/redis';
import { needing } from '../setup/needing';
import { openQueue, type Queue } from '../setup/queue';
import { forgetPeak, peakMemory } from '../support/memory';
import { until } from '../support/until';

needing(REDIS);

const MB = 1024 * 1024;
const FILE_BYTES = 60 * MB;
const FIELDS = ['file0', 'file1', 'file2'];

let queue: Queue;
let document: Blob;

beforeAll(async () => {
	queue = await openQueue();
	const path = join(queue.n8n.host.filesFolder, 'large.pdf');
	await writePaddedPdf(path, FILE_BYTES, { number: 'LARGE-1' });
	document = new Blob([await readFile(path)]);
});
afterAll(async () => await queue?.close());

/**
 * The most memory that a new worker holds while it runs nodes on files that the main process has put into the database, in bytes.
 * What the files do to the main process does not count.
 */
async function peakOfWorker(path: string, ...nodes: INode[]): Promise<number> {
	const { host } = queue.n8n;
	const { client } = host;
	const workflow = await client.createWorkflow(chain(path, webhook(path), ...nodes));
	await client.activate(workflow);
	const worker = await host.startWorker();
	await forgetPeak(worker.pid);
	const form = new FormData();
	for (const field of FIELDS) form.append(field, document, `${field}.pdf`);
	await until('the webhook to take the files', async () => {
		return (
			await fetch(`${host.address}/webhook/${path}`, {
				method: 'POST',
				headers: { Connection: 'close' },
				body: form,
			})
		).ok;
	});
	const [execution] = await until('the execution to be queued', async () => {
		const executions = await client.executions(workflow);
		return executions.length > 0 && executions;
	});
	expect(failureOf(await client.ended(execution!.id, 240))).toMatch(/^success/);
	const peak = await peakMemory(worker.pid);
	await worker.stop();
	return peak;
}

/** n8n's own node, for one of the files. */
const copyOf = (field: string): INode => {
	const node = writeFiles(join(queue.n8n.host.filesFolder, `${field}.pdf`));
	return {
		...node,
		name: `Write ${field}`,
		id: field,
		parameters: { ...node.parameters, dataPropertyName: field },
	};
};

it('a worker reads the files of the database one after the other', async () => {
	const { credential, sandbox } = queue.n8n;
	const extract = extraction(credential, {
		prompt: 'Invoice number',
		outputStructure: 'per_invoice',
	});
	// When the garbage collector comes is chance, so that the memory is only told. Each of these nodes holds one file at a time.
	const copying = await peakOfWorker('copy', ...FIELDS.map(copyOf));
	const extracting = await peakOfWorker('extract', extract);

	const parts = sandbox.control.requests().filter(({ endpoint }) => endpoint === 'PUT part');
	const turns = parts.filter(({ fileId }, index) => fileId !== parts[index - 1]?.fileId);
	expect(turns).toHaveLength(FIELDS.length);
	const inMiB = (bytes: number) => `${Math.round(bytes / MB)} MiB`;
	console.log(
		`Highest memory of a worker with ${FIELDS.length} files of ${inMiB(FILE_BYTES)} in the database: ` +
			`n8n's own node, one file after the other, ${inMiB(copying)}; Extract Documents ${inMiB(extracting)}.`,
	);
	for (const { file_names: names } of sandbox.control.extractions())
		expect(names).toHaveLength(FIELDS.length);
});
