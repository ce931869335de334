import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import PDFDocument from 'pdfkit';
import type { ExampleInvoice } from './invoice';
import { drawInvoice } from './layouts/invoicePage';
import { paddingFor } from './pdfPadding';

export type { ExampleInvoice, ExampleLine } from './invoice';

export interface InvoicePdfOptions {
	/** Pages of the whole file, at least; pages beyond the invoices' own carry terms and conditions. */
	pages?: number;
	/** Exact size of the file in bytes, reached with an embedded stream that no page refers to. */
	padToBytes?: number;
	/** The file asks for a password. */
	encrypted?: boolean;
}

const plainInvoice: ExampleInvoice = {
	title: 'INVOICE',
	number: 'INV-1',
	date: '2026-03-04',
	dueDate: '2026-04-03',
	supplier: 'Example Office Supplies Ltd',
	supplierAddress: '1 Example Street, Exampletown',
	customer: 'Sample Customer GmbH',
	customerAddress: '2 Sample Road, Sampleville',
	currency: 'EUR',
	lines: [{ description: 'Copy paper A4', quantity: 10, unitPrice: 4.5 }],
	taxRate: 20,
	layout: 'labels',
};

/**
 * A real PDF that shows one invoice, or several one after the other, each on a page of its own. What is not given is
 * that of a plain invoice. The same arguments give the same bytes, except where `encrypted`.
 */
export async function makeInvoicePdf(
	invoices: Partial<ExampleInvoice> | Array<Partial<ExampleInvoice>> = {},
	options: InvoicePdfOptions = {},
): Promise<Buffer> {
	const bytes = await drawPdf([invoices].flat(), options);
	if (options.padToBytes === undefined) return bytes;
	const { before, fill, after } = paddingFor(bytes, options.padToBytes);
	return Buffer.concat([bytes, before, ...fill, after]);
}

/** Writes the PDF of one plain invoice, padded to exactly `bytes`, without holding it in memory. */
export async function writePaddedPdf(
	path: string,
	bytes: number,
	invoice: Partial<ExampleInvoice> = {},
): Promise<void> {
	const pdf = await drawPdf([invoice], {});
	const { before, fill, after } = paddingFor(pdf, bytes);
	const file = createWriteStream(path);
	const write = async (chunk: Buffer) => {
		if (!file.write(chunk)) await once(file, 'drain');
	};
	await write(pdf);
	await write(before);
	for (const chunk of fill) await write(chunk);
	file.end(after);
	await once(file, 'close');
}

async function drawPdf(
	invoices: Array<Partial<ExampleInvoice>>,
	options: InvoicePdfOptions,
): Promise<Buffer> {
	const doc = new PDFDocument({
		size: 'A4',
		margins: { top: 50, left: 50, right: 50, bottom: 40 },
		bufferPages: true,
		// The file's id derives from this information: a fixed date keeps the bytes the same from run to run.
		info: { Title: 'Example document', CreationDate: new Date('2026-01-02T03:04:05Z') },
		...(options.encrypted ? { userPassword: 'example', ownerPassword: 'example owner' } : {}),
	});
	const chunks: Buffer[] = [];
	doc.on('data', (chunk: Buffer) => chunks.push(chunk));
	const ended = once(doc, 'end');
	invoices.forEach((invoice, index) => {
		if (index > 0) doc.addPage();
		drawInvoice(doc, { ...plainInvoice, ...invoice });
	});
	addTerms(doc, options.pages ?? 1);
	doc.end();
	await ended;
	return Buffer.concat(chunks);
}

function addTerms(doc: PDFKit.PDFDocument, pages: number): void {
	for (let page = doc.bufferedPageRange().count + 1; page <= pages; page++) {
		doc.addPage().font('Helvetica').fontSize(10).text(`Terms and conditions, sheet ${page}`, 50, 50);
	}
}
