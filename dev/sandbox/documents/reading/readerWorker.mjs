/*
 * A thread of `ReaderThread`: pdf.js is ESM-only (jest cannot require it), and would hold up the server's event loop. It gets
 * `{path, kind, maxPages}` and says `opened`, `page` for each page, and `end`; or `fault` if it could not begin. A picture says `alive`
 * now and then.
 */
import { open } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { getDocument, OPS, PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs';

const pointsPerInch = 72;
/** Enough for body text to be recognised well. */
const scanResolution = 150;
/** A page may claim any size; this bounds the picture made of it, in pixels. */
const longestSide = 4000;
/** More than A3 at 600 dots per inch. A larger picture is taken for an attack, and left out. */
const mostPixels = 100_000_000;

const say = (message) => parentPort.postMessage(message);
const alive = () => say({ kind: 'alive' });
/** Loaded for the first picture: most documents have none. */
const imageText = async () => await import('./imageText.mjs');

/** Gives pdf.js only the ranges it asks for: a 150 MB PDF is never whole in memory. */
class FileRanges extends PDFDataRangeTransport {
	constructor(file, size) {
		super(size, null);
		this.file = file;
	}

	async requestDataRange(begin, end) {
		const chunk = new Uint8Array(end - begin);
		const { bytesRead } = await this.file.read(chunk, 0, chunk.length, begin).catch(() => ({ bytesRead: 0 }));
		try {
			this.onDataRange(begin, chunk.subarray(0, bytesRead));
		} catch {
			// pdf.js has given up the document meanwhile, and wants none of it any more.
		}
	}
}

async function readPdf(path, maxPages) {
	const file = await open(path);
	try {
		const { size } = await file.stat();
		return size === 0 ? 'unreadable' : await readPages(new FileRanges(file, size), maxPages);
	} finally {
		await file.close();
	}
}

async function readPages(range, maxPages) {
	const task = getDocument({
		range,
		disableAutoFetch: true,
		disableStream: true,
		isEvalSupported: false,
		useSystemFonts: false,
		maxImageSize: mostPixels,
		verbosity: 0,
	});
	try {
		const pdf = await task.promise;
		if (pdf.numPages > maxPages) return 'too-many-pages';
		say({ kind: 'opened', pages: pdf.numPages });
		for (let number = 1; number <= pdf.numPages; number++) {
			say({ kind: 'page', items: await readPage(pdf, number) });
		}
		return 'read';
	} catch (error) {
		return error?.name === 'PasswordException' ? 'encrypted' : 'unreadable';
	} finally {
		await task.destroy();
	}
}

async function readPage(pdf, number) {
	try {
		const page = await pdf.getPage(number);
		const { height } = page.getViewport({ scale: 1 });
		const { items } = await page.getTextContent();
		const texts = items.filter((item) => typeof item.str === 'string' && item.str.trim() !== '');
		if (texts.length === 0) return await readScannedPage(pdf, page);
		page.cleanup();
		return texts.map((item) => ({
			text: item.str,
			x: item.transform[4],
			// PDF counts y upwards from the foot of the page.
			y: height - item.transform[5],
			width: item.width,
			height: item.height || Math.abs(item.transform[3]),
		}));
	} catch {
		return [];
	}
}

async function readScannedPage(pdf, page) {
	const { fnArray } = await page.getOperatorList();
	if (!fnArray.includes(OPS.paintImageXObject)) return [];
	const { width, height } = page.getViewport({ scale: 1 });
	const scale = Math.min(scanResolution / pointsPerInch, longestSide / Math.max(width, height));
	const viewport = page.getViewport({ scale });
	// pdf.js's own canvas: drawing with another copy of the native library crashes the process.
	const { canvas, context } = pdf.canvasFactory.create(Math.ceil(viewport.width), Math.ceil(viewport.height));
	await page.render({ canvasContext: context, viewport }).promise;
	page.cleanup();
	const { recognise } = await imageText();
	return (await recognise(canvas.toBuffer('image/png'), alive)) ?? [];
}

async function readImage(path) {
	const items = await (await imageText()).readImage(path, alive);
	if (!items) return 'unreadable';
	say({ kind: 'page', items });
	return 'read';
}

parentPort.on('message', async ({ path, kind, maxPages }) => {
	try {
		say({ kind: 'end', status: kind === 'pdf' ? await readPdf(path, maxPages) : await readImage(path) });
	} catch (error) {
		say({ kind: 'fault', message: String(error) });
	}
});
say({ kind: 'ready' });
