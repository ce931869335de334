import type { ValueType } from './fields';

/** A date whose day and month could change places has both readings. All as YYYY-MM-DD. */
export interface AmbiguousDate {
	text: string;
	dayFirst: string;
	monthFirst: string;
}

export type ReadValue = string | number | AmbiguousDate;

const CURRENCIES: Record<string, string> = { EUR: '€', USD: '$', GBP: '£', CHF: 'CHF' };

/** The currency that a text names by its code or its sign. */
export const currencyIn = (text: string): string | undefined =>
	Object.keys(CURRENCIES).find(
		(code) => new RegExp(`\\b${code}\\b`).test(text) || text.includes(CURRENCIES[code]!),
	);

/** An amount as in 1,234.56, 1.234,56 or 99 EUR; undefined if the text is more than that. */
export function parseAmount(text: string): number | undefined {
	const bare = text.replace(/\b(EUR|USD|GBP|CHF)\b|[€$£\s]/g, '');
	if (!/^-?\d[\d.,]*$/.test(bare)) return undefined;
	// Three digits after the last separator are thousands.
	const decimals = /[.,](\d{1,2})$/.exec(bare)?.[1]?.length ?? 0;
	return Number(bare.replace(/[.,]/g, '')) / 10 ** decimals;
}

/** A date on its own. Only slashes leave the order of day and month open. */
export function parseDate(text: string): string | AmbiguousDate | undefined {
	if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
	const [, first, separator, second, year] = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
	if (year) {
		const dayFirst = isoDate(year, second!, first!);
		const monthFirst = separator === '.' ? undefined : isoDate(year, first!, second!);
		if (!dayFirst || !monthFirst || dayFirst === monthFirst) return dayFirst ?? monthFirst;
		return { text, dayFirst, monthFirst };
	}
	const isSpelled = /^(\d{1,2} [A-Z][a-z]+|[A-Z][a-z]+ \d{1,2},) \d{4}$/.test(text);
	const time = isSpelled ? Date.parse(`${text} UTC`) : NaN;
	return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
}

function isoDate(year: string, month: string, day: string): string | undefined {
	const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	const time = Date.parse(iso);
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : undefined;
}

/** Reads the text beside a label. Undefined if it is no value of this type: then it stands elsewhere. */
export function readValue(text: string, type: ValueType): ReadValue | undefined {
	const bare = text.trim();
	if (type === 'date') return parseDate(bare);
	// "20% 120.00": the rate of a tax stands before its amount.
	if (type === 'amount') return parseAmount(bare.replace(/^\d+([.,]\d+)?\s*%/, ''));
	if (type === 'reference') return /\d/.test(bare) && bare.length <= 40 ? bare : undefined;
	return /[\p{L}\p{N}]/u.test(bare) ? bare : undefined;
}
