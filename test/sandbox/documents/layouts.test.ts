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
