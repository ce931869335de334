import { searchText, splitList } from '../../shared/text';
import { possibleNames } from './fileNames';
import { extensionOf } from './fileTypes';
import type { Link } from './Link';

/** Which files of an item are documents. */
export interface FileChoice {
	/** Names of binary fields, or undefined for every one. */
	fieldNames?: string[];
	/** The files are behind these links instead. */
	links?: Link[];
	/** For example `*.pdf, invoice-*`. Undefined takes every name. */
	namePattern?: string;
	/** Keeps smaller files out, such as the logos of email signatures, if they are pictures. In bytes. */
	minimumBytes: number;
}

/** What keeps a file out. */
export type LeftOutBy = 'pattern' | 'size';

/**
 * Whether a text fits a pattern with `*` for any text and `?` for any character. Only the last `*` grows, and it never shrinks, so the
 * time is at most the product of the lengths. A regular expression would take practically unlimited time with some names.
 */
function fitsPattern(pattern: string, text: string): boolean {
	let at = 0;
	let star = -1;
	let starEnds = 0;
	for (let index = 0; index < text.length;) {
		if (pattern[at] === '*') {
			star = at++;
			starEnds = index;
		} else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[index])) {
			at++;
			index++;
		} else if (star >= 0) {
			at = star + 1;
			index = ++starEnds;
		} else return false;
	}
	while (pattern[at] === '*') at++;
	return at === pattern.length;
}

/** Of a type that logos have: an invoice of one page, and what has to be converted, may be smaller than a logo. */
const isPicture = (fileName: string, mimeType: string): boolean =>
	/^image\//.test(mimeType) || /^(bmp|gif|jpe?g|png|svg|webp)$/.test(extensionOf(fileName));

/** What keeps a file out; undefined if nothing does. A file goes by several names, and one that fits is enough. */
export function leftOutBy(
	choice: FileChoice,
	{ fileName, mimeType, bytes }: { fileName: string; mimeType: string; bytes: number },
): LeftOutBy | undefined {
	const patterns = splitList(choice.namePattern ?? '').map(searchText);
	const nameFits = (name: string) => patterns.some((pattern) => fitsPattern(pattern, searchText(name)));
	if (patterns.length > 0 && !possibleNames(fileName, mimeType).some(nameFits)) return 'pattern';
	// An empty file is no logo: it must be reported, not left out.
	const isSmall = bytes > 0 && bytes < choice.minimumBytes;
	return isSmall && isPicture(fileName, mimeType) ? 'size' : undefined;
}
