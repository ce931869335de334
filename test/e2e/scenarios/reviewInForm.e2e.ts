import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { IDataObject, INode, OnError } from 'n8n-workflow';
import type { Browser, Page } from 'playwright-core';
import { HOST_VERSIONS } from '../hosts/install';
import { failureOf } from '../n8n/client';
import { readExample } from '../n8n/examples';
import {
	failedWith,
	linkOf,
	messagesOf,
	ON_ERROR,
	reached,
	SHORTLY,
	startWaiting,
	type Waiting,
} from '../n8n/waiting';
import { CHROMIUM, startBrowser } from '../services/chromium';
import { startSmtp, type Smtp } from '../services/smtp';
import { DOCUMENTS, putDocuments } from '../setup/documents';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';
import { until } from '../support/until';
import { CREDENTIAL_TYPE, UNKNOWN_ID } from '../../support/names';

needing(CHROMIUM);

const TRIGGER = 'When clicking ‘Execute workflow’';
/** A document that was not extracted, as Extract Documents outputs it. */
const SKIPPED = { extraction_id: null, file_name: 'notes.txt', state: 'skipped' };
const DOUBTFUL = 'totals-do-not-add-up.pdf';
/** n8n closes an idle connection after seconds, perhaps just as the next request is on its way. */
const ONCE = { Connection: 'close' };

