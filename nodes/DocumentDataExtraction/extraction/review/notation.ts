/** How the reader of a page writes numbers and dates. */
export type Notation = ReturnType<typeof notationOf>;

const MONTHS = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 5)));

const CALENDAR = { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' } as const;

/** The first language of a browser (`Accept-Language`). */
function localeIn(acceptLanguage: string): string {
	try {
		return Intl.getCanonicalLocales(acceptLanguage.split(/[,;]/)[0]!.trim())[0] ?? 'en-GB';
	} catch {
		return 'en-GB';
	}
}

function monthNames(locale: string): Map<string, number> {
	const names = new Map<string, number>();
	for (const language of ['en', locale])
		for (const month of ['short', 'long'] as const) {
			const format = new Intl.DateTimeFormat(language, { ...CALENDAR, day: 'numeric', month });
			MONTHS.forEach((date, index) => {
				const name = format.formatToParts(date).find(({ type }) => type === 'month')?.value ?? '';
				// Where months are numbers, as in Finnish or Japanese, a number would be a month wherever it stands.
				if (!/\d/.test(name)) names.set(name.toLowerCase().replace(/\./g, ''), index + 1);
			});
		}
	return names;
}

/** What a language says about numbers and dates. */
export function notationOf(acceptLanguage = '') {
	const locale = localeIn(acceptLanguage);
	const format = (decimals: number) =>
		new Intl.NumberFormat(locale, {
			numberingSystem: 'latn',
			minimumFractionDigits: decimals,
			maximumFractionDigits: 15,
		});
	const formats = [format(0), format(1), format(2)];
	const number = (value: number, decimals = 0) => formats[Math.min(decimals, 2)]!.format(value);
	const day = new Intl.DateTimeFormat(locale, {
		...CALENDAR,
		day: 'numeric',
		month: 'short',
		year: 'numeric',
	});
	/** Shows the month by its name, so that what is shown can be read in one way only. */
	const date = (iso: string) => day.format(new Date(`${iso}T00:00:00Z`));
	const months = monthNames(locale);
	const example = date('2026-03-31');
	const decimal = formats[0]!.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
	return {
		/** The sign before the decimals. */
		decimal,
		number,
		date,
		/** The numbers of months, by their names in lower case. */
		months,
		/** What else stands in a date, such as *de* in Portuguese. */
		fillers: new Set(partsOf(example).filter((part) => !/\d/.test(part) && !months.has(part))),
		/** Examples that stand beside fields. */
		numberLike: number(1234.56),
		dateLike: example,
	};
}

/** Digits in groups of three with one sign between them, or with commas as in India: two each, and three in the last one. */
const GROUPED = /^(?!0\D)(?:\d{1,3}([.,' ])\d{3}(?:\1\d{3})*|\d{1,2}(?:,\d{2})+,\d{3})$/;

/** What some languages put around a sign, and nobody sees. */
const MARKS_OF_DIRECTION = /[\u200e\u200f\u061c]/g;

/**
 * Every number that a typed text can mean, the reader's own reading first; none if it is no number. Three digits behind a single point or
 * comma are thousands to one reader and decimals to another: a wrong factor of 1,000 costs more than a question.
 */
export function numbersIn(text: string, { decimal }: Pick<Notation, 'decimal'>): number[] {
	const spaced = text.replace(MARKS_OF_DIRECTION, '').trim().replace(/\s/g, ' ');
	const plain = spaced.replace(/’/g, "'").replace(/^[−–]/, '-');
	const [, sign = '', body = ''] = /^([+-]?)\s?(.*\d.*)$/.exec(plain) ?? [];
	const [, whole = '', mark = '', fraction = ''] = /^(.*?)(?:([.,])(\d*))?$/.exec(body) ?? [];
	if (body === '') return [];
	const digits = (part: string) => part.replace(/\D/g, '') || '0';
	const isWhole = /^\d*$/.test(whole) || (GROUPED.test(whole) && !whole.includes(mark));
	const decimals = isWhole ? [Number(`${sign}${digits(whole)}.${digits(fraction)}`)] : [];
	const thousands = GROUPED.test(body) ? [Number(sign + digits(body))] : [];
	return mark === decimal ? [...decimals, ...thousands] : [...thousands, ...decimals];
}

/** The days of a year, month and day as they are written; none if there is no such day. A year of two digits may be of either century from 50 on. */
function isoDates(year: string, month: number | string, day: string): string[] {
	const centuries = { 2: year < '50' ? ['20'] : ['19', '20'], 4: [''] }[year.length] ?? [];
	return centuries.flatMap((century) => {
		const time = new Date(Date.UTC(Number(century + year), Number(month) - 1, Number(day)));
		const isDay = time.getUTCMonth() === Number(month) - 1 && time.getUTCDate() === Number(day);
		return isDay ? time.toISOString().slice(0, 10) : [];
	});
}

/** The numbers and words of a date. */
const partsOf = (text: string): string[] =>
	text
		.replace(MARKS_OF_DIRECTION, '')
		.toLowerCase()
		.match(/\d+|[\p{L}\p{M}]+|[^\s.,/\-\d\p{L}\p{M}]/gu) ?? [];

/** Every day that a typed text can mean, as ISO dates. */
export function datesIn(text: string, { fillers, months }: Pick<Notation, 'fillers' | 'months'>): string[] {
	const parts = partsOf(text).filter((part) => !fillers.has(part));
	const named = parts.flatMap((part) => months.get(part) ?? []);
	const numbers = parts.filter((part) => /^(?:\d{1,2}|[12]\d{3})$/.test(part));
	if (parts.length !== 3 || named.length > 1 || numbers.length + named.length !== 3) return [];
	const [a = '', b = '', c = ''] = numbers;
	const [month] = named;
	// With points the day is first wherever they are used.
	const monthFirst = text.includes('.') ? [] : isoDates(c, a, b);
	const yearLast = month ? isoDates(b, month, a) : [...isoDates(c, b, a), ...monthFirst];
	// Of two digits, a year in front is asked about, but never taken alone: it may be a day that does not exist.
	if (yearLast.length === 0 && a.length !== 4) return [];
	return [...new Set([...yearLast, ...(month ? isoDates(a, month, b) : isoDates(a, b, c))])];
}
