import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { NEWEST } from '../../hosts/install';
import { failureOf, itemsOf } from '../../n8n/client';
import { readExample } from '../../n8n/examples';
import { pollingOften } from '../../n8n/polling';
import { withSettings } from '../../n8n/settings';
import type { SavedWorkflow } from '../../n8n/types';
import { startJsonServer, type JsonServer } from '../../services/jsonServer';
import { startSmtp, type Smtp } from '../../services/smtp';
import { DOCUMENTS } from '../../setup/documents';
import { needing } from '../../setup/needing';
import { startN8n, type N8nFixture } from '../../setup/n8nFixture';
import { until } from '../../support/until';
import { CREDENTIAL_TYPE } from '../../../support/names';

needing();

const AN_HOUR = 3_600_000;
const HEADER = { name: 'X-Key', value: 'a-key-of-this-test' };

interface Delivery extends IDataObject {
	extraction_id: string;
	reference: string;
	rows: IDataObject[];
}

let n8n: N8nFixture;
let smtp: Smtp;
let erp: JsonServer;
let collect: SavedWorkflow;
/** What the ERP was sent, in order, with what it answered. */
const deliveries: Array<{ status: number; key: unknown; body: Delivery }> = [];

beforeAll(async () => {
	n8n = await startN8n({ version: NEWEST });
	const { client } = n8n.host;
	smtp = await startSmtp();
	erp = await startJsonServer(({ headers, body }) => {
		if (headers['x-key'] !== HEADER.value) return { status: 401, body: {} };
		const status = deliveries.length === 0 ? 500 : 201;
		deliveries.push({ status, key: headers['idempotency-key'], body: body as Delivery });
		return { status, body: {} };
	});
	const credentials = {
		[CREDENTIAL_TYPE]: n8n.credential,
		httpHeaderAuth: await client.createCredential('Key', 'httpHeaderAuth', HEADER),
		smtp: await client.createCredential('Mail', 'smtp', smtp.credential),
	};
	await client.activate(await client.createWorkflow(await readExample('submit-now.json', credentials)));
	const example = pollingOften(await readExample('collect-later.json', credentials), 5);
	collect = await client.createWorkflow(withSettings(example, { erp_url: `${erp.address}/api/invoices` }));
	await client.activate(collect);
});
afterAll(async () => {
	await n8n?.close();
	await Promise.all([smtp?.stop(), erp?.stop()]);
});

/** Sends a document as another system does. Returns what the webhook answers. */
async function send(document: string, reference: string): Promise<{ extraction_id: string }> {
	const form = new FormData();
	form.append('data', new Blob([await readFile(join(DOCUMENTS, document))]), document);
	const response = await fetch(`${n8n.host.address}/webhook/documents?reference=${reference}`, {
		method: 'POST',
		headers: { [HEADER.name]: HEADER.value, Connection: 'close' },
		body: form,
	});
	const answer = (await response.json()) as { extraction_id: string };
	expect([response.status, answer]).toEqual([
		200,
		expect.objectContaining({ extraction_id: expect.anything() }),
	]);
	return answer;
}
const untilDelivered = async (...ids: string[]) =>
	await until(
		'the rows to reach the ERP',
		() =>
			ids.every((id) => deliveries.some(({ status, body }) => status === 201 && body.extraction_id === id)),
		{ seconds: 180, detail: n8n.host.output },
	);
/** The ids of the extractions whose rows the ERP took, in order. */
const taken = () => deliveries.filter(({ status }) => status === 201).map(({ body }) => body.extraction_id);
/** The ids of the extractions that the trigger has announced, by execution, oldest first. */
async function announced(): Promise<string[][]> {
	const { client } = n8n.host;
	const executions = (await client.executions(collect)).filter(({ mode }) => mode === 'trigger').reverse();
	const ended = await Promise.all(executions.map(async ({ id }) => await client.ended(id)));
	for (const execution of ended) expect(failureOf(execution)).toMatch(/^success/);
	return ended.map((execution) =>
		itemsOf(execution, 'Extraction Ended').map(({ json }) => String(json.extraction_id)),
	);
}

it('the sender gets an ID at once; the same reference again, the same ID', async () => {
	n8n.sandbox.control.planExtractions([{ processingMs: AN_HOUR }]);
	const first = await send('consulting.pdf', 'order-1');
	expect(n8n.sandbox.control.extractions()).toMatchObject([
		{ extraction_id: first.extraction_id, submission_id: 'order-1', status: 'processing' },
	]);
	expect(await send('consulting.pdf', 'order-1')).toMatchObject({ extraction_id: first.extraction_id });
	expect(n8n.sandbox.control.extractions()).toHaveLength(1);
	expect(deliveries).toEqual([]);
});

