import { parseJson } from '../../../shared/json';
import { DOCUMENT_ENDING } from '../fileTypes';

/** What the user gave as one link, and the name that belongs to it. */
export interface GivenLink {
	text: string;
	fileName?: string;
}

/** A link begins here, unless it is part of another one, such as `https://example.com/?to=https://…`. */
const BEGINNING = /(?<![\w=/?&%#@~])https?:\/\//gi;

/** What may stand right before a link, and what then ends it. */
const CLOSING = new Map([
	['<', '>'],
	['(', ')'],
	['"', '"'],
	["'", "'"],
	['`', '`'],
	['“', '”'],
	['„', '“'],
]);

/** A bullet or a number before an entry. */
const MARKER = String.raw`(?:[-+*•◦▪‣·–—]|\(?\d{1,4}[.)])`;

/** How texts of other systems write the end of a line. Before a word, as in `C:\new`, a backslash means no line. */
const LINE_END = /<br\s{0,9}\/?>|\\[rnt](?=https?:|\W|$)|[\v\f\u0085\u2028\u2029]/gi;

/** What separates links, and what ends a sentence, for a class of characters. */
const SEPARATORS = String.raw`\s\p{Cf},;|，、；·`;
const STOPS = '.!…。．！';

/**
 * Where a link ends that nothing encloses: at the end of its line, at a comma with a space, or before the next one. It may hold commas,
 * semicolons and parentheses. Words behind it are left with it, and `Link` tells them from a name with spaces.
 */
const END = new RegExp(
	String.raw`[\r\n]|,(?=\s)|(?<![${SEPARATORS}])[${SEPARATORS}]+(?:${MARKER}\s*)?(?:!?\[[^[\]\n]*\]\(|[<("'${'`'}“„])?(?=https?:\/\/)`,
	'giu',
);

/** A link in Markdown whose name is the link. */
const NAMED_BY_ITSELF = /\[(https?:\/\/[^\s[\]]+)\]\(\1\)/gi;

const MARKDOWN_NAME = /!?\[([^[\]\n]*)\]\($/;

/** A name that a list gives to a link counts if it is the name of a document, unlike "Open" or "March". */
const DOCUMENT_NAME = new RegExp(String.raw`^[^/\\]+${DOCUMENT_ENDING}$`, 'i');

/** What a list has between its links, apart from words. */
const BETWEEN = new RegExp(
	String.raw`^\s*${MARKER}(?=\s|$)|[${SEPARATORS}${STOPS}<>()"'${'`'}“”„•*-]+`,
	'gu',
);

function firstOf(pattern: RegExp, text: string, from: number): number {
	pattern.lastIndex = from;
	return pattern.exec(text)?.index ?? -1;
}

/** No server takes a longer one. */
const LONGEST_LINK = 10_000;

/** A link at the beginning of a line and in parentheses: it may hold pairs of them. Markdown's title may follow, unless it is a link. */
const IN_PARENTHESES =
	/^((?:[^\s()]|\([^\s()]*\))+)(?:\s+(?:"(?:(?!https?:)[^"])*"|'(?:(?!https?:)[^'])*')\s*)?(?=\))/i;

/** The link that something encloses, and where that ends; undefined if nothing does. */
function enclosedLink(text: string, start: number): { link: string; end: number } | undefined {
	const closing = CLOSING.get(text[start - 1] ?? '');
	if (closing === undefined) return undefined;
	const line = text.slice(start, start + LONGEST_LINK).split(/[\r\n]/, 1)[0] ?? '';
	const length = line.indexOf(closing);
	const simple = length < 0 ? [] : [line.slice(0, length), line.slice(0, length)];
	const [all, link] = (closing === ')' ? IN_PARENTHESES.exec(line) : simple) ?? [];
	return all === undefined || link === undefined ? undefined : { link, end: start + all.length };
}

const AFTER_LINK = new RegExp(`[${SEPARATORS}${STOPS}${'`'}*]`, 'u');

/** Takes off the end of a sentence or of an entry, and a closing parenthesis without its opening one. */
function withoutPunctuation(text: string): string {
	let [open, end] = [text.split('(').length - text.split(')').length, text.length];
	for (; end > 0; end--) {
		const last = text[end - 1]!;
		if (last === ')' && open < 0) open++;
		else if (!AFTER_LINK.test(last)) break;
	}
	return text.slice(0, end);
}

/** The link that begins at `start`, and where it ends. What encloses a link wins over all other signs. */
function linkAt(text: string, start: number): { link: string; end: number } {
	const enclosed = enclosedLink(text, start);
	if (enclosed) return enclosed;
	const found = firstOf(END, text, start);
	const end = found < 0 ? text.length : found;
	return { link: withoutPunctuation(text.slice(start, end)), end };
}

/** Words that are no link: the user may have meant one, so they are not passed over, unless they announce what follows: "The invoices:". */
const wordsIn = (text: string, isFollowed: boolean): GivenLink[] =>
	text
		.replace(/```\w*/g, '')
		.split(/[\r\n]+/)
		.map((line) => ({ line: line.trim(), words: line.replace(BETWEEN, ' ').trim() }))
		.filter(({ words }) => words !== '' && !(isFollowed && words.endsWith(':')))
		.map(({ line }) => ({ text: line }));

/** Finds links in a text as people and language models write them, and all else that is not only between links. */
export function linksInText(text: string): GivenLink[] {
	const lines = text.replace(LINE_END, '\n').replace(NAMED_BY_ITSELF, '$1');
	const list = /^\s*\[(.*)\]\s*$/s.exec(lines)?.[1] ?? lines;
	const found: GivenLink[] = [];
	for (let at = 0; at < list.length;) {
		const start = firstOf(BEGINNING, list, at);
		const before = list.slice(at, start < 0 ? undefined : start);
		found.push(...wordsIn(before.replace(MARKDOWN_NAME, ''), start >= 0));
		if (start < 0) break;
		const { link, end } = linkAt(list, start);
		const name = MARKDOWN_NAME.exec(before)?.[1]?.trim() ?? '';
		found.push({ text: link, ...(DOCUMENT_NAME.test(name) ? { fileName: name } : {}) });
		at = end;
	}
	return found;
}

/** The JSON that a text holds, perhaps in a block of code or behind words that announce it; undefined if it is not JSON. */
export function jsonIn(text: string): unknown {
	const [block, inBlock] = /```\w*\s([^`]*)```/.exec(text) ?? [];
	const isAll = block === undefined || firstOf(BEGINNING, text.replace(block, ''), 0) < 0;
	const json = (isAll && inBlock ? inBlock : text).replace(/^[^[{"]*:\s*(?=[[{])/, '').trim();
	// A link in quotes is not taken for JSON, unless it has JSON's codes.
	const parsed = /^(?:[[{]|"[^"]*\\)/.test(json) ? parseJson(json) : undefined;
	return parsed?.ok ? parsed.value : undefined;
}
