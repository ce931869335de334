/** A run of text and where it stands on its page; y counts downwards, to the text's baseline. */
export interface TextItem {
	text: string;
	x: number;
	y: number;
	width: number;
	height: number;
}

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
}

/** Wider than any word space, narrower than the gap between two columns; in text heights. */
const COLUMN_GAP = 1.1;

/** The lines of a page from top to bottom, each cut into cells where a gap is wider than a word space. */
export function linesOf(items: TextItem[]): Line[] {
	const rows: TextItem[][] = [];
	for (const item of [...items].sort((a, b) => a.y - b.y)) {
		const row = rows.at(-1);
		const isSame = row && Math.abs(item.y - row[0]!.y) <= Math.min(item.height, row[0]!.height) * 0.5;
		if (isSame) row.push(item);
		else rows.push([item]);
	}
	return rows.map(lineOf);
}

function lineOf(items: TextItem[]): Line {
	const cells: Cell[] = [];
	for (const { text, x, width, height } of items.sort((a, b) => a.x - b.x)) {
		const cell = cells.at(-1);
		const gap = cell ? x - cell.right : Infinity;
		if (!cell || gap >= height * COLUMN_GAP) {
			cells.push({ text: text.trim(), left: x, right: x + width });
			continue;
		}
		cell.text += gap > height * 0.1 || /^\s/.test(text) ? ` ${text.trim()}` : text.trim();
		cell.right = x + width;
	}
	return { y: items[0]!.y, height: items[0]!.height, cells };
}
