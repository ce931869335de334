import type { ReviewNeeded } from '../../api/schemas/extractions';
import type { ColumnNames } from '../rows/ColumnNames';
import type { RowItem } from '../rows/rowItems';
import type { LedgerEntry } from './ledger';
import { SOURCE_COLUMN, type Pairing } from '../rows/SourceIndex';

/** What is known of a file that no row mentions. */
type UnseenFile = Pick<LedgerEntry, 'item' | 'fileName' | 'sentName' | 'state' | 'reason' | 'failedPages'>;

/** Makes review items for a file that no row mentions: failed pages, no rows, or an unsupported type. */
export function reviewsOfFile(
	{ item, fileName, sentName, state, reason, failedPages }: UnseenFile,
	names: ColumnNames,
): RowItem[] {
	const of = (source: string, message: string): RowItem => ({
		json: names.row({ [SOURCE_COLUMN]: source, review_message: message, review_fields: '' }),
		pairedItem: { item },
	});
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
	names: ColumnNames,
): RowItem[] =>
	items.map(({ message, affected_fields, source_references: sources }) => ({
		json: names.row({
			[SOURCE_COLUMN]: sources.join(', '),
			review_message: message,
			review_fields: names.all(affected_fields).join(', '),
		}),
		pairedItem: pairingOf(sources),
	}));
