import type { ReviewNeeded } from '../api/schemas/extractions';

export interface RowReview {
	review_message: string;
	review_fields: string[];
}

/** What to review, by 1-based row number. A row with several concerns gets one message for all of them. */
export function reviewsByRow(items: ReviewNeeded['items']): Map<number, RowReview> {
	const reviews = new Map<number, RowReview>();
	for (const { message, affected_fields, output_row_numbers } of items)
		for (const rowNumber of output_row_numbers) {
			const known = reviews.get(rowNumber);
			reviews.set(rowNumber, {
				review_message: known ? `${known.review_message}; ${message}` : message,
				review_fields: [...new Set([...(known?.review_fields ?? []), ...affected_fields])],
			});
		}
	return reviews;
}
