import { compact, tokensOf } from './normalise';
import { invoiceFields, lineFields, type InvoiceKey, type LineKey } from './vocabulary';

export interface FoundLabel<Key> {
	key: Key;
	/** The label as matched, in compact form. */
	label: string;
	/** The text after the label and its punctuation, empty when the label stands alone. */
	rest: string;
	hasColon: boolean;
}

const longestLabel = 5;
const invoiceLabels = labelMap(invoiceFields);
const lineLabels = labelMap(lineFields);

/** The label of an invoice-level value at the start of a cell, the longest that fits. */
export function invoiceLabelAt(text: string): FoundLabel<InvoiceKey> | null {
	return labelAt(text, invoiceLabels);
}

/** The line-item column a table heading names; the heading must be nothing but the label, a unit in brackets apart. */
export function lineLabelOf(text: string): LineKey | null {
	const heading = text.replace(/\(.*\)|€|£|\$|%/g, '');
	return lineLabels.get(compact(heading)) ?? null;
}

function labelAt<Key>(text: string, labels: Map<string, Key>): FoundLabel<Key> | null {
	const tokens = tokensOf(text);
	// Text before the first word (a bullet, a number in front) means this is no label.
	if (!/^[\p{L}#]/u.test(text.trim())) return null;
	for (let count = Math.min(longestLabel, tokens.length); count > 0; count--) {
		const phrase = tokens.slice(0, count);
		const label = phrase.map((token) => token.word).join('');
		const key = labels.get(label);
		const end = phrase.at(-1)?.end ?? 0;
		if (key === undefined || /^[\p{L}\p{N}]/u.test(text.slice(end))) continue;
		const after = text.slice(end);
		const punctuation = /^[\s.:#)]*/.exec(after)?.[0] ?? '';
		return { key, label, rest: after.slice(punctuation.length).trim(), hasColon: /^[^:]{0,12}:/.test(after) };
	}
	return null;
}

function labelMap<Key extends string>(fields: Record<Key, { labels: string[] }>): Map<string, Key> {
	const map = new Map<string, Key>();
	for (const key of Object.keys(fields) as Key[]) {
		for (const label of fields[key].labels) {
			if (!map.has(compact(label))) map.set(compact(label), key);
		}
	}
	return map;
}
