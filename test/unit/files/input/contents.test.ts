import { contentsOf, readContents } from '../../../../nodes/DocumentDataExtraction/files/input/contents';

const hex = (digits: string) => Buffer.from(digits, 'hex');
const PNG = hex('89504e470d0a1a0a0000');

describe('what the first bytes of a file say', () => {
	it.each([
		['a PDF', Buffer.from('%PDF-1.7\n'), 'pdf'],
		['a PDF with something before it', Buffer.from('\r\n-- mail --\r\n%PDF-1.4'), 'pdf'],
		['a PNG', PNG, 'png'],
		['a JPG', hex('ffd8ffe0'), 'jpg'],
		['a page', Buffer.from('<!doctype html><p>'), 'page'],
		['a page behind comments', Buffer.from('\n<!-- <x> --> <!-- y -->\n<html>'), 'page'],
		['a page in XML', Buffer.from('<?xml version="1.0"?><!DOCTYPE html>'), 'page'],
		['a page about PDF', Buffer.from('<html><body>%PDF-1.7'), 'page'],
	])('%s is known before its end', (_what, bytes, contents) => {
		expect(contentsOf(bytes, false)).toBe(contents);
		expect(contentsOf(bytes, true)).toBe(contents);
	});

	it.each([
		['JSON', Buffer.from('{"error":"expired"}')],
		['a ZIP', Buffer.from('PK\u0003\u0004')],
		['a GIF', Buffer.from('GIF89a')],
		['XML', Buffer.from('<?xml version="1.0"?><invoice>')],
		['half a PNG', PNG.subarray(0, 4)],
		['half a PDF', Buffer.from('%PD')],
	])('%s is another type once it is whole', (_what, bytes) => {
		expect(contentsOf(bytes, false)).toBeUndefined();
		expect(contentsOf(bytes, true)).toBe('other');
	});

	it('nothing is empty once it is whole', () => {
		expect(contentsOf(Buffer.alloc(0), false)).toBeUndefined();
		expect(contentsOf(Buffer.alloc(0), true)).toBe('empty');
	});

	it('no more than a kilobyte is needed', () => {
		expect(contentsOf(Buffer.alloc(1024), false)).toBe('other');
		expect(contentsOf(Buffer.from(`${' '.repeat(1020)}%PDF-1.7`), false)).toBe('other');
		expect(contentsOf(Buffer.from('<!--x-->'.repeat(128)), false)).toBe('other');
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
		['other', ['a', ',b']],
		['empty', []],
	])('is %s at its end', async (contents, texts) => {
		expect(await readContents(file(...texts).chunks)).toBe(contents);
	});
});
