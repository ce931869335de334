import { joinNames } from '../../shared/text';
import type { ReviewItem } from '../rows/review';

/** What the service wants reviewed in an invoice. */
export interface InvoiceReview {
	message: string;
	/** The columns that it is about. */
	fields: string[];
	/** The 1-based line, null if it is about all of several lines. */
	line: number | null;
}

/** The review entries of each row, by its index. */
export function reviewsByIndex(items: Iterable<ReviewItem>): Map<number, ReviewItem[]> {
	const byRow = new Map<number, ReviewItem[]>();
	for (const item of items)
		for (const number of new Set(item.output_row_numbers))
			byRow.set(number - 1, [...(byRow.get(number - 1) ?? []), item]);
	return byRow;
}

/**
 * Collects the review messages of an invoice, in the order of its lines.
 *
 * @param rows the indexes of the invoice's rows
 * @param concerns the review entries, by the index of the row
 */
export function reviewOf(rows: readonly number[], concerns: Map<number, ReviewItem[]>): InvoiceReview[] {
	if (concerns.size === 0) return [];
	const lines = new Map<ReviewItem, number[]>();
	for (const [at, row] of rows.entries())
		for (const item of concerns.get(row) ?? []) lines.set(item, [...(lines.get(item) ?? []), at + 1]);
	return [...lines].flatMap(([{ message, affected_fields: fields }, numbers]) => {
		const isAboutAll = rows.length > 1 && numbers.length === rows.length;
		return (isAboutAll ? [null] : numbers).map((line) => ({ message, fields, line }));
	});
}

const concern = (message: string, fields: string[] = [], line: number | null = null): InvoiceReview => ({
	message,
	fields,
	line,
});

/** Says of an invoice that it is not whole: rows of it are in a document that is kept back. */
export const ROWS_MISSING = concern('Rows of a document with failed pages are missing from this invoice');

/** Says of an invoice that it may not be whole: pages of its document gave no rows. */
export const pagesMissing = (pages: readonly string[]): InvoiceReview =>
	concern(
		`Lines of this invoice may be missing, because pages of its document could not be read: ${joinNames(pages, '; ')}`,
	);

/** Says of an invoice of one row why it is one of its own. */
export const rowAlone = (emptyColumns: string[]): InvoiceReview =>
	concern(
		`The row has no ${joinNames(emptyColumns)}, so nobody knows to which invoice it belongs`,
		emptyColumns,
		1,
	);
