import { makeInvoicePdf } from '../../examples/documents/invoicePdf';
import { CII, UBL } from '../support/eInvoices';
import { openOffice, type Office } from './standIns/office';

const COLUMNS = ['source_file', 'invoice_number', 'supplier', 'invoice_date', 'currency', 'total', 'read_by'];

describe('E-invoices first', () => {
	let office: Office;
	beforeEach(async () => (office = await openOffice('e-invoices-first')));
	afterEach(async () => await office.close());

	const upload = async (files: Record<string, Buffer | string>) => {
		const entries = Object.entries(files).map(async ([name, content], index) => [
			`Documents_${index}`,
			await office.node.engine.storeFile(Buffer.from(content), name, name.endsWith('.xml') ? 'text/xml' : ''),
		]);
		await office.run([{ json: {}, binary: Object.fromEntries(await Promise.all(entries)) }]);
	};
	const rows = () => office.dataTable.rowsOf('Invoices received');
	const problems = () =>
		office.dataTable
			.rowsOf('Invoices to enter')
			.map((row) => [row.source_file, row.problem])
			.sort();

	it('UBL and CII cost nothing, a PDF costs its pages, all fill the same columns, and what comes again adds nothing', async () => {
		const files = {
			'a.xml': UBL('Invoice', 'U-1'),
			'b.XML': CII,
			'c.pdf': await makeInvoicePdf({ number: 'P-1' }),
		};
		await upload(files);
		rows()[0]!.total = 13.95;
		await upload({ ...files, 'again.xml': CII });
		const shown = (row: Record<string, unknown>) => COLUMNS.map((column) => row[column]);
		expect(rows().map(shown)).toEqual([
			['a.xml', 'U-1', 'Müller & Example GmbH', '2026-03-04', 'EUR', 13.95, 'XML'],
			['b.XML', 'R-7', 'Example SARL', '2026-03-05', 'EUR', 240.5, 'XML'],
			['c.pdf (Page 1)', 'P-1', 'Example Office Supplies Ltd', '2026-03-04', 'EUR', 54, 'Extraction'],
		]);
		expect([office.charged(), problems()]).toEqual([1, []]);
	});

	it('what is no invoice, damaged, locked or of another type is in the table with what to do, and the others are rows', async () => {
		await upload({
			'broken.xml': UBL('Invoice', 'U-2').slice(0, -20),
			'credit.xml': UBL('CreditNote', 'U-3'),
			'corrected.xml': CII.replace('R-7', 'R-6').replace('380', '384'),
			'good.xml': CII.replace('R-7', 'R-8'),
			'locked.pdf': await makeInvoicePdf({ number: 'P-2' }, { encrypted: true }),
			'letter.docx': Buffer.alloc(9_000, 'PK\x03\x04'),
			'no-total.xml': CII.replace('240.5', 'n/a').replace('R-7', 'R-9'),
			'other.xml': '<order><ID>7</ID></order>',
			'good.pdf': await makeInvoicePdf({ number: 'P-3' }),
		});
		expect(rows().map(({ invoice_number }) => invoice_number)).toEqual(['R-8', 'P-3']);
		expect(problems()).toEqual([
			['broken.xml', expect.stringMatching(/damaged.*Ask the sender for a PDF/)],
			['corrected.xml', expect.stringMatching(/^Credit note or corrected invoice R-6/)],
			[
				'credit.xml',
				'Credit note or corrected invoice U-3 of Müller & Example GmbH, 119 EUR. Enter it by hand.',
			],
			['letter.docx', expect.stringMatching(/save it as PDF/)],
			['locked.pdf', expect.stringMatching(/password.*Remove the password/)],
			['no-total.xml', expect.stringMatching(/Ask the sender for a PDF/)],
			['other.xml', expect.stringMatching(/no e-invoice in UBL or CII/)],
		]);
	});
});
