// Runs in a thread of its own: pdf.js is ESM-only (jest cannot require it) and parsing would hold up the server's event loop.
import { open } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { getDocument, OPS, PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readImage, recognise } from './imageText.mjs';

const pointsPerInch = 72;
/** Enough for body text to be recognised well. */
const scanResolution = 150;
/** A page may claim any size; this bounds the picture made of it, in pixels. */
const longestSide = 4000;

/** Gives pdf.js only the ranges it asks for: a 150 MB PDF is never whole in memory. */
class FileRanges extends PDFDataRangeTransport {
	constructor(file, size) {
		super(size, null);
		this.file = file;
	}

	async requestDataRange(begin, end) {
		const chunk = new Uint8Array(end - begin);
		const { bytesRead } = await this.file.read(chunk, 0, chunk.length, begin).catch(() => ({ bytesRead: 0 }));
		this.onDataRange(begin, chunk.subarray(0, bytesRead));
	}
}

async function readPdf(path, maxPages) {
	const file = await open(path);
	try {
		const { size } = await file.stat();
		return size === 0 ? { status: 'unreadable' } : await readPages(new FileRanges(file, size), maxPages);
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
		verbosity: 0,
	});
	try {
		const pdf = await task.promise;
		if (pdf.numPages > maxPages) return { status: 'too-many-pages' };
		const pages = [];
		for (let number = 1; number <= pdf.numPages; number++) {
			pages.push(await readPage(pdf, number));
		}
		return { status: 'read', pages };
	} catch (error) {
		return { status: error?.name === 'PasswordException' ? 'encrypted' : 'unreadable' };
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
	const result = await recognise(canvas.toBuffer('image/png'));
	return result.status === 'read' ? result.pages[0] : [];
}

parentPort.on('message', async ({ id, path, kind, maxPages }) => {
	try {
		const result = kind === 'pdf' ? await readPdf(path, maxPages) : await readImage(path);
		parentPort.postMessage({ id, result });
	} catch (error) {
		parentPort.postMessage({ id, error: String(error) });
	}
});
