import { invalid, valid, type Checked } from '../../shared/problems';
import { seenText } from '../../shared/text';

/** How the values of a column are typed ("json_typed_values"). Anything that is no single value is `other`. */
export type CellKind = 'boolean' | 'number' | 'other' | 'text';

/** A value of a row that a person looks at. */
export interface Cell {
	column: string;
	value: unknown;
	kind: CellKind;
	/** Whether the service is unsure of it. */
	isAffected: boolean;
	isEditable: boolean;
	/** What it becomes when it is emptied: null, or an empty text in an extraction whose values are all texts. */
	empty: null | '';
}

/** Nobody edits longer texts on a page. */
export const LONGEST_CELL = 10_000;

/** More digits than this change in a number of JavaScript. */
const MOST_DIGITS = 15;

/** What a browser changes on the way through a form: control characters, and halves of characters. */
const CHANGED_BY_BROWSERS = /(?![\n\t])[\p{Cc}\p{Cs}\ufffd]/gu;

/** The text without what a browser would change. Two texts that differ in nothing else are the same to a form. */
const asSent = (text: string): string => text.replace(/\r\n?/g, '\n').replace(CHANGED_BY_BROWSERS, '');

/** A value as a text field shows it: nothing for null, a number with a point. */
export function shownText(value: unknown): string {
	if (value === null || value === undefined) return '';
	if (typeof value === 'string') return asSent(value);
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The kind of a value; undefined for an empty cell, which may be of any. */
function kindOf(value: unknown): CellKind | undefined {
	if (value === null || value === undefined) return undefined;
	if (typeof value === 'string') return 'text';
	return typeof value === 'number' || typeof value === 'boolean' ? (typeof value as CellKind) : 'other';
}

/** The kind of each column: that of its values, or `text` if they are of several. */
export function kindsOf(rows: Iterable<Record<string, unknown>>): Map<string, CellKind> {
	const kinds = new Map<string, CellKind>();
	for (const row of rows)
		for (const [column, value] of Object.entries(row)) {
			const kind = kindOf(value);
			if (kind !== undefined) kinds.set(column, (kinds.get(column) ?? kind) === kind ? kind : 'text');
		}
	return kinds;
}

/** The kind of a value in a column: an empty cell takes the kind of the others. */
export const kindIn = (kinds: Map<string, CellKind>, column: string, value: unknown): CellKind =>
	kindOf(value) ?? kinds.get(column) ?? 'text';

function numberIn(text: string): Checked<number> {
	const digits = text.replace(/^[+-]?[0.]*|\./g, '');
	if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text))
		return invalid({ text: `"${text.slice(0, 50)}" is not a number. Write it like 1230.99` });
	if (digits.length > MOST_DIGITS)
		return invalid({
			text: `The number has more than ${MOST_DIGITS} digits and would not be stored exactly`,
		});
	return valid(Number(text));
}

/** Whether a text looks as its cell was shown. What nobody can see is no change. */
export const isAsShown = (typed: string, { value }: Cell): boolean =>
	seenText(asSent(typed)) === seenText(shownText(value));

/** What was typed into the field of a cell, as a value of the cell's kind. Unchanged text returns the original value exactly. */
export function readCell(typed: string, cell: Cell): Checked<unknown> {
	const { value, kind, empty } = cell;
	const seen = seenText(asSent(typed));
	if (isAsShown(typed, cell)) return valid(value);
	if (seen === '') return valid(empty);
	if (kind === 'number') return numberIn(seen);
	if (kind !== 'boolean') return valid(seen);
	if (seen === 'true' || seen === 'false') return valid(seen === 'true');
	return invalid({ text: 'Choose yes, no or empty' });
}
