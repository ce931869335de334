import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { exampleDataset } from '../../../../examples/workflows/evaluate-a-prompt/make';
import { NEWEST } from '../../hosts/install';
import { failureOf } from '../../n8n/client';
import { createDataTable, dataTableRows, deleteDataTables } from '../../n8n/dataTables';
import { openEditor } from '../../n8n/editor';
import { formAddress, readExample } from '../../n8n/examples';
import { withParameters } from '../../n8n/polling';
import type { Credential, SavedWorkflow, WorkflowFile } from '../../n8n/types';
import { startJsonServer, type JsonServer } from '../../services/jsonServer';
import { startSmtp } from '../../services/smtp';
import { startTelegram, type Telegram } from '../../services/telegram';
import { DOCUMENTS } from '../../setup/documents';
import { needing } from '../../setup/needing';
import { startN8n, type N8nFixture } from '../../setup/n8nFixture';
import { until } from '../../support/until';
import { CREDENTIAL_TYPE } from '../../../support/names';

needing();

let n8n: N8nFixture;

beforeAll(async () => {
	n8n = await startN8n({ version: NEWEST });
});
afterAll(async () => await n8n?.close());

const read = async (fileName: string, credentials: Record<string, Credential> = {}) =>
	await readExample(fileName, { [CREDENTIAL_TYPE]: n8n.credential, ...credentials });

async function publish(workflow: WorkflowFile): Promise<SavedWorkflow> {
	const { client } = n8n.host;
	const saved = await client.createWorkflow(workflow);
	await client.activate(saved);
	return saved;
}

/** Sends documents by the form of a published workflow. */
async function send(workflow: SavedWorkflow, ...documents: string[]): Promise<void> {
	const form = new FormData();
	for (const name of documents)
		form.append('field-0', new Blob([await readFile(join(DOCUMENTS, name))]), basename(name));
	const response = await fetch(formAddress(n8n.host.address, workflow), {
		method: 'POST',
		headers: { Connection: 'close' },
		body: form,
	});
	expect(response.status).toBe(200);
}

/** The same, and waits until it has run. */
async function submit(workflow: SavedWorkflow, ...documents: string[]): Promise<void> {
	await send(workflow, ...documents);
	await untilRun(workflow, 1);
}

/** Waits until a published workflow has run so often; fails unless it succeeded. */
async function untilRun(workflow: SavedWorkflow, times: number): Promise<void> {
	const { client } = n8n.host;
	const ended = await until(
		`${workflow.name} to run`,
		async () => {
			const all = await client.executions(workflow);
			return (
				all.length >= times && all.every(({ status }) => status === 'success' || status === 'error') && all
			);
		},
		{ seconds: 180, detail: n8n.host.output },
	);
	for (const { id } of ended) expect(failureOf(await client.execution(id))).toMatch(/^success/);
}

it('bills with lines: one request per invoice, a doubtful one as a draft, and a mail about a file that cannot be read', async () => {
	const bills: IDataObject[] = [];
	const erp: JsonServer = await startJsonServer(({ body, headers }) => {
		bills.push({ ...(body as IDataObject), key: headers['idempotency-key'] });
		return { status: 201, body: {} };
	});
	const smtp = await startSmtp();
	try {
		const mail = await n8n.host.client.createCredential('Mail', 'smtp', smtp.credential);
		const example = await read('bill-with-lines.json', { smtp: mail });
		const workflow = await publish(withParameters(example, 'Post Bill', { url: `${erp.address}/api/bills` }));
		n8n.sandbox.control.planExtractions([{ ofFile: 'receipt.jpg', fail: { code: 'ENCRYPTED_FILE' } }]);
		await submit(workflow, 'consulting.pdf', 'totals-do-not-add-up.pdf', 'receipt.jpg');
		n8n.sandbox.control.clearPlans();
		expect(smtp.mails).toMatchObject([{ text: expect.stringMatching(/password[^]*receipt.jpg/) }]);
		// n8n sends the requests of all items at once: they arrive in any order.
		bills.sort((a, b) => String(a.number).localeCompare(String(b.number)));
		expect(bills).toMatchObject([
			{
				status: 'open',
				number: '20260077',
				supplier: 'Example Consulting LLC',
				total: 3574.8,
				lines: [
					{ description: 'Process review, days', quantity: 2.5, unit_price: 1200, amount: 3000 },
					{ amount: 310 },
				],
				review: [],
			},
			{
				status: 'draft',
				number: 'PR-6650',
				lines: [{ amount: 450 }],
				review: [expect.stringContaining('450')],
			},
		]);
		expect(bills[0]!.key).toMatch(/^[0-9a-f]{64}$/);
		expect(bills[1]!.key).not.toBe(bills[0]!.key);
	} finally {
		await erp.stop();
		await smtp.stop();
	}
});

