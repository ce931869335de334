import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { createCanvas, GlobalFonts, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';

const inkColour = '#111111';
const fontFolder = join(dirname(require.resolve('pdfjs-dist/package.json')), 'standard_fonts');
// A font from a package: the machine's own fonts, if any, would change the pictures.
GlobalFonts.registerFromPath(join(fontFolder, 'LiberationSans-Regular.ttf'), 'Example Sans');
GlobalFonts.registerFromPath(join(fontFolder, 'LiberationSans-Bold.ttf'), 'Example Sans Bold');

/** In pixels, if a piece says nothing else. */
const SIZE = 26;

/** Text and its place: x, y of the baseline and the size, in pixels. */
type Piece = [text: string, x: number, y: number, size?: number, bold?: 'bold'];

/** The example images by file name, as the bytes of a JPG or PNG. Each carries its text, since the sandbox recognises no characters. */
export async function exampleImages(): Promise<Record<string, Buffer>> {
	const jpg = await drawn(760, 1000, receipt).encode('jpeg', 80);
	// Behind its first segment, which says that it is a JPG.
	const head = 4 + jpg.readUInt16BE(4);
	const png = await drawn(1240, 1400, scannedInvoice).encode('png');
	return {
		'receipt.jpg': Buffer.concat([jpg.subarray(0, head), jpgComment(receipt), jpg.subarray(head)]),
		'scanned-invoice.png': Buffer.concat([
			png.subarray(0, -END_OF_PNG),
			pngComment(scannedInvoice),
			png.subarray(-END_OF_PNG),
		]),
	};
}

/** The length of the chunk that a PNG ends with. */
const END_OF_PNG = 12;

function jpgComment(pieces: Piece[]): Buffer {
	const text = textOf(pieces);
	const head = Buffer.from([0xff, 0xfe, 0, 0]);
	head.writeUInt16BE(text.length + 2, 2);
	return Buffer.concat([head, text]);
}

function pngComment(pieces: Piece[]): Buffer {
	const chunk = Buffer.concat([Buffer.from('tEXtComment\0'), textOf(pieces)]);
	const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(chunk.length - 4);
	checksum.writeUInt32BE(crc32(chunk));
	return Buffer.concat([length, chunk, checksum]);
}

/** As `dev/sandbox/documents/reading/pictureText.ts` reads it. */
const textOf = (pieces: Piece[]): Buffer =>
	Buffer.from(
		`Text of this picture: ${JSON.stringify(pieces.map(([text, x, y, size = SIZE]) => [text, x, y, size]))}`,
	);

const receipt: Piece[] = [
	['Example Coffee House', 170, 90, 40, 'bold'],
	['5 Sample Square, Demo City', 210, 135],
	['RECEIPT', 310, 205, 32, 'bold'],
	['Receipt No: R-20417', 60, 275],
	['Date: 2026-03-09', 60, 320],
	...row(400, ['Item', 'Qty', 'Price', 'Amount'], [60, 380, 480, 610]),
	...row(450, ['Filter coffee', '2', '3.20', '6.40'], [60, 380, 480, 610]),
	...row(500, ['Cheese sandwich', '1', '5.90', '5.90'], [60, 380, 480, 610]),
	...row(550, ['Apple juice', '3', '2.50', '7.50'], [60, 380, 480, 610]),
	...row(640, ['Subtotal', '19.80'], [60, 610]),
	...row(690, ['Tax 10%', '1.98'], [60, 610]),
	...row(740, ['Total EUR', '21.78'], [60, 610]),
	['Paid by card', 60, 830],
	['Thank you for your visit', 230, 910],
];

const scannedInvoice: Piece[] = [
	['Example Garden Services Ltd', 90, 130, 40, 'bold'],
	['8 Template Lane, Exampletown', 90, 175],
	['INVOICE', 90, 260, 34, 'bold'],
	['Invoice Number: GS-3105', 90, 330],
	['Invoice Date: 2026-03-18', 90, 375],
	['Due Date: 2026-04-01', 90, 420],
	['Customer: Sample Customer GmbH', 90, 465],
	...row(560, ['Description', 'Quantity', 'Unit Price', 'Amount'], [90, 620, 800, 1020]),
	...row(610, ['Hedge trimming', '8', '45.00', '360.00'], [90, 620, 800, 1020]),
	...row(660, ['Lawn seed 10 kg', '2', '62.50', '125.00'], [90, 620, 800, 1020]),
	...row(760, ['Net Amount', '485.00 EUR'], [800, 1020]),
	...row(810, ['VAT 20%', '97.00 EUR'], [800, 1020]),
	...row(860, ['Total', '582.00 EUR'], [800, 1020]),
];

function row(y: number, texts: string[], columns: number[]): Piece[] {
	return texts.map((text, index) => [text, columns[index] ?? 0, y]);
}

function drawn(width: number, height: number, pieces: Piece[]): Canvas {
	const canvas = createCanvas(width, height);
	const context = canvas.getContext('2d');
	context.fillStyle = '#ffffff';
	context.fillRect(0, 0, width, height);
	context.fillStyle = inkColour;
	for (const piece of pieces) drawPiece(context, piece);
	return canvas;
}

function drawPiece(context: SKRSContext2D, [text, x, y, size = SIZE, weight]: Piece): void {
	context.font = `${size}px "Example Sans${weight ? ' Bold' : ''}"`;
	context.fillText(text, x, y);
}
