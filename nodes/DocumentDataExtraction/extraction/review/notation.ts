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

/** Groups of digits: three, or two as in India, of which the last has three. */
const GROUPED = /^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/;

/** What some languages put around a sign, and nobody sees. */
const MARKS_OF_DIRECTION = /[\u200e\u200f\u061c]/g;

/** Signs that separate thousands, and never decimals. */
const SPACED = /(?<=\d)[\s'’](?=\d{2,3}(?:[\s'’]\d{2,3})*(?:[.,]\d*)?$)/g;

/** What a single point or comma can separate: decimals, and of three digits also thousands. */
function readingsAround(whole: string, fraction: string): string[] {
	const decimals = `${whole || '0'}.${fraction || '0'}`;
	const mayBeThousands = /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3;
	return mayBeThousands ? [decimals, whole + fraction] : [decimals];
}

/**
 * Every number that a typed text can mean, the reader's own reading first; none if it is no number. Three digits behind a single point or
 * comma are thousands to one reader and decimals to another: a wrong factor of 1,000 costs more than a question.
 */
export function numbersIn(text: string, { decimal }: Pick<Notation, 'decimal'>): number[] {
	const plain = text
		.replace(MARKS_OF_DIRECTION, '')
		.replace(/^\s*[−–]/, '-')
		.trim();
	const [, sign, body] = /^([+-]?)\s?(\d[\d.,]*|[.,]\d+)$/.exec(plain.replace(SPACED, '')) ?? [];
	if (sign === undefined || body === undefined) return [];
	const marks = body.match(/[.,]/g) ?? [];
	const as = (digits: string) => Number(sign + digits);
	const last = marks.at(-1);
	if (last === undefined) return [as(body)];
	const whole = body.slice(0, body.lastIndexOf(last));
	const fraction = body.slice(body.lastIndexOf(last) + 1);
	const digits = (part: string) => part.replace(/[.,]/g, '');
	if (marks.length === 1) {
		const readings = readingsAround(whole, fraction).map(as);
		return last === decimal ? readings : readings.reverse();
	}
	const kinds = new Set(marks).size;
	if (kinds === 1) return GROUPED.test(body) ? [as(digits(body))] : [];
	const isGrouped = new Set(marks.slice(0, -1)).size === 1 && GROUPED.test(whole);
	return isGrouped ? [as(`${digits(whole)}.${fraction || '0'}`)] : [];
}

/** The date as a list, which is empty if there is no such day. A year of two digits is one of this century. */
function isoDate(year: number, month: number, day: number): string[] {
	const time = new Date(Date.UTC(year < 100 ? 2000 + year : year, month - 1, day));
	const isDay = time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
	return isDay ? [time.toISOString().slice(0, 10)] : [];
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
	const numbers = parts.filter((part) => /^(?:\d{1,2}|\d{4})$/.test(part));
	if (parts.length !== 3 || named.length > 1 || numbers.length + named.length !== 3) return [];
	const [a = 0, b = 0, c = 0] = numbers.map(Number);
	const [month] = named;
	if (month !== undefined) return numbers[0]!.length === 4 ? isoDate(a, month, b) : isoDate(b, month, a);
	if (numbers[0]!.length === 4) return isoDate(a, b, c);
	// With points the day is first wherever they are used.
	const monthFirst = text.includes('.') ? [] : isoDate(c, a, b);
	return [...new Set([...isoDate(c, b, a), ...monthFirst])];
}
