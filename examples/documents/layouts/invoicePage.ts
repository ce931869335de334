import type { ExampleInvoice } from '../invoice';
import { drawHead } from './head';
import { drawLineItems } from './lineItems';
import { drawSums } from './sums';
import { english, englishToo, german, type Wording } from './wording';

const wordings: Record<ExampleInvoice['layout'], Wording> = {
	labels: english,
	columns: englishToo,
	stacked: english,
	german,
};

/** Draws an invoice from the top of the current page; its lines may run over several pages. */
export function drawInvoice(doc: PDFKit.PDFDocument, invoice: ExampleInvoice): void {
	const wording = wordings[invoice.layout];
	drawHead(doc, invoice, wording);
	drawLineItems(doc, invoice, wording);
	drawSums(doc, invoice, wording);
}
