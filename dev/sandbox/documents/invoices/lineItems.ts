import { invoiceLabelAt, lineLabelOf } from '../fields/labels';
import { lineFields, type LineKey } from '../fields/vocabulary';
import type { Cell, Line } from '../reading/lines';
import { readValue } from './values';

export type LineValues = Partial<Record<LineKey, string | number>>;

export interface LineItem {
	values: LineValues;
	page: number;
}

interface Column {
	key: LineKey;
	left: number;
	right: number;
}

export interface TableOnPage {
	items: LineValues[];
	/** For the next page, when the table goes on there. */
	columns: Column[] | null;
	/** Lines of the table, headings included: no labelled values are to be looked for in them. */
	used: Set<Line>;
}

const tableEnds = new Set([
	'net_amount',
	'tax_amount',
	'total_amount',
	'amount_due',
	'iban',
	'payment_terms',
]);
const carriedForward = /carried forward|brought forward|carry over|ubertrag|übertrag|page total|continued/i;
/** How far apart the lines of one item's description may stand, in text heights. */
const descriptionReach = 2;

/**
 * The line-item table of a page. `continued` are the columns of the table on the page before: a table over two pages
 * need not repeat its headings.
 */
export function findLineItems(lines: Line[], continued: Column[] | null): TableOnPage {
	const start = lines.findIndex(isHeading);
	const headingLine = lines[start];
	const columns = headingLine ? columnsOf(headingLine) : continued;
	const table: TableOnPage = { items: [], columns, used: new Set() };
	if (!columns) return table;
	if (headingLine) table.used.add(headingLine);
	let previous: Line | undefined;
	for (const line of lines.slice(start + 1)) {
		if (isHeading(line) || carriedForward.test(line.text)) {
			table.used.add(line);
			continue;
		}
		const item = itemOf(line, columns);
		if (item) {
			table.items.push(item);
			table.used.add(line);
			previous = line;
		} else if (endsTable(line)) {
			if (table.items.length > 0 || headingLine) break;
		} else if (previous && addDescription(table.items.at(-1), line, previous, columns)) {
			table.used.add(line);
			previous = line;
		}
	}
	return table;
}

function isHeading(line: Line): boolean {
	const keys = new Set(line.cells.map((cell) => lineLabelOf(cell.text)));
	const hasText = keys.has('description') || keys.has('item_code');
	return hasText && (keys.has('line_amount') || keys.has('unit_price') || keys.has('quantity'));
}

function columnsOf(heading: Line): Column[] {
	const taken = new Set<LineKey>();
	return heading.cells.flatMap((cell) => {
		const key = lineLabelOf(cell.text);
		if (!key || taken.has(key)) return [];
		taken.add(key);
		return [{ key, left: cell.left, right: cell.right }];
	});
}

/** A line is an item when it holds an amount and a text, each under its column. */
function itemOf(line: Line, columns: Column[]): LineValues | null {
	if (endsTable(line)) return null;
	const values: LineValues = {};
	for (const cell of line.cells) {
		const column = nearest(cell, columns);
		const value = column && readValue(cell.text, lineFields[column.key].type);
		if (!column || (typeof value !== 'string' && typeof value !== 'number')) continue;
		const known = values[column.key];
		values[column.key] = typeof known === 'string' ? `${known} ${String(value)}` : value;
	}
	const hasText = values.description !== undefined || values.item_code !== undefined;
	const hasAmount = values.line_amount !== undefined || values.unit_price !== undefined;
	return hasText && hasAmount ? values : null;
}

function addDescription(
	item: LineValues | undefined,
	line: Line,
	previous: Line,
	columns: Column[],
): boolean {
	const [cell] = line.cells;
	if (!item || !cell || line.cells.length > 1 || line.y - previous.y > previous.height * descriptionReach)
		return false;
	if (nearest(cell, columns)?.key !== 'description' || typeof item.description !== 'string') return false;
	item.description = `${item.description} ${cell.text}`;
	return true;
}

function endsTable(line: Line): boolean {
	return line.cells.some((cell) => {
		const label = invoiceLabelAt(cell.text);
		return (
			label !== null &&
			tableEnds.has(label.key) &&
			(label.rest === '' || label.hasColon || /^[\d€£$(-]/.test(label.rest))
		);
	});
}

/** Text stands under its heading's left edge, numbers under its right one: whichever is nearer, or the overlap. */
function nearest(cell: Cell, columns: Column[]): Column | undefined {
	const distance = (column: Column): number => {
		const overlap = Math.min(cell.right, column.right) - Math.max(cell.left, column.left);
		if (overlap > 0) return -overlap;
		return Math.min(Math.abs(cell.left - column.left), Math.abs(cell.right - column.right));
	};
	return [...columns].sort((a, b) => distance(a) - distance(b))[0];
}
