import type { InputFile } from '../../files/input/InputFile';
import type { Grouping } from '../rows/invoices/groupRows';
import { joinNames, plural } from '../../shared/text';
import type { ExtractionFindings } from './Account';
import { describePage } from './failedPages';
import type { FileState, LedgerEntry } from './ledger';

export interface Hint {
	message: string;
	type: 'info' | 'warning';
}

/** Such as "1 row needs" and "2 rows need". */
const withVerb = (count: number, noun: string, [one, many]: [string, string]): string =>
	`${plural(count, noun)} ${count === 1 ? one : many}`;

/** A note, if there is anything to tell. @param count of what */
export const hint = (type: Hint['type'], count: number, message: () => string): Hint[] =>
	count > 0 ? [{ message: message(), type }] : [];

/** Notes on the files that are not sent. */
export function notSentHints(
	skipped: Array<Pick<InputFile, 'fileName'>>,
	leftOut: Array<Pick<InputFile, 'fileName'>>,
): Hint[] {
	const told = (files: Array<Pick<InputFile, 'fileName'>>, why: string) =>
		`${plural(files.length, 'file')} ${why}: ${joinNames(files.map(({ fileName }) => fileName))}`;
	return [
		...hint('warning', skipped.length, () => told(skipped, 'skipped, not PDF, JPG or PNG')),
		...hint('info', leftOut.length, () => told(leftOut, 'skipped by File Name Pattern or Minimum File Size')),
	];
}

const SEPARATE_REVIEW = '. To send such rows to their own output, turn on Separate Rows That Need Review';

/**
 * Notes on what the service said, for operations that output rows or a status.
 *
 * @param canSeparate whether the user could send the rows that need review to their own output, but does not
 */
export const findingHints = (
	{
		pages,
		pagesFailed,
		failedPages,
		filesWithoutRows,
		rowsToReview,
		reviews,
		reviewsWithoutRow,
	}: ExtractionFindings,
	canSeparate = false,
): Hint[] => [
	...hint('warning', pagesFailed, () => {
		const places = failedPages.map(describePage);
		const named = places.length > 0 ? `: ${joinNames(places, '; ')}` : '';
		const share = pages > pagesFailed ? `${pagesFailed} of ${pages} pages` : plural(pagesFailed, 'page');
		return `${share} could not be read and ${pagesFailed === 1 ? 'is' : 'are'} missing from the rows${named}`;
	}),
	...hint(
		'warning',
		filesWithoutRows.length,
		() => `${plural(filesWithoutRows.length, 'file')} gave no rows: ${joinNames(filesWithoutRows)}`,
	),
	...hint('warning', rowsToReview, () => {
		const why = reviews.length > 0 ? `: ${joinNames(reviews, '; ')}` : '';
		const need = withVerb(rowsToReview, 'row', ['needs', 'need']);
		return `${need} review${why.replace(/\.$/, '')}${canSeparate ? SEPARATE_REVIEW : ''}`;
	}),
	...hint(
		'warning',
		reviewsWithoutRow.length,
		() =>
			`${withVerb(reviewsWithoutRow.length, 'review message', ['belongs', 'belong'])} to no row: ${joinNames(reviewsWithoutRow, '; ')}`,
	),
];

/** What a limit keeps back of an extraction. */
export interface KeptBack {
	of: 'row' | 'invoice';
	/** Null if some are kept back but nobody knows how many. */
	count: number | null;
	/** How many to skip to go on. */
	next?: number;
}

/** Says that a limit keeps rows or invoices back, and how to get them; undefined if it does not. */
export function keptBackText(
	keptBack: KeptBack[],
	next = 'Turn on Return All to get the rest',
): string | undefined {
	const cut = keptBack.filter(({ count }) => count !== 0);
	const nouns = (['row', 'invoice'] as const).filter((noun) => cut.some(({ of }) => of === noun));
	if (nouns.length === 0) return undefined;
	const texts = nouns.map((noun) => {
		const counts = cut.filter(({ of }) => of === noun).map(({ count }) => count);
		if (counts.includes(null)) return `Further ${noun}s are`;
		const sum = counts.reduce<number>((total, count) => total + (count ?? 0), 0);
		return `${plural(sum, noun)} ${sum === 1 ? 'is' : 'are'}`;
	});
	return `${texts.join(' and ')} kept back by Limit, so this is not everything. ${next}`;
}

