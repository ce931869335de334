import { isRecord } from '../../../shared/json';
import { checked, type Checked, type Problem } from '../../../shared/problems';
import { DOCUMENT_ENDING } from '../fileTypes';
import { jsonIn, linksInText, type GivenLink } from './linksInText';

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

const named = ({ filename, name }: Record<string, unknown>): Pick<GivenLink, 'fileName'> => {
	const fileName = [filename, name].find((one) => typeof one === 'string' && one.trim() !== '');
	return fileName === undefined ? {} : { fileName: String(fileName) };
};

/** Reads the entries of a list: links, or values that are not links. Empty values count as no entry. */
function entriesIn(value: unknown): Array<GivenLink | 'other'> {
	if (value === undefined || value === null) return [];
	if (typeof value === 'string') return linksInText(value);
	if (!isRecord(value) || typeof value.url !== 'string') return ['other'];
	return [{ text: value.url.trim(), ...named(value) }];
}

/** As much of a text as shows which one it is, without what may be secret: a query, and what stands before a host. */
const shown = (text: string): string => (text.split(/[?#]/)[0] ?? '').replace(/^.*@/s, '…@').slice(0, 100);

/** Spaces in a path are encoded, if it ends as a document and has no other one before. Anything else may be a link with words behind it. */
const IN_ONE_PATH = new RegExp(
	String.raw`^(?!.*${DOCUMENT_ENDING}\W*\s)[^\s?#]+(?: [^\s?#]+)*${DOCUMENT_ENDING}(?:[?#]\S*)?$`,
	'i',
);

const AFTER_DOCUMENT = new RegExp(`${DOCUMENT_ENDING}/+$`, 'i');

/**
 * Whether a text may be two links in one, of which one document would be lost. Real links have another one as the value of a parameter,
 * or in the path of another host, such as an archive.
 */
function holdsAnother(text: string): boolean {
	const links = [...text.matchAll(/https?:\/\/([^/?#]*)/gi)];
	const query = text.search(/[?#]/);
	return links.slice(1).some(({ 1: host, index }, previous) => {
		const before = text.slice(links[previous]?.index, index);
		if (/[?&][^?&=#]*=$/.test(before)) return false;
		// Mail filters write it between underscores.
		const isInPath = /\/_*$/.test(before) && !AFTER_DOCUMENT.test(before) && (query < 0 || query > index);
		return !isInPath || host === links[0]?.[1];
	});
}

function wrongWith(entry: GivenLink | 'other', place: string): string | undefined {
	if (entry === 'other') return `${place} is not a link. ${EXPECTED}`;
	const { text } = entry;
	if (!/^https?:\/\//i.test(text))
		return `${place}, "${shown(text)}", does not begin with https:// or http://. ${EXPECTED}`;
	if (!URL.canParse(text)) return `${place}, "${shown(text)}", has no valid host. ${EXPECTED}`;
	if (holdsAnother(text))
		return `${place}, "${shown(text)}", contains another link. Percent-encode the second one if it belongs to the first. ${EXPECTED}`;
	if (/\s/.test(text) && !IN_ONE_PATH.test(text))
		return `${place}, "${shown(text)}", contains a space. Remove the words behind the link, or write the space as %20. ${EXPECTED}`;
	const { username, password, host } = new URL(text);
	return username || password
		? `${place} contains a user name or password for ${host}. The node sends no credential to a link. Use a link that opens without a sign-in`
		: undefined;
}

/**
 * The links that the user gave: a text with one or several, a list of texts, objects with `url` and perhaps `filename` or `name`, or
 * JSON text of these, also in a block of code. The same link twice is one file. An empty text and an empty list hold none.
 */
export function checkLinks(given: unknown): Checked<Link[]> {
	const value = typeof given === 'string' ? (jsonIn(given) ?? given) : given;
	const entries = Array.isArray(value) ? value.flatMap(entriesIn) : entriesIn(value);
	const problems = entries.flatMap((entry, index): Problem[] => {
		const text = wrongWith(entry, entries.length === 1 ? 'The value' : `Entry ${index + 1}`);
		return text === undefined ? [] : [{ parameter: LINKS_PARAMETER, text }];
	});
	const links = new Map<string, Link>();
	if (problems.length === 0)
		for (const { text, fileName } of entries as GivenLink[]) {
			const url = new URL(text);
			url.hash = '';
			if (!links.has(url.href)) links.set(url.href, { url, fileName });
		}
	return checked([...links.values()], problems);
}
