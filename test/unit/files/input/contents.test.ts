import fc from 'fast-check';
import {
	contentsOf,
	isDocument,
	readContents,
} from '../../../../nodes/DocumentDataExtraction/files/input/contents';
import { claimedType } from '../../../../nodes/DocumentDataExtraction/files/input/fileTypes';
import { unsupportedOf } from '../../../../nodes/DocumentDataExtraction/files/input/unsupported';
import { aFile } from '../../../support/aFile';

const hex = (digits: string) => Buffer.from(digits, 'hex');
const PNG = hex('89504e470d0a1a0a0000');
const PDF = '%PDF-1.7\n%\u00e2\u00e3\n1 0 obj';

/** The header of a file that old Macs sent: the length of its name, the name, and its type. */
const macBinary = (name: string): Buffer => {
	const header = Buffer.alloc(128);
	header.writeUInt8(name.length, 1);
	header.write(name, 2);
	header.write('PDF CARO', 65);
	return header;
};

const tarHeader = (name: string): Buffer => {
	const header = Buffer.alloc(512);
	header.write(name);
	header.write('ustar', 257);
	return header;
};

/** How files begin that are no documents, by what they are. */
const OTHERS: Array<[what: string, contents: string, beginning: Buffer]> = [
	['a ZIP', 'zip', hex('504b0304')],
	['an empty ZIP', 'zip', hex('504b0506')],
	['a ZIP in pieces', 'zip', hex('504b0708')],
	['a GZIP', 'archive', hex('1f8b0800')],
	['a TAR', 'archive', tarHeader('invoice.pdf')],
	['a TAR of a file that is called like a PDF', 'archive', tarHeader('%PDX-1.7')],
	['a 7z', 'closedArchive', hex('377abcaf271c')],
	['a RAR', 'closedArchive', hex('526172211a070100')],
	['a TIFF of Intel', 'tiff', hex('49492a00')],
	['a TIFF of Motorola', 'tiff', hex('4d4d002a')],
	['a BigTIFF', 'tiff', hex('49492b00')],
	['a HEIC', 'heic', Buffer.concat([hex('00000018'), Buffer.from('ftypheic')])],
	['a HEIF', 'heic', Buffer.concat([hex('00000018'), Buffer.from('ftypmif1')])],
	['an AVIF', 'heic', Buffer.concat([hex('0000001c'), Buffer.from('ftypavif')])],
	['a WebP', 'image', Buffer.concat([Buffer.from('RIFF'), hex('24000000'), Buffer.from('WEBP')])],
	['a GIF', 'image', Buffer.from('GIF89a')],
	['a BMP', 'image', Buffer.concat([Buffer.from('BM'), hex('3600000000000000')])],
	['an old Office document', 'ole', hex('d0cf11e0a1b11ae1')],
	['a winmail.dat', 'tnef', hex('789f3e22')],
	['a P7M', 'signed', hex('30820a0006092a864886f70d010702')],
	['a P7M of unknown length', 'signed', hex('308006092a864886f70d010702')],
	['an RTF', 'rtf', Buffer.from('{\\rtf1\\ansi')],
	['an AppleDouble', 'macFile', hex('0005160700020000')],
	['a .DS_Store', 'macFile', Buffer.concat([hex('00000001'), Buffer.from('Bud1')])],
	['a page', 'page', Buffer.from('<!doctype html><p>')],
	['an email', 'email', Buffer.from('Received: from a\r\n by b\r\nSubject: %PDF-1.7\r\n\r\nHello\r\n')],
	['an email of a mailbox', 'email', Buffer.from('From a@b.c Mon\nFrom: a@b.c\nDate: today\n\nHello\n')],
	['an XML', 'xml', Buffer.from('<?xml version="1.0"?>\n<Invoice>')],
	['an XML without its first line', 'xml', Buffer.from('<rsm:CrossIndustryInvoice xmlns="x">')],
	[
		'the body of a form',
		'multipart',
		Buffer.from(
			'--x\r\nContent-Disposition: form-data; name="f"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n',
		),
	],
	['a text', 'text', Buffer.from('The file begins with %PDF-1.7\n')],
	['JSON', 'text', Buffer.from('{"file":"%PDF-1.7\\n"}')],
	['half a PNG', 'text', PNG.subarray(0, 4)],
	['noise', 'other', hex('00ff00ff00')],
];

