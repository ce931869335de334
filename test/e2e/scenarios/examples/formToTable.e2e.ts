import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { Browser, Page } from 'playwright-core';
import { makeInvoicePdf } from '../../../../examples/documents/invoicePdf';
import { HOST_VERSIONS, NEWEST } from '../../hosts/install';
import { changeColumn, dataTablePage, dataTableRows } from '../../n8n/dataTables';
import { formAddress, readExample } from '../../n8n/examples';
import type { SavedWorkflow } from '../../n8n/types';
import { openEditor } from '../../n8n/editor';
import { MovingPicture, SIZE } from '../../n8n/movingPicture';
import { CHROMIUM, startBrowser } from '../../services/chromium';
import { DOCUMENTS } from '../../setup/documents';
import { needing } from '../../setup/needing';
import { startN8n, type N8nFixture } from '../../setup/n8nFixture';
import { until } from '../../support/until';
import { RESULTS } from '../../../support/endpoints';
import { CREDENTIAL_TYPE } from '../../../support/names';

needing(CHROMIUM);

const TABLE = 'Extracted invoices';

/** A page that shows documents side by side. */
async function asPictures(paths: string[]): Promise<string> {
	const pictures = paths.map(async (path) => {
		const type = path.endsWith('.png') ? 'image/png' : 'image/jpeg';
		return `<img src="data:${type};base64,${(await readFile(path)).toString('base64')}">`;
	});
	const style =
		'body { display: flex; justify-content: center; gap: 3rem; background: #eee } img { height: 95vh; box-shadow: 0 0 .5rem #999 }';
	return `<style>${style}</style>${(await Promise.all(pictures)).join('')}`;
}

