import type { ExampleInvoice } from '../invoice';
import type { Wording } from './wording';

const left = 50;
const right = 330;
const rightValue = 440;

/** Letterhead, title and the values that identify the document, in the invoice's layout. */
export function drawHead(doc: PDFKit.PDFDocument, invoice: ExampleInvoice, wording: Wording): void {
	doc.font('Helvetica-Bold').fontSize(16).text(invoice.supplier, left, 50);
	doc.font('Helvetica').fontSize(9).text(invoice.supplierAddress, left);
	if (invoice.supplierVatId) doc.text(`${wording.vatId}: ${invoice.supplierVatId}`, left);
	doc.moveDown(1.5).font('Helvetica-Bold').fontSize(14).text(invoice.title, left);
	doc.font('Helvetica').fontSize(10).moveDown();
	if (invoice.layout === 'columns') drawTwoColumns(doc, invoice, wording);
	else if (invoice.layout === 'stacked') drawStacked(doc, invoice, wording);
	else drawLabelled(doc, invoice, wording);
	doc.moveDown(1.5);
}

function identifiers(invoice: ExampleInvoice, wording: Wording): Array<[string, string]> {
	const values: Array<[string, string | undefined]> = [
		[wording.number, invoice.number],
		[wording.date, invoice.date],
		[wording.dueDate, invoice.dueDate],
		[wording.poNumber, invoice.poNumber],
		[wording.originalInvoice, invoice.originalInvoice],
	];
	return values.filter((pair): pair is [string, string] => pair[1] !== undefined);
}

function drawLabelled(doc: PDFKit.PDFDocument, invoice: ExampleInvoice, wording: Wording): void {
	for (const [label, value] of identifiers(invoice, wording)) doc.text(`${label}: ${value}`, left);
	doc.text(`${wording.customer}: ${invoice.customer}`, left).text(invoice.customerAddress, left);
}

function drawTwoColumns(doc: PDFKit.PDFDocument, invoice: ExampleInvoice, wording: Wording): void {
	const top = doc.y;
	doc.text(wording.customer, left, top).text(invoice.customer).text(invoice.customerAddress);
	identifiers(invoice, wording).forEach(([label, value], index) => {
		const y = top + index * 16;
		doc.text(label, right, y, { lineBreak: false }).text(value, rightValue, y, { lineBreak: false });
	});
	doc.text('', left, top + 80);
}

function drawStacked(doc: PDFKit.PDFDocument, invoice: ExampleInvoice, wording: Wording): void {
	doc.text(wording.customer, left).text(invoice.customer).text(invoice.customerAddress).moveDown();
	const top = doc.y;
	identifiers(invoice, wording).forEach(([label, value], index) => {
		const x = left + index * 125;
		doc.fontSize(8).text(label, x, top, { lineBreak: false });
		doc.fontSize(10).text(value, x, top + 12, { lineBreak: false });
	});
	doc.text('', left, top + 30);
}
