import type { ResultRow, ReviewNeeded } from '../../api/schemas/extractions';
import { without } from '../../shared/json';
import { REVIEW_COLUMN } from './SourceIndex';

export type ReviewItem = ReviewNeeded['items'][number];

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

/** The review entries that name no existing row, so that no row can carry their message. */
export const reviewsWithoutRow = (items: ReviewItem[], rows: number): ReviewItem[] =>
	items.filter(
		({ output_row_numbers }) => !output_row_numbers.some((number) => number >= 1 && number <= rows),
	);

/** A row as an output of its own for reviews shows it: `review_message` says there what the service's column says. */
export const withoutReviewColumn = (row: ResultRow): ResultRow => without(row, REVIEW_COLUMN);