describe.each(HOST_VERSIONS)('Review in a Form in n8n %s', (version) => {
	let n8n: N8nFixture;
	let smtp: Smtp;
	let browser: Browser;
	let page: Page;
	/** They go on by themselves after seconds. n8n looks for such once a minute, so they are started first. */
	let expiring: Array<{ id: string; items: IDataObject[] }>;

	beforeAll(async () => {
		n8n = await startN8n({ version });
		smtp = await startSmtp();
		browser = await startBrowser();
		// The page needs no scripts, and fits a phone.
		const context = await browser.newContext({
			javaScriptEnabled: false,
			viewport: { width: 360, height: 640 },
		});
		page = await context.newPage();
		page.setDefaultTimeout(60_000);
		expiring = await Promise.all(
			ON_ERROR.map(async (onError) => {
				const waiting = reviewed(newExtraction(), onError, SHORTLY);
				return { id: await startWaiting(n8n, waiting), items: waiting.items };
			}),
		);
	});
	afterAll(async () => {
		await browser?.close();
		await n8n?.close();
		await smtp?.stop();
	});

	/** Two rows, of which the second is doubtful. */
	const newExtraction = (): string =>
		n8n.sandbox.control.createExtraction({
			status: 'completed',
			values: [{ Total: 1 }, { Total: 2 }],
			review_items: [
				{
					message: 'Hard to read',
					affected_fields: ['Total'],
					output_row_numbers: [2],
					source_references: [],
				},
			],
			options: { json_typed_values: true },
		}).extraction_id;
	const reviewed = (extraction_id: string, onError: OnError, maximumWaitHours = 1): Waiting => ({
		parameters: {
			resource: 'extraction',
			operation: 'reviewInForm',
			extractionId: { __rl: true, mode: 'id', value: '={{ $json.extraction_id }}' },
			maximumWaitHours,
		},
		items: [SKIPPED, { extraction_id, file_name: 'invoice.pdf' }],
		onError,
	});

	/** Runs the example on a folder with these documents. */
	async function start(folderName: string, documents: string[]) {
		const { host, credential } = n8n;
		const folder = join(host.filesFolder, folderName);
		await putDocuments(folder, documents);
		const example = await readExample('review-in-a-form.json', {
			[CREDENTIAL_TYPE]: credential,
			smtp: await host.client.createCredential('Mail', 'smtp', smtp.credential),
		});
		const settings = example.nodes.find(({ name }) => name === 'Settings') as INode & {
			parameters: { assignments: { assignments: Array<{ value: string }> } };
		};
		settings.parameters.assignments.assignments[0]!.value = folder;
		const id = await host.client.start(await host.client.createWorkflow(example), TRIGGER);
		return { id, folder };
	}

	/** The same, until it waits for a person. */
	async function review(...run: Parameters<typeof start>) {
		const { host } = n8n;
		const mails = smtp.mails.length;
		const { id, folder } = await start(...run);
		await host.client.waiting(id, 120);
		const [mail] = smtp.mails.slice(mails);
		expect(mail).toMatchObject({ to: 'accounting@example.com', subject: 'Please review extracted rows' });
		expect(mail!.text).toContain(DOUBTFUL);
		return { id, link: /http:\/\/\S+/.exec(mail!.text)![0], folder };
	}

	const statusOf = async (id: string): Promise<string> => (await n8n.host.client.execution(id)).status;
	const rowsOf = async (file: string) =>
		parse(await readFile(file), { columns: true, bom: true }) as Array<Record<string, string>>;
	const total = () => page.getByLabel(/^Total/);
	const finish = async () => await page.getByRole('button', { name: 'Finish Review' }).click();
	const heading = async (name: string) => await page.getByRole('heading', { name, level: 1 }).waitFor();

	it('keeps a rejected row apart, and takes nothing twice', async () => {
		const { id, link, folder } = await review('two', ['office-supplies.pdf', DOUBTFUL]);
		const looked = await fetch(link, { headers: { origin: 'https://elsewhere.example.com', ...ONCE } });
		expect(looked.headers.get('content-security-policy')).toContain("default-src 'none'");
		expect(await looked.text()).not.toContain(n8n.sandbox.apiKey);
		for (const [body, type, status] of [
			['{}', 'application/json', 415],
			[`value_1_1=${'x'.repeat(1_100_000)}`, 'application/x-www-form-urlencoded', 413],
			['extraction=other&decision_9=reject&step=finish', 'application/x-www-form-urlencoded', 200],
		] as const) {
			const headers = { 'content-type': type, ...ONCE };
			expect((await fetch(link, { method: 'POST', body, headers })).status).toBe(status);
		}
		expect(await statusOf(id)).toBe('waiting');

		const other = await browser.newPage();
		await other.goto(link);
		await page.goto(link);
		await page.getByRole('radio', { name: /^Reject/ }).check();
		await finish();
		await heading('Thank You');
		const ended = await n8n.host.client.ended(id, 120);
		expect(failureOf(ended)).toMatch(/^success/);
		const late = other.waitForResponse((response) => response.request().method() === 'POST');
		await other.getByRole('button', { name: 'Finish Review' }).click();
		expect((await late).status()).toBe(409);
		await other.close();
		expect(ended.data.resultData.runData['Write Rows']).toHaveLength(1);
		expect(await rowsOf(join(folder, 'rejected.csv'))).toMatchObject([
			{ 'Source File': `${DOUBTFUL} (Page 1)`, review_decision: 'rejected' },
		]);
		expect(await rowsOf(join(folder, 'rows.csv'))).toHaveLength(1);
	});

	it('works with each setting of On Error, and outputs every item', async () => {
		const { client } = n8n.host;
		const runs = await Promise.all(
			ON_ERROR.map(async (onError) => ({
				onError,
				id: await startWaiting(n8n, reviewed(newExtraction(), onError)),
				failed: await startWaiting(n8n, reviewed(UNKNOWN_ID, onError)),
			})),
		);
		for (const { onError, id, failed } of runs) {
			await client.waiting(id);
			await page.goto(linkOf(await client.execution(id)));
			await page.getByRole('radio', { name: /^Accept/ }).check();
			await finish();
			await heading('Thank You');
			const done = await client.ended(id);
			expect(failureOf(done)).toMatch(/^success/);
			expect(reached(done)).toMatchObject({
				After: [
					{ Total: 1, review_decision: 'not_needed' },
					{ Total: 2, review_decision: 'accepted' },
					SKIPPED,
				],
			});
			expect(Object.keys(reached(done))).toEqual(['After']);

			// There are two items, each of them fails.
			const messages = [1, 2].map((item) => `Item ${item}: The extraction was not found`);
			expect(messagesOf(await client.ended(failed))).toEqual(failedWith(onError, messages));
		}
	});

	it('outputs its input items at the end of the wait, with each setting of On Error', async () => {
		for (const { id, items } of expiring) {
			const ended = await n8n.host.client.ended(id, 150);
			expect([ended.status, reached(ended)]).toEqual(['success', { After: items }]);
		}
	});

	// Last: while n8n starts anew, it may call executions that go on by themselves crashed.
	it('brings a link, shows the row with its document, takes a correction, through a restart of n8n', async () => {
		const { id, link, folder } = await review('one', ['office-supplies.pdf', DOUBTFUL]);
		await page.goto(link);
		await page
			.getByText(/450\.00/)
			.first()
			.waitFor();
		expect(await page.getByRole('group').count()).toBe(1);

		const file = page.getByRole('link', { name: `${DOUBTFUL} (Page 1)` });
		const got = await fetch((await file.getAttribute('href'))!, { headers: ONCE });
		expect(got.status).toBe(200);
		expect(Buffer.from(await got.arrayBuffer())).toEqual(await readFile(join(DOCUMENTS, DOUBTFUL)));

		await finish();
		await page.getByRole('alert').getByText('Row 2: This row is undecided').waitFor();
		await total().fill('five hundred & <b>forty</b>');
		await finish();
		await page.getByRole('alert').getByText('is not a number').waitFor();
		expect(await total().inputValue()).toBe('five hundred & <b>forty</b>');

		await n8n.host.restart();
		// n8n 2.8 answers before its database does.
		await until('the execution to wait still', async () => {
			const status = await statusOf(id).catch(() => 'not known yet');
			return status === 'waiting';
		});
		await total().fill('540');
		// The enter key only checks.
		await total().press('Enter');
		await page.getByRole('status').getByText('There are no problems on this page').waitFor();
		expect(await statusOf(id)).toBe('waiting');
		await finish();
		await heading('Thank You');
		await page.getByText('corrected: 1').waitFor();

		expect(failureOf(await n8n.host.client.ended(id, 120))).toMatch(/^success/);
		expect(await rowsOf(join(folder, 'rows.csv'))).toMatchObject([
			{ 'Source File': expect.stringContaining('office'), review_decision: 'not_needed' },
			{ Total: '540', review_decision: 'corrected', 'corrected_fields.0': 'Total' },
		]);
	});
});
