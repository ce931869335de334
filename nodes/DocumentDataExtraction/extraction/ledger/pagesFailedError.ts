import { LOCAL_CODES, type ServiceError, serviceError } from '../../api/errors/ServiceError';
import { describePage } from './failedPages';
import type { LedgerEntry } from './ledger';

/** The most pages that the message names; the details name all. */
const PAGES_NAMED = 10;

/**
 * The error of documents whose pages could not be extracted.
 *
 * @param entries the entries of these documents
 */
export function pagesFailedError(entries: LedgerEntry[]): ServiceError {
	const pages = entries.flatMap(({ failedPages, item, extractionId }) =>
		failedPages.map((page) => ({ ...page, item, extraction_id: extractionId })),
	);
	const items = new Set(entries.map(({ item }) => item));
	const [extractionId] = entries.flatMap((entry) => entry.extractionId ?? []);
	const more = pages.length > PAGES_NAMED ? `; and ${pages.length - PAGES_NAMED} more` : '';
	return serviceError(
		LOCAL_CODES.pagesFailed,
		pages.slice(0, PAGES_NAMED).map(describePage).join('; ') + more,
		{
			extractionId,
			details: { failed_pages: pages },
			itemIndex: items.size === 1 ? entries[0]?.item : undefined,
		},
	);
}
