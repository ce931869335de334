import { makeInvoicePdf } from '../../examples/documents/invoicePdf';
import { openOffice, type Office } from './standIns/office';

const A_DAY = 24 * 3_600_000;

describe('Approve from Gmail', () => {
	let office: Office;
	beforeEach(async () => (office = await openOffice('gmail-approval')));
	afterEach(async () => await office.close());

	const pdf = async (number: string, encrypted = false) => ({
		name: `${number}.pdf`,
		bytes: await makeInvoicePdf({ number }, { encrypted }),
		mimeType: 'application/pdf',
	});
	const approved = () =>
		office.dataTable
			.rowsOf()
			.map((row) => row.invoice_number)
			.sort();

	it('each row is asked about once: an approved one is stored, a declined one is not, and the mail is done', async () => {
		const { gmail } = office;
		const one = gmail.receive('One', [await pdf('A-1'), await pdf('A-2')]);
		const other = gmail.receive('Other', [await pdf('A-3')]);
		gmail.decide = (text) => !text.includes('A-2');
		await office.run();
		await office.run();
		expect(gmail.asked.map((text) => text.slice(0, 12)).sort()).toEqual([
			'Approve A-1?',
			'Approve A-2?',
			'Approve A-3?',
		]);
		expect(approved()).toEqual(['A-1', 'A-3']);
		for (const mail of [one, other]) expect(gmail.labelsOf(mail)).toEqual(['invoices', 'invoices-done']);
		expect([office.charged(), gmail.sent]).toEqual([3, []]);
	});

	it('a mail with a file that cannot be read is labelled, accounting gets the reason, and its other rows are asked about', async () => {
		const { gmail } = office;
		const docx = {
			name: 'letter.docx',
			bytes: Buffer.alloc(9_000, 'PK\x03\x04'),
			mimeType: 'application/vnd.example',
		};
		const logo = { name: 'logo.png', bytes: Buffer.from('\x89PNG', 'latin1'), mimeType: 'image/png' };
		const mail = gmail.receive('Mixed', [await pdf('B-1'), await pdf('locked', true), docx, logo]);
		const onlyLogo = gmail.receive('Only a logo', [logo]);
		await office.run();
		expect(approved()).toEqual(['B-1']);
		expect(gmail.labelsOf(onlyLogo)).toEqual(['invoices', 'invoices-done']);
		expect(gmail.labelsOf(mail)).toEqual(['invoices', 'invoices-in-progress', 'invoices-please-check']);
		expect(gmail.sent.map(({ subject, text }) => [subject, text]).sort()).toEqual([
			['Please check: Mixed', expect.stringMatching(/password[^]*Remove the password/)],
			['Please check: letter.docx', expect.stringMatching(/save it as PDF/)],
		]);
	});

	it('while the service is down a mail is tried again, after a day accounting hears of it once, and nothing needs a check', async () => {
		const { gmail, node } = office;
		const mail = gmail.receive('Waits', [await pdf('C-1')]);
		node.sandbox.control.addFault({ endpoint: '*', kind: 'html', status: 503, count: Infinity });
		await office.run();
		expect([gmail.labelsOf(mail), gmail.sent]).toEqual([['invoices'], []]);
		mail.date = new Date(Date.now() - 1.1 * A_DAY);
		await office.run();
		await office.run();
		expect(gmail.sent).toEqual([
			{ subject: 'Still waiting: Waits', text: expect.stringMatching(/503[^]*retried every 5 minutes/) },
		]);
		node.sandbox.control.clearFaults();
		await office.run();
		expect(gmail.labelsOf(mail)).toEqual(['invoices', 'invoices-done', 'invoices-waiting']);
		expect([approved(), office.charged()]).toEqual([['C-1'], 1]);
	});
});
