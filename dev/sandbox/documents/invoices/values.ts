import type { ValueType } from '../fields/vocabulary';
import { parseAmount } from '../values/amount';
import { parseDate, type ReadDate } from '../values/date';

/** A value as read from a page; an ambiguous date stays undecided until the rows are made. */
export type ReadValue = string | number | boolean | ReadDate;

const percentage = /(\d+(?:[.,]\d+)?)\s*%/;

/** Reads the text beside a label as the label's kind of value; null when it is none, so the search can go on elsewhere. */
export function readValue(text: string, type: ValueType): ReadValue | null {
	const bare = text.trim();
	if (bare === '') return null;
	if (type === 'date') return parseDate(bare);
	if (type === 'amount') return parseAmount(withoutRate(bare));
	if (type === 'rate') return readRate(bare);
	if (type === 'reference') return readReference(bare);
	return /[\p{L}\p{N}]/u.test(bare) ? beforeNextLabel(bare) : null;
}

/** The rate of a text such as "VAT (20 %): 120.00". */
export function rateIn(text: string): number | null {
	const match = percentage.exec(text);
	return match?.[1] ? parseAmount(match[1]) : null;
}

function readRate(text: string): number | null {
	return rateIn(text) ?? parseAmount(text);
}

function withoutRate(text: string): string {
	return text
		.replace(/[([]?\s*\d+(?:[.,]\d+)?\s*%\s*[)\]]?/, ' ')
		.replace(/^[\s:=@]+/, '')
		.trim();
}

function readReference(text: string): string | null {
	const reference = beforeNextLabel(text).replace(/^[-–\s]+/, '');
	return /\d/.test(reference) && reference.length <= 40 ? reference : null;
}

/** Text runs that were set side by side may arrive as one: "4711 Date: 2026-03-04". */
function beforeNextLabel(text: string): string {
	return (text.split(/\s+(?=(?:\p{Lu}[\p{L}.]*\s){0,2}\p{Lu}[\p{L}.]*:\s)/u)[0] ?? text).trim();
}
