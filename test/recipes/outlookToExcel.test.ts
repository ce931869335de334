import { makeInvoicePdf } from '../../examples/documents/invoicePdf';
import { openOffice, type Office } from './standIns/office';

const AN_HOUR = 3_600_000;
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

describe('Outlook to Excel', () => {
	let office: Office;
	beforeEach(async () => (office = await openOffice('outlook-to-excel')));
	afterEach(async () => await office.close());

	const pdf = async (number: string, encrypted = false) => ({
		name: `${number}.pdf`,
		bytes: await makeInvoicePdf({ number }, { encrypted }),
		mimeType: 'application/pdf',
	});
	const numbers = () => office.workbook.rows.map((row) => row['Invoice Number']).sort();
	const told = () => office.outlook.sent.map(({ subject, text }) => [subject, text]).sort();

	it('each file of each mail is a row once, as it was read: what comes again costs nothing, and a correction stays', async () => {
		const one = office.outlook.receive('One', [await pdf('007'), await pdf('A-2')]);
		const other = office.outlook.receive('Forwarded', one.files);
		one.categories = ['Project X'];
		await office.run();
		office.workbook.rows[0]!.Total = 13.95;
		const later = office.outlook.receive('Once more', [...one.files, await pdf('=A-3')]);
		await office.run();
		expect(numbers()).toEqual(['007', '=A-3', 'A-2']);
		expect(office.workbook.rows[0]).toMatchObject({ Total: 13.95 });
		for (const mail of [one, other, later]) expect(mail.folder).toBe('Done');
		expect([one.categories, office.charged(), told()]).toEqual([['Project X'], 3, []]);
	});

	it('what cannot be read is told and its mail moves to Please Check; the other files of the mail are rows', async () => {
		const docx = { name: 'letter.docx', bytes: Buffer.alloc(9_000, 'PK\x03\x04'), mimeType: 'application/x' };
		const logo = { name: 'logo.png', bytes: PNG, mimeType: 'image/png' };
		const mixed = office.outlook.receive('Mixed', [await pdf('B-1'), await pdf('locked', true), docx, logo]);
		const empty = [office.outlook.receive('No file', []), office.outlook.receive('Only a logo', [logo])];
		const good = office.outlook.receive('Good', [await pdf('B-3'), logo]);
		await office.run();
		expect([numbers(), good.folder]).toEqual([['B-1', 'B-3'], 'Done']);
		for (const mail of [mixed, ...empty]) expect(mail.folder).toBe('Please Check');
		expect(told()).toEqual([
			['Please check: Mixed', expect.stringMatching(/save it as PDF[^]*Remove the password/)],
			['Please check: No file', expect.stringMatching(/no PDF/)],
			['Please check: Only a logo', expect.stringMatching(/Ask the sender/)],
		]);
	});

	it('a table without the column Row ID gets its rows once, and the mail waits', async () => {
		const mail = office.outlook.receive('One', [await pdf('D-1')]);
		office.workbook.lacks = 'Row ID';
		for (let count = 0; count < 3; count++) await office.run();
		expect([numbers(), mail.folder]).toEqual([['D-1'], 'Invoices']);
	});

	it('a service that is down and a workbook that is locked move nothing; after a day accounting hears once, and all ends well', async () => {
		const mail = office.outlook.receive('Waits', [await pdf('C-1')], new Date(Date.now() - 25 * AN_HOUR));
		const left = office.outlook.receive('Left', [await pdf('C-2')]);
		left.categories = ['Invoice in progress'];
		office.node.sandbox.control.addFault({ endpoint: '*', kind: 'html', status: 503, count: Infinity });
		await office.run();
		office.node.sandbox.control.clearFaults();
		office.workbook.isLocked = true;
		await office.run();
		expect([mail.folder, mail.categories, numbers()]).toEqual(['Invoices', ['Invoice waiting'], []]);
		expect(told()).toEqual([
			['Still waiting: Waits', expect.stringMatching(/503[^]*retried every 5 minutes/)],
		]);
		office.workbook.isLocked = false;
		left.modified = new Date(Date.now() - 3 * AN_HOUR);
		// The second finds the mails moved.
		await Promise.all([office.tryRun(), office.tryRun()]);
		expect([mail.folder, left.folder, numbers(), office.charged()]).toEqual([
			'Done',
			'Done',
			['C-1', 'C-2'],
			2,
		]);
	});
});