/** Tells an AI agent that these are not all rows of the extractions, and how to get all. */
export const moreRowsText = (keptBack: number, limit: number, extractionIds: string[]): string =>
	`${withVerb(keptBack, 'row', ['is', 'are'])} kept back, because a tool gives at most ${limit} at once. To get all of them, call Get Rows with extraction_id ${extractionIds.join(' and ')}, and go on with Skip First Rows.`;

/** Says how rows became invoices if that may be wrong. */
export function invoiceHints(groupings: Grouping[]): Hint[] {
	const incomplete = groupings.reduce((sum, grouping) => sum + grouping.incomplete, 0);
	const all = (of: (grouping: Grouping) => string[]): string[] => [...new Set(groupings.flatMap(of))];
	return [
		...hint(
			'info',
			groupings.filter(({ onlyByDocument }) => onlyByDocument).length,
			() =>
				'No column with the invoice number was found, so all rows of a document are one invoice. If a document has several, name the columns that identify them in Group By',
		),
		...hint(
			'warning',
			groupings.filter(({ onlyByNumber }) => onlyByNumber).length,
			() =>
				'The rows do not name their file, so invoices with the same number from several files become one item. If that can happen, add a column to Group By that identifies them, such as the supplier',
		),
		...hint('warning', incomplete, () => {
			const files = all((grouping) => grouping.files);
			const where = files.length > 0 ? ` (${joinNames(files)})` : '';
			const empty = joinNames(all(({ emptyColumns }) => emptyColumns));
			const became =
				incomplete === 1 ? 'an invoice of its own. Check it' : 'invoices of their own. Check them';
			return `${plural(incomplete, 'row')} without ${empty}${where} became ${became}`;
		}),
	];
}

/** What a run found besides its files. */
export interface RunFindings extends Omit<ExtractionFindings, 'failedPages' | 'filesWithoutRows'> {
	/** Rows whose Source File is no file of their extraction. */
	strangers: number;
	/** Extractions with fewer rows than files whose rows do not name their file. */
	fewerRowsThanFiles: Array<{ rows: number; files: number }>;
	/** How the requests of earlier runs under the same ID differ. */
	differences: string[];
	/** The credits that this run has used. */
	creditsUsed: number;
	/** The credits that were left after each extraction, null if the service does not say. */
	creditsAvailable: Array<number | null>;
}

/** Notes on rows that do not name their file. */
export const rowHints = ({
	strangers,
	fewerRowsThanFiles,
}: Pick<RunFindings, 'strangers' | 'fewerRowsThanFiles'>): Hint[] => [
	...hint(
		'warning',
		strangers,
		() =>
			`${withVerb(strangers, 'row', ['names', 'name'])} a source file that was not sent. ${strangers === 1 ? 'It is' : 'They are'} linked to no item`,
	),
	...fewerRowsThanFiles.flatMap(({ rows, files }) =>
		hint(
			'warning',
			1,
			() =>
				`${plural(files, 'file')} gave only ${plural(rows, 'row')}. Without the column Source File, nobody knows which file gave none`,
		),
	),
];

/** Tells that rows come from an earlier request that asked for something else. @param differences how the requests differ */
const differenceHints = (differences: string[]): Hint[] =>
	hint(
		'warning',
		differences.length,
		() =>
			`The rows come from an earlier request with the same Submission ID, which differs in: ${joinNames([...new Set(differences)])}`,
	);

/** Notes to show on the node, so that nobody misses a file that was skipped or a row that needs review. */
export function hintsFor(ledger: LedgerEntry[], found: RunFindings, canSeparate: boolean): Hint[] {
	const inState = (state: FileState) => ledger.filter((entry) => entry.state === state);
	// Credits only go down while the node runs, whichever extraction ended last.
	const left = Math.min(...found.creditsAvailable.filter((credits) => credits !== null));
	return [
		...differenceHints(found.differences),
		...findingHints(
			{
				...found,
				failedPages: ledger.flatMap(({ failedPages }) => failedPages),
				filesWithoutRows: inState('no_rows').map(({ sentName, fileName }) => sentName ?? fileName),
			},
			canSeparate,
		),
		...rowHints(found),
		...notSentHints(inState('skipped'), inState('left_out')),
		// The next run may need as many.
		...hint('warning', left < found.creditsUsed ? 1 : 0, () =>
			left > 0
				? `${plural(left, 'credit')} left, enough for ${plural(left, 'page')}. Add credits in the dashboard`
				: 'No credits left. Add credits in the dashboard',
		),
	];
}
