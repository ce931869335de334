import type { ExtractionStatus, ReviewNeeded } from '../../api/schemas/extractions';
import { failedPagesOf } from './failedPages';
import type { ExtractionFindings } from './hints';

/** What needs review in rows, as far as the service names them. An entry that it does not list is about some row too. */
export function rowsToReview(
	{ count, items }: ReviewNeeded,
	withoutRow: ReviewNeeded['items'],
): Pick<ExtractionFindings, 'rowsToReview' | 'reviews'> {
	const inRows = items.filter((item) => !withoutRow.includes(item));
	const rows = new Set(inRows.flatMap(({ output_row_numbers }) => output_row_numbers));
	const unlisted = Math.max(0, count - items.length);
	return {
		rowsToReview: rows.size + unlisted,
		reviews: inRows.map(({ message, source_references }) =>
			[source_references.join(', '), message].filter((text) => text !== '').join(': '),
		),
	};
}

/** Picks what needs attention from a status. */
export function statusFindings({ pages, review_needed }: ExtractionStatus): ExtractionFindings {
	const { count, pages: failedPages } = failedPagesOf(pages);
	const review = review_needed ?? { count: 0, items: [] };
	// The status does not say which rows there are.
	const withoutRow = review.items.filter(({ output_row_numbers }) => output_row_numbers.length === 0);
	return {
		pages: (pages?.successful_count ?? 0) + count,
		pagesFailed: count,
		failedPages,
		filesWithoutRows: [],
		...rowsToReview(review, withoutRow),
		reviewsWithoutRow: withoutRow.map(({ message }) => message),
	};
}

/** Adds up the findings of several extractions. */
export const mergeFindings = (findings: ExtractionFindings[]): ExtractionFindings => ({
	pages: findings.reduce((sum, { pages }) => sum + pages, 0),
	pagesFailed: findings.reduce((sum, { pagesFailed }) => sum + pagesFailed, 0),
	failedPages: findings.flatMap(({ failedPages }) => failedPages),
	filesWithoutRows: findings.flatMap(({ filesWithoutRows }) => filesWithoutRows),
	rowsToReview: findings.reduce((sum, found) => sum + found.rowsToReview, 0),
	reviews: findings.flatMap(({ reviews }) => reviews),
	reviewsWithoutRow: findings.flatMap(({ reviewsWithoutRow }) => reviewsWithoutRow),
});