/** What may stand before a PDF. */
const BEFORE_PDF: Array<[what: string, before: Buffer]> = [
	['nothing', Buffer.alloc(0)],
	['white space', Buffer.from('\r\n \t\0\n')],
	['a byte order mark', hex('efbbbf')],
	['the headers of a mail', Buffer.from('Content-Type: application/pdf;\r\n name="a.pdf"\r\nX-A: b\r\n\r\n')],
	['the headers of HTTP', Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n')],
	['what a printer is told', Buffer.from('\u001b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n')],
	['a MacBinary header', macBinary('invoice.pdf')],
];

describe('what the first bytes of a file say', () => {
	it.each([
		['a PDF', Buffer.from('%PDF-1.7\n'), 'pdf'],
		['a PNG', PNG, 'png'],
		['a JPG', hex('ffd8ffe0'), 'jpg'],
		['a page', Buffer.from('<!doctype html><p>'), 'page'],
		['a page behind comments', Buffer.from('\n<!-- <x> --> <!-- y -->\n<html>'), 'page'],
		['a page in XML', Buffer.from('<?xml version="1.0"?><!DOCTYPE html>'), 'page'],
		['a page about PDF', Buffer.from('<html><body>%PDF-1.7'), 'page'],
		['a ZIP with a PDF in it', Buffer.from('PK\u0003\u0004....invoice.pdf%PDF-1.7\n'), 'zip'],
	])('%s is known before its end', (_what, bytes, contents) => {
		expect(contentsOf(bytes, false)).toBe(contents);
		expect(contentsOf(bytes, true)).toBe(contents);
	});

	it.each(OTHERS)('%s is known as %s once it is whole', (_what, contents, bytes) =>
		expect(contentsOf(bytes, true)).toBe(contents),
	);

	it.each([
		['JSON', Buffer.from('{"error":"expired"}')],
		['half a PNG', PNG.subarray(0, 4)],
		['half a PDF', Buffer.from('%PD')],
		['headers', Buffer.from('Content-Type: application/pdf\r\n')],
	])('%s is no document once it is whole, and unknown before', (_what, bytes) => {
		expect(contentsOf(bytes, false)).toBeUndefined();
		expect(isDocument(contentsOf(bytes, true)!)).toBe(false);
	});

	it('nothing is empty once it is whole', () => {
		expect(contentsOf(Buffer.alloc(0), false)).toBeUndefined();
		expect(contentsOf(Buffer.alloc(0), true)).toBe('empty');
	});

	it('no more than a kilobyte is needed', () => {
		expect(contentsOf(Buffer.alloc(1024), false)).toBe('other');
		expect(contentsOf(Buffer.from(`${' '.repeat(1019)}%PDF-1.7`), false)).toBe('pdf');
		expect(contentsOf(Buffer.from(`${' '.repeat(1020)}%PDF-1.7`), false)).toBe('text');
		expect(contentsOf(Buffer.from('<!--x-->'.repeat(128)), false)).toBe('text');
	});
});

describe('a PDF', () => {
	it.each(BEFORE_PDF)('is one behind %s, whatever follows', (_what, before) => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 2000 }), (rest) => {
				const bytes = Buffer.concat([before, Buffer.from(PDF, 'latin1'), rest]);
				expect(contentsOf(bytes, true)).toBe('pdf');
				expect(contentsOf(bytes, false) ?? 'pdf').toBe('pdf');
			}),
		);
	});
});

describe('a file that is no document', () => {
	const names = [
		'a.pdf',
		'a.JPG',
		'a.png',
		'a.zip',
		'scan',
		'.pdf',
		'a.pdf ',
		'a.eml',
		'._a.pdf',
		'.DS_Store',
	];
	const types = ['application/pdf', 'image/jpeg', 'image/png', '', 'application/octet-stream', 'text/html'];
	/** A beginning, and whatever may follow it: also what looks like a document. */
	const files = fc
		.tuple(
			fc.constantFrom(...OTHERS.map(([, , beginning]) => beginning)),
			fc.oneof(
				fc.uint8Array({ maxLength: 1500 }),
				fc
					.constantFrom('\n%PDF-1.7\n', '\n\n%PDF-1.4 x', '\u00ff\u00d8\u00ff')
					.map((text) => Buffer.from(text)),
			),
		)
		.map((parts) => Buffer.concat(parts));

	it('is never sent, whatever follows its beginning, and whatever its name and its MIME type say', () => {
		fc.assert(
			fc.property(
				files,
				fc.constantFrom(...names),
				fc.constantFrom(...types),
				(bytes, fileName, mimeType) => {
					const contents = contentsOf(bytes, true)!;
					const unsupported = unsupportedOf(aFile({ fileName, mimeType, contents, bytes: bytes.length }));
					expect(isDocument(contents)).toBe(false);
					expect(unsupported?.nextStep).toEqual(expect.stringMatching(/./));
					// What claims to be a document is never skipped: somebody misses it.
					const isOfMac = unsupported?.reason === 'mac_file';
					expect(unsupported?.isOtherType).toBe(isOfMac || claimedType(fileName, mimeType) === undefined);
				},
			),
			{ numRuns: 2000 },
		);
	});

	it('is never a document in pieces what it is not as a whole', () => {
		fc.assert(
			fc.property(files, fc.nat(), (bytes, cut) => {
				const piece = bytes.subarray(0, cut % (bytes.length + 1));
				expect(isDocument(contentsOf(piece, false) ?? 'other')).toBe(false);
			}),
		);
	});
});

describe('what a file is, read in chunks', () => {
	/** The chunks, and how many of them were read. */
	const file = (...texts: string[]) => {
		const read: string[] = [];
		async function* chunks() {
			for (const text of texts) {
				read.push(text);
				yield await Promise.resolve(Buffer.from(text));
			}
		}
		return { read, chunks: chunks() };
	};

	it('reads no further than it takes', async () => {
		const { read, chunks } = file('%P', 'DF-1.7', 'the rest');
		expect(await readContents(chunks)).toBe('pdf');
		expect(read).toEqual(['%P', 'DF-1.7']);
	});

	it.each([
		['text', ['a', ',b']],
		['empty', []],
	])('is %s at its end', async (contents, texts) => {
		expect(await readContents(file(...texts).chunks)).toBe(contents);
	});
});
