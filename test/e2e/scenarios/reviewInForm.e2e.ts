import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { IDataObject, OnError } from 'n8n-workflow';
import type { Browser, Page } from 'playwright-core';
import { makeInvoicePdf } from '../../../examples/documents/invoicePdf';
import { HOST_VERSIONS } from '../hosts/install';
import { failureOf, itemsOf } from '../n8n/client';
import { keepPicture } from '../n8n/editor';
import { readExample } from '../n8n/examples';
import { withSettings } from '../n8n/settings';
import type { Execution } from '../n8n/types';
import { LINK, linkOf, ON_ERROR, reached, SHORTLY, startWaiting, type Waiting } from '../n8n/waiting';
import { judged } from '../services/axe';
import { chain, extraction, manualTrigger, noOperation, readFiles, setFields } from '../n8n/workflows';
import { CHROMIUM, startBrowser } from '../services/chromium';
import { startSmtp, type Smtp } from '../services/smtp';
import { DOCUMENTS, putDocuments, writtenFile } from '../setup/documents';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';
import { until } from '../support/until';
import { CREDENTIAL_TYPE } from '../../support/names';

needing(CHROMIUM);

const TRIGGER = 'When clicking ‘Execute workflow’';
/** A document that was not extracted. */
const SKIPPED = { file_name: 'notes.txt', state: 'skipped' };
const DOUBTFUL = 'totals-do-not-add-up.pdf';
/** n8n closes an idle connection after seconds, perhaps just as the next request is on its way. */
const ONCE = { Connection: 'close' };

const NO_FILES = 'The documents are not on this n8n. Each row names its file and page.';

/** Thirty rows of five documents, each with a reason. */
const THIRTY = Array.from({ length: 30 }, (_, index) => ({
	'Invoice Number': `INV-${index + 1}`,
	Supplier: `Supplier ${index % 7} Ltd`,
	'Invoice Date': '2026-03-31',
	Total: 100.5 + index,
	'Source File': `document-${Math.floor(index / 6) + 1}.pdf (Page ${(index % 6) + 1})`,
	review_message: 'Hard to read',
	review_fields: 'Total',
}));

