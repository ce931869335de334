export type DateOrder = 'day_first' | 'month_first';

export type ReadDate =
	| { kind: 'date'; iso: string; order?: DateOrder }
	/** Day and month could change places; both readings, as YYYY-MM-DD. */
	| { kind: 'ambiguous'; text: string; dayFirst: string; monthFirst: string };

const months = [
	['jan', 'januar', 'january', 'janvier', 'enero'],
	['feb', 'februar', 'february', 'fevrier', 'febrero'],
	['mar', 'mrz', 'marz', 'march', 'mars', 'marzo'],
	['apr', 'april', 'avril', 'abril'],
	['may', 'mai', 'mayo'],
	['jun', 'juni', 'june', 'juin', 'junio'],
	['jul', 'juli', 'july', 'juillet', 'julio'],
	['aug', 'august', 'aout', 'agosto'],
	['sep', 'sept', 'september', 'septembre', 'septiembre'],
	['oct', 'okt', 'october', 'oktober', 'octobre', 'octubre'],
	['nov', 'november', 'novembre', 'noviembre'],
	['dec', 'dez', 'december', 'dezember', 'decembre', 'diciembre'],
];

/**
 * Reads a date on its own, or at the start of a text. Dots mean day first (04.03.2026); with slashes or hyphens the
 * order is unknown unless one part is above 12, or both are equal. Null when there is no date.
 */
export function parseDate(text: string): ReadDate | null {
	const plain = text
		.trim()
		.normalize('NFD')
		.replace(/[\u0300-\u036f]/g, '');
	return isoDate(plain) ?? numericDate(plain) ?? namedMonthDate(plain);
}

function isoDate(text: string): ReadDate | null {
	const match = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text);
	return match ? dated(Number(match[1]), Number(match[2]), Number(match[3])) : null;
}

function numericDate(text: string): ReadDate | null {
	const match = /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?!\d)/.exec(text);
	if (!match) return null;
	const [found, first, separator, second, yearText] = match;
	const [a, b, year] = [Number(first), Number(second), fullYear(yearText ?? '')];
	const dayFirst = isoText(year, b, a);
	const monthFirst = separator === '.' ? null : isoText(year, a, b);
	if (dayFirst && monthFirst && dayFirst !== monthFirst) {
		return { kind: 'ambiguous', text: found, dayFirst, monthFirst };
	}
	if (dayFirst) {
		return {
			kind: 'date',
			iso: dayFirst,
			...(separator !== '.' && a !== b ? { order: 'day_first' as const } : {}),
		};
	}
	return monthFirst ? { kind: 'date', iso: monthFirst, order: 'month_first' } : null;
}

function namedMonthDate(text: string): ReadDate | null {
	const dayMonth = /^(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]*([A-Za-z]{3,})\.?,?[\s-]*(\d{4}|\d{2})(?!\d)/.exec(
		text,
	);
	if (dayMonth)
		return dated(fullYear(dayMonth[3] ?? ''), monthNumber(dayMonth[2] ?? ''), Number(dayMonth[1]));
	const monthDay = /^([A-Za-z]{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/.exec(text);
	if (monthDay) return dated(Number(monthDay[3]), monthNumber(monthDay[1] ?? ''), Number(monthDay[2]));
	return null;
}

function monthNumber(name: string): number {
	return months.findIndex((names) => names.includes(name.toLowerCase())) + 1;
}

function fullYear(text: string): number {
	return text.length === 2 ? 2000 + Number(text) : Number(text);
}

function dated(year: number, month: number, day: number): ReadDate | null {
	const iso = isoText(year, month, day);
	return iso ? { kind: 'date', iso } : null;
}

function isoText(year: number, month: number, day: number): string | null {
	const date = new Date(Date.UTC(year, month - 1, day));
	const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && month >= 1;
	return isReal ? date.toISOString().slice(0, 10) : null;
}
