import { makeInvoicePdf } from '../../../examples/documents/invoicePdf';
import { completed, documentFolder, exampleFile } from '../../support/fixtures/processDocument';

const folder = documentFolder();

test.each<[string, unknown]>([
	['Invoice Number', 'INV-1001'],
	['invoice_no', 'INV-1001'],
	['invoiceNumber', 'INV-1001'],
	['Invoice #', 'INV-1001'],
	['due_date', '2026-04-03'],
	['Vendor', 'Example Office Supplies Ltd'],
	['Customer', 'Sample Customer GmbH'],
	['PO Number', 'PO-7001'],
	['Currency Code', 'EUR'],
	['Subtotal', 1230.99],
	['VAT Amount', 246.2],
	['Gross Amount', 1477.19],
	['IBAN', 'GB00 EXAM 0000 0000 0000 01'],
	['Shoe Size', null],
])('the field "%s" holds %p', async (name, expected) => {
	const { columns, rows } = await completed([exampleFile('office-supplies.pdf')], {
		prompt: { fields: [{ name }] },
	});
	expect(columns).toEqual([name]);
	expect(rows[0]?.values).toEqual({ [name]: expected });
});

test('a text prompt that names values gets these columns, in its order', async () => {
	const prompt = 'Give us the total amount, the supplier and the due date from each invoice.';
	const { columns, rows } = await completed([exampleFile('office-supplies.pdf')], { prompt });
	expect(columns).toEqual(['Total Amount', 'Supplier', 'Due Date']);
	expect(Object.values(rows[0]?.values ?? {})).toEqual([
		1477.19,
		'Example Office Supplies Ltd',
		'2026-04-03',
	]);
});

test.each([
	['Invoice number, VAT, total', ['Invoice Number', 'Tax Amount', 'Total Amount']],
	['Supplier, net, tax and total', ['Supplier', 'Net Amount', 'Tax Amount', 'Total Amount']],
])('every entry of the list "%s" is a column of its own', async (prompt, expected) => {
	const { columns, rows } = await completed([exampleFile('office-supplies.pdf')], { prompt });
	expect(columns).toEqual(expected);
	expect(Object.values(rows[0]?.values ?? {})).not.toContain(null);
});

test.each<[string, 'per_invoice' | 'per_line_item']>([
	['Extract the invoice number and the total', 'per_invoice'],
	['Extract every line item with its price', 'per_line_item'],
	['Which products were bought, how many of each?', 'per_line_item'],
])('automatic decides for "%s": %s', async (prompt, expected) => {
	const outcome = await completed([exampleFile('office-supplies.pdf')], {
		prompt,
		outputStructure: 'automatic',
	});
	expect(outcome.outputStructure).toBe(expected);
	expect(outcome.rows).toHaveLength(expected === 'per_invoice' ? 1 : 3);
});

test('fields of lines and of the invoice share a row per line', async () => {
	const fields = ['invoice_no', 'Item', 'qty', 'Unit Price', 'Amount', 'Total Amount', 'VAT'].map((name) => ({
		name,
	}));
	const outcome = await completed([exampleFile('office-supplies.pdf')], {
		prompt: { fields },
		outputStructure: 'automatic',
	});
	expect(outcome.rows.map(({ values }) => Object.values(values))).toEqual([
		['INV-1001', 'Copy paper A4, box of 5', 12, 24.5, 294, 1477.19, 246.2],
		['INV-1001', 'Ballpoint pen, blue', 200, 0.45, 90, 1477.19, 246.2],
		['INV-1001', 'Desk lamp LED', 3, 282.33, 846.99, 1477.19, 246.2],
	]);
});

test('an invoice without a table gives one row where lines were asked for, to be reviewed', async () => {
	const file = await folder.add('no-lines.pdf', await makeInvoicePdf({ lines: [] }));
	const { rows, reviewItems } = await completed([file], { outputStructure: 'per_line_item' });
	expect(rows).toHaveLength(1);
	expect(rows[0]?.values).toMatchObject({ 'Invoice Number': 'INV-1', Description: null, Amount: null });
	expect(reviewItems).toEqual([
		{
			message: 'No line items were found in this document.',
			affected_fields: [],
			output_row_numbers: [1],
			source_references: ['no-lines.pdf (Page 1)'],
		},
	]);
});

test('a missing value that an invoice ought to have is to be reviewed, in its row', async () => {
	const numberless = await folder.add('numberless.pdf', await makeInvoicePdf({ number: 'none' }));
	const { rows, reviewItems } = await completed([exampleFile('consulting.pdf'), numberless]);
	expect(rows[1]?.values['Invoice Number']).toBeNull();
	expect(reviewItems).toEqual([
		{
			message: 'No value was found for "Invoice Number".',
			affected_fields: ['Invoice Number'],
			output_row_numbers: [2],
			source_references: ['numberless.pdf (Page 1)'],
		},
	]);
});
