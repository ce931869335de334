import { words } from '../fields/fieldWords';
import { compact, normalise } from '../fields/normalise';
import { allKeys, lineFields, type FieldKey, type LineKey, wordsFor } from '../fields/vocabulary';

/** Words that name a value beside it on a page but are everyday words in a sentence. */
const everyday = compacted(
	'from, to, an, invoice, type, text, details, order, item, items, product, products, lines, positions',
	'service, code, reference, each, rate, value, sum, terms, hours, count, line, position, goods, issued, article',
	'credit note, line item, line items, ein, bill id, unit, units, invoice from',
);
/** Everyday words too, but clear enough where one is all that an entry of a list says: "supplier, net, total". */
const everydayButInLists = compacted('balance, company, due, gross, net, number, paid, shop, store');
const betweenEntries = /[,;:?!\n&]|\band\b|\bor\b/i;
const article = /^\s*(the|a|an|its|their)\s+/i;
const longestPhrase = 5;
const phrases = phraseMap([]);
/** Where the rows are lines, "amount" alone means the line's. */
const linePhrases = phraseMap(Object.keys(lineFields) as LineKey[]);

/** The values a text speaks of, in the order of their first mention, the longest wording first ("invoice date", not "date"). */
export function mentionedKeys(text: string, rowsAreLines = false): FieldKey[] {
	const map = rowsAreLines ? linePhrases : phrases;
	// Entry by entry: in "VAT, total" stand two values, in "VAT total" one.
	const mentioned = text.split(betweenEntries).flatMap((entry) => keysOfEntry(entry, map));
	return [...new Set(mentioned)];
}

function keysOfEntry(entry: string, map: Map<string, FieldKey>): FieldKey[] {
	const whole = compact(entry.replace(article, ''));
	const listed = everydayButInLists.has(whole) ? map.get(whole) : undefined;
	if (listed) return [listed];
	const entryWords = normalise(entry).split(' ');
	const keys: FieldKey[] = [];
	for (let at = 0; at < entryWords.length;) {
		const length = phraseLengthAt(entryWords, at);
		const phrase = entryWords.slice(at, at + length).join('');
		const key = everydayButInLists.has(phrase) ? undefined : map.get(phrase);
		if (key) keys.push(key);
		at += Math.max(1, length);
	}
	return keys;
}

function phraseLengthAt(entryWords: string[], at: number): number {
	for (let length = Math.min(longestPhrase, entryWords.length - at); length > 0; length--) {
		if (phrases.has(entryWords.slice(at, at + length).join(''))) return length;
	}
	return 0;
}

function phraseMap(columnsFirst: FieldKey[]): Map<string, FieldKey> {
	const map = new Map(columnsFirst.map((key) => [compact(wordsFor(key).column), key]));
	for (const key of allKeys) {
		const { labels, names } = wordsFor(key);
		for (const phrase of [...labels, ...names]) {
			// A plural is the same mention.
			for (const form of [compact(phrase), `${compact(phrase)}s`]) {
				if (!everyday.has(form) && !map.has(form)) map.set(form, key);
			}
		}
	}
	return map;
}

function compacted(...lists: string[]): Set<string> {
	return new Set(words(...lists).map(compact));
}
