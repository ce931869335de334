/** Makes the example documents beside this file: `npx tsx examples/documents/make.ts`. Two runs give the same bytes. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { exampleImages } from './exampleImages';
import { examplePdfs } from './exampleInvoices';
import { makeInvoicePdf } from './invoicePdf';

async function writeExample(name: string, bytes: Buffer): Promise<void> {
	const path = join(__dirname, name);
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, bytes);
	console.log(`${name}: ${bytes.length} bytes`);
}

async function main(): Promise<void> {
	for (const [name, invoices] of Object.entries(examplePdfs))
		await writeExample(name, await makeInvoicePdf(invoices));
	for (const [name, bytes] of Object.entries(await exampleImages())) await writeExample(name, bytes);
}

void main();
