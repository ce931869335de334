import {
	findColumns,
	invoiceNumberColumn,
} from '../../../../nodes/DocumentDataExtraction/extraction/shapes/columns';

describe('the column with the invoice number', () => {
	it.each([
		'Invoice Number',
		'invoice_number',
		'InvoiceNo',
		'Invoice No.',
		'Invoice #',
		'INVOICE NR',
		'Invoice',
		'Bill Number',
		'Rechnungsnummer',
		'Rechnungs-Nr.',
		'Rechnung Nr.',
		'Belegnummer',
		'N° de facture',
		'Numéro de facture',
		'Nº factura',
		'Número de Factura',
		'Numero fattura',
		'Número da fatura',
		'Factuurnummer',
		'Numer faktury',
		'請求書番号',
		'发票号码',
	])('is found as "%s"', (name) =>
		expect(invoiceNumberColumn(['Supplier', 'Total', name, 'Source File'])).toBe(name),
	);

	it.each([
		'Original Invoice Number',
		'Number of Invoices',
		'Invoice Date',
		'Order Number',
		'Customer No.',
		'Number',
		'Credit Note Number',
		'#',
	])('does not take "%s" for it', (name) => expect(invoiceNumberColumn([name, 'Total'])).toBeUndefined());

	it('is the better known of two names, and the first of two columns with the same name', () => {
		expect(invoiceNumberColumn(['Invoice', 'Invoice Number'])).toBe('Invoice Number');
		expect(invoiceNumberColumn(['invoice number', 'Invoice Number'])).toBe('invoice number');
	});
});

describe('columns that a user names', () => {
	const COLUMNS = ['Supplier', 'Net Amount', 'net-amount', 'Größe', '€', 'Invoice No.'];

	it('are found as they are written, or as people write them otherwise', () =>
		expect(findColumns(['Net Amount', 'SUPPLIER ', 'grösse', 'GROSSE', 'invoice #'], COLUMNS)).toEqual({
			columns: ['Net Amount', 'Supplier', 'Invoice No.'],
			missing: ['grösse', 'GROSSE'],
		}));

	it('are not guessed among several, nor by nothing but signs', () =>
		expect(findColumns(['NET AMOUNT', '$', '€'], COLUMNS)).toEqual({
			columns: ['€'],
			missing: ['NET AMOUNT', '$'],
		}));
});