it('rows reach the ERP when they are there, also when it fails at first', async () => {
	const { control } = n8n.sandbox;
	const [first] = control.extractions();
	control.updateExtraction({ extraction_id: first!.extraction_id, status: 'completed', rowCount: 2 });
	await untilDelivered(first!.extraction_id);
	expect(deliveries).toMatchObject([
		{ status: 500, key: first!.extraction_id },
		{
			status: 201,
			key: first!.extraction_id,
			body: {
				reference: 'order-1',
				files: ['consulting.pdf'],
				rows: [{ 'Invoice Number': 'Invoice Number 1' }, { 'Invoice Number': 'Invoice Number 2' }],
			},
		},
	]);
});

it('what failed is told to a person, and what is named otherwise is left alone', async () => {
	const { control } = n8n.sandbox;
	control.createExtraction({ task_name: 'Something else', status: 'completed' });
	control.planExtractions([{ fail: { code: 'ENCRYPTED_FILE' } }]);
	const { extraction_id } = await send('office-supplies.pdf', 'order-2');
	const mail = await until('the mail', () => smtp.mails[0], { seconds: 180, detail: n8n.host.output });
	expect(mail).toMatchObject({
		to: 'accounting@example.com',
		subject: 'Not extracted: office-supplies.pdf',
		text: expect.stringMatching(/password.*office-supplies\.pdf[^]+Reference: order-2/),
	});
	expect(mail.text).toContain(extraction_id);
});

it('pages that failed are told to a person, and the rows of the others reach the ERP', async () => {
	n8n.sandbox.control.planExtractions([{ failedPages: 1 }]);
	const { extraction_id } = await send('lines-over-two-pages.pdf', 'order-7');
	await untilDelivered(extraction_id);
	const mail = await until('the mail', () => smtp.mails[1], { seconds: 180, detail: n8n.host.output });
	expect(mail).toMatchObject({
		to: 'accounting@example.com',
		subject: 'Not everything extracted: lines-over-two-pages.pdf',
		text: expect.stringMatching(
			/Pages that failed: 1[^]+lines-over-two-pages\.pdf page 2[^]+Reference: order-7/,
		),
	});
	expect(mail.text).toContain(extraction_id);
});

it('n8n is restarted while extractions end: nothing is lost, nothing comes twice', async () => {
	const { host, sandbox } = n8n;
	sandbox.control.planExtractions([{ processingMs: AN_HOUR }, { processingMs: AN_HOUR }]);
	const waiting = await send('credit-note.pdf', 'order-3');
	const unseen = await send('receipt.jpg', 'order-4');
	const restarted = host.restart();
	await host.client.untilDown();
	for (const { extraction_id } of [waiting, unseen])
		sandbox.control.updateExtraction({ extraction_id, status: 'completed', rowCount: 1 });
	await restarted;
	await untilDelivered(waiting.extraction_id, unseen.extraction_id);

	// One more: once it is there, what was announced before would have been announced again.
	const last = await send('rechnung-4711.pdf', 'order-5');
	await untilDelivered(last.extraction_id);
	const inbox = sandbox.control.extractions().filter(({ task_name }) => /^Inbox/.test(task_name));
	const [first, failed, inPart] = inbox.map(({ extraction_id }) => extraction_id);
	const later = [waiting, unseen, last].map(({ extraction_id }) => extraction_id);
	const completed = [first!, inPart!, ...later];
	expect(taken().sort()).toEqual(completed.sort());
	expect((await announced()).flat().sort()).toEqual([...completed, failed!].sort());
	expect(smtp.mails).toHaveLength(2);
	expect(deliveries.at(-1)!.body.rows).toMatchObject([{ 'Source File': 'rechnung-4711.pdf (Page 1)' }]);
});

it('the trigger gets another name while the workflow is switched off: it goes on where it was', async () => {
	const { client } = n8n.host;
	await client.deactivate(collect);
	const { extraction_id } = await send('office-supplies.pdf', 'order-6');
	await until('the extraction to complete', () =>
		n8n.sandbox.control
			.extractions()
			.some((one) => one.extraction_id === extraction_id && one.status === 'completed'),
	);
	const before = taken();
	const { 'Extraction Ended': next, ...connections } = collect.connections;
	const renamed = await client.updateWorkflow(collect, {
		nodes: collect.nodes.map((node) =>
			node.name === 'Extraction Ended' ? { ...node, name: 'Invoice Done' } : node,
		),
		connections: { ...connections, 'Invoice Done': next! },
	});
	await client.activate(renamed);
	await untilDelivered(extraction_id);
	expect(taken()).toEqual([...before, extraction_id]);
});
