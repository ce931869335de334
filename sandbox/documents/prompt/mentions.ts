import { compact, normalise } from '../fields/normalise';
import { allKeys, lineFields, type FieldKey, type LineKey, wordsFor } from '../fields/vocabulary';

/** Words that name a value beside it on a page but are everyday words in a sentence. */
const everyday = new Set(
	[
		...[
			'from',
			'to',
			'an',
			'invoice',
			'due',
			'number',
			'type',
			'text',
			'details',
			'order',
			'item',
			'items',
			'product',
		],
		...[
			'products',
			'lines',
			'positions',
			'service',
			'code',
			'reference',
			'each',
			'rate',
			'value',
			'sum',
			'terms',
			'store',
		],
		...[
			'hours',
			'count',
			'line',
			'position',
			'goods',
			'issued',
			'article',
			'credit note',
			'line item',
			'line items',
			'ein',
		],
		...['company', 'balance', 'paid', 'shop', 'bill id', 'unit', 'units', 'net', 'gross', 'invoice from'],
	].map(compact),
);
const longestPhrase = 5;
const phrases = phraseMap([]);
/** Where the rows are lines, "amount" alone means the line's. */
const linePhrases = phraseMap(Object.keys(lineFields) as LineKey[]);

/** The values a text speaks of, in the order of their first mention, the longest wording first ("invoice date", not "date"). */
export function mentionedKeys(text: string, rowsAreLines = false): FieldKey[] {
	const map = rowsAreLines ? linePhrases : phrases;
	const words = normalise(text).split(' ');
	const keys: FieldKey[] = [];
	for (let at = 0; at < words.length;) {
		const length = phraseLengthAt(words, at);
		const key = map.get(words.slice(at, at + length).join(''));
		if (key && !keys.includes(key)) keys.push(key);
		at += Math.max(1, length);
	}
	return keys;
}

function phraseLengthAt(words: string[], at: number): number {
	for (let length = Math.min(longestPhrase, words.length - at); length > 0; length--) {
		if (phrases.has(words.slice(at, at + length).join(''))) return length;
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
