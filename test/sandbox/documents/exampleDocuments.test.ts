import { readFile } from 'node:fs/promises';
import { exampleImages } from '../../../examples/documents/exampleImages';
import { examplePdfs } from '../../../examples/documents/exampleInvoices';
import { makeInvoicePdf } from '../../../examples/documents/invoicePdf';
import { completed, exampleFile } from '../../support/fixtures/processDocument';

const fields = [
	'Invoice Number',
	'Invoice Date',
	'Due Date',
	'Supplier',
	'Currency',
	'Net',
	'VAT',
	'Total',
].map((name) => ({ name }));

const office = 'Example Office Supplies Ltd';
const invoiceRows: Array<[string, number, unknown[]]> = [
	[
		'office-supplies.pdf',
		1,
		['INV-1001', '2026-03-04', '2026-04-03', office, 'EUR', 1230.99, 246.2, 1477.19],
	],
	[
		'consulting.pdf',
		1,
		['20260077', '2026-03-14', '2026-04-13', 'Example Consulting LLC', 'USD', 3310, 264.8, 3574.8],
	],
	[
		'rechnung-4711.pdf',
		1,
		['RE-4711', '2026-03-17', '2026-04-16', 'Beispiel Werkzeuge GmbH', 'EUR', 1869.6, 355.22, 2224.82],
	],
	[
		'label-above-value.pdf',
		1,
		['GW-88120', '2026-03-04', '2026-03-18', 'Generic Widgets Inc.', 'USD', 1350, 108, 1458],
	],
	['collected-invoices.pdf', 1, ['INV-1010', '2026-02-02', '2026-03-04', office, 'EUR', 128, 25.6, 153.6]],
	[
		'collected-invoices.pdf',
		2,
		['GW-88099', '2026-02-09', '2026-03-11', 'Generic Widgets Inc.', 'USD', 1190, 95.2, 1285.2],
	],
	['collected-invoices.pdf', 4, ['INV-1011', '2026-02-16', '2026-03-18', office, 'EUR', 42, 8.4, 50.4]],
	[
		'lines-over-two-pages.pdf',
		1,
		['MP-300', '2026-03-20', '2026-04-19', 'Example Machine Parts Ltd', 'EUR', 1698.75, 339.75, 2038.5],
	],
	[
		'ambiguous-date.pdf',
		1,
		['FR-2203', '2026-04-03', '2026-05-17', 'Example Freight Ltd', 'GBP', 510, 40.8, 550.8],
	],
	[
		'two-names.pdf',
		1,
		['CL-0915', '2026-03-31', '2026-04-14', 'Example Cleaning Services Ltd', 'EUR', 640, 128, 768],
	],
	[
		'north/invoice.pdf',
		1,
		['N-501', '2026-03-06', '2026-03-20', 'Example Catering North Ltd', 'EUR', 447, 89.4, 536.4],
	],
	[
		'south/invoice.pdf',
		1,
		['S-733', '2026-03-07', '2026-03-21', 'Example Catering South Ltd', 'EUR', 292.5, 58.5, 351],
	],
	['credit-note.pdf', 1, ['CN-0042', '2026-03-25', null, office, 'EUR', -282.33, -56.47, -338.8]],
	[
		'totals-do-not-add-up.pdf',
		1,
		['PR-6650', '2026-03-12', '2026-04-11', 'Example Printing Ltd', 'EUR', 450, 90, 580],
	],
	['receipt.jpg', 1, ['R-20417', '2026-03-09', null, 'Example Coffee House', 'EUR', 19.8, 1.98, 21.78]],
	[
		'scanned-invoice.png',
		1,
		['GS-3105', '2026-03-18', '2026-04-01', 'Example Garden Services Ltd', 'EUR', 485, 97, 582],
	],
];
const fileNames = [...new Set(invoiceRows.map(([name]) => name))];

