import { constants, deflateRawSync } from 'node:zlib';

const MEGABYTE = 1024 * 1024;

type PdfObject = string | Buffer;

const bytesOf = (object: PdfObject): Buffer =>
	typeof object === 'string' ? Buffer.from(object, 'latin1') : object;

/** What stands before a cross-reference table, and where each object stands in it. */
function bodyOf(objects: PdfObject[]): { body: Buffer; offsets: number[] } {
	const parts = [bytesOf('%PDF-1.7\n')];
	const offsets: number[] = [];
	let length = parts[0]!.length;
	for (const [index, object] of objects.entries()) {
		const part = Buffer.concat([bytesOf(`${index + 1} 0 obj\n`), bytesOf(object), bytesOf('\nendobj\n')]);
		offsets.push(length);
		length += part.length;
		parts.push(part);
	}
	return { body: Buffer.concat(parts), offsets };
}

interface Lies {
	/** Added to every offset of the cross-reference table. */
	offsetsBy?: number;
	/** What the trailer says besides, about the place of the table. */
	trailer?: (xrefAt: number) => string;
}

/** A PDF byte by byte: the first object is its catalogue. */
function pdf(objects: PdfObject[], { offsetsBy = 0, trailer = () => '' }: Lies = {}): Buffer {
	const { body, offsets } = bodyOf(objects);
	const size = objects.length + 1;
	const lines = offsets.map((offset) => `${String(offset + offsetsBy).padStart(10, '0')} 00000 n \n`);
	const end =
		`xref\n0 ${size}\n0000000000 65535 f \n${lines.join('')}` +
		`trailer\n<< /Size ${size} /Root 1 0 R ${trailer(body.length)} >>\nstartxref\n${body.length}\n%%EOF\n`;
	return Buffer.concat([body, bytesOf(end)]);
}

const stream = (bytes: PdfObject, dictionary = '', length = bytesOf(bytes).length): Buffer =>
	Buffer.concat([
		bytesOf(`<< ${dictionary} /Length ${length} >>\nstream\n`),
		bytesOf(bytes),
		bytesOf('\nendstream'),
	]);

const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const pagesNode = (kids: number[], count: number, parent?: number) =>
	`<< /Type /Pages /Count ${count} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}]${parent ? ` /Parent ${parent} 0 R` : ''} >>`;
const pageNode = (parent: number, contents: number, resources = '/Font << /F1 3 0 R >>') =>
	`<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 595 842] /Resources << ${resources} >> /Contents ${contents} 0 R >>`;
const showing = (text: string) => `BT /F1 12 Tf 50 700 Td (${text}) Tj ET`;

/** One page for each content, the numbers of which stand one after the other from 4. */
const pagesWith = (...contents: Buffer[]): PdfObject[] => [
	CATALOGUE,
	pagesNode(
		contents.map((_, index) => 4 + 2 * index),
		contents.length,
	),
	FONT,
	...contents.flatMap((content, index) => [pageNode(2, 5 + 2 * index), content]),
];

/** So many megabytes of one character, a thousandth of that in the file. */
function bomb(megabytes: number, dictionary = ''): Buffer {
	const options = { level: 9, finishFlush: constants.Z_FULL_FLUSH };
	const block = deflateRawSync(Buffer.alloc(MEGABYTE, ' '), options);
	const blocks = new Array<Buffer>(megabytes).fill(block);
	return stream(
		Buffer.concat([bytesOf('\x78\x9c'), ...blocks, deflateRawSync(Buffer.from(' '))]),
		`/Filter /FlateDecode ${dictionary}`,
	);
}

const invoicePage = stream(showing('Invoice Number: ODD-1'));

/** Its second page of three unpacks to 2 GB. */
export const flateBombPdf = (): Buffer => pdf(pagesWith(invoicePage, bomb(2_000), invoicePage));

