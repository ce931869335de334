import type { ResultRow } from '../../api/schemas/extractions';
import { ColumnNames, columnsOf } from './ColumnNames';
import { concernsByRow, type Concerns } from './review';
import type { RowsPage } from './pages';
import { SOURCE_COLUMN, type Pairing, type RowLinks } from './SourceIndex';

/** An output item without n8n's types: `json`, and the input items it came from. */
export interface RowItem {
	json: ResultRow;
	pairedItem: Pairing;
}

export interface RoutedRows {
	main: RowItem[];
	review: RowItem[];
}

/** How rows and invoices become items. */
export interface ItemOptions {
	/** Sends what needs review to its own output. */
	separateReview?: boolean;
	/** Keeps rows out of the output. */
	isLeftOut?: (source: unknown) => boolean;
	/** Those of all pages of the extraction. */
	names?: ColumnNames;
}

export interface RowItemOptions extends ItemOptions {
	/** Adds the review's message and fields to every row that has one, whatever its output. */
	withReview?: boolean;
}

/** The names that the review adds to a row. */
const REVIEW_COLUMNS = ['review_message', 'review_fields'];

/** Texts, so that a sheet, a CSV file or a database takes them as they are. */
const reviewOf = ({ messages, fields }: Concerns, names: ColumnNames) => ({
	review_message: messages.join('; '),
	review_fields: names.all(fields).join(', '),
});

/**
 * Turns a page of rows into items, each paired with the input item whose file its Source File names.
 *
 * @param routed the items of the pages before
 */
export function rowItems(
	{ rows, reviewItems, firstRowNumber, page }: Omit<RowsPage, 'isLast'>,
	links: Pick<RowLinks, 'pairingOf'>,
	{ separateReview, withReview = separateReview, isLeftOut, names = new ColumnNames() }: RowItemOptions,
	routed: RoutedRows = { main: [], review: [] },
): RoutedRows {
	// In every row, so that a column is called the same in all of them.
	names.reserve(withReview ? REVIEW_COLUMNS : []).learn(columnsOf(rows, page.columns));
	const concerns = concernsByRow(reviewItems, firstRowNumber, firstRowNumber + rows.length - 1);
	rows.forEach((row, index) => {
		const source = row[SOURCE_COLUMN];
		if (isLeftOut?.(source)) return;
		const about = concerns.get(firstRowNumber + index);
		const columns = names.row(row);
		const item: RowItem = {
			json: withReview && about ? { ...columns, ...reviewOf(about, names) } : columns,
			pairedItem: links.pairingOf(source),
		};
		(separateReview && about ? routed.review : routed.main).push(item);
	});
	return routed;
}
