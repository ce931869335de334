import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { makeInvoicePdf } from '../../examples/documents/invoicePdf';
import { RESULTS } from '../support/endpoints';
import { openOffice, type Office } from './standIns/office';

describe('Email to Postgres', () => {
	let office: Office;
	beforeEach(async () => (office = await openOffice('email-to-database')));
	afterEach(async () => await office.close());

	const pdf = async (number: string) =>
		await office.node.engine.storeFile(await makeInvoicePdf({ number }), 'invoice.pdf', 'application/pdf');
	const mail = (...files: IBinaryData[]): INodeExecutionData => ({
		json: { subject: 'Your invoices', from: { text: 'billing@example.com' } },
		binary: Object.fromEntries(files.map((file, index) => [`attachment_${index}`, file])),
	});
	const numbers = () => office.table.rows.map((row) => row.invoice_number).sort();

	const AN_HOUR = 3_600_000;
	const later = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));
	const isDown = () =>
		office.node.sandbox.control.addFault({ endpoint: '*', kind: 'html', status: 503, count: Infinity });

	it('the service down for ten minutes: the rows come an hour later, are paid for once, and nobody hears of it', async () => {
		isDown();
		const run = office.run([mail(await pdf('A-1')), mail(await pdf('A-2'), await pdf('A-3'))]);
		await later(AN_HOUR / 6);
		office.node.sandbox.control.clearFaults();
		await run;
		expect([numbers(), office.mail.told, office.charged()]).toEqual([['A-1', 'A-2', 'A-3'], [], 3]);
	});

	it('no credits for a day: accounting hears once of each file with the next step, and later the rows come; of a file of another kind it hears at once and once', async () => {
		const bytes = Buffer.alloc(9_000, 'PK\x03\x04');
		const docx = await office.node.engine.storeFile(bytes, 'letter.docx', 'application/octet-stream');
		office.node.sandbox.control.setCredits({ balance: 0 });
		const run = office.run([mail(await pdf('A-5'), docx), mail(await pdf('A-6'))]);
		await later(24 * AN_HOUR);
		const told = office.mail.told.splice(0);
		expect(told).toEqual([
			{ subject: 'Please check: letter.docx', text: expect.stringMatching(/save it as PDF/) },
			...['Still waiting: invoice.pdf', 'Still waiting: invoice.pdf'].map((subject) => ({
				subject,
				text: expect.stringMatching(
					/credits[^]*retried every hour[^]*Email: Your invoices\nFrom: billing@example\.com/,
				),
			})),
		]);
		expect(numbers()).toEqual([]);
		office.node.sandbox.control.setCredits({ balance: 100 });
		await run;
		expect([numbers(), office.mail.told, office.charged()]).toEqual([['A-5', 'A-6'], [], 2]);
	});

	it('a mail without a Message-ID, and two that share one, become rows; an office document goes to accounting with the next step, a logo to nobody unless nothing else came', async () => {
		const { engine } = office.node;
		const docx = await engine.storeFile(
			Buffer.alloc(9_000, 'PK\x03\x04'),
			'letter.docx',
			'application/octet-stream',
		);
		const logo = await engine.storeFile(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'logo.png', 'image/png');
		const sharing = async (number: string) => {
			const { json, ...files } = mail(await pdf(number));
			return { json: { ...json, messageId: '<shared@example.com>' }, ...files };
		};
		await office.run([mail(await pdf('D-1'), docx, logo), await sharing('D-2'), await sharing('D-3')]);
		expect(numbers()).toEqual(['D-1', 'D-2', 'D-3']);
		expect(office.mail.told).toEqual([
			{ subject: 'Please check: letter.docx', text: expect.stringMatching(/save it as PDF/) },
		]);
		expect(office.charged()).toBe(3);
		office.mail.told.length = 0;
		await office.run([mail(logo)]);
		expect(office.mail.told).toEqual([
			{ subject: 'Please check: logo.png', text: expect.stringContaining('Minimum File Size') },
		]);
	});

	it('a value of nothing in a cell, and an amount that is no number, keep back no other row', async () => {
		office.node.alter(RESULTS, (body) => {
			const page = body as { rows: IDataObject[]; total_rows: number };
			const odd = [
				{ Supplier: 'Caf\0e' },
				{ Total: '1.234,50' },
				{ 'Invoice Number': 'B-9' },
				{ Total: '1.234' },
			];
			page.rows = odd.map((row) => ({ ...page.rows[0], ...row }));
			page.total_rows = odd.length;
		});
		await office.run([mail(await pdf('B-1'))]);
		expect(office.table.rows).toMatchObject([{ supplier: 'Cafe' }, { invoice_number: 'B-9' }]);
		expect(office.mail.told).toMatchObject([
			{ text: expect.stringMatching(/^The total is no number\.[^]*add this row[^]*total: 1\.234,50\n/) },
			{ text: expect.stringMatching(/^The total is no number\.[^]*add this row[^]*total: 1\.234\n/) },
		]);
	});

	it('a date that is not YYYY-MM-DD goes to accounting with the reason and what to do, and its neighbors become rows', async () => {
		const dates = ['03/04/2026', '4 March 2026', '2026-02-03T10:00', '2026-03-04', null];
		office.node.alter(RESULTS, (body) => {
			const page = body as { rows: IDataObject[]; total_rows: number };
			page.rows = dates.map((date) => ({ ...page.rows[0], 'Invoice Date': date }));
			page.total_rows = dates.length;
		});
		await office.run([mail(await pdf('B-1'))]);
		expect(office.table.rows.map((row) => row.invoice_date)).toEqual(['2026-03-04', null]);
		expect(office.mail.told.map(({ text }) => text)).toEqual(
			dates
				.slice(0, 3)
				.map((date) =>
					expect.stringMatching(
						`^The invoice date is not YYYY-MM-DD\\..*\\n.*add this row to the table yourself[^]*invoice_date: ${date}\n[^]*row_id: `,
					),
				),
		);
	});

	it('rows that a database takes no more go to accounting', async () => {
		office.table.isGone = true;
		await office.run([mail(await pdf('C-1'), await pdf('C-2'))]);
		const told = office.mail.told.map(({ text }) => text).sort();
		expect(told).toEqual([
			expect.stringMatching(/^The database did not take this row\.[^]*C-1/),
			expect.stringMatching(/^The database did not take this row\.[^]*C-2/),
		]);
	});
});
