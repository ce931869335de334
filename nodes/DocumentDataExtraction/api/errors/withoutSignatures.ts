/** The characters of an address within a text. */
const TOKEN = /[^\s"'<>]+/g;

/** A query starts with a name and `=`; a question mark of a sentence or a file name does not. */
const QUERY = /^[\w.%[\]-]{1,100}=/;

function withoutUrlQuery(token: string): string {
	const mark = token.indexOf('?');
	if (mark < 0) return token;
	const scheme = token.indexOf('://');
	const isAddress = scheme >= 0 && scheme < mark;
	return isAddress || QUERY.test(token.slice(mark + 1, mark + 102)) ? `${token.slice(0, mark)}?…` : token;
}

/** Deeper than this no message of the service goes; a text that deep is not shown. */
const DEEPEST = 20;

const inText = (text: string): string => (text.includes('?') ? text.replace(TOKEN, withoutUrlQuery) : text);

function inValue(value: unknown, depth: number): unknown {
	if (typeof value === 'string') return inText(value);
	if (typeof value !== 'object' || value === null) return value;
	if (depth > DEEPEST) return '…';
	if (Array.isArray(value)) return value.map((entry) => inValue(entry, depth + 1));
	return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, inValue(entry, depth + 1)]));
}

/**
 * What the service says, without the query of any address in it: a signed URL carries its authorisation there, and what the service
 * says ends in errors, items and logs.
 */
export const withoutSignatures = <T>(said: T): T => inValue(said, 0) as T;
