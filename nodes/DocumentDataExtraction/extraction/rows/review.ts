import type { ReviewNeeded } from '../../api/schemas/extractions';
import type { ColumnNames } from './ColumnNames';

export type ReviewItem = ReviewNeeded['items'][number];

/** Texts, so that a sheet, a CSV file or a database takes them as they are. */
interface RowReview {
	review_message: string;
	/** Names of the columns in the output, separated by commas. */
	review_fields: string;
}

/** Why a row is to be reviewed: the service's messages, the columns that they are about, and where to look. */
export interface Concerns {
	messages: string[];
	fields: Set<string>;
	/** Each names a file and a page, also if the rows have no Source File. */
	sources: Set<string>;
}

/**
 * Collects what needs review, by 1-based row number.
 *
 * @param first the first row of the page; the service names the rows of other pages too
 * @param last the last row of the page
 */
export function concernsByRow(items: ReviewItem[], first = 1, last = Infinity): Map<number, Concerns> {
	const byRow = new Map<number, Concerns>();
	for (const { message, affected_fields, output_row_numbers, source_references } of items)
		for (const rowNumber of output_row_numbers) {
			if (rowNumber < first || rowNumber > last) continue;
			const concerns = byRow.get(rowNumber) ?? { messages: [], fields: new Set(), sources: new Set() };
			concerns.messages.push(message);
			for (const field of affected_fields) concerns.fields.add(field);
			for (const source of source_references) concerns.sources.add(source);
			byRow.set(rowNumber, concerns);
		}
	return byRow;
}

/** The concerns as one message for each row, so that they fit into a sheet, a CSV file or a database. */
export const reviewsByRow = (
	items: ReviewItem[],
	names: ColumnNames,
	first = 1,
	last = Infinity,
): Map<number, RowReview> =>
	new Map(
		[...concernsByRow(items, first, last)].map(([rowNumber, { messages, fields }]) => [
			rowNumber,
			{ review_message: messages.join('; '), review_fields: names.all(fields).join(', ') },
		]),
	);

/** The review entries that name no existing row, so that no row can carry their message. */
export const reviewsWithoutRow = (items: ReviewItem[], rows: number): ReviewItem[] =>
	items.filter(
		({ output_row_numbers }) => !output_row_numbers.some((number) => number >= 1 && number <= rows),
	);
