/** What people copy along with a value: spaces, line breaks, quotes and what nobody sees, such as U+200B. No URL and no key begins or ends with one. */
const AROUND = /^[\s\p{Cf}"'`“”„‘’]+|[\s\p{Cf}"'`“”„‘’]+$/gu;

/** No longer value makes sense, and looking for quotes in one costs time. */
const LONGEST_PASTED = 2000;

/** A pasted value without the quotes and spaces around it. */
export function withoutQuotes(pasted: string): string {
	const given = pasted.trim();
	return given.length > LONGEST_PASTED ? given : given.replace(AROUND, '');
}

/** A pasted API key without the word `Bearer`, which belongs to the header. */
export const withoutBearer = (pasted: string): string =>
	withoutQuotes(withoutQuotes(pasted).replace(/^bearer(\s|$)/i, ''));
