import type { ApiClient } from '../../../api/http/client';
import { listExtractions, type ListQuery } from '../../../api/extractions';
import { LIMITS } from '../../../api/limits';
import type { ExtractionList, ListedExtraction } from '../../../api/schemas/extractions';
import { hasCode, LOCAL_CODES, ServiceError } from '../../../api/errors/ServiceError';
import { attempt } from '../../../shared/attempt';

/** The contract knows no such filter ("GET /extractions"), newer versions of the service may. */
const INPUT_REQUIRED = 'input_required';

/** Pages without anything in them, one after the other: more of them lead nowhere. */
const EMPTY_PAGES = 10;

/** Keeps a list that does not come to its end from being followed for ever. */
class Progress {
	private readonly cursors = new Set<string>();
	private emptyPages = 0;

	/** @throws ServiceError if the next page was read before, or if page after page is empty */
	check(cursor: string, entries: number): void {
		this.emptyPages = entries === 0 ? this.emptyPages + 1 : 0;
		if (!this.cursors.has(cursor) && this.emptyPages < EMPTY_PAGES) {
			this.cursors.add(cursor);
			return;
		}
		throw new ServiceError({
			code: LOCAL_CODES.unreadable,
			message: 'The list of extractions repeats itself and has no end',
			retryable: false,
		});
	}
}

/** Tries a filter for questions at the service. If the service refuses it, all extractions are listed and filtered here. */
async function firstListPage(
	api: ApiClient,
	query: ListQuery,
	limit: number,
): Promise<{ page: ExtractionList; query: ListQuery }> {
	const asked = await attempt(async () => await listExtractions(api, { ...query, limit }));
	if (asked.ok) return { page: asked.value, query };
	if (query.status !== INPUT_REQUIRED || !hasCode(asked.error, 'INVALID_INPUT')) throw asked.error;
	const all: ListQuery = { ...query, status: undefined };
	return { page: await listExtractions(api, { ...all, limit: LIMITS.listPage.max }), query: all };
}

export interface ListedPage {
	extractions: ListedExtraction[];
	/** How many more there are on the page that cannot be read. */
	unreadable: number;
}

/** Yields extractions page by page as they arrive, newest first, at most so many. */
export async function* listPages(
	api: ApiClient,
	wanted: ListQuery,
	most: number,
): AsyncGenerator<ListedPage> {
	const fits = ({ status }: ListedExtraction): boolean =>
		wanted.status !== INPUT_REQUIRED || status === INPUT_REQUIRED;
	const progress = new Progress();
	let left = most;
	const first = await firstListPage(api, wanted, Math.min(left, LIMITS.listPage.max));
	const { query } = first;
	let { page } = first;
	for (;;) {
		const extractions = page.extractions.filter(fits).slice(0, left);
		yield { extractions, unreadable: page.unreadable };
		left -= extractions.length;
		const cursor = page.next_cursor;
		if (left <= 0 || cursor === null) return;
		progress.check(cursor, page.extractions.length + page.unreadable);
		const isFilteredHere = query.status !== wanted.status;
		const limit = isFilteredHere ? LIMITS.listPage.max : Math.min(left, LIMITS.listPage.max);
		page = await listExtractions(api, { ...query, limit, cursor });
	}
}
