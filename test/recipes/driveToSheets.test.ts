import { readFile } from 'node:fs/promises';
import type { IDataObject } from 'n8n-workflow';
import { makeInvoicePdf } from '../../examples/documents/invoicePdf';
import { RESULTS } from '../support/endpoints';
import { openOffice, type Office } from './standIns/office';

const [INBOX, IN_PROGRESS, DONE, PLEASE_CHECK] = [
	'your-inbox',
	'your-in-progress',
	'your-done',
	'your-please-check',
];
const PICTURE = 'examples/documents/scanned-invoice.png';
const AN_HOUR = 3_600_000;

describe('Google Drive to Google Sheets', () => {
	let office: Office;
	beforeEach(async () => (office = await openOffice('google-drive-to-google-sheets')));
	afterEach(async () => await office.close());

	const put = async (
		number: string,
		{ folder = INBOX, ...options }: { folder?: string; encrypted?: boolean } = {},
	) => office.drive.add(`${number}.pdf`, folder, await makeInvoicePdf({ number }, options));
	const numbers = () => office.sheet.rows.map((row) => row['Invoice Number']).sort();
	const folders = () => ({
		inbox: office.drive.in(INBOX),
		inProgress: office.drive.in(IN_PROGRESS),
		done: office.drive.in(DONE),
		pleaseCheck: office.drive.in(PLEASE_CHECK),
	});
	const NONE = { inbox: [], inProgress: [], done: [], pleaseCheck: [] };
	/** The rows that the service returns next. */
	const rowsOfPage = (...rows: IDataObject[]) =>
		office.node.alter(RESULTS, (body) => {
			const page = body as { rows: IDataObject[]; total_rows: number };
			page.rows = rows.map((row) => ({ ...page.rows[0], ...row }));
			page.total_rows = rows.length;
		});
	const isDown = () =>
		office.node.sandbox.control.addFault({ endpoint: '*', kind: 'html', status: 503, count: Infinity });
	const isUp = () => office.node.sandbox.control.clearFaults();

	it('good files become rows and move to Done, a doubtful row says what to check', async () => {
		await put('A-1');
		const doubtful = await makeInvoicePdf({ number: 'A-2', statedTotal: 999 });
		office.drive.add('A-2.pdf', INBOX, doubtful);
		await office.run();
		expect(numbers()).toEqual(['A-1', 'A-2']);
		expect(new Set(office.sheet.rows.map((row) => row['Row ID'])).size).toBe(2);
		expect(office.sheet.rows.map((row) => row['Review Needed'])).toContainEqual(
			expect.stringContaining('999'),
		);
		expect(folders()).toEqual({ ...NONE, done: ['A-1.pdf', 'A-2.pdf'] });
		expect([office.charged(), office.mail.told]).toEqual([2, []]);
	});

	it('what cannot be read moves to Please check and accounting gets the reason, the others are not held up', async () => {
		await put('B-1');
		await put('locked', { encrypted: true });
		const large = Buffer.concat([await readFile(PICTURE), Buffer.alloc(6_000_000)]);
		office.drive.add('large.png', INBOX, large, 'image/png');
		office.drive.add('letter.docx', INBOX, Buffer.from('PK\x03\x04'), 'application/vnd.example.docx');
		office.drive.add('empty.pdf', INBOX, Buffer.alloc(0));
		await office.run();
		expect(numbers()).toEqual(['B-1']);
		const pleaseCheck = ['empty.pdf', 'large.png', 'letter.docx', 'locked.pdf'];
		expect(folders()).toEqual({ ...NONE, done: ['B-1.pdf'], pleaseCheck });
		const told = office.mail.told.map(({ subject, text }) => [subject, text]).sort();
		expect(told).toEqual([
			['Please check: empty.pdf', expect.stringMatching(/empty[^]*drive\.example\.com/)],
			[
				'Please check: large.png',
				expect.stringMatching(/image too large[^]*Edit Image[^]*drive\.example\.com/),
			],
			['Please check: letter.docx', expect.stringMatching(/Ask the sender for a PDF, or save it as PDF/)],
			['Please check: locked.pdf', expect.stringMatching(/password[^]*Remove the password/)],
		]);
		expect(office.charged()).toBe(1);
	});

	it('a file with pages that fail gives its other rows, and moves to Please check with the pages', async () => {
		const file = await makeInvoicePdf([{ number: 'C-1' }, { number: 'C-2' }]);
		office.drive.add('two.pdf', INBOX, file);
		office.node.sandbox.control.planExtractions([{ failedPages: 1 }]);
		await office.run();
		expect(numbers()).toEqual(['C-1']);
		expect(folders()).toEqual({ ...NONE, pleaseCheck: ['two.pdf'] });
		expect(office.mail.told).toMatchObject([
			{ text: expect.stringMatching(/^Pages that could not be read: 2\./) },
		]);
	});

	it('a file without an invoice moves to Please check', async () => {
		office.node.sandbox.control.planExtractions([{ rows: 0 }]);
		await put('terms');
		await office.run();
		expect(office.sheet.rows).toEqual([]);
		expect(folders()).toEqual({ ...NONE, pleaseCheck: ['terms.pdf'] });
		expect(office.mail.told).toMatchObject([{ text: expect.stringMatching(/^It gave no rows\./) }]);
	});

	it('two receipts without a number on one page are two rows, and values stay as they were read', async () => {
		rowsOfPage(
			{ 'Invoice Number': null, Supplier: 'Taxi A', Total: '1.234,50' },
			{ 'Invoice Number': '00017', Supplier: '=1+1', Total: 12.5 },
		);
		await put('D-1');
		await office.run();
		expect(office.sheet.rows).toMatchObject([
			{ 'Invoice Number': null, Supplier: 'Taxi A', Total: '1.234,50' },
			{ 'Invoice Number': '00017', Supplier: '=1+1', Total: 12.5 },
		]);
	});

	it('the same document twice in a round, and again later, is paid for and written once', async () => {
		const { bytes } = await put('E-1');
		office.drive.add('E-1.pdf', INBOX, bytes);
		await office.run();
		office.drive.add('E-1.pdf', INBOX, bytes);
		await office.run();
		expect(numbers()).toEqual(['E-1']);
		expect(folders()).toEqual({ ...NONE, done: ['E-1.pdf', 'E-1.pdf', 'E-1.pdf'] });
		expect([office.charged(), office.mail.told]).toEqual([1, []]);
	});

	it('a value that a person corrected in the sheet stays when the document comes again', async () => {
		const { bytes } = await put('F-1');
		await office.run();
		office.sheet.rows[0]!.Total = 13.95;
		office.drive.add('F-1.pdf', INBOX, bytes);
		await office.run();
		expect(office.sheet.rows).toMatchObject([{ Total: 13.95 }]);
	});

	it('two rounds at once write each row once', async () => {
		await put('G-1');
		await put('G-2');
		await Promise.all([office.run(), office.run()]);
		await office.run();
		expect(numbers()).toEqual(['G-1', 'G-2']);
		expect(folders()).toEqual({ ...NONE, done: ['G-1.pdf', 'G-2.pdf'] });
		expect(office.charged()).toBe(2);
	});

	it('while the service is down nothing moves to Please check, accounting hears of it once at the third try', async () => {
		await put('H-1');
		isDown();
		await office.run();
		expect([folders(), office.mail.told]).toEqual([{ ...NONE, inbox: ['H-1.pdf'] }, []]);
		await office.run();
		await office.run();
		await office.run();
		expect(folders()).toEqual({ ...NONE, inbox: ['H-1.pdf'] });
		expect(office.mail.told).toEqual([
			{
				subject: 'Still waiting: H-1.pdf',
				text: expect.stringMatching(/503[^]*drive\.example\.com[^]*Tried 3 times/),
			},
		]);
		isUp();
		await office.run();
		expect(folders()).toEqual({ ...NONE, done: ['H-1.pdf'] });
		expect([numbers(), office.charged()]).toEqual([['H-1'], 1]);
	});

	it('without credits everything waits in the inbox', async () => {
		office.node.sandbox.control.setCredits({ balance: 0 });
		await put('I-1');
		await office.run();
		expect(folders()).toEqual({ ...NONE, inbox: ['I-1.pdf'] });
	});

	it('a file that cannot be downloaded, and a sheet that takes no rows, hold up nobody and lose nothing', async () => {
		const broken = await put('J-1');
		office.drive.broken.add(broken.id);
		await put('J-2');
		office.sheet.isLocked = true;
		await office.run();
		expect(folders()).toEqual({ ...NONE, inbox: ['J-1.pdf', 'J-2.pdf'] });
		office.sheet.isLocked = false;
		await office.run();
		expect(folders()).toEqual({ ...NONE, inbox: ['J-1.pdf'], done: ['J-2.pdf'] });
		await office.run();
		expect(office.mail.told).toMatchObject([
			{ subject: 'Still waiting: J-1.pdf', text: expect.stringMatching(/could not be downloaded/) },
		]);
		expect([numbers(), office.charged()]).toEqual([['J-2'], 1]);
	});

	it('what a run left in In progress, because n8n was stopped, is taken again after two hours and not before', async () => {
		const file = await put('K-1', { folder: IN_PROGRESS });
		file.properties.taken_at = new Date(Date.now() - 1.9 * AN_HOUR).toISOString();
		await office.run();
		expect(folders()).toEqual({ ...NONE, inProgress: ['K-1.pdf'] });
		file.properties.taken_at = new Date(Date.now() - 2.1 * AN_HOUR).toISOString();
		await office.run();
		expect([folders(), numbers()]).toEqual([{ ...NONE, done: ['K-1.pdf'] }, ['K-1']]);
	});
});
