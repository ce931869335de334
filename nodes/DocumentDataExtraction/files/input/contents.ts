import type { FileType } from './fileTypes';

/** What the first bytes of a file say it is. `other` is nothing that the table knows. */
export type Contents =
	| FileType
	| 'archive'
	| 'closedArchive'
	| 'email'
	| 'empty'
	| 'heic'
	| 'image'
	| 'macFile'
	| 'multipart'
	| 'ole'
	| 'other'
	| 'page'
	| 'rtf'
	| 'signed'
	| 'text'
	| 'tiff'
	| 'tnef'
	| 'xml'
	| 'zip';

/** So many bytes are enough. Some programs write something before a PDF, and readers of PDF look for its beginning within these. */
export const ENOUGH = 1024;

/** How files begin, in hexadecimal digits. The first that fits counts. */
const SIGNATURES: ReadonlyArray<readonly [Contents, RegExp]> = [
	['pdf', /^255044462d/],
	['png', /^89504e470d0a1a0a/],
	['jpg', /^ffd8ff/],
	// Also Office documents: their names tell them apart.
	['zip', /^504b(0304|0506|0708)/],
	// GZIP, and TAR with "ustar" in the header of its first file.
	['archive', /^1f8b|^.{514}7573746172/],
	// 7z and RAR.
	['closedArchive', /^377abcaf271c|^526172211a07/],
	['tiff', /^49492[ab]00|^4d4d002[ab]/],
	// HEIC, HEIF and AVIF: "ftyp" with one of their brands.
	['heic', /^.{8}66747970(6865(69|76)|6d696631|6d736631|617669)/],
	// GIF, BMP and WebP.
	['image', /^474946383[79]61|^424d.{8}00000000|^52494646.{8}57454250/],
	// Old Office documents and Outlook's messages.
	['ole', /^d0cf11e0a1b11ae1/],
	['tnef', /^789f3e22/],
	// A document in a signature or in encryption: a sequence with the type "signedData" or "envelopedData".
	['signed', /^308[0-4](..){0,4}06092a864886f70d01070[23]/],
	['rtf', /^7b5c727466/],
	// AppleSingle, AppleDouble and .DS_Store.
	['macFile', /^000516(00|07)|^0000000142756431/],
	// MacBinary: a header of 128 bytes that begins with the length of a name.
	['pdf', /^00(0[1-9a-f]|[1-3].)(..){72}00(..){7}00(..){45}255044462d/],
];

const COMMENTS = /<!--.*?(?:-->|$)/gs;

/** How web pages begin. */
const PAGE_BEGINNING =
	/^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html|head|body|script|meta|title)\b/i;

/** How texts begin. Their first bytes have to be there. The first that fits counts. */
const STARTS: ReadonlyArray<readonly [Contents, RegExp]> = [
	// Behind white space, a byte order mark, the headers of a mail or of HTTP, or what a printer is told (PJL).
	[
		'pdf',
		/^(?:\xef\xbb\xbf)?[\s\0]*(?:(?:HTTP\/\d[^\n]*\n)?(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)+\r?\n|(?:\p{Cc}%-12345X)+(?:@PJL[^\n]*\n)*)?[\s\0]*%PDF-(?:\d\.\d[^\S\r\n]*[\r\n]|[\d.]*\s*$)/u,
	],
	['multipart', /^\s*--[^\n]+\ncontent-(?:disposition|type):/i],
	[
		'email',
		/^(?:>?From [^\n]*\n)?(?:arc|authentication|cc|content-type|date|delivered|dkim|from|message-id|mime|received|reply-to|return-path|subject|to|x)\b[\w-]*:[^\n]*\n(?:[ \t][^\n]*\n)*[\w-]+:/i,
	],
	['xml', /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!doctype|[a-z_][\w.:-]*[\s/>])/i],
];

/** Whether bytes are those of a text: none is a control character other than white space and Escape. */
const isText = (bytes: Buffer): boolean =>
	!bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));

/**
 * Tells what a file is by its first bytes, never by its name or by what a server says of it.
 *
 * @param isWhole whether no more bytes follow
 * @returns undefined if more bytes are needed to tell
 */
export function contentsOf(head: Buffer, isWhole: boolean): Contents | undefined {
	if (head.length === 0) return isWhole ? 'empty' : undefined;
	const first = head.subarray(0, ENOUGH);
	const hex = first.toString('hex');
	const signature = SIGNATURES.find(([, beginning]) => beginning.test(hex));
	if (signature) return signature[0];
	const text = first.toString('latin1');
	if (PAGE_BEGINNING.test(text.replace(COMMENTS, ''))) return 'page';
	if (!isWhole && head.length < ENOUGH) return undefined;
	const [found] = STARTS.find(([, beginning]) => beginning.test(text)) ?? [isText(first) ? 'text' : 'other'];
	return found as Contents;
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
