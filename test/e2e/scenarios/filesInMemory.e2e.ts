import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { makeInvoicePdf, writePaddedPdf } from '../../../examples/documents/invoicePdf';
import { OLDEST } from '../hosts/install';
import { failureOf, itemsOf } from '../n8n/client';
import { chain, extraction, manualTrigger, readFiles, setFields } from '../n8n/workflows';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';
import { forgetPeak, peakMemory } from '../support/memory';
import { until } from '../support/until';

needing();

const MB = 1024 * 1024;
const LARGE_BYTES = 150 * MB;
const SMALL_FILES = 200;

let n8n: N8nFixture;

beforeAll(async () => {
	// The line before n8n 2 keeps files in memory, as base64 in their items, unless it is told otherwise.
	n8n = await startN8n({ version: OLDEST, env: {} });
	const folder = join(n8n.host.filesFolder, 'in');
	await mkdir(folder);
	await writePaddedPdf(join(folder, 'large.pdf'), LARGE_BYTES, { number: 'LARGE-1' });
	for (let index = 0; index < SMALL_FILES; index++)
		await writeFile(join(folder, `${index}.pdf`), await makeInvoicePdf({ number: `S-${index}` }));
});
afterAll(async () => await n8n?.close());

/** Runs a node on the files in an n8n that has just started. Returns the execution, and the most memory that n8n held meanwhile, in bytes. */
async function running(node: INode): Promise<{ id: string; peak: number }> {
	const { host } = n8n;
	const { client } = host;
	const nodes = [manualTrigger(), readFiles(`${host.filesFolder}/in/*`), node];
	const workflow = await client.createWorkflow(chain(node.name, ...nodes));
	await host.restart();
	await forgetPeak(host.pid());
	const id = await client.start(workflow);
	// Only the list is asked for: to send the data of the execution takes memory too.
	await until(
		'the end of the execution',
		async () => {
			const [execution] = await client.executions(workflow);
			return execution?.status === 'success' || execution?.status === 'error';
		},
		{ seconds: 300, detail: host.output },
	);
	return { id, peak: await peakMemory(host.pid()) };
}

it('a file as large as may be and 200 small ones become rows, where their items hold them', async () => {
	const { host, sandbox, credential } = n8n;
	const node = extraction(credential, { prompt: 'Invoice number', outputStructure: 'per_invoice' });
	const before = await running(setFields({ done: true }));
	const { id, peak } = await running(node);
	// When the garbage collector comes is chance, so that the memory is only told.
	const inMiB = (bytes: number) => `${Math.round(bytes / MB)} MiB`;
	console.log(
		`Highest memory of n8n ${host.version} with ${inMiB(LARGE_BYTES)} and ${SMALL_FILES} small files in their items: ` +
			`a node that leaves them alone ${inMiB(before.peak)}; Extract Documents ${inMiB(peak)}.`,
	);

	const execution = await host.client.execution(id);
	expect(failureOf(execution)).toMatch(/^success/);
	const numbers = itemsOf(execution, 'Extract').map(({ json }) => json['Invoice Number']);
	const small = Array.from({ length: SMALL_FILES }, (_, index) => `S-${index}`);
	expect(numbers.sort()).toEqual(['LARGE-1', ...small].sort());
	const uploaded = sandbox.control
		.sessions()
		.flatMap(({ files }) => files.map(({ uploaded_bytes: bytes }) => bytes));
	expect(uploaded).toHaveLength(SMALL_FILES + 1);
	expect(Math.max(...uploaded)).toBe(LARGE_BYTES);
});
