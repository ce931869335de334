import { makeInvoicePdf } from '../../examples/documents/invoicePdf';
import { openOffice, type Office } from './standIns/office';
import type { GmailMessage } from './standIns/Gmail';

const AN_HOUR = 3_600_000;
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

describe('Gmail to Google Sheets', () => {
	let office: Office;
	beforeEach(async () => (office = await openOffice('gmail-to-google-sheets')));
	afterEach(async () => await office.close());

	const pdf = async (number: string, options: { encrypted?: boolean; statedTotal?: number } = {}) => {
		const { encrypted, ...invoice } = options;
		const bytes = await makeInvoicePdf({ number, ...invoice }, { encrypted });
		return { name: 'invoice.pdf', bytes, mimeType: 'application/pdf' };
	};
	const numbers = () => office.sheet.rows.map((row) => row['Invoice Number']).sort();
	/** The labels of a mail beside *invoices*. */
	const labelsOf = (mail: GmailMessage) =>
		office.gmail.labelsOf(mail).flatMap((label) => (label === 'invoices' ? [] : label.slice(9)));
	const isDown = () =>
		office.node.sandbox.control.addFault({ endpoint: '*', kind: 'html', status: 503, count: Infinity });

	it('each file of each mail becomes rows once: what comes again costs nothing, and a correction stays', async () => {
		const one = office.gmail.receive('One', [await pdf('A-1'), await pdf('A-2', { statedTotal: 999 })]);
		const other = office.gmail.receive('Forwarded', one.files);
		await office.run();
		office.sheet.rows[0]!.Total = 13.95;
		const later = office.gmail.receive('Once more', [...one.files, await pdf('A-3')]);
		await office.run();
		expect(numbers()).toEqual(['A-1', 'A-2', 'A-3']);
		expect(office.sheet.rows[0]).toMatchObject({ Total: 13.95 });
		expect(office.sheet.rows.map((row) => row['Review Needed'])).toContainEqual(
			expect.stringContaining('999'),
		);
		for (const mail of [one, other, later]) expect(labelsOf(mail)).toEqual(['done']);
		expect([office.charged(), office.gmail.sent]).toEqual([3, []]);
	});

	it('what cannot be read is told and labelled, the other files of its mail become rows, a logo is left out', async () => {
		const docx = { name: 'letter.docx', bytes: Buffer.alloc(9_000, 'PK\x03\x04'), mimeType: 'application/x' };
		const logo = { name: 'logo.png', bytes: PNG, mimeType: 'image/png' };
		const bytes = Buffer.concat([PNG, Buffer.alloc(5_300_000)]);
		const scan = { name: 'scan.png', bytes, mimeType: 'image/png' };
		const files = [await pdf('B-1'), await pdf('B-2', { encrypted: true }), docx, logo, scan];
		const mail = office.gmail.receive('Mixed', files);
		const good = office.gmail.receive('Good', [await pdf('B-3'), logo]);
		const onlyLogo = office.gmail.receive('Only a logo', [logo]);
		await office.run();
		await office.run();
		expect(numbers()).toEqual(['B-1', 'B-3']);
		expect([mail, good, onlyLogo].map(labelsOf)).toEqual([['please-check'], ['done'], ['done']]);
		expect(office.gmail.sent.map(({ subject, text }) => [subject, text]).sort()).toEqual([
			['Please check: Mixed', expect.stringMatching(/password[^]*Remove the password/)],
			['Please check: letter.docx', expect.stringMatching(/save it as PDF/)],
			['Please check: scan.png', expect.stringMatching(/image too large[^]*Edit Image/)],
		]);
	});

	it('a file with failed pages, and one without rows, are told with their pages', async () => {
		office.node.sandbox.control.planExtractions([{ failedPages: 1 }, { rows: 0 }]);
		const bytes = await makeInvoicePdf([{ number: 'C-1' }, { number: 'C-2' }]);
		const two = office.gmail.receive('Two pages', [{ name: 'two.pdf', bytes, mimeType: 'application/pdf' }]);
		const none = office.gmail.receive('No invoice', [await pdf('C-3')]);
		await office.run();
		expect(numbers()).toEqual(['C-1']);
		for (const mail of [two, none]) expect(labelsOf(mail)).toContain('please-check');
		expect(office.gmail.sent.map(({ text }) => text).sort()).toEqual([
			expect.stringMatching(/^It gave no rows\./),
			expect.stringMatching(/^Pages that could not be read: 2\./),
		]);
	});

	it('a service that is down and a sheet that takes no rows label nothing, and accounting hears once after a day', async () => {
		const mail = office.gmail.receive('Waits', [await pdf('D-1')]);
		isDown();
		await office.run();
		office.node.sandbox.control.clearFaults();
		office.sheet.isLocked = true;
		await office.run();
		expect([labelsOf(mail), office.gmail.sent]).toEqual([[], []]);
		mail.date = new Date(Date.now() - 25 * AN_HOUR);
		await office.run();
		await office.run();
		expect(office.gmail.sent).toEqual([
			{ subject: 'Still waiting: Waits', text: expect.stringMatching(/sheet[^]*retried every 5 minutes/) },
		]);
		office.sheet.isLocked = false;
		await office.run();
		expect([labelsOf(mail), numbers(), office.charged()]).toEqual([['done', 'waiting'], ['D-1'], 1]);
	});

	it('a mail to check whose rows the sheet did not take, and one that a stopped execution left, are told once', async () => {
		office.sheet.isLocked = true;
		const mixed = office.gmail.receive('Mixed', [await pdf('E-1'), await pdf('E-2', { encrypted: true })]);
		const left = office.gmail.receive('Left', [await pdf('E-3')], new Date(Date.now() - 25 * AN_HOUR));
		left.labels.add('invoices-in-progress');
		await office.run();
		await office.run();
		expect(office.gmail.sent.map(({ subject, text }) => [subject, text]).sort()).toEqual([
			['Please check: Mixed', expect.stringMatching(/Remove the password/)],
			[
				'Still waiting: Left',
				expect.stringMatching(/has not ended[^]*Remove the label invoices-in-progress/),
			],
			['Still waiting: Mixed', expect.stringMatching(/sheet[^]*Remove the label invoices-please-check/)],
		]);
		office.sheet.isLocked = false;
		for (const mail of [mixed, left]) mail.labels = new Set(['invoices']);
		await office.run();
		expect([numbers(), labelsOf(left), office.charged()]).toEqual([['E-1', 'E-3'], ['done'], 2]);
	});

	it('two rounds at once write each row once', async () => {
		const mails = [await pdf('F-1'), await pdf('F-2')].map((file) => office.gmail.receive('Mail', [file]));
		await Promise.all([office.run(), office.run()]);
		await office.run();
		expect([numbers(), office.charged()]).toEqual([['F-1', 'F-2'], 2]);
		for (const mail of mails) expect(labelsOf(mail)).toEqual(['done']);
	});
});
