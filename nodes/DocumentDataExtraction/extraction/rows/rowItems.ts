import type { ResultRow } from '../../api/schemas/extractions';
import { reviewsByRow } from './review';
import type { RowsPage } from './pages';
import { SOURCE_COLUMN, type Pairing } from './SourceIndex';

/** An output item without n8n's types: `json`, and the input items it came from. */
export interface RowItem {
	json: ResultRow;
	pairedItem: Pairing;
}

export interface RoutedRows {
	main: RowItem[];
	review: RowItem[];
}

/** The names that the review adds to a row. */
const REVIEW_COLUMNS = ['review_message', 'review_fields'];

const isTaken = (column: string, taken: readonly string[]): boolean =>
	column === 'error' || taken.includes(column.toLowerCase());

/**
 * New names for the columns that cannot keep theirs: n8n takes an item with a top-level `error` for a failed one, and a table or a
 * database takes two names for one that differ in capitals only.
 *
 * @param taken further names that the item needs for itself, in lower case
 */
export function newNames(columns: readonly string[], taken: readonly string[] = []): Map<string, string> {
	const kept = columns.filter((column) => !isTaken(column, taken));
	const used = new Set([...taken, ...kept.map((column) => column.toLowerCase())]);
	return new Map(
		columns
			.filter((column) => isTaken(column, taken))
			.map((column) => {
				let number = 2;
				while (used.has(`${column}_${number}`.toLowerCase())) number++;
				used.add(`${column}_${number}`.toLowerCase());
				return [column, `${column}_${number}`];
			}),
	);
}

/** Renames the columns of a row that cannot keep their name; see `newNames`. */
export function safeColumns(row: ResultRow, taken: readonly string[] = []): ResultRow {
	const columns = Object.keys(row);
	if (!columns.some((column) => isTaken(column, taken))) return row;
	const renamed = newNames(columns, taken);
	return Object.fromEntries(
		Object.entries(row).map(([column, value]) => [renamed.get(column) ?? column, value]),
	);
}

interface RowItemOptions {
	/** Sends the rows that need review to their own output, with the message. */
	separateReview: boolean;
	/** Adds the review's message and fields to every row that has one, whatever its output. */
	withReview?: boolean;
	/** Keeps rows out of the output. */
	isLeftOut?: (source: unknown) => boolean;
}

/** Turns a page of rows into items, each paired with the input item whose file its Source File names. */
export function rowItems(
	{ rows, reviewItems, firstRowNumber }: Pick<RowsPage, 'rows' | 'reviewItems' | 'firstRowNumber'>,
	sources: { pairingOf(source: unknown): Pairing },
	{ separateReview, withReview = separateReview, isLeftOut }: RowItemOptions,
): RoutedRows {
	const routed: RoutedRows = { main: [], review: [] };
	const reviews = reviewsByRow(reviewItems, firstRowNumber, firstRowNumber + rows.length - 1);
	// In every row, so that a column is called the same in all of them.
	const taken = withReview ? REVIEW_COLUMNS : [];
	rows.forEach((row, index) => {
		const source = row[SOURCE_COLUMN];
		if (isLeftOut?.(source)) return;
		const review = reviews.get(firstRowNumber + index);
		const columns = safeColumns(row, taken);
		const item: RowItem = {
			json: withReview && review ? { ...columns, ...review } : columns,
			pairedItem: sources.pairingOf(source),
		};
		(separateReview && review ? routed.review : routed.main).push(item);
	});
	return routed;
}
