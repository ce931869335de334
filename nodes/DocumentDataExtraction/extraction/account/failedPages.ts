import type { PageResult } from '../../api/schemas/extractions';
import { nameKey, sourceKey } from '../../files/input/fileNames';

/** A page that gave no rows. */
export interface FailedPage {
	file_name: string;
	/** Null if the service names only the file. */
	page: number | null;
	/** The service's own words; empty if it gives none. */
	reason: string;
}

const pageKey = (fileName: string, page: number | null | undefined): string =>
	`${page ?? ''}\n${nameKey(fileName)}`;

/** How many pages of an extraction failed, and those that the service names, from both places where it does ("Page result"). */
export function failedPagesOf(result: PageResult | null | undefined) {
	const reasons = new Map<string, string>();
	const named = new Map<string, FailedPage>();
	const add = (file_name: string, page: number | null) => {
		const reason = reasons.get(pageKey(file_name, page)) ?? reasons.get(pageKey(file_name, null)) ?? '';
		named.set(pageKey(file_name, page), { file_name, page, reason });
	};
	const affected = (result?.failure_reasons ?? []).flatMap(({ code, message, affected_pages }) =>
		affected_pages.flatMap(({ file_name, pages }) =>
			(pages.length > 0 ? pages : [null]).map((page) => ({ file_name, page, reason: message || code })),
		),
	);
	for (const { file_name, page, reason } of affected) reasons.set(pageKey(file_name, page), reason);
	for (const { file_name, page } of result?.failed ?? []) add(file_name, page ?? null);
	const files = new Set([...named.values()].map(({ file_name }) => nameKey(file_name)));
	for (const { file_name, page } of affected)
		if (page !== null || !files.has(nameKey(file_name))) add(file_name, page);
	const pages = [...named.values()];
	return { count: Math.max(result?.failed_count ?? 0, pages.length), pages };
}

/** A page with why it failed, as one line. */
export const describePage = ({ file_name, page, reason }: FailedPage): string =>
	`${file_name}${page === null ? '' : ` page ${page}`}${reason ? ` (${reason.replace(/\.$/, '')})` : ''}`;

/**
 * Names the failed pages of the document that a Source File names, or of all documents if it names none. Pages that the service does not
 * name may be of any document.
 */
export function failedPagesBySource(result: PageResult | null | undefined): (source: unknown) => string[] {
	const { count, pages } = failedPagesOf(result);
	const known = pages.map((page) => ({ document: nameKey(page.file_name), text: describePage(page) }));
	const unnamed = count - pages.length;
	const ofAny = unnamed > 0 ? [`${unnamed} that the service does not name`] : [];
	return (source) => {
		const document = typeof source === 'string' ? sourceKey(source) : '';
		const own = known.filter((page) => document === '' || page.document === document);
		return [...own.map(({ text }) => text), ...ofAny];
	};
}