test('every example document gives its rows, one per invoice, each with the page it starts on', async () => {
	const outcome = await completed(fileNames.map(exampleFile), { prompt: { fields } });
	expect(outcome.rows).toEqual(
		invoiceRows.map(([fileName, page, values]) => ({
			fileName,
			page,
			values: Object.fromEntries(fields.map(({ name }, index) => [name, values[index]])),
		})),
	);
	expect(outcome.pages).toMatchObject({ successful_count: 18, failed_count: 0, failure_reasons: [] });
	expect(outcome.reviewItems).toEqual([
		{
			message: expect.stringContaining('03/04/2026'),
			affected_fields: ['Invoice Date'],
			output_row_numbers: [9],
			source_references: ['ambiguous-date.pdf (Page 1)'],
		},
		{
			message: 'Net 450.00 and tax 90.00 make 540.00, but the total says 580.00.',
			affected_fields: ['Net', 'VAT', 'Total'],
			output_row_numbers: [14],
			source_references: ['totals-do-not-add-up.pdf (Page 1)'],
		},
	]);
});

const lines: Array<[string, unknown[][]]> = [
	[
		'office-supplies.pdf',
		[
			['Copy paper A4, box of 5', 12, 24.5, 294],
			['Ballpoint pen, blue', 200, 0.45, 90],
			['Desk lamp LED', 3, 282.33, 846.99],
		],
	],
	[
		'consulting.pdf',
		[
			['Process review, days', 2.5, 1200, 3000],
			['Travel, flat rate', 1, 310, 310],
		],
	],
	[
		'rechnung-4711.pdf',
		[
			['Bohrmaschine', 4, 389.9, 1559.6],
			['Schraubensatz', 25, 12.4, 310],
		],
	],
	['label-above-value.pdf', [['Widget, large', 1000, 1.35, 1350]]],
	['credit-note.pdf', [['Desk lamp LED, returned', -1, 282.33, -282.33]]],
	[
		'receipt.jpg',
		[
			['Filter coffee', 2, 3.2, 6.4],
			['Cheese sandwich', 1, 5.9, 5.9],
			['Apple juice', 3, 2.5, 7.5],
		],
	],
	[
		'scanned-invoice.png',
		[
			['Hedge trimming', 8, 45, 360],
			['Lawn seed 10 kg', 2, 62.5, 125],
		],
	],
];

test.each(lines)('%s gives its line items', async (name, expected) => {
	const outcome = await completed([exampleFile(name)], { outputStructure: 'per_line_item' });
	expect(
		outcome.rows.map(({ values }) => [
			values.Description,
			values.Quantity,
			values['Unit Price'],
			values.Amount,
		]),
	).toEqual(expected);
	expect(outcome.reviewItems).toEqual([]);
});

test('a table over two pages is one invoice, each line with the page it stands on', async () => {
	const { rows } = await completed([exampleFile('lines-over-two-pages.pdf')], {
		outputStructure: 'per_line_item',
	});
	expect(rows.map((row) => row.values.Description)).toEqual(
		Array.from({ length: 45 }, (_, index) => `Spare part ${String(index + 1).padStart(2, '0')}`),
	);
	expect(rows.filter((row) => row.page === 1)).toHaveLength(29);
	expect(rows.filter((row) => row.page === 2)).toHaveLength(16);
	expect(new Set(rows.map((row) => row.values['Invoice Number']))).toEqual(new Set(['MP-300']));
	const sum = rows.reduce((total, row) => total + Number(row.values.Amount), 0);
	expect(sum).toBeCloseTo(1698.75, 2);
});

test('the pictures are what the script makes, byte for byte', async () => {
	for (const [name, bytes] of Object.entries(await exampleImages()))
		expect((await readFile(exampleFile(name).path)).equals(bytes)).toBe(true);
});

test.each(Object.entries(examplePdfs))(
	'%s is what the script makes, byte for byte',
	async (name, invoices) => {
		expect(await readFile(exampleFile(name).path)).toEqual(await makeInvoicePdf(invoices));
	},
);
