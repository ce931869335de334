/* Writes example-documents.csv: the example documents with the values that a good prompt reads from them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';

const DOCUMENTS = join(__dirname, '..', '..', 'documents');

type Values = [
	number: string,
	supplier: string,
	date: string,
	currency: string,
	net: number,
	vat: number,
	total: number,
];

const EXPECTED: Record<string, Values[]> = {
	'ambiguous-date.pdf': [['FR-2203', 'Example Freight Ltd', '2026-04-03', 'GBP', 510, 40.8, 550.8]],
	'collected-invoices.pdf': [
		['INV-1010', 'Example Office Supplies Ltd', '2026-02-02', 'EUR', 128, 25.6, 153.6],
		['GW-88099', 'Generic Widgets Inc.', '2026-02-09', 'USD', 1190, 95.2, 1285.2],
		['INV-1011', 'Example Office Supplies Ltd', '2026-02-16', 'EUR', 42, 8.4, 50.4],
	],
	'consulting.pdf': [['20260077', 'Example Consulting LLC', '2026-03-14', 'USD', 3310, 264.8, 3574.8]],
	'credit-note.pdf': [
		['CN-0042', 'Example Office Supplies Ltd', '2026-03-25', 'EUR', -282.33, -56.47, -338.8],
	],
	'label-above-value.pdf': [['GW-88120', 'Generic Widgets Inc.', '2026-03-04', 'USD', 1350, 108, 1458]],
	'lines-over-two-pages.pdf': [
		['MP-300', 'Example Machine Parts Ltd', '2026-03-20', 'EUR', 1698.75, 339.75, 2038.5],
	],
	'north/invoice.pdf': [['N-501', 'Example Catering North Ltd', '2026-03-06', 'EUR', 447, 89.4, 536.4]],
	'office-supplies.pdf': [
		['INV-1001', 'Example Office Supplies Ltd', '2026-03-04', 'EUR', 1230.99, 246.2, 1477.19],
	],
	'rechnung-4711.pdf': [['RE-4711', 'Beispiel Werkzeuge GmbH', '2026-03-17', 'EUR', 1869.6, 355.22, 2224.82]],
	'receipt.jpg': [['R-20417', 'Example Coffee House', '2026-03-09', 'EUR', 19.8, 1.98, 21.78]],
	'scanned-invoice.png': [['GS-3105', 'Example Garden Services Ltd', '2026-03-18', 'EUR', 485, 97, 582]],
	'south/invoice.pdf': [['S-733', 'Example Catering South Ltd', '2026-03-07', 'EUR', 292.5, 58.5, 351]],
	'totals-do-not-add-up.pdf': [['PR-6650', 'Example Printing Ltd', '2026-03-12', 'EUR', 450, 90, 580]],
	'two-names.pdf': [['CL-0915', 'Example Cleaning Services Ltd', '2026-03-31', 'EUR', 640, 128, 768]],
};

/** One row for each document: its file as Base64 text, and its values as JSON. */
export const exampleDataset = (): Array<Record<'file_name' | 'file_base64' | 'expected', string>> =>
	Object.entries(EXPECTED).map(([path, rows]) => ({
		file_name: path.replace('/', '-'),
		file_base64: readFileSync(join(DOCUMENTS, path)).toString('base64'),
		expected: JSON.stringify(
			rows.map(([number, supplier, date, currency, net, vat, total]) => ({
				'Invoice Number': number,
				Supplier: supplier,
				'Invoice Date': date,
				Currency: currency,
				'Net Amount': net,
				VAT: vat,
				Total: total,
			})),
		),
	}));

/** The text of the CSV file. */
export const exampleCsv = (): string => stringify(exampleDataset(), { header: true });

if (require.main === module) writeFileSync(join(__dirname, 'example-documents.csv'), exampleCsv());
