import type { ResultRow } from '../../api/schemas/extractions';
import type { Account } from '../account/Account';
import type { Hint } from '../account/hints';
import { columnsOf, type ColumnNames } from '../rows/ColumnNames';
import type { RowsPage } from '../rows/pages';
import { concernsByRow, withoutReviewColumn, type Concerns } from '../rows/review';
import { SOURCE_COLUMN, type Pairing } from '../rows/SourceIndex';

/** An output item without n8n's types: `json`, and the input items it came from. */
export interface RowItem {
	json: ResultRow;
	pairedItem: Pairing;
}

export interface RoutedRows {
	main: RowItem[];
	review: RowItem[];
}

/** The items of an extraction. */
export interface ShapedRows extends RoutedRows {
	/** How many rows or invoices follow; null if nobody knows. */
	keptBack: number | null;
	/** Notes on how rows became invoices, if that may be wrong. */
	hints: Hint[];
}

/** How rows become items. */
export interface RowItemOptions {
	/** Sends what needs review to its own output, and leaves the service's column about it out. */
	separateReview?: boolean;
	/** Adds the review's message and fields to every row that has one, whatever its output. */
	withReview?: boolean;
	/** The names of the columns, on all pages of the extraction. */
	names: ColumnNames;
}

/** The names that the review adds to a row. */
const REVIEW_COLUMNS = ['review_message', 'review_fields'];

/** Texts, so that a sheet, a CSV file or a database takes them as they are. */
const reviewOfRow = ({ messages, fields }: Concerns, names: ColumnNames) => ({
	review_message: names.cell(messages.join('; ')),
	review_fields: names.all(fields).join(', '),
});

/**
 * Turns a page of rows into items, each paired with the input item whose file its Source File names.
 *
 * @param routed the items of the pages before
 */
export function rowItems(
	{ rows, reviewItems, firstRowNumber, page }: Omit<RowsPage, 'isLast'>,
	account: Account,
	{ separateReview, withReview = separateReview, names }: RowItemOptions,
	routed: RoutedRows = { main: [], review: [] },
): RoutedRows {
	// Also for rows without a review, so that a column has the same name in all rows.
	names.reserve(withReview ? REVIEW_COLUMNS : []).learn(columnsOf(rows, page.columns));
	const concerns = concernsByRow(reviewItems, firstRowNumber, firstRowNumber + rows.length - 1);
	rows.forEach((row, index) => {
		const source = row[SOURCE_COLUMN];
		if (account.isKeptBack(source)) return;
		const about = concerns.get(firstRowNumber + index);
		const shown = separateReview ? withoutReviewColumn(row) : row;
		const columns = names.row(shown, names.ids?.ofRow(firstRowNumber + index));
		const item: RowItem = {
			json: withReview && about ? { ...columns, ...reviewOfRow(about, names) } : columns,
			pairedItem: account.sources.pairingOf(source),
		};
		(separateReview && about ? routed.review : routed.main).push(item);
	});
	return routed;
}
