import { mkdir, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writePaddedPdf } from '../../../examples/documents/invoicePdf';
import { NEWEST, OLDEST, type HostVersion } from '../hosts/install';
import { failureOf, itemsOf } from '../n8n/client';
import { chain, extraction, manualTrigger, readFiles, writeFiles } from '../n8n/workflows';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';

needing();

const BYTES = 20 * 1024 * 1024;

const MODES: Array<[mode: string, version: HostVersion, env?: NodeJS.ProcessEnv]> = [
	// Where each keeps them unless it is told otherwise.
	['memory', OLDEST],
	['the file system', NEWEST],
	['the database', NEWEST, { N8N_DEFAULT_BINARY_DATA_MODE: 'database' }],
];

describe.each(MODES)('files kept in %s of n8n %s', (mode, version, env) => {
	let n8n: N8nFixture;

	beforeAll(async () => {
		n8n = await startN8n({ version, env });
	});
	afterAll(async () => await n8n?.close());

	it('a 20 MB PDF goes up in parts, and its rows come back as a file', async () => {
		const { host, sandbox, credential } = n8n;
		await mkdir(join(host.filesFolder, 'in'));
		await mkdir(join(host.filesFolder, 'out'));
		await writePaddedPdf(join(host.filesFolder, 'in', 'large.pdf'), BYTES, { number: 'INV-20-MB' });
		const workflow = await host.client.createWorkflow(
			chain(
				'A large file',
				manualTrigger(),
				readFiles(`${host.filesFolder}/in/*`),
				extraction(credential, { prompt: 'Invoice number', output: 'files', formats: ['csv'] }),
				writeFiles(`=${host.filesFolder}/out/{{ $binary.data.fileName }}`),
			),
		);
		const execution = await host.client.run(workflow);
		expect(failureOf(execution)).toMatch(/^success/);

		const [read] = itemsOf(execution, 'Read Files');
		const { id, data } = read!.binary!.data!;
		if (mode === 'memory') expect([id, data.length]).toEqual([undefined, Math.ceil(BYTES / 3) * 4]);
		else expect(id).toMatch(mode === 'the database' ? /^database:/ : /^filesystem-v2:/);
		expect(sandbox.control.sessions()).toMatchObject([
			{ files: [{ state: 'completed', uploaded_bytes: BYTES, uploaded_parts: 3 }] },
		]);
		const [name] = await readdir(join(host.filesFolder, 'out'));
		expect(await readFile(join(host.filesFolder, 'out', name!), 'utf8')).toContain('INV-20-MB');
	});
});
