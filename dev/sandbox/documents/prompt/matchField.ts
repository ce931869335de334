import { compact, tokensOf } from '../fields/normalise';
import { allKeys, isLineKey, wordsFor, type FieldKey } from '../fields/vocabulary';
import { mentionedKeys } from './mentions';
import type { OutputStructure } from './structure';

const likeEnough = 0.6;
const parties = [
	{
		words: ['customer', 'client', 'buyer', 'recipient'],
		keys: ['customer', 'customer_number', 'customer_vat_id'],
	},
	{
		words: ['supplier', 'vendor', 'seller', 'issuer'],
		keys: ['supplier', 'supplier_vat_id', 'remit_to', 'iban', 'bic'],
	},
];

/** The key whose words are exactly the field's name. */
export function exactKey(name: string, prompt: string, structure: OutputStructure): FieldKey | null {
	const wanted = compact(withoutRemark(name));
	const keys = allKeys.filter((key) => phrasesOf(key).some((phrase) => compact(phrase) === wanted));
	if (structure === 'per_invoice') return keys[0] ?? null;
	// "Total" and "VAT" are words of invoices and of lines: a line's only where the field says so.
	const ofLine = keys.find(
		(key) => isLineKey(key) && (compact(wordsFor(key).column) === wanted || /\b(line|item)/i.test(prompt)),
	);
	return ofLine ?? keys[0] ?? null;
}

/** The key whose words come nearest to the field's name, else the one its instructions speak of. */
export function likelyKey(name: string, prompt: string): FieldKey | null {
	const words = new Set(tokensOf(withoutRemark(name)).map((token) => token.word));
	const [best] = allKeys
		.filter((key) => fitsParty(words, key))
		.map((key) => ({ key, score: Math.max(...phrasesOf(key).map((phrase) => likeness(words, phrase))) }))
		.sort((a, b) => b.score - a.score);
	if (best && best.score >= likeEnough) return best.key;
	return mentionedKeys(prompt)[0] ?? null;
}

/** "Total (EUR)" is the total. */
function withoutRemark(name: string): string {
	return name.replace(/\([^)]*\)/g, ' ');
}

function phrasesOf(key: FieldKey): string[] {
	const { column, labels, names } = wordsFor(key);
	return [column, ...labels, ...names];
}

/** Shared words over all words; a phrase of two words or more that is wholly contained counts as near. */
function likeness(words: Set<string>, phrase: string): number {
	const other = new Set(tokensOf(phrase).map((token) => token.word));
	const shared = [...words].filter((word) => other.has(word)).length;
	const contained = shared === other.size && other.size > 1 ? 0.65 + shared / 100 : 0;
	return Math.max(shared / (words.size + other.size - shared), contained);
}

/** "Customer VAT Number" must not be answered with the supplier's. */
function fitsParty(words: Set<string>, key: FieldKey): boolean {
	const named = parties.find((party) => party.words.some((word) => words.has(word)));
	return !named || named.keys.includes(key);
}
