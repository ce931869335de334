import { seenText } from '../../shared/text';
import { datesIn, numbersIn, type Notation } from './notation';

/** How the values of a column are typed. Dates are texts such as `2026-03-31`. */
export type CellKind = 'boolean' | 'date' | 'number' | 'text';

/** A value that a person looks at, and may correct. */
export interface Cell {
	column: string;
	/** Among the columns of all rows. */
	place: number;
	value: unknown;
	/** Undefined if no row has a value in this column. What is typed there is asked about. */
	kind: CellKind | undefined;
	/** How many are shown at least. */
	decimals: number;
	/** Whether it is to be checked. */
	isAffected: boolean;
	/** What it becomes when it is emptied. */
	empty: null | '';
}

/** One way to read what was typed. */
export interface Reading {
	/** Stands for it in the form. */
	key: string;
	value: unknown;
	shown: string;
	/** The text that explains it, if the value alone does not. */
	how?: 'thousands' | 'decimals' | 'readNumber' | 'readText' | 'readBoolean';
}

/** What keeps a typed text from being a value. */
export interface CellProblem {
	key: 'notNumber' | 'notDate' | 'tooManyDigits' | 'twoWays' | 'whichKind';
	typed: string;
	example: string;
	/** The ways to read it, of which a person has to pick one. */
	readings: Reading[];
}

/** More digits than these change in a number of JavaScript. */
const MOST_DIGITS = 15;

/** What a page or a browser changes on the way through a form: control characters, halves of characters, and what is none. */
const CHANGED_BY_BROWSERS = /(?![\n\t])[\p{Cc}\p{Cs}\ufffd-\uffff]/gu;

/** The text without what a browser would change. Two texts that differ in nothing else are the same to a form. */
const asSent = (text: string): string => text.replace(/\r\n?/g, '\n').replace(CHANGED_BY_BROWSERS, '');

/** What a person sees of what a form sends. */
const typedIn = (text: string): string => seenText(asSent(text));

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The kind of a value; undefined for an empty cell, which may be of any. Some write a dash for nothing. */
export function kindOf(value: unknown): CellKind | undefined {
	if (value === null || value === undefined || /^[-–—]?$/.test(String(value))) return undefined;
	if (typeof value === 'number' || typeof value === 'boolean') return typeof value as CellKind;
	const isDate = typeof value === 'string' && ISO_DATE.test(value) && !Number.isNaN(Date.parse(value));
	return isDate ? 'date' : 'text';
}

/** A value as its field shows it. */
export function shownText({ value, kind, decimals }: Omit<Cell, 'column' | 'place'>, notation: Notation) {
	if (value === null || value === undefined || value === '') return '';
	if (typeof value === 'number') return notation.number(value, decimals);
	return kind === 'date' ? notation.date(String(value)) : asSent(String(value));
}

/** Whether a text looks as its cell was shown. What nobody can see is no change. */
export const isAsShown = (typed: string, cell: Cell, notation: Notation): boolean =>
	typedIn(typed) === seenText(shownText(cell, notation));

/** Whether a number of JavaScript would round it. */
const isTooLong = (text: string): boolean => text.replace(/^[-+0.,]*|\D/g, '').length > MOST_DIGITS;

function numberReadings(text: string, { decimals }: Cell, notation: Notation): Reading[] {
	const numbers = isTooLong(text) ? [] : numbersIn(text, notation);
	const most = Math.max(...numbers.map(Math.abs));
	return numbers.map((value) => {
		const shown = notation.number(value, decimals);
		const how = Math.abs(value) === most ? 'thousands' : 'decimals';
		return { key: `n${value}`, value, shown, ...(numbers.length > 1 && { how }) };
	});
}

const dateReadings = (text: string, _: Cell, notation: Notation): Reading[] =>
	datesIn(text, notation).map((value) => ({ key: value, value, shown: notation.date(value) }));

/** A column without any value may hold anything. */
function allReadings(text: string, cell: Cell, notation: Notation): Reading[] {
	const numbers = numberReadings(text, cell, notation);
	const isYes = /^(?:yes|true)$/i.test(text);
	const flag: Reading = { key: 'b', value: isYes, shown: text, how: 'readBoolean' };
	return [
		...numbers.map((reading) => ({ ...reading, how: reading.how ?? ('readNumber' as const) })),
		...dateReadings(text, cell, notation),
		...(isYes || /^(?:no|false)$/i.test(text) ? [flag] : []),
		{ key: 't', value: text, shown: text, how: 'readText' },
	];
}

/** What was typed into the field of a cell. */
type ReadCell = { value: unknown; picked?: string } | { problem: CellProblem };

/**
 * Reads what was typed into the field of a cell. Unchanged text returns the original value exactly.
 *
 * @param picked the reading that a person has picked before, as `text|key`: it counts as long as the text is the same
 */
export function readCell(
	typed: string,
	picked: string | undefined,
	cell: Cell,
	notation: Notation,
): ReadCell {
	const { value, kind, empty } = cell;
	const text = typedIn(typed);
	if (isAsShown(typed, cell, notation)) return { value };
	if (text === '') return { value: empty };
	if (kind === 'text') return { value: text };
	if (kind === 'boolean') return { value: text === 'true' };
	const example = kind === 'date' ? notation.dateLike : notation.numberLike;
	const wrong = (key: CellProblem['key'], readings: Reading[] = []): ReadCell => ({
		problem: { key, typed: text.slice(0, 50), example, readings },
	});
	if (kind === 'number' && isTooLong(text)) return wrong('tooManyDigits');
	const readingsOf = { number: numberReadings, date: dateReadings, any: allReadings }[kind ?? 'any'];
	const readings = readingsOf(text, cell, notation);
	const chosen = readings.find(({ key }) => picked === `${text}|${key}`);
	if (chosen) return { value: chosen.value, picked: chosen.key };
	const [first, second] = readings;
	if (!first) return wrong(kind === 'date' ? 'notDate' : 'notNumber');
	return second ? wrong(kind ? 'twoWays' : 'whichKind', readings) : { value: first.value };
}
