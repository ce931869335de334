import type { TextItem } from './reading';

/** Text that stands together, apart from its neighbours by more than a word space. */
export interface Cell {
	text: string;
	left: number;
	right: number;
}

export interface Line {
	y: number;
	height: number;
	cells: Cell[];
	/** The cells' text, joined by one space. */
	text: string;
}

/** Wider than any word space, narrower than the gap between two columns; in text heights. */
const columnGap = 1.1;
/** Characters; what is longer is no line of a document, and to look for fields in it would take minutes. */
const longestLine = 5_000;

/** The lines of a page from top to bottom, each cut into cells where a gap is wider than a word space. */
export function linesOf(items: TextItem[]): Line[] {
	const rows: TextItem[][] = [];
	for (const item of [...items].sort((a, b) => a.y - b.y)) {
		const row = rows.at(-1);
		const first = row?.[0];
		if (row && first && Math.abs(item.y - first.y) <= Math.min(item.height, first.height) * 0.5)
			row.push(item);
		else rows.push([item]);
	}
	return rows.map(lineOf);
}

function lineOf(items: TextItem[]): Line {
	const cells: Cell[] = [];
	// Not spread into arguments: an odd page has more items than a call can have.
	const height = items.reduce((most, item) => Math.max(most, item.height), 0);
	let room = longestLine;
	for (const item of items.sort((a, b) => a.x - b.x)) {
		const text = item.text.trim().slice(0, room);
		if (text === '') break;
		room -= text.length;
		const cell = cells.at(-1);
		const gap = cell ? item.x - cell.right : Infinity;
		if (cell && gap < item.height * columnGap) {
			cell.text += gap > item.height * 0.1 || /^\s|\s$/.test(item.text) ? ` ${text}` : text;
			cell.right = item.x + item.width;
		} else {
			cells.push({ text, left: item.x, right: item.x + item.width });
		}
	}
	return { y: items[0]?.y ?? 0, height, cells, text: cells.map((cell) => cell.text).join(' ') };
}
