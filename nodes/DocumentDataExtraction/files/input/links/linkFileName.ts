import { fileTypeOf } from '../fileTypes';
import type { Link } from '../Link';

/** A parameter of the header: `; name=token`, `; name="text"` or `; name*=charset'language'text` (RFC 6266, RFC 5987). */
const DISPOSITION_PARAMETER = /;\s*([\w!#$%&'+.^`|~-]+\*?)\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)/g;

/** Node gives the bytes of a header as Latin-1. Many servers send UTF-8, although they should not. */
function inUtf8(text: string): string {
	const decoded = Buffer.from(text, 'latin1').toString('utf8');
	return decoded.includes('\ufffd') ? text : decoded;
}

/** Takes a text out of its quotes, with what backslashes stand before. */
const unquoted = (text: string): string =>
	text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text.trim();

/** Decodes `%20` and the like into bytes, as Latin-1. Other text stays as it is. */
const percentBytes = (text: string): string =>
	text.replace(/%([\da-f]{2})/gi, (_code, digits: string) => String.fromCharCode(parseInt(digits, 16)));

/** Reads `UTF-8''M%C3%A4rz.pdf`. */
function extended(value = ''): string | undefined {
	const text = /^[^']*'[^']*'(.*)$/s.exec(value)?.[1];
	return text && inUtf8(percentBytes(text));
}

/** Reads the file name of the header Content-Disposition unchanged. It may hold folders, or anything else. */
export function dispositionFileName(header: unknown): string | undefined {
	if (typeof header !== 'string') return undefined;
	const found = new Map<string, string>();
	for (const [, name = '', value = ''] of header.matchAll(DISPOSITION_PARAMETER))
		if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), unquoted(value));
	const plain = found.get('filename');
	const name = extended(found.get('filename*')) ?? (plain === undefined ? undefined : inUtf8(plain));
	return name?.trim() || undefined;
}

const lastOfPath = ({ pathname }: URL): string =>
	inUtf8(percentBytes(pathname.split('/').filter(Boolean).at(-1) ?? ''));

/**
 * The name of the file behind a link: what its server calls it, else what the list of links does, else the last part of a URL.
 * Of the given and the final URL, the one whose name has the extension of a supported type wins.
 *
 * @param response absent if nothing came
 * @returns a name that may hold anything
 */
export function linkFileName(
	{ url, fileName }: Link,
	response?: { url: URL; headers: Record<string, unknown> },
): string {
	const told = dispositionFileName(response?.headers['content-disposition']) ?? fileName;
	if (told !== undefined) return told;
	const inAddresses = [url, ...(response ? [response.url] : [])].map(lastOfPath).filter(Boolean);
	const withType = inAddresses.find((name) => fileTypeOf(name, ''));
	return withType ?? inAddresses[0] ?? url.hostname;
}