describe.each(HOST_VERSIONS)('Review in a Form in n8n %s', (version) => {
	/** n8n 1 keeps files in memory by default, where no page can have them. */
	const KEEPS_FILES = !version.startsWith('1.');
	let n8n: N8nFixture;
	let smtp: Smtp;
	let browser: Browser;
	let page: Page;
	/** They go on by themselves after seconds. n8n looks for such once a minute, so they are started first. */
	let expiring: Array<{ id: string; items: IDataObject[] }>;
	/** The execution of a workflow that reminds. */
	let reminding: string;

	beforeAll(async () => {
		n8n = await startN8n({ version });
		smtp = await startSmtp();
		browser = await startBrowser();
		// The page needs no scripts, and fits a phone.
		const context = await browser.newContext({
			javaScriptEnabled: false,
			viewport: { width: 360, height: 640 },
			locale: 'en-GB',
		});
		page = await context.newPage();
		page.setDefaultTimeout(60_000);
		expiring = await Promise.all(
			ON_ERROR.map(async (onError) => {
				const waiting = reviewed(onError, SHORTLY);
				return { id: await startWaiting(n8n, waiting), items: waiting.items };
			}),
		);
		const { client } = n8n.host;
		reminding = await client.start(await client.createWorkflow(reminder()));
	});
	afterAll(async () => {
		await browser?.close();
		await n8n?.close();
		await smtp?.stop();
	});

	const reviewed = (
		onError: OnError = 'stopWorkflow',
		maximumWaitHours = 1,
		items: IDataObject[] = [SKIPPED, THIRTY[0]!],
	): Waiting => ({
		parameters: { resource: 'extraction', operation: 'reviewInForm', maximumWaitHours },
		items,
		onError,
	});

	/** Reviews again what nobody has decided about, as the documentation says. */
	function reminder() {
		const step = (name: string, maximumWaitHours: number) => ({
			...extraction(n8n.credential, reviewed('stopWorkflow', maximumWaitHours).parameters),
			...{ id: name, name },
		});
		const value = '={{ $json.review_decision }}';
		const isEmpty = { type: 'string', operation: 'empty', singleValue: true };
		const options = { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 };
		const conditions = { id: 'empty', leftValue: value, rightValue: '', operator: isEmpty };
		const nobody = {
			...noOperation('Nobody?'),
			...{ type: 'n8n-nodes-base.if', typeVersion: 2.2 },
			parameters: { conditions: { options, conditions: [conditions], combinator: 'and' }, options: {} },
		};
		const nodes = [setFields(THIRTY[0]!), LINK, step('First', SHORTLY), nobody, step('Again', 1)];
		return chain('Remind', manualTrigger(), ...nodes, noOperation('After'));
	}

	/** Starts such a workflow. @returns the execution and its link once it waits */
	async function waitingFor(waiting: Waiting) {
		const { client } = n8n.host;
		const id = await startWaiting(n8n, waiting);
		await client.waiting(id);
		return { id, link: linkOf(await client.execution(id)) };
	}

	/** Runs the example on a folder with these documents, until it waits for a person. */
	async function review(folderName: string, documents: string[]) {
		const { host, credential } = n8n;
		const folder = join(host.filesFolder, folderName);
		await putDocuments(folder, documents, { 'scan.tif': Buffer.from('II*\0a scan of several pages') });
		const example = await readExample('review-in-a-form.json', {
			[CREDENTIAL_TYPE]: credential,
			smtp: await host.client.createCredential('Mail', 'smtp', smtp.credential),
		});
		const workflow = withSettings(example, { folder, results: host.filesFolder });
		const mails = smtp.mails.length;
		const id = await host.client.start(await host.client.createWorkflow(workflow), TRIGGER);
		await host.client.waiting(id, 120);
		const [failed, mail] = smtp.mails.slice(mails);
		expect(failed).toMatchObject({
			to: 'accounting@example.com',
			subject: 'Documents that were not extracted',
			text: expect.stringMatching(/scan\.tif[^]*Edit Image/) as string,
		});
		expect(mail).toMatchObject({ to: 'accounting@example.com', subject: 'Please review extracted rows' });
		expect(mail!.text).toContain(DOUBTFUL);
		return { id, link: /http:\/\/\S+/.exec(mail!.text)![0], folder: host.filesFolder };
	}

	const statusOf = async (id: string): Promise<string> => (await n8n.host.client.execution(id)).status;
	const rowsOf = async (file: string) =>
		parse(await readFile(file), { columns: true, bom: true }) as Array<Record<string, string>>;
	/** For the documentation, the page beside its document. */
	async function keepPictureOf(link: string): Promise<void> {
		if (!process.env.SCREENSHOTS) return;
		const other = await startBrowser(true);
		const desk = await other.newPage({ viewport: { width: 1440, height: 700 } });
		await desk.goto(link);
		const viewer = desk.locator('.viewer');
		// The viewer of the browser is no part of the page. An empty one makes a small picture.
		await until('the document to be painted', async () => (await viewer.screenshot()).length > 20_000);
		await keepPicture(desk, 'review-in-a-form');
		await other.close();
	}
	const press = async (name: RegExp | string, on = page) => await on.getByRole('button', { name }).click();
	const heading = async (name: string, on = page) =>
		await on.getByRole('heading', { name, level: 1 }).waitFor();
	const finish = async (on = page) => {
		await press('Check and finish', on);
		await press(/^Send decisions/, on);
	};

	it('reviews thirty rows of five documents with the keyboard alone', async () => {
		const { id, link } = await waitingFor(reviewed('stopWorkflow', 1, THIRTY));
		const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'de-DE' });
		const desk = await context.newPage();
		await desk.goto(link);
		await desk.locator('#row-0:focus').waitFor();
		const startedAt = Date.now();
		const { keyboard } = desk;
		let keys = 0;
		const type = async (...pressed: string[]) => {
			for (const key of pressed) await keyboard.press(key);
			keys += pressed.length;
		};
		// Row 1 is corrected, in the reader's notation; row 2 rejected with a comment; all others are accepted.
		await type('e', ...'99,95', 'Enter', 'r', ...'nein', 'Enter');
		for (let row = 3; row <= 30; row++) await type('a');
		await desk.getByText('30 of 30 decided').waitFor();
		await type('Enter');
		await heading('Check and finish', desk);
		await type('Enter');
		await heading('Thank you', desk);
		expect(Date.now() - startedAt).toBeLessThan(5 * 60_000);
		expect(keys).toBeLessThan(60);
		const rows = itemsOf(await n8n.host.client.ended(id), 'After').map(({ json }) => json);
		expect(rows).toMatchObject([
			{ Total: 99.95, review_decision: 'corrected', changes: 'Total: 100.5 → 99.95' },
			{ review_decision: 'rejected', review_comment: 'nein' },
			...THIRTY.slice(2).map((row) => ({ ...row, review_decision: 'accepted' })),
		]);
		await context.close();
	});

	it('has no fault that keeps anybody from using it, on a desk and a phone, light and dark', async () => {
		const { id, link } = await waitingFor(reviewed('stopWorkflow', 1, THIRTY.slice(0, 3)));
		await judged(browser, link, async (desk, judge) => {
			await judge('rows');
			await desk.locator('[name=v_0_3]').fill('12.500');
			await press('Check and finish', desk);
			await desk.getByRole('alert').waitFor();
			await judge('problem');
			await desk.getByRole('radio', { name: /decimals/ }).check();
			await press('Check and finish', desk);
			await heading('Check and finish', desk);
			await judge('summary');
		});
		await n8n.host.client.stop(id);
	});

	it('works with each setting of On Error, and outputs every item', async () => {
		for (const onError of ON_ERROR) {
			const { id, link } = await waitingFor(reviewed(onError));
			await page.goto(link);
			await page.getByRole('radio', { name: /^Accept/ }).check();
			await finish();
			await heading('Thank you');
			const done = await n8n.host.client.ended(id);
			expect(failureOf(done)).toMatch(/^success/);
			expect(reached(done)).toMatchObject({
				After: [
					{ ...SKIPPED, review_decision: 'not_needed' },
					{ ...THIRTY[0], review_decision: 'accepted' },
				],
			});
			expect(Object.keys(reached(done))).toEqual(['After']);
		}
	});

	/** Takes the documents of an execution out of n8n's store, as n8n does after a while. */
	async function deleteFiles(execution: Execution): Promise<void> {
		const kept = itemsOf(execution, 'Read Files').map(({ binary }) => basename(binary!.data!.id!));
		const store = join(n8n.host.filesFolder, '..', '.n8n');
		const files = await readdir(store, { recursive: true });
		const found = files.filter((file) => kept.includes(basename(file)));
		expect(found).toHaveLength(2);
		for (const file of found) await rm(join(store, file));
	}

	it('shows beside each of two rows its own document, though both files have the same name, and says so once n8n has deleted them', async () => {
		const { host, credential } = n8n;
		const folder = join(host.filesFolder, 'same-names');
		const documents = new Map<string, Buffer>();
		for (const supplier of ['Alpha Ltd', 'Beta Ltd']) {
			const pdf = await makeInvoicePdf({ supplier, number: `${supplier[0]}-1`, statedTotal: 999 });
			documents.set(supplier, pdf);
			await mkdir(join(folder, supplier), { recursive: true });
			await writeFile(join(folder, supplier, 'invoice.pdf'), pdf);
		}
		const review = extraction(credential, { resource: 'extraction', operation: 'reviewInForm' });
		const workflow = chain(
			'Same names',
			manualTrigger(),
			LINK,
			readFiles(`${folder}/*/invoice.pdf`),
			extraction(credential, {
				prompt: 'Invoice number, supplier, invoice date and total',
				outputStructure: 'per_invoice',
				separateReview: true,
			}),
			{ ...review, id: 'review', name: 'Review' },
		);
		// The rows that need review come out second.
		workflow.connections.Extract!.main!.unshift([]);
		const id = await host.client.start(await host.client.createWorkflow(workflow));
		await host.client.waiting(id, 120);
		const link = linkOf(await host.client.execution(id));
		await page.goto(link);
		const rows = await page.getByRole('article').all();
		expect(rows).toHaveLength(2);
		const shown = await Promise.all(
			rows.map(async (row) => {
				const title = await row.getByRole('heading').innerText();
				expect(await row.innerText()).toContain(KEEPS_FILES ? 'invoice.pdf' : 'Page 1');
				const address = KEEPS_FILES && (await row.locator('.peek a').getAttribute('href'));
				const got = address && (await fetch(new URL(address, link), { headers: ONCE }));
				return { title, document: got ? Buffer.from(await got.arrayBuffer()) : undefined };
			}),
		);
		for (const [supplier, document] of documents) {
			const row = shown.find(({ title }) => title.includes(supplier));
			expect([supplier, row?.document]).toEqual([supplier, KEEPS_FILES ? document : undefined]);
		}
		if (!KEEPS_FILES) {
			await page.getByText(NO_FILES).waitFor();
			return await host.client.stop(id);
		}
		await deleteFiles(await host.client.execution(id));
		await page.goto(link);
		for (const row of await page.getByRole('article').all()) {
			await row.locator('.peek summary').click();
			await row.frameLocator('.peek iframe').getByRole('heading', { name: 'No file here' }).waitFor();
			const address = await row.locator('.peek a').getAttribute('href');
			expect((await fetch(new URL(address!, link), { headers: ONCE })).status).toBe(404);
			await row.getByRole('radio', { name: /^Accept/ }).check();
		}
		await finish();
		await heading('Thank you');
		expect(failureOf(await host.client.ended(id))).toMatch(/^success/);
	});

	it('thanks only the one of two people whose decisions count', async () => {
		const { id, link } = await waitingFor(reviewed());
		const pages = await Promise.all([browser.newPage(), browser.newPage()]);
		for (const [index, one] of pages.entries()) {
			await one.goto(link);
			await one.getByRole('textbox', { name: 'Total' }).fill(String(index + 1));
			await press('Check and finish', one);
			await heading('Check and finish', one);
		}
		const statuses = await Promise.all(
			pages.map(async (one) => {
				const response = one.waitForResponse((answer) => answer.request().method() === 'POST');
				await press(/^Send/, one);
				return (await response).status();
			}),
		);
		expect(statuses.sort()).toEqual([200, 409]);
		const thanked = await Promise.all(pages.map(async (one) => (await one.content()).includes('Thank you')));
		expect(thanked.filter(Boolean)).toHaveLength(1);
		const ended = await n8n.host.client.ended(id);
		expect(itemsOf(ended, 'After')[1]!.json).toMatchObject({ Total: thanked.indexOf(true) + 1 });
		expect(ended.data.resultData.runData.After).toHaveLength(1);
		await Promise.all(pages.map(async (one) => await one.close()));
	});

	it('outputs its input items at the end of the wait, with each setting of On Error', async () => {
		for (const { id, items } of expiring) {
			const ended = await n8n.host.client.ended(id, 150);
			expect([ended.status, reached(ended)]).toEqual(['success', { After: items }]);
		}
	});

	it('reviews again what nobody decided about in time, with the link that was sent first', async () => {
		const { client } = n8n.host;
		const again = await until(
			'the second wait',
			async () => {
				const execution = await client.execution(reminding);
				return execution.status === 'waiting' && 'Nobody?' in execution.data.resultData.runData && execution;
			},
			{ seconds: 180 },
		);
		await page.goto(linkOf(again));
		await page.getByRole('radio', { name: /^Accept/ }).check();
		await finish();
		await heading('Thank you');
		const ended = await client.ended(reminding);
		expect(itemsOf(ended, 'After').map(({ json }) => json)).toMatchObject([{ review_decision: 'accepted' }]);
	});

	// Last: while n8n starts anew, it may call executions that go on by themselves crashed.
	it('writes rows without doubts, tells of other files, brings a link, shows the row beside its document, takes a correction, through a restart of n8n', async () => {
		const { id, link, folder } = await review('one', ['office-supplies.pdf', DOUBTFUL]);
		const rows = await rowsOf(await writtenFile(folder, 'rows', id));
		expect(rows).toMatchObject([{ 'Source File': expect.stringContaining('office') }]);
		const looked = await fetch(link, { headers: { origin: 'https://elsewhere.example.com', ...ONCE } });
		expect(looked.headers.get('content-security-policy')).toContain("default-src 'none'");
		expect(looked.headers.get('access-control-allow-origin')).toBeNull();
		expect(await looked.text()).not.toContain(n8n.sandbox.apiKey);

		await keepPictureOf(link);
		await page.goto(link);
		await page
			.getByText(/450\.00/)
			.first()
			.waitFor();
		expect(await page.getByRole('article').count()).toBe(1);
		if (KEEPS_FILES) {
			await page.getByText(`${DOUBTFUL} · Page 1`).click();
			const address = await page.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href');
			const got = await fetch(new URL(address!, link), { headers: ONCE });
			expect([got.status, got.headers.get('content-type')]).toEqual([200, 'application/pdf']);
			expect(got.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'self'");
			expect(Buffer.from(await got.arrayBuffer())).toEqual(await readFile(join(DOCUMENTS, DOUBTFUL)));
			const unsigned = new URL(address!, link);
			unsigned.searchParams.delete('signature');
			expect((await fetch(unsigned, { headers: ONCE })).status).toBe(401);
		} else await page.getByText(NO_FILES).waitFor();

		await page.getByRole('textbox', { name: 'Total' }).fill('five hundred & <b>forty</b>');
		await press('Check and finish');
		await page.getByRole('alert').getByText('is not a number').first().waitFor();

		await n8n.host.restart();
		// n8n 2.8 answers before its database does.
		await until('the execution to wait still', async () => {
			const status = await statusOf(id).catch(() => 'not known yet');
			return status === 'waiting';
		});
		// The page that was open before is still good: what was entered stands on it.
		await page.getByRole('textbox', { name: 'Total' }).fill('540,25');
		await page.getByRole('textbox', { name: 'Total' }).press('Enter');
		// The enter key tries again what was just tried. It never sends.
		await heading('Check and finish');
		expect(await statusOf(id)).toBe('waiting');
		await press(/^Send decisions/);
		await heading('Thank you');
		expect(failureOf(await n8n.host.client.ended(id, 120))).toMatch(/^success/);
		expect(await rowsOf(await writtenFile(folder, 'rows', id))).toEqual(rows);
		expect(await rowsOf(await writtenFile(folder, 'reviewed', id))).toMatchObject([
			{ Total: '540.25', review_decision: 'corrected', corrected_fields: 'Total' },
		]);
		const again = await fetch(link, { headers: ONCE });
		expect(again.status).toBe(409);
	});
});
