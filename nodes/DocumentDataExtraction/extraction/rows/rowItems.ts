import type { ResultRow } from '../../api/schemas/extractions';
import { ColumnNames, columnsOf } from './ColumnNames';
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

interface RowItemOptions {
	/** Sends the rows that need review to their own output, with the message. */
	separateReview: boolean;
	/** Adds the review's message and fields to every row that has one, whatever its output. */
	withReview?: boolean;
	/** Keeps rows out of the output. */
	isLeftOut?: (source: unknown) => boolean;
	/** Those of all pages of the extraction. */
	names?: ColumnNames;
}

/** Turns a page of rows into items, each paired with the input item whose file its Source File names. */
export function rowItems(
	{ rows, reviewItems, firstRowNumber, page }: Omit<RowsPage, 'isLast'>,
	sources: { pairingOf(source: unknown): Pairing },
	{ separateReview, withReview = separateReview, isLeftOut, names = new ColumnNames() }: RowItemOptions,
): RoutedRows {
	const routed: RoutedRows = { main: [], review: [] };
	// In every row, so that a column is called the same in all of them.
	names.reserve(withReview ? REVIEW_COLUMNS : []).learn(columnsOf(rows, page.columns));
	const reviews = reviewsByRow(reviewItems, names, firstRowNumber, firstRowNumber + rows.length - 1);
	rows.forEach((row, index) => {
		const source = row[SOURCE_COLUMN];
		if (isLeftOut?.(source)) return;
		const review = reviews.get(firstRowNumber + index);
		const columns = names.row(row);
		const item: RowItem = {
			json: withReview && review ? { ...columns, ...review } : columns,
			pairedItem: sources.pairingOf(source),
		};
		(separateReview && review ? routed.review : routed.main).push(item);
	});
	return routed;
}
