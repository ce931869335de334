import type { Api } from '../api/connection';
import { getResults, type Scope } from '../api/extractions';
import { LIMITS } from '../api/limits';
import type { ResultRow, ResultsPage, ReviewNeeded } from '../api/schemas/extractions';

export interface RowsPage {
	/** 1-based number of the first row among all rows of the extraction. */
	firstRowNumber: number;
	rows: ResultRow[];
	/** The review items whose rows fall on the page. */
	reviewItems: ReviewNeeded['items'];
	page: ResultsPage;
}

export interface RowRange {
	offset?: number;
	/** The most rows in all; all of them when it is left out. */
	limit?: number;
	scope?: Scope;
}

/** The rows of a completed extraction, page by page as they arrive ("GET /extractions/{extraction_id}/results"). */
export async function* rowPages(
	api: Api,
	extractionId: string,
	range: RowRange = {},
): AsyncGenerator<RowsPage> {
	let offset = range.offset ?? 0;
	let left = range.limit ?? Infinity;
	while (left > 0) {
		const limit = Math.min(left, LIMITS.resultsPage.max);
		const page = await getResults(api, extractionId, { offset, limit, scope: range.scope });
		yield {
			firstRowNumber: page.offset + 1,
			rows: page.rows,
			reviewItems: page.review_needed?.items ?? [],
			page,
		};
		left -= page.rows.length;
		if (!page.has_more || page.rows.length === 0) return;
		offset = page.next_offset ?? offset + page.rows.length;
	}
}