it('check totals: what adds up goes to a table, the rest with its reason to a person, and then there, too', async () => {
	const { client } = n8n.host;
	const example = await read('totals-check.json');
	/** Sends both documents, and waits for the link of the page. */
	const untilAsked = async (workflow: SavedWorkflow) => {
		await send(workflow, 'office-supplies.pdf', 'totals-do-not-add-up.pdf');
		const id = await until('it to wait for a person', async () => {
			const [latest] = await client.executions(workflow);
			return latest?.status === 'waiting' && latest.id;
		});
		const rows = await dataTableRows(client, 'Invoices to review');
		const html = await (await fetch(String(rows[0]!.page), { headers: { Connection: 'close' } })).text();
		return { id, rows, html };
	};
	const workflow = await publish(example);
	const { id, rows, html } = await untilAsked(workflow);
	expect(rows).toMatchObject([
		{ invoice_number: 'PR-6650', reason: expect.stringContaining('450.00 and tax 90.00') },
	]);
	expect(html).toMatch(/name="viewer"/);
	expect(html).not.toContain('INV-1001');
	const accepted = new URLSearchParams({
		about: /name="about" value="(\w+)"/.exec(html)![1]!,
		[`d_${/id="row-(\d+)"/.exec(html)![1]}`]: 'accept',
		step: 'finish',
	});
	const answer = await fetch(String(rows[0]!.page), { method: 'POST', body: accepted });
	expect(await answer.text()).toContain('Thank you');
	expect(failureOf(await client.ended(id))).toMatch(/^success/);
	const totals = async () =>
		(await dataTableRows(client, 'Checked invoices')).map(({ invoice_number, total }) => [
			invoice_number,
			total,
		]);
	expect((await totals()).sort()).toEqual([
		['INV-1001', 1477.19],
		['PR-6650', 580],
	]);
	// The same files again: nobody is asked about what is checked.
	const { balance } = n8n.sandbox.control.balance();
	await send(workflow, 'office-supplies.pdf', 'totals-do-not-add-up.pdf');
	await untilRun(workflow, 2);
	expect(await totals()).toHaveLength(2);
	expect(n8n.sandbox.control.balance().balance).toBe(balance);
	await client.deactivate(workflow);
	await deleteDataTables(client);
	// Without what the service says about its rows, the check finds the same.
	const alone = await publish(withParameters(example, 'Extract Documents', { separateReview: false }));
	const again = await untilAsked(alone);
	expect(again.rows).toMatchObject([
		{ invoice_number: 'PR-6650', reason: 'Net 450 and VAT 90 do not make the total 580' },
	]);
	expect(again.html).toMatch(/name="viewer"/);
	await client.stop(again.id);
});

