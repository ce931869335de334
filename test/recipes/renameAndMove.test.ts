import { makeInvoicePdf } from '../../examples/documents/invoicePdf';
import { openOffice, type Office } from './standIns/office';

const [INBOX, ARCHIVE] = ['your-inbox', 'your-archive'];

describe('Rename and move in Google Drive', () => {
	let office: Office;
	beforeEach(async () => (office = await openOffice('drive-rename-and-move')));
	afterEach(async () => await office.close());

	const put = async (name: string, invoices: Parameters<typeof makeInvoicePdf>[0] = {}, encrypted = false) =>
		office.drive.add(name, INBOX, await makeInvoicePdf(invoices, { encrypted }));
	const folders = () => [office.drive.in(INBOX), office.drive.in(ARCHIVE)];

	it('a document without doubts is named after what it says, any other gets Please check; both move', async () => {
		await put('a.pdf', { number: 'A/1' });
		await put('b.pdf', { number: 'A-2', statedTotal: 999 });
		await put('c.pdf', [{ number: 'A-3' }, { number: 'A-4' }]);
		office.drive.add('scan', INBOX, await makeInvoicePdf({ number: 'A-5' }), 'application/octet-stream');
		await office.run();
		expect(folders()).toEqual([
			[],
			[
				'2026-03-04 Example Office Supplies Ltd A-1.pdf',
				'2026-03-04 Example Office Supplies Ltd A-5.pdf',
				'Please check b.pdf',
				'Please check c.pdf',
			],
		]);
		expect(office.mail.told).toEqual([]);
	});

	it('what cannot be read gets Please check, accounting gets the reason, and the others are not held up', async () => {
		await put('good.pdf', { number: 'B-1' });
		await put('locked.pdf', {}, true);
		office.drive.add('letter.docx', INBOX, Buffer.from('PK\x03\x04'), 'application/vnd.example.docx');
		office.drive.add(
			'large.png',
			INBOX,
			Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(6_000_000)]),
			'image/png',
		);
		await office.run();
		expect(folders()).toEqual([
			[],
			[
				'2026-03-04 Example Office Supplies Ltd B-1.pdf',
				'Please check large.png',
				'Please check letter.docx',
				'Please check locked.pdf',
			],
		]);
		const told = office.mail.told.map(({ subject, text }) => [subject, text]).sort();
		expect(told).toEqual([
			['Please check: large.png', expect.stringMatching(/image too large[^]*Edit Image[^]*drive\.example/)],
			['Please check: letter.docx', expect.stringMatching(/save it as PDF/)],
			['Please check: locked.pdf', expect.stringMatching(/password[^]*Remove the password/)],
		]);
		expect(office.charged()).toBe(1);
	});

	it('while the service is down, and if a file cannot be downloaded, files stay in the inbox; accounting hears of it at the third try', async () => {
		const broken = await put('broken.pdf', { number: 'C-1' });
		await put('waits.pdf', { number: 'C-2' });
		office.drive.broken.add(broken.id);
		office.node.sandbox.control.addFault({ endpoint: '*', kind: 'html', status: 503, count: Infinity });
		await office.run();
		await office.run();
		expect([folders(), office.mail.told]).toEqual([[['broken.pdf', 'waits.pdf'], []], []]);
		await office.run();
		await office.run();
		expect(office.mail.told.map(({ subject }) => subject).sort()).toEqual([
			'Still waiting: broken.pdf',
			'Still waiting: waits.pdf',
		]);
		office.node.sandbox.control.clearFaults();
		await office.run();
		expect(folders()).toEqual([['broken.pdf'], ['2026-03-04 Example Office Supplies Ltd C-2.pdf']]);
		expect(office.charged()).toBe(1);
	});

	it('two rounds at once, and the same file again, name each file once and cost nothing', async () => {
		const { bytes } = await put('d.pdf', { number: 'D-1' });
		await Promise.all([office.run(), office.run()]);
		office.drive.add('d.pdf', INBOX, bytes);
		await office.run();
		const name = '2026-03-04 Example Office Supplies Ltd D-1.pdf';
		expect(folders()).toEqual([[], [name, name]]);
		expect(office.charged()).toBe(1);
	});
});
