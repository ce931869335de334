import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeInvoicePdf } from '../../../examples/documents/invoicePdf';

/** The numbers of the invoices of a document: one to three of them. */
export const numbersOf = (document: number): string[] =>
	Array.from({ length: 1 + (document % 3) }, (_, index) => `S-${document}-${index + 1}`);

/** Puts a document where n8n can read it, for as long as the work on it takes. */
export async function withDocument<T>(
	folder: string,
	document: number,
	work: (fileName: string) => Promise<T>,
): Promise<T> {
	const fileName = `document-${document}.pdf`;
	const path = join(folder, fileName);
	await writeFile(path, await makeInvoicePdf(numbersOf(document).map((number) => ({ number }))));
	try {
		return await work(fileName);
	} finally {
		await rm(path);
	}
}