describe('evaluate a prompt', () => {
	interface TestRun {
		id: string;
		status: string;
		metrics: Record<string, number> | null;
	}

	/** The example, with the prompt for dates and a data table of its own. */
	async function evaluation(name: string, forDates?: string) {
		const { client } = n8n.host;
		const columns = ['file_name', 'file_base64', 'expected'];
		const table = await createDataTable(client, name, columns, exampleDataset());
		const example = withParameters(await read('evaluate-a-prompt.json'), 'Next Document', {
			dataTableId: { __rl: true, mode: 'list', value: table.id },
		});
		const { parameters } = example.nodes.find((node) => node.name === 'Extract Documents')!;
		if (forDates)
			parameters.fieldsToExtract = String(parameters.fieldsToExtract).replace(
				/^Invoice Date: .*$/m,
				`Invoice Date: ${forDates}`,
			);
		return await client.createWorkflow(example);
	}
	const wrongIn = async (table: string) =>
		(await dataTableRows(n8n.host.client, table)).map(({ wrong }) => wrong);

	it('Execute workflow runs it for all 14 documents, and names the value that the prompt gets wrong', async () => {
		const workflow = await evaluation(
			'Documents by hand',
			'In the form YYYY-MM-DD; they have the month first',
		);
		const editor = await openEditor(n8n.host.client);
		try {
			await editor.open(workflow.id);
			await editor.byId('execute-workflow-button').first().click();
			const all = await until(
				'a result for each document',
				async () => {
					const wrong = await wrongIn('Documents by hand');
					return wrong.length === 14 && wrong.every((text) => typeof text === 'string') && wrong;
				},
				{ seconds: 400, everyMs: 1_000, detail: n8n.host.output },
			);
			expect(all.filter((text) => text !== '')).toEqual([
				'Invoice Date: expected 2026-04-03, read 2026-03-04',
			]);
		} finally {
			await editor.close();
		}
	});

	it('Run Test scores 14 documents', async () => {
		const { client } = n8n.host;
		const { id } = await evaluation('Documents');
		await client.request('POST', `/rest/workflows/${id}/test-runs/new`, {});
		const run = await until(
			'the evaluation to end',
			async () => {
				const [latest] = await client.request<TestRun[]>('GET', `/rest/workflows/${id}/test-runs`);
				return latest && !['new', 'running'].includes(latest.status) && latest;
			},
			{ seconds: 400, everyMs: 1_000, detail: n8n.host.output },
		);
		expect(await wrongIn('Documents')).toEqual(Array.from({ length: 14 }, () => ''));
		expect(run).toMatchObject({ status: 'completed', metrics: { values_right: 1, rows_right: 1 } });
	});
});

it('receipts by Telegram: the bot answers with the row, or with what went wrong', async () => {
	const telegram: Telegram = await startTelegram();
	try {
		const { client } = n8n.host;
		const credential = await client.createCredential('Bot', 'telegramApi', telegram.credential);
		const workflow = await publish(await read('telegram-receipt.json', { telegramApi: credential }));
		await until('the bot to know the workflow', () => telegram.isWatched());
		await telegram.receive(await readFile(join(DOCUMENTS, 'receipt.jpg')), 'receipt.jpg', 'image/jpeg');
		await untilRun(workflow, 1);
		expect(telegram.sent).toMatchObject([
			{ chat_id: telegram.chat, text: 'Example Coffee House, 2026-03-09, 21.78, EUR' },
		]);
		expect(await dataTableRows(client, 'Receipts')).toMatchObject([
			{ invoice_number: 'R-20417', total: 21.78 },
		]);
		await telegram.receive(Buffer.from('a note'), 'note.txt', 'text/plain');
		await untilRun(workflow, 2);
		expect(telegram.sent[1]).toMatchObject({
			text: expect.stringMatching(/note\.txt.*A text needs no extraction/),
		});
		// The same photo again is answered again, and adds no row.
		await telegram.receive(await readFile(join(DOCUMENTS, 'receipt.jpg')), 'receipt.jpg', 'image/jpeg');
		await untilRun(workflow, 3);
		expect(telegram.sent[2]).toEqual(telegram.sent[0]);
		expect(await dataTableRows(client, 'Receipts')).toHaveLength(1);
	} finally {
		await telegram.stop();
	}
});
