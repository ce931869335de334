import type { ApiClient } from '../../api/http/client';
import { pause } from '../../api/rate/sleep';
import { getResults, type Scope } from '../../api/endpoints/extractions';
import { LIMITS } from '../../api/limits';
import type { ResultRow, ResultsPage, ReviewNeeded } from '../../api/schemas/extractions';
import { LOCAL_CODES, type ServiceError, serviceError } from '../../api/errors/ServiceError';
import { isRecord } from '../../shared/json';
import { inNames, withNamesOfRun, type NamesOfRun } from './namesOfRun';
import { SOURCE_COLUMN } from './SourceIndex';

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

interface RowRange {
	offset?: number;
	/** The most rows in all; all of them when it is left out. */
	limit?: number;
	scope?: Scope;
	/** Is told of each page before it is passed on. */
	account?: { addPage(page: RowsPage): void };
	/** What this run calls the files. */
	names?: NamesOfRun;
}

/** Whether more rows follow. If the page does not say so, the number of all rows decides. */
function hasMoreAfter(page: ResultsPage, offset: number): boolean {
	const { rows, has_more, next_offset, total_rows } = page;
	const reached = offset + rows.length;
	// Beyond that number, a page has to say where it begins. Otherwise it may be the same page each time, without end.
	const goesBeyond = rows.length > 0 && typeof page.offset === 'number';
	if (typeof total_rows === 'number' && reached >= total_rows && !goesBeyond) return false;
	if (typeof has_more === 'boolean') return has_more;
	if (typeof total_rows === 'number') return reached < total_rows;
	return typeof next_offset === 'number' && next_offset > offset;
}

/** Whether rows of a page are missing, or it is another page than the one asked for: a cache on the way may return that. */
function isIncomplete(page: ResultsPage, offset: number): boolean {
	const { rows, total_rows: total, offset: first } = page;
	if ((first ?? offset) !== offset) return true;
	if (hasMoreAfter(page, offset)) return rows.length === 0;
	return typeof total === 'number' && offset < total && offset + rows.length < total;
}

/** A page with the names that this run has for the files. Columns of the user's keep what they say. */
function pageInNames(page: ResultsPage, names: NamesOfRun): ResultsPage {
	const { pages, review_needed, rows } = page;
	return {
		...page,
		...withNamesOfRun({ pages, review_needed }, names),
		rows: rows.map((row) => {
			const source = row[SOURCE_COLUMN];
			return typeof source === 'string' ? { ...row, [SOURCE_COLUMN]: inNames(source, names) } : row;
		}),
	};
}

/** One page, whole. @throws ServiceError when it is not, also when it is asked for again */
async function wholePage(
	api: ApiClient,
	extractionId: string,
	query: { offset: number; limit: number; scope?: Scope },
): Promise<ResultsPage> {
	const { offset } = query;
	const unreadable = (message: string, retryable: boolean): ServiceError =>
		serviceError(LOCAL_CODES.unreadable, message, { retryable, extractionId });
	for (let tries = 0; ; tries++) {
		const page = await getResults(api, extractionId, query);
		const { rows, offset: first, total_rows: total } = page;
		const strange = rows.findIndex((row) => !isRecord(row));
		if (strange >= 0)
			throw unreadable(
				`Row ${offset + strange + 1} is ${JSON.stringify(rows[strange])?.slice(0, 50)}, which is not a row`,
				false,
			);
		if (!isIncomplete(page, offset)) return page;
		const rest = PAUSES_MS[tries];
		if (rest === undefined)
			throw unreadable(
				`The rows are not complete. Asked for: from row ${offset + 1} on, of ${total ?? 'all'}. Sent: ${rows.length}, from row ${(first ?? offset) + 1} on`,
				true,
			);
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
	const { names = new Map() } = range;
	while (left > 0) {
		const query = { offset, limit: Math.min(left, LIMITS.resultsPage.max), scope: range.scope };
		const sent = await wholePage(api, extractionId, query);
		const page = names.size > 0 ? pageInNames(sent, names) : sent;
		const { rows, review_needed: review } = page;
		const isLast = !hasMoreAfter(page, offset);
		const rowsPage = { firstRowNumber: offset + 1, rows, reviewItems: review?.items ?? [], isLast, page };
		range.account?.addPage(rowsPage);
		yield rowsPage;
		if (isLast) return;
		left -= rows.length;
		offset += rows.length;
	}
}
