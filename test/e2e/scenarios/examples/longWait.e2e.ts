import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { TRIED_VERSIONS } from '../../hosts/install';
import { failureOf } from '../../n8n/client';
import { readExample } from '../../n8n/examples';
import { withParameters } from '../../n8n/polling';
import { withSettings } from '../../n8n/settings';
import { rowsOfSheet } from '../../n8n/sheet';
import type { Execution, SavedWorkflow } from '../../n8n/types';
import { putDocuments, writtenFile } from '../../setup/documents';
import { needing } from '../../setup/needing';
import { startN8n, type N8nFixture } from '../../setup/n8nFixture';
import { until } from '../../support/until';
import { CREDENTIAL_TYPE } from '../../../support/names';

needing();

const AN_HOUR = 3_600_000;
const TRIGGER = 'When clicking ‘Execute workflow’';

describe.each(TRIED_VERSIONS)('a workflow that waits without holding a place, in n8n %s', (version) => {
	let n8n: N8nFixture;
	let folder: string;
	let workflow: SavedWorkflow;

	beforeAll(async () => {
		n8n = await startN8n({ version });
		folder = join(n8n.host.filesFolder, 'invoices');
		await mkdir(folder);
		await putDocuments(folder, ['consulting.pdf', 'office-supplies.pdf', 'totals-do-not-add-up.pdf']);
		const example = await readExample('long-wait.json', { [CREDENTIAL_TYPE]: n8n.credential });
		// It looks for seconds before it waits, not for the better part of a minute.
		const settings = withSettings(example, { folder, results: n8n.host.filesFolder });
		const looking = withParameters(settings, 'Get Status', { waitUpTo: 5 });
		workflow = await n8n.host.client.createWorkflow(looking);
	});
	afterAll(async () => await n8n?.close());

	const rowsIn = async (kind: string, { id }: Execution) =>
		await rowsOfSheet(await writtenFile(n8n.host.filesFolder, kind, id));
	const processing = () =>
		n8n.sandbox.control.extractions().find(({ status }) => status === 'processing')?.extraction_id;

	it('is put away while the service works, and then finds the document of every row, doubtful ones too', async () => {
		const { client } = n8n.host;
		n8n.sandbox.control.planExtractions([{ processingMs: AN_HOUR }]);
		const execution = await client.start(workflow, TRIGGER);
		await until(
			'the execution to be put away',
			async () => (await client.execution(execution)).status === 'waiting',
			{
				seconds: 120,
				everyMs: 1000,
				detail: n8n.host.output,
			},
		);
		await n8n.sandbox.control.advanceClock(AN_HOUR);
		const ended = await client.ended(execution, 240, 1000);
		expect(failureOf(ended)).toMatch(/^success/);
		expect(processing()).toBeUndefined();
		expect((await rowsIn('rows', ended)).map((row) => [row['Source File'], row.Path])).toEqual([
			['consulting.pdf (Page 1)', join(folder, 'consulting.pdf')],
			['office-supplies.pdf (Page 1)', join(folder, 'office-supplies.pdf')],
		]);
		expect((await rowsIn('to-review', ended)).map((row) => [row['Source File'], row.Path])).toEqual([
			['totals-do-not-add-up.pdf (Page 1)', join(folder, 'totals-do-not-add-up.pdf')],
		]);
	});

	it('says why an extraction ended without rows', async () => {
		// With one more document it is another request, which nobody has paid for.
		await putDocuments(folder, ['collected-invoices.pdf']);
		n8n.sandbox.control.planExtractions([{ fail: { code: 'PROMPT_UNCLEAR' } }]);
		const ended = await n8n.host.client.run(workflow, TRIGGER, 120);
		expect(failureOf(ended)).toMatch(/prompt is unclear.*Extraction: [0-9a-f-]{36}/);
	});

	it('stops before anything is sent at a file that is no document, and says which one and what to do', async () => {
		await putDocuments(folder, [], { 'scan.tif': Buffer.from('II*\0a scan of several pages') });
		const before = n8n.sandbox.control.sessions().length;
		const ended = await n8n.host.client.run(workflow, TRIGGER, 120);
		expect(failureOf(ended)).toMatch(/scan\.tif[^]*Edit Image/);
		expect(n8n.sandbox.control.sessions()).toHaveLength(before);
	});
});
