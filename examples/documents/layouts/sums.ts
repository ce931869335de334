import { sumsOf, type ExampleInvoice } from '../invoice';
import { money, type Wording } from './wording';

const left = 50;
const labels = 330;
const amounts = 440;

/** Net, tax and total, and where to pay. */
export function drawSums(doc: PDFKit.PDFDocument, invoice: ExampleInvoice, wording: Wording): void {
	const { net, tax, total } = sumsOf(invoice);
	const sums: Array<[string, number]> = [
		[wording.net, net],
		[`${wording.tax} ${invoice.taxRate}%`, tax],
		[wording.total, total],
	];
	for (const [label, amount] of sums) {
		const { y } = doc;
		doc.text(label, labels, y, { lineBreak: false });
		doc.text(`${money(amount, wording)} ${invoice.currency}`, amounts, y, {
			width: 100,
			align: 'right',
			lineBreak: false,
		});
		doc.text('', left, y + 16);
	}
	doc.moveDown();
	if (invoice.remitTo) doc.text(`${wording.remitTo}: ${invoice.remitTo}`, left);
	if (invoice.iban) doc.text(`IBAN: ${invoice.iban}`, left);
}
