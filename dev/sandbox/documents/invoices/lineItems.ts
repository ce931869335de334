import { labelAt, lineFields, lineLabelOf, type LineKey } from '../fields';
import type { Cell, Line } from '../reading/lines';
import { readValue } from '../values';

export type LineItem = Partial<Record<LineKey, string | number>>;

interface Column {
	key: LineKey;
	left: number;
	right: number;
}

/** The table of a page, with the lines that it takes: in them no labelled values are to be looked for. */
export function findLineItems(lines: Line[]): { items: LineItem[]; used: Line[] } {
	const start = lines.findIndex(isHeading);
	if (start < 0) return { items: [], used: [] };
	const heading = lines[start]!;
	const columns = heading.cells.flatMap(({ text, left, right }) => {
		const key = lineLabelOf(text);
		return key ? [{ key, left, right }] : [];
	});
	const after = lines.slice(start + 1);
	const end = after.findIndex(isSum);
	const used = [heading, ...(end < 0 ? after : after.slice(0, end))];
	return { items: used.slice(1).flatMap((line) => itemOf(line, columns) ?? []), used };
}

function isHeading({ cells }: Line): boolean {
	const keys = cells.map(({ text }) => lineLabelOf(text));
	return keys.includes('description') && (keys.includes('line_amount') || keys.includes('unit_price'));
}

/** "Net Amount 485.00": the table has ended. An item may begin with such a word, too: "Net curtain". */
function isSum({ cells }: Line): boolean {
	return cells.some(({ text }) => {
		const label = labelAt(text);
		return label && /amount|iban/.test(label.key) && /^([\d€£$-]|$)/.test(label.rest);
	});
}

/** A line is an item if it has a text and an amount, each under its column. */
function itemOf({ cells }: Line, columns: Column[]): LineItem | undefined {
	const item: LineItem = {};
	for (const cell of cells) {
		const { key } = nearest(cell, columns);
		const value = readValue(cell.text, lineFields[key].type);
		if (typeof value === 'string' || typeof value === 'number') item[key] = value;
	}
	const hasAmount = item.line_amount !== undefined || item.unit_price !== undefined;
	return item.description !== undefined && hasAmount ? item : undefined;
}

/** Text stands under its heading's left edge, numbers under its right one: whichever is nearer, or the overlap. */
function nearest(cell: Cell, columns: Column[]): Column {
	const distance = ({ left, right }: Column): number => {
		const overlap = Math.min(cell.right, right) - Math.max(cell.left, left);
		return overlap > 0 ? -overlap : Math.min(Math.abs(cell.left - left), Math.abs(cell.right - right));
	};
	return [...columns].sort((a, b) => distance(a) - distance(b))[0]!;
}
