// Optical character recognition of JPG and PNG images, wholly offline: the English language data comes from an npm package.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker } from 'tesseract.js';

const languageData = join(
	dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')),
	'4.0.0_best_int',
);
/** Below this, tesseract is guessing at a pattern rather than reading a word. */
const lowestConfidence = 30;
const rememberedImages = 64;

let recogniser;
const remembered = new Map();

/**
 * The words of an image with their boxes in pixels, or undefined for bytes that are no image. `onProgress` is called again and again
 * meanwhile: an image takes seconds, and on a busy machine many times that.
 */
export async function readImage(path, onProgress) {
	const bytes = await readFile(path);
	const key = createHash('sha256').update(bytes).digest('hex');
	if (remembered.has(key)) return remembered.get(key);
	const words = isImage(bytes) ? await recognise(bytes, onProgress) : undefined;
	// A second round after an answered question reads the same image again; recognition takes seconds on a big one.
	if (remembered.size >= rememberedImages) remembered.delete(remembered.keys().next().value);
	remembered.set(key, words);
	return words;
}

function isImage(bytes) {
	const isPng = bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
	const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
	return isPng || isJpeg;
}

/** The same for bytes that begin as those of an image. */
export async function recognise(bytes, onProgress) {
	recogniser ??= createWorker('eng', 1, {
		langPath: languageData,
		cacheMethod: 'none',
		gzip: true,
		logger: onProgress,
		// Without a handler tesseract.js throws a bad image's error outside of any promise.
		errorHandler: () => undefined,
	});
	const engine = await recogniser;
	try {
		const { data } = await engine.recognize(bytes, {}, { blocks: true, text: false });
		const lines = (data.blocks ?? []).flatMap((block) =>
			block.paragraphs.flatMap((paragraph) => paragraph.lines),
		);
		return lines.flatMap(wordsOfLine);
	} catch {
		return undefined;
	}
}

function wordsOfLine(line) {
	const height = line.rowAttributes?.rowHeight ?? line.bbox.y1 - line.bbox.y0;
	return line.words
		.filter((word) => word.text.trim() !== '' && word.confidence >= lowestConfidence)
		.map((word) => ({
			text: word.text,
			x: word.bbox.x0,
			// The line's baseline, as words with and without descenders end at different heights.
			y: (line.baseline.y0 + line.baseline.y1) / 2,
			width: word.bbox.x1 - word.bbox.x0,
			height,
		}));
}
