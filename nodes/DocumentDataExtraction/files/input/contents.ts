import type { FileType } from './fileTypes';

/** What the first bytes of a file say it is. `other` is neither a document nor a web page. */
export type Contents = FileType | 'page' | 'other' | 'empty';

/** So many bytes are enough. Some programs write something before a PDF, and readers of PDF look for its beginning within these. */
const ENOUGH = 1024;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString('latin1');
const JPG = Buffer.from([0xff, 0xd8, 0xff]).toString('latin1');

const COMMENTS = /<!--.*?(?:-->|$)/gs;

/** How web pages begin. */
const PAGE_BEGINNING =
	/^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html|head|body|script|meta|title)\b/i;

/**
 * Tells what a file is by its first bytes, never by its name or by what a server says of it.
 *
 * @param isWhole whether no more bytes follow
 * @returns undefined if more bytes are needed to tell
 */
export function contentsOf(head: Buffer, isWhole: boolean): Contents | undefined {
	if (head.length === 0) return isWhole ? 'empty' : undefined;
	const text = head.toString('latin1', 0, ENOUGH);
	if (text.startsWith(PNG)) return 'png';
	if (text.startsWith(JPG)) return 'jpg';
	if (PAGE_BEGINNING.test(text.replace(COMMENTS, ''))) return 'page';
	if (text.includes('%PDF-')) return 'pdf';
	return isWhole || head.length >= ENOUGH ? 'other' : undefined;
}

/** Tells what a file is, and reads no further than that takes. */
export async function readContents(chunks: AsyncIterable<Buffer>): Promise<Contents> {
	let head = Buffer.alloc(0);
	for await (const chunk of chunks) {
		head = Buffer.concat([head, chunk.subarray(0, ENOUGH)]);
		const found = contentsOf(head, false);
		if (found) return found;
	}
	return contentsOf(head, true) ?? 'other';
}

/** Whether it is a document that the service takes. */
export const isDocument = (contents: Contents): contents is FileType =>
	contents === 'pdf' || contents === 'jpg' || contents === 'png';