describe.each(HOST_VERSIONS)('The example with a form and a data table in n8n %s', (version) => {
	let n8n: N8nFixture;
	let browser: Browser;
	let page: Page;
	let form: string;
	let workflow: SavedWorkflow;

	beforeAll(async () => {
		n8n = await startN8n({ version });
		const { client, address } = n8n.host;
		const example = await readExample('form-to-table.json', { [CREDENTIAL_TYPE]: n8n.credential });
		workflow = await client.createWorkflow(example);
		await client.activate(workflow);
		form = formAddress(address, example);
		browser = await startBrowser();
		page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
		page.setDefaultTimeout(120_000);
	});
	afterAll(async () => {
		await browser?.close();
		await n8n?.close();
	});

	/** A document by its name in the examples, or made for a test. */
	async function upload(...documents: Array<string | { name: string; pdf: Buffer }>): Promise<void> {
		const files = documents.map(async (document) =>
			typeof document === 'string'
				? { name: document, mimeType: '', buffer: await readFile(join(DOCUMENTS, document)) }
				: { name: document.name, mimeType: 'application/pdf', buffer: document.pdf },
		);
		await page.goto(form);
		await page.locator('input[type=file]').setInputFiles(await Promise.all(files));
		await page.getByRole('button', { name: 'Submit' }).click();
	}
	const rows = async () => await dataTableRows(n8n.host.client, TABLE);

	it('shows the rows on the next page of the form, and keeps them in the table, those to review too', async () => {
		await upload('office-supplies.pdf', 'totals-do-not-add-up.pdf');
		await page.getByText('2 rows saved').waitFor();
		await page.getByText('INV-1001, Example Office Supplies Ltd, 2026-03-04, 1477.19, EUR').waitFor();
		await page.getByText(/PR-6650.*Please check: .*450\.00/).waitFor();
		// n8n takes the files of a form in the order in which it has stored them.
		const saved = await rows();
		saved.sort((a, b) => String(a.invoice_number).localeCompare(String(b.invoice_number)));
		expect(saved).toMatchObject([
			{
				source_file: 'office-supplies.pdf (Page 1)',
				invoice_number: 'INV-1001',
				invoice_date: '2026-03-04',
				net_amount: 1230.99,
				vat: 246.2,
				total: 1477.19,
				review_message: null,
			},
			{
				invoice_number: 'PR-6650',
				review_message: expect.stringContaining('450.00'),
				review_fields: expect.any(String),
			},
		]);
	});

	it('the same files again cost nothing and add no row, a new one adds its own', async () => {
		const before = n8n.sandbox.control.balance();
		await upload('office-supplies.pdf', 'totals-do-not-add-up.pdf');
		await page.getByText(/^2 rows were there already$/).waitFor();
		expect(n8n.sandbox.control.balance()).toEqual(before);
		expect(await rows()).toHaveLength(2);
		await upload({ name: 'new.pdf', pdf: await makeInvoicePdf({ number: 'NEW-1' }) }, 'office-supplies.pdf');
		await page.getByText('1 row saved, 1 row was there already').waitFor();
		expect(await rows()).toHaveLength(3);
	});

	it('says on the page why nothing could be extracted, and what to do', async () => {
		n8n.sandbox.control.planExtractions([{ fail: { code: 'ENCRYPTED_FILE' } }]);
		await upload('consulting.pdf');
		await page.getByText('Nothing saved, 1 problem').waitFor();
		await page
			.getByText(/Not extracted\. A file is protected with a password.*Remove the password/s)
			.waitFor();
		expect(await rows()).toHaveLength(3);
	});

	// While the table has few rows: n8n shows the first of them.
	if (version === NEWEST)
		it('shows a reader of the documentation how documents become rows', async () => {
			const picture = new MovingPicture();
			const paths = ['scanned-invoice.png', 'receipt.jpg'].map((name) => join(DOCUMENTS, name));
			await page.setViewportSize(SIZE);
			await page.setContent(await asPictures(paths));
			await picture.add(page, 4);
			await page.goto(form);
			await picture.add(page, 3);
			await page.locator('input[type=file]').setInputFiles(paths);
			await picture.add(page, 3);
			await page.getByRole('button', { name: 'Submit' }).click();
			await page.getByText('2 rows saved').waitFor();
			await picture.add(page, 4);
			const editor = await openEditor(n8n.host.client);
			try {
				await editor.page.setViewportSize({ width: 1.25 * SIZE.width, height: 1.25 * SIZE.height });
				await editor.page.goto(await dataTablePage(n8n.host.client, TABLE));
				await editor.page.getByText('scanned-invoice.png').first().waitFor();
				await picture.add(editor.page, 6);
			} finally {
				await editor.close();
			}
			await picture.save('documents-to-rows');
		});

	it('one good and one locked document in one upload, twenty times: the page says both each time', async () => {
		const locked = { name: 'locked.pdf', pdf: await makeInvoicePdf({}, { encrypted: true }) };
		const before = (await rows()).length;
		const charged = () =>
			n8n.sandbox.control
				.extractions()
				.flatMap((each) => each.charges)
				.reduce((sum, { credits }) => sum + credits, 0);
		const chargedBefore = charged();
		for (let time = 1; time <= 20; time++) {
			const number = `GOOD-${time}`;
			const good = { name: 'good.pdf', pdf: await makeInvoicePdf({ number }) };
			await upload(...(time % 2 ? [good, locked] : [locked, good]));
			await page.getByText('1 row saved, 1 problem').waitFor();
			await page.getByText(new RegExp(`^${number}, .*good\\.pdf`)).waitFor();
			await page.getByText(/^Not extracted\. .*password: locked\.pdf.*Remove the password/s).waitFor();
			expect((await rows()).length - before).toBe(time);
		}
		// The last one ends once its page is shown.
		await until('every execution to end well', async () => {
			const executions = await n8n.host.client.executions(workflow);
			return executions.every(({ status }) => status === 'success');
		});
		expect(charged() - chargedBefore).toBe(20);
	});

	// Last: it changes the table.
	it('a row that the data table does not take keeps out no other, and is on the page; with its column changed, the file again costs nothing and is saved', async () => {
		n8n.sandbox.control.addFault({
			endpoint: RESULTS,
			kind: 'altered',
			count: Infinity,
			alter: (body) => {
				const { rows } = body as { rows: IDataObject[] };
				for (const row of rows) if (row['Invoice Number'] === 'ODD-1') row.Total = '1.234,50';
				return body;
			},
		});
		const { client } = n8n.host;
		const odd = { name: 'odd.pdf', pdf: await makeInvoicePdf({ number: 'ODD-1' }) };
		const others = await Promise.all(
			['FIT-1', 'FIT-2', 'FIT-3'].map(async (number) => ({
				name: `${number}.pdf`,
				pdf: await makeInvoicePdf({ number }),
			})),
		);
		const notSaved = page.getByText(
			/^Not saved: ODD-1, odd\.pdf.*did not take it\..*upload the file again: that costs nothing/s,
		);
		const numbers = async () => (await rows()).map((row) => row.invoice_number);
		await upload(others[0]!, odd, others[1]!, others[2]!);
		await page.getByText('3 rows saved, 1 problem').waitFor();
		await notSaved.waitFor();
		expect(await numbers()).toEqual(expect.arrayContaining(['FIT-1', 'FIT-2', 'FIT-3']));
		expect(await numbers()).not.toContain('ODD-1');
		const balance = n8n.sandbox.control.balance();
		await changeColumn(client, TABLE, 'total', 'delete');
		await upload(odd);
		await page.getByText('Nothing saved, 1 problem').waitFor();
		await notSaved.waitFor();
		await changeColumn(client, TABLE, 'total', 'add');
		await upload(odd);
		await page.getByText(/^1 row saved$/).waitFor();
		expect((await rows()).at(-1)).toMatchObject({ invoice_number: 'ODD-1', total: '1.234,50' });
		expect(n8n.sandbox.control.balance()).toEqual(balance);
	});
});