/** Each node of the page tree holds a page, and the node with all further pages. */
export function deepPageTreePdf(pages = 4_900): Buffer {
	const objects: PdfObject[] = [CATALOGUE, pagesNode([5, 6], pages), FONT, invoicePage, pageNode(2, 4)];
	for (let page = 1; page < pages; page++) {
		const node = 4 + 2 * page;
		const kids = page === pages - 1 ? [node + 1] : [node + 1, node + 2];
		objects.push(pagesNode(kids, pages - page, page === 1 ? 2 : node - 2), pageNode(node, 4));
	}
	return pdf(objects);
}

/** A page tree with far more entries than it counts. */
export function miscountedPageTreePdf(entries = 6_160): Buffer {
	const kids = Array.from({ length: entries }, (_, index) => index + 5);
	return pdf([CATALOGUE, pagesNode(kids, 1), FONT, invoicePage, ...kids.map(() => pageNode(2, 4))]);
}

export const circularPageTreePdf = (): Buffer =>
	pdf([CATALOGUE, pagesNode([4], 5), FONT, pagesNode([2, 5], 5, 2), pageNode(4, 6), invoicePage]);

export const manyPagesPdf = (pages = 3_000): Buffer =>
	pdf(
		pagesWith(...Array.from({ length: pages }, (_, index) => stream(showing(`Invoice Number: M-${index}`)))),
	);

/** Its only page says that it is longer than the file. */
export function endlessStreamPdf(): Buffer {
	const words = Buffer.alloc(MEGABYTE / 8, 'BT 9 9 Td (a) Tj ET ');
	return pdf(pagesWith(stream(Buffer.concat([bytesOf('/F1 12 Tf '), words]), '', 2_000_000_000)));
}

/** The stream says that it ends where it begins. */
export const tooShortLengthPdf = (): Buffer =>
	pdf(pagesWith(stream(showing('Invoice Number: ODD-1'), '', 0)));

/** No cross-reference table, and megabytes of objects that never end: it has to be searched for everything. */
export const noTablePdf = (megabytes = 0.2): Buffer =>
	Buffer.concat([bodyOf(pagesWith(invoicePage)).body, Buffer.alloc(megabytes * MEGABYTE, '1 0 obj\n')]);

export const wrongOffsetsPdf = (): Buffer => pdf(pagesWith(invoicePage), { offsetsBy: 3 });

/** The cross-reference table names itself as the one before. */
export const circularTablePdf = (): Buffer =>
	pdf(pagesWith(invoicePage), { trailer: (xrefAt) => `/Prev ${xrefAt}` });

/** Two million open brackets. */
export const deepNestingPdf = (): Buffer => pdf(pagesWith(stream(`${'['.repeat(2_000_000)} TJ`)));

/** Forms that draw each other ten times each: the last of twelve is drawn 100 billion times. */
export function formsInFormsPdf(): Buffer {
	const form = (drawn: number) =>
		stream(
			'/X Do '.repeat(10),
			`/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /X ${drawn} 0 R >> >>`,
		);
	const forms = Array.from({ length: 11 }, (_, index) => form(7 + index));
	forms.push(stream('BT ET', '/Type /XObject /Subtype /Form /BBox [0 0 1 1]'));
	const page = pageNode(2, 5, '/XObject << /X 6 0 R >>');
	return pdf([CATALOGUE, pagesNode([4], 1), FONT, page, stream('/X Do'), ...forms]);
}

/** A picture of 900 million pixels, which asks for 2.7 GB. */
export function hugeImagePdf(): Buffer {
	const dictionary =
		'/Type /XObject /Subtype /Image /Width 30000 /Height 30000 /BitsPerComponent 8 /ColorSpace /DeviceRGB';
	return pdf([
		CATALOGUE,
		pagesNode([4], 1),
		FONT,
		pageNode(2, 5, '/XObject << /X 6 0 R >>'),
		stream('595 0 0 842 0 0 cm /X Do'),
		bomb(2_700, dictionary),
	]);
}
