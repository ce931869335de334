import type { ExtractionStatus } from '../../api/schemas/extractions';
import { failedPagesOf } from './failedPages';
import type { ExtractionFindings } from './hints';

/** Picks what needs attention from a status. */
export function statusFindings({ pages, review_needed }: ExtractionStatus): ExtractionFindings {
	const { count, pages: failedPages } = failedPagesOf(pages);
	return {
		pagesFailed: count,
		failedPages,
		filesWithoutRows: [],
		reviewCount: review_needed?.count ?? 0,
		// Which rows there are, it does not tell.
		reviewsWithoutRow: [],
	};
}

/** Adds up what several extractions told. */
export const mergeFindings = (findings: ExtractionFindings[]): ExtractionFindings => ({
	pagesFailed: findings.reduce((sum, { pagesFailed }) => sum + pagesFailed, 0),
	failedPages: findings.flatMap(({ failedPages }) => failedPages),
	filesWithoutRows: findings.flatMap(({ filesWithoutRows }) => filesWithoutRows),
	reviewCount: findings.reduce((sum, { reviewCount }) => sum + reviewCount, 0),
	reviewsWithoutRow: findings.flatMap(({ reviewsWithoutRow }) => reviewsWithoutRow),
});
