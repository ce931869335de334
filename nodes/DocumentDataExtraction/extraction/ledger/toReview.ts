import type { ColumnNames } from '../rows/ColumnNames';
import type { ReviewItem } from '../rows/review';
import type { RowItem } from '../rows/rowItems';
import { SOURCE_COLUMN, type Pairing, type RowLinks } from '../rows/SourceIndex';
import type { FailedPage } from './failedPages';
import type { LedgerEntry } from './ledger';

/** What is known of a file that no row mentions. */
type UnseenFile = Pick<LedgerEntry, 'item' | 'fileName' | 'sentName' | 'state' | 'reason' | 'failedPages'>;

/** Makes the item of what needs review and is no row. */
const reviewItem = (
	names: ColumnNames,
	pairedItem: Pairing,
	source: string,
	message: string,
	fields: string[] = [],
): RowItem => ({
	json: names.row({
		[SOURCE_COLUMN]: source,
		review_message: message,
		review_fields: names.all(fields).join(', '),
	}),
	pairedItem,
});

/** For a page that gave no rows. */
export const failedPageItem = (
	names: ColumnNames,
	pairedItem: Pairing,
	{ file_name, page, reason }: FailedPage,
): RowItem =>
	reviewItem(
		names,
		pairedItem,
		page === null ? file_name : `${file_name} (Page ${page})`,
		`${page === null ? 'Pages of this file' : 'This page'} could not be read${reason ? `: ${reason}` : ''}`,
	);

export const noRowsItem = (names: ColumnNames, pairedItem: Pairing, fileName: string): RowItem =>
	reviewItem(names, pairedItem, fileName, 'No rows were found in this file');

/** Makes review items for a file that no row mentions: failed pages, no rows, or an unsupported type. */
export function reviewsOfFile(
	{ item, fileName, sentName, state, reason, failedPages }: UnseenFile,
	names: ColumnNames,
): RowItem[] {
	if (state === 'skipped') return [reviewItem(names, { item }, fileName, `The file was skipped. ${reason}`)];
	if (state === 'no_rows') return [noRowsItem(names, { item }, sentName ?? fileName)];
	return failedPages.map((page) => failedPageItem(names, { item }, page));
}

/** Makes items of the review entries that name no row. */
export const reviewsWithoutRowItems = (items: ReviewItem[], links: RowLinks, names: ColumnNames): RowItem[] =>
	items.map(({ message, affected_fields, source_references: sources }) =>
		reviewItem(names, links.pairingOfAll(sources), sources.join(', '), message, affected_fields),
	);
