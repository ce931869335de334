import type { ColumnNames } from '../rows/ColumnNames';
import type { ReviewItem } from '../rows/review';
import type { RowItem } from '../shapes/rowItems';
import { SOURCE_COLUMN, type Pairing } from '../rows/SourceIndex';
import type { Findings } from '../account/Account';
import type { LedgerEntry } from './ledger';

/** An entry like those of the service. */
const entryAbout = (source: string, message: string): ReviewItem => ({
	message,
	affected_fields: [],
	output_row_numbers: [],
	source_references: [source],
});

/** What needs review about files that no row mentions: their failed pages, and those that gave no rows. */
export const reviewsOfFiles = ({
	failedPages,
	filesWithoutRows,
}: Pick<Findings, 'failedPages' | 'filesWithoutRows'>): ReviewItem[] => [
	...failedPages.map(({ file_name, page, reason }) => {
		const failed = `could not be read${reason ? `: ${reason}` : ''}`;
		return page === null
			? entryAbout(file_name, `Pages of this file ${failed}`)
			: entryAbout(`${file_name} (Page ${page})`, `This page ${failed}`);
	}),
	...filesWithoutRows.map((name) => entryAbout(name, 'No rows were found in this file')),
];

/** The same for one file, which may also be of a type that the service does not take. */
export function reviewsOfFile({ file, state, reason, failedPages }: LedgerEntry): ReviewItem[] {
	const { fileName, sessionName = fileName } = file;
	if (state === 'skipped') return [entryAbout(fileName, `The file was skipped. ${reason}`)];
	return reviewsOfFiles({ failedPages, filesWithoutRows: state === 'no_rows' ? [sessionName] : [] });
}

/** Makes items of the review entries that name no row. */
export const reviewsWithoutRowItems = (
	items: ReviewItem[],
	links: { pairingOfAll(sources: string[]): Pairing },
	names: ColumnNames,
): RowItem[] =>
	items.map(({ message, affected_fields, source_references: sources }) => ({
		json: {
			...names.row({ [SOURCE_COLUMN]: sources.join(', ') }, names.ids?.withoutRow(sources)),
			review_message: names.cell(message),
			review_fields: names.all(affected_fields).join(', '),
		},
		pairedItem: links.pairingOfAll(sources),
	}));
