import type { ApiClient } from '../../api/http/client';
import { pause } from '../../api/http/sleep';
import { getResults, type Scope } from '../../api/extractions';
import { LIMITS } from '../../api/limits';
import type { ResultRow, ResultsPage, ReviewNeeded } from '../../api/schemas/extractions';
import { LOCAL_CODES, type ServiceError, serviceError, withFacts } from '../../api/errors/ServiceError';
import { explain } from '../../shared/attempt';
import { isRecord } from '../../shared/json';

/** If a page lacks rows, it is requested again after these pauses, in milliseconds, because the rows may be on their way. */
const PAUSES_MS = [500, 1000, 2000];

export interface RowsPage {
	/** 1-based number of the first row among all rows of the extraction. */
	firstRowNumber: number;
	rows: ResultRow[];
	/** The review items whose rows fall on the page. */
	reviewItems: ReviewNeeded['items'];
	/** Whether no rows follow, whatever the range. */
	isLast: boolean;
	page: ResultsPage;
}

export interface RowRange {
	offset?: number;
	/** The most rows in all; all of them when it is left out. */
	limit?: number;
	scope?: Scope;
	/** Is told of each page before it is passed on. */
	account?: { addPage(page: RowsPage): void };
}

/** Whether more rows follow. If the page does not say so, the count of all rows decides. */
function hasMoreAfter(page: ResultsPage, offset: number): boolean {
	const { rows, has_more, next_offset, total_rows } = page;
	const reached = offset + rows.length;
	// Beyond the count, only rows that say where they begin are more rows: others could be the same ones, for ever.
	const goesBeyond = rows.length > 0 && typeof page.offset === 'number';
	if (typeof total_rows === 'number' && reached >= total_rows && !goesBeyond) return false;
	if (typeof has_more === 'boolean') return has_more;
	if (typeof total_rows === 'number') return reached < total_rows;
	return typeof next_offset === 'number' && next_offset > offset;
}

/** Says how a page contradicts itself; undefined if it does not. */
function whatIsMissing(page: ResultsPage, offset: number): string | undefined {
	const { rows, total_rows: total, offset: sent } = page;
	// A cache on the way may return another page.
	if (typeof sent === 'number' && sent !== offset)
		return `the service sent the rows from row ${sent + 1} on instead of those from row ${offset + 1} on`;
	const hasMore = hasMoreAfter(page, offset);
	const reached = offset + rows.length;
	const counted = typeof total === 'number' ? `${total} rows` : 'more rows';
	if (hasMore && rows.length === 0)
		return `the service counts ${counted}, but sent none from row ${offset + 1} on`;
	if (!hasMore && typeof total === 'number' && reached < total && offset < total)
		return `the service counts ${counted}, but sent ${reached}`;
	return undefined;
}

const unreadableRows = (message: string, retryable: boolean): ServiceError =>
	serviceError(LOCAL_CODES.unreadable, message, { retryable });

/** One page, whole. @throws ServiceError when it is not, also when it is asked for again */
async function wholePage(
	api: ApiClient,
	extractionId: string,
	query: { offset: number; limit: number; scope?: Scope },
): Promise<ResultsPage> {
	for (let tries = 0; ; tries++) {
		const page = await getResults(api, extractionId, query);
		const strange = page.rows.findIndex((row) => !isRecord(row));
		if (strange >= 0)
			throw unreadableRows(
				`Row ${query.offset + strange + 1} is ${JSON.stringify(page.rows[strange])?.slice(0, 50)}, which is not a row`,
				false,
			);
		const missing = whatIsMissing(page, query.offset);
		if (missing === undefined) return page;
		const rest = PAUSES_MS[tries];
		if (rest === undefined) throw unreadableRows(`The rows are not complete: ${missing}`, true);
		await pause(rest, api.signal);
	}
}

/**
 * The rows of a completed extraction, page by page as they arrive ("GET /extractions/{extraction_id}/results").
 *
 * @throws ServiceError with the extraction's id, also when there are fewer rows than the service counts
 */
export async function* rowPages(
	api: ApiClient,
	extractionId: string,
	range: RowRange = {},
): AsyncGenerator<RowsPage> {
	let offset = range.offset ?? 0;
	let left = range.limit ?? Infinity;
	while (left > 0) {
		const query = { offset, limit: Math.min(left, LIMITS.resultsPage.max), scope: range.scope };
		const page = await explain(
			async () => await wholePage(api, extractionId, query),
			(error) => withFacts(error, { extractionId }),
		);
		const isLast = !hasMoreAfter(page, offset);
		const passed = {
			firstRowNumber: offset + 1,
			rows: page.rows,
			reviewItems: page.review_needed?.items ?? [],
			isLast,
			page,
		};
		range.account?.addPage(passed);
		yield passed;
		if (isLast) return;
		left -= page.rows.length;
		offset += page.rows.length;
	}
}
