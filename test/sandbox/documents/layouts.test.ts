import PDFDocument from 'pdfkit';
import { completed, documentFolder } from '../../support/fixtures/processDocument';

const folder = documentFolder();

/** A text and where it stands, in points from the top left corner. */
type Piece = [text: string, x: number, y: number];

async function pdfOf(pages: Piece[][]): Promise<Buffer> {
	const doc = new PDFDocument({ size: 'A4', autoFirstPage: false });
	const chunks: Buffer[] = [];
	doc.on('data', (chunk: Buffer) => chunks.push(chunk));
	const ended = new Promise((resolve) => doc.on('end', resolve));
	for (const pieces of pages) {
		doc.addPage().fontSize(10);
		for (const [text, x, y] of pieces) doc.text(text, x, y, { lineBreak: false });
	}
	doc.end();
	await ended;
	return Buffer.concat(chunks);
}

function lines(...texts: string[]): Piece[] {
	return texts.map((text, index) => [text, 50, 50 + index * 16]);
}

const layouts: Array<[string, Piece[][], Record<string, unknown>]> = [
	[
		'labels without colons',
		[
			lines(
				'Example Ltd',
				'Invoice No. 4711',
				'Date 4 March 2026',
				'Net 100.00',
				'VAT 19% 19.00',
				'Total € 119.00',
			),
		],
		{
			'Invoice Number': '4711',
			'Invoice Date': '2026-03-04',
			'Tax Amount': 19,
			'Total Amount': 119,
			Currency: 'EUR',
		},
	],
	[
		'a number right after the title',
		[lines('Example Ltd', 'Invoice #2026-17', 'Issued: 2026-03-04', 'Balance due: USD 1,200.00')],
		{ 'Invoice Number': '2026-17', 'Invoice Date': '2026-03-04', 'Total Amount': 1200, Currency: 'USD' },
	],
	[
		'a title with something else beside it and below it',
		[
			[
				['INVOICE', 50, 50],
				['Page 1 of 2', 400, 50],
				['12 Example Street', 50, 66],
				['Vendor: Example Ltd', 50, 82],
				['Invoice ID: X-9', 50, 98],
				['Date: 2026-03-04', 50, 114],
				['Total: 5.00', 50, 130],
			],
		],
		{ 'Invoice Number': 'X-9', Supplier: 'Example Ltd', 'Total Amount': 5 },
	],
	[
		'supplier and customer side by side above their names',
		[
			[
				['From', 50, 50],
				['Bill To', 300, 50],
				['Example Ltd', 50, 66],
				['Sample Corp', 300, 66],
				['Invoice Number', 50, 100],
				['Q-1', 200, 100],
				['Invoice Date', 50, 116],
				['2026-03-04', 200, 116],
				['Amount Due', 50, 132],
				['10.00', 200, 132],
			],
		],
		{ Supplier: 'Example Ltd', Customer: 'Sample Corp', 'Invoice Number': 'Q-1', 'Total Amount': 10 },
	],
	[
		'German words and numbers',
		[
			lines(
				'Beispiel GmbH',
				'Rechnungs-Nr.: 2026/55',
				'Rechnungsdatum: 4. März 2026',
				'Netto: 1.000,00 EUR',
				'zzgl. MwSt. 19 %: 190,00 EUR',
				'Rechnungsbetrag: 1.190,00 EUR',
			),
		],
		{
			'Invoice Number': '2026/55',
			'Invoice Date': '2026-03-04',
			'Net Amount': 1000,
			'Tax Amount': 190,
			'Total Amount': 1190,
		},
	],
	[
		'two values set in one run of text',
		[lines('Example Ltd', 'Invoice No: 81 Date: 2026-03-04', 'Total: 7.00')],
		{ 'Invoice Number': '81', 'Total Amount': 7 },
	],
	[
		'totals on the second page',
		[
			lines('Example Ltd', 'Invoice Number: T-2', 'Date: 2026-03-04', 'Page total: 40.00'),
			lines('Net: 90.00', 'VAT: 9.00', 'Total: 99.00'),
		],
		{ 'Invoice Number': 'T-2', 'Net Amount': 90, 'Total Amount': 99 },
	],
	[
		'a VAT number is no VAT amount',
		[lines('Example Ltd', 'VAT No: GB123456789', 'Invoice Number: V-1', 'Date: 2026-03-04', 'Total: 3.00')],
		{ 'Tax Amount': null, 'Total Amount': 3 },
	],
];

test.each(layouts)('%s', async (name, pages, expected) => {
	const file = await folder.add(`${name}.pdf`, await pdfOf(pages));
	const { rows } = await completed([file]);
	expect(rows).toHaveLength(1);
	expect(rows[0]?.values).toMatchObject(expected);
});

test('a table without headings on its second page goes on, with descriptions of two lines', async () => {
	const columns = [50, 300, 380, 470];
	const row = (y: number, ...texts: string[]): Piece[] =>
		texts.map((text, index) => [text, columns[index] ?? 0, y]);
	const file = await folder.add(
		'continued.pdf',
		await pdfOf([
			[
				...lines('Example Ltd', 'Invoice Number: C-1', 'Date: 2026-03-04'),
				...row(200, 'Product', 'Qty', 'Price', 'Total'),
				...row(216, 'Tax advice for the', '2', '10.00', '20.00'),
				...row(228, 'year before'),
				...row(244, 'Net curtain', '1', '5.00', '5.00'),
				...row(260, 'Carried forward', '', '', '25.00').filter(([text]) => text !== ''),
			],
			[...row(50, 'Totaliser', '3', '1.00', '3.00'), ...row(90, 'Total', '28.00')],
		]),
	);
	const { rows } = await completed([file], { outputStructure: 'per_line_item' });
	expect(rows.map(({ values, page }) => [values.Description, values.Quantity, values.Amount, page])).toEqual([
		['Tax advice for the year before', 2, 20, 1],
		['Net curtain', 1, 5, 1],
		['Totaliser', 3, 3, 2],
	]);
});
