/* The thread of `DocumentReader`: pdf.js is ESM, which Jest cannot load, and would hold up the server. It gets a path, and says what is there. */
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

async function read(path) {
	const task = getDocument({
		data: new Uint8Array(await readFile(path)),
		isEvalSupported: false,
		useSystemFonts: false,
		verbosity: 0,
	});
	try {
		const pdf = await task.promise;
		const pages = [];
		for (let number = 1; number <= pdf.numPages; number++) pages.push(await readPage(pdf, number));
		return { status: 'read', pages };
	} catch (error) {
		return { status: error?.name === 'PasswordException' ? 'encrypted' : 'unreadable' };
	} finally {
		await task.destroy();
	}
}

/** A page that cannot be read is one without text. */
async function readPage(pdf, number) {
	try {
		const page = await pdf.getPage(number);
		const { height } = page.getViewport({ scale: 1 });
		const { items } = await page.getTextContent();
		page.cleanup();
		return items
			.filter(({ str }) => str?.trim())
			.map(({ str, transform, width, height: ofText }) => ({
				text: str,
				x: transform[4],
				// PDF counts y upwards from the foot of the page.
				y: height - transform[5],
				width,
				height: ofText,
			}));
	} catch {
		return [];
	}
}

parentPort.on('message', async (path) => parentPort.postMessage(await read(path)));
