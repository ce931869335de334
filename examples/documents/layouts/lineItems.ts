import { amountOf, type ExampleInvoice } from '../invoice';
import { money, type Wording } from './wording';

const left = 50;
/** Right edges of the three number columns. */
const numberColumns = [350, 440, 540];
const numberWidth = 80;
const lineHeight = 18;
const pageEnd = 760;

/** The table of line items, going on below its headings on a further page where the first is full. */
export function drawLineItems(doc: PDFKit.PDFDocument, invoice: ExampleInvoice, wording: Wording): void {
	drawHeadings(doc, wording);
	for (const line of invoice.lines) {
		if (doc.y + lineHeight > pageEnd) {
			doc.addPage();
			doc
				.font('Helvetica')
				.fontSize(9)
				.text(`${invoice.supplier}, ${wording.number}: ${invoice.number}, continued`, left, 50);
			doc.moveDown(1.5);
			drawHeadings(doc, wording);
		}
		const quantity = line.quantity.toLocaleString(wording.locale);
		const amounts = [money(line.unitPrice, wording), money(amountOf(line), wording)];
		drawRow(doc, [line.description, quantity, ...amounts]);
	}
	doc.moveDown();
}

function drawHeadings(doc: PDFKit.PDFDocument, wording: Wording): void {
	doc.font('Helvetica-Bold').fontSize(10);
	drawRow(doc, wording.headings);
	doc.font('Helvetica');
}

function drawRow(doc: PDFKit.PDFDocument, [text, ...numbers]: string[]): void {
	const { y } = doc;
	doc.text(text ?? '', left, y, { lineBreak: false });
	numbers.forEach((number, index) => {
		const x = (numberColumns[index] ?? 0) - numberWidth;
		doc.text(number, x, y, { width: numberWidth, align: 'right', lineBreak: false });
	});
	doc.text('', left, y + lineHeight);
}
