import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeInvoicePdf } from '../../examples/documents/invoicePdf';
import type { JobFile } from './Job';

const BYTES = 100 * 1024;

/** Writes so many PDFs of 100 KB. */
export async function smallFiles(folder: string, count: number): Promise<JobFile[]> {
	const content = await makeInvoicePdf({}, { padToBytes: BYTES });
	const files: JobFile[] = [];
	for (let number = 1; number <= count; number++) {
		const fileName = `invoice-${number}.pdf`;
		const path = join(folder, fileName);
		// Each has other contents: the same bytes are sent once.
		await writeFile(path, Buffer.concat([content, Buffer.from(`\n% ${number}\n`)]));
		files.push({ path, fileName });
	}
	return files;
}
