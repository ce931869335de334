import { isRecord, parseJson } from '../../shared/json';
import { checked, type Checked, type Problem } from '../../shared/problems';

/** The display name of the parameter that holds the links. Problems with a link are reported under it. */
export const LINKS_PARAMETER = 'Links';

/** A file on the web. */
export interface Link {
	url: URL;
	/** What the list that it comes from calls the file. */
	fileName?: string;
}

const EXPECTED =
	'Enter one link, several links on separate lines, a list of links, or a list of objects with "url", such as Airtable attachments';

/** A link begins here, unless it belongs to another one, such as `https://example.com/?to=https://…`. */
const BEGINNING = /(?<![=/?_])(?=https?:\/\/)/i;

/** A link as far as white space, a quote, or another sign that no link holds. It holds parentheses in pairs, and an apostrophe before a letter. */
const LINK = /^https?:\/\/(?:[^\s\p{Cc}\p{Cf}<>"'`“”„‘’«»\\()]|\([^\s()]*\)|['’](?=\w))+/iu;

/** A link without the end of a sentence, an entry of a list, or bold type behind it. */
const WITHOUT_END = /^.*[^.,;:!?…|·*\]}，、；。！]/s;

/** Finds the links in a text as people and language models write them: with words, bullets, Markdown, quotes or code around them. */
const linksInText = (text: string): string[] =>
	text.split(BEGINNING).flatMap((piece) => WITHOUT_END.exec(LINK.exec(piece)?.[0] ?? '')?.[0] ?? []);

/** A word that may be a link without its beginning, such as `www.example.com/a.pdf`. Passing it over could lose a document. */
const MAY_BE_LINK = /\bwww\.\w|[\w-]\.[a-z]{2,}\/\S|\w:\/\//i;

/** The words beside the links, without the names that Markdown gives to links. */
const wordsBeside = (text: string): string =>
	text
		.split(BEGINNING)
		.map((piece) => piece.replace(LINK, ' '))
		.join(' ')
		.replace(/\[[^[\]]*\]\(/g, ' ');

/** Says what is wrong with a link. The link itself may be secret. */
function wrongWithLink(link: string): string | undefined {
	if (!URL.canParse(link)) return `contains a link without a valid host. ${EXPECTED}`;
	const { username, password, host } = new URL(link);
	return username || password
		? `contains a user name or password for ${host}. The node sends no credential to a link. Use a link that opens without a sign-in`
		: undefined;
}

/** Says what is wrong with the links of a text, or that it lacks one. */
function wrongWith(text: unknown, links: string[]): string | undefined {
	if (links.length === 0 || MAY_BE_LINK.test(wordsBeside(String(text))))
		return `contains no link, or one without https:// or http://. ${EXPECTED}`;
	return links.map(wrongWithLink).find((wrong) => wrong !== undefined);
}

const isName = (name: unknown): name is string => typeof name === 'string' && name.trim() !== '';

/**
 * The links that the user gave: a text with one or several, a list of texts, objects with `url` and perhaps `filename` or `name`, or
 * JSON text of these. The same link twice is one file. An empty text and an empty list hold none.
 */
export function checkLinks(given: unknown): Checked<Link[]> {
	const json = typeof given === 'string' ? parseJson(given) : undefined;
	const value = json?.ok ? json.value : given;
	const entries: unknown[] = Array.isArray(value) ? value : [value];
	const links = new Map<string, Link>();
	const problems: Problem[] = [];
	for (const [index, entry] of entries.entries()) {
		if (String(entry ?? '').trim() === '') continue;
		const { url: text, filename, name } = isRecord(entry) ? entry : { url: entry };
		const found = typeof text === 'string' ? linksInText(text) : [];
		const wrong = wrongWith(text, found);
		const place = Array.isArray(value) ? `Entry ${index + 1}` : 'The value';
		if (wrong) problems.push({ parameter: LINKS_PARAMETER, text: `${place} ${wrong}` });
		else
			for (const link of found) {
				const url = new URL(link);
				url.hash = '';
				if (!links.has(url.href)) links.set(url.href, { url, fileName: [filename, name].find(isName) });
			}
	}
	return checked([...links.values()], problems);
}
