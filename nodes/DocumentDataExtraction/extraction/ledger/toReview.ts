import type { ReviewNeeded } from '../../api/schemas/extractions';
import type { RowItem } from '../rows/rowItems';
import type { LedgerEntry } from './ledger';
import { SOURCE_COLUMN, type Pairing } from '../rows/SourceIndex';

const itemToReview = (source: string, message: string, fields: string, pairedItem: Pairing): RowItem => ({
	json: { [SOURCE_COLUMN]: source, review_message: message, review_fields: fields },
	pairedItem,
});

/** Makes review items for a file that no row mentions: failed pages, no rows, or an unsupported type. */
export function reviewsOfFile({
	item,
	fileName,
	sentName,
	state,
	reason,
	failedPages,
}: Pick<LedgerEntry, 'item' | 'fileName' | 'sentName' | 'state' | 'reason' | 'failedPages'>): RowItem[] {
	const of = (source: string, message: string) => itemToReview(source, message, '', { item });
	if (state === 'skipped') return [of(fileName, `The file was skipped. ${reason}`)];
	if (state === 'no_rows') return [of(sentName ?? fileName, 'No rows were found in this file')];
	return failedPages.map(({ file_name, page, reason: why }) =>
		of(
			page === null ? file_name : `${file_name} (Page ${page})`,
			`${page === null ? 'Pages of this file' : 'This page'} could not be read${why ? `: ${why}` : ''}`,
		),
	);
}

/** Makes items of the review entries that name no row. */
export const reviewsWithoutRowItems = (
	items: ReviewNeeded['items'],
	pairingOf: (sources: string[]) => Pairing,
): RowItem[] =>
	items.map(({ message, affected_fields, source_references: sources }) =>
		itemToReview(sources.join(', '), message, affected_fields.join(', '), pairingOf(sources)),
	);
