import type { FileOfItem } from '../../files/input/InputFile';
import type { Grouping } from '../rows/invoices/grouping';
import { NOT_COMPARED } from '../request/earlierRequest';
import { describePage, type FailedPage } from './failedPages';
import type { FileState, LedgerEntry } from './ledger';

export interface Hint {
	message: string;
	type: 'info' | 'warning';
}

/** The most names that a hint tells: it is one line in the editor. */
const NAMES = 5;

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const joinNames = (names: string[], separator = ', '): string =>
	names.slice(0, NAMES).join(separator) + (names.length > NAMES ? `${separator}…` : '');

const hint = (type: Hint['type'], count: number, message: () => string): Hint[] =>
	count > 0 ? [{ message: message(), type }] : [];

/** Notes on the files that are not sent. */
export function notSentHints(
	skipped: Array<Pick<FileOfItem, 'fileName'>>,
	leftOut: Array<Pick<FileOfItem, 'fileName'>>,
): Hint[] {
	const told = (files: Array<Pick<FileOfItem, 'fileName'>>, why: string) =>
		`${plural(files.length, 'file')} ${why}: ${joinNames(files.map(({ fileName }) => fileName))}`;
	return [
		...hint('warning', skipped.length, () => told(skipped, 'skipped, because the type is not supported')),
		...hint('info', leftOut.length, () =>
			told(leftOut, 'left out by File Name Pattern or Minimum File Size'),
		),
	];
}

/** What the service told of extractions that have ended. */
export interface ExtractionFindings {
	/** How many pages failed, named or not. */
	pagesFailed: number;
	failedPages: FailedPage[];
	filesWithoutRows: string[];
	reviewCount: number;
	/** Review entries that no row of the output carries. */
	reviewsWithoutRow: string[];
}

/** Notes on what the service told, for operations that output rows or a status. */
export const findingHints = ({
	pagesFailed,
	failedPages,
	filesWithoutRows,
	reviewCount,
	reviewsWithoutRow,
}: ExtractionFindings): Hint[] => [
	...hint('warning', pagesFailed, () => {
		const places = failedPages.map(describePage);
		const named = places.length > 0 ? `: ${joinNames(places, '; ')}` : '';
		return `${plural(pagesFailed, 'page')} could not be extracted and gave no rows${named}`;
	}),
	...hint(
		'warning',
		filesWithoutRows.length,
		() => `${plural(filesWithoutRows.length, 'file')} gave no rows: ${joinNames(filesWithoutRows)}`,
	),
	...hint('warning', reviewCount, () => `${plural(reviewCount, 'point')} in the rows to review`),
	...hint(
		'warning',
		reviewsWithoutRow.length,
		() => `To review, in no row: ${joinNames(reviewsWithoutRow, '; ')}`,
	),
];

/** What a limit keeps back of an extraction. */
export interface KeptBack {
	of: 'row' | 'invoice';
	/** Null if some are kept back but nobody knows how many. */
	count: number | null;
}

/** Says that a limit keeps rows or invoices back; undefined if it does not. */
export function keptBackText(keptBack: KeptBack[]): string | undefined {
	const cut = keptBack.filter(({ count }) => count !== 0);
	const nouns = (['row', 'invoice'] as const).filter((noun) => cut.some(({ of }) => of === noun));
	if (nouns.length === 0) return undefined;
	const texts = nouns.map((noun) => {
		const counts = cut.filter(({ of }) => of === noun).map(({ count }) => count);
		if (counts.includes(null)) return `Further ${noun}s are`;
		const sum = counts.reduce<number>((total, count) => total + (count ?? 0), 0);
		return `${plural(sum, noun)} ${sum === 1 ? 'is' : 'are'}`;
	});
	return `${texts.join(' and ')} kept back by Limit, so this is not everything. Turn on Return All to get every ${nouns.join(' and ')}`;
}

/** Says how invoices were told apart, where that may be wrong. */
export function invoiceHints(groupings: Grouping[]): Hint[] {
	const inDoubt = groupings.filter(({ joined, alone }) => joined + alone > 0);
	const sum = (kind: 'joined' | 'alone'): number =>
		inDoubt.reduce((total, grouping) => total + grouping[kind], 0);
	const [joined, alone] = [sum('joined'), sum('alone')];
	const all = (of: (grouping: Grouping) => string[]): string[] => [...new Set(inDoubt.flatMap(of))];
	const fates = [
		...(joined > 0 ? [`${joined} put on the only invoice of the document that agrees`] : []),
		...(alone > 0
			? [`${alone} put on ${alone === 1 ? 'an invoice of its own' : 'invoices of their own'}`]
			: []),
	];
	return [
		...hint(
			'info',
			groupings.filter(({ onlyByDocument }) => onlyByDocument).length,
			() =>
				'No column with the invoice number was found, so all rows of a document are one invoice. If a document holds several, name the columns that tell them apart in Group By',
		),
		...hint(
			'warning',
			groupings.filter(({ onlyByNumber }) => onlyByNumber).length,
			() =>
				'The rows do not name their file, so invoices of several files with the same number may be one item. If they can, name in Group By what else tells them apart',
		),
		...hint('warning', joined + alone, () => {
			const files = all((grouping) => grouping.files);
			const where = files.length > 0 ? ` (${joinNames(files)})` : '';
			const empty = joinNames(all(({ emptyColumns }) => emptyColumns));
			return `${plural(joined + alone, 'row')} without ${empty}${where}: ${fates.join(', ')}. Check them`;
		}),
	];
}

/** What a run found besides its files. */
export interface RunFindings {
	pagesFailed: number;
	reviewCount: number;
	reviewsWithoutRow: string[];
	/** Rows whose Source File is no file of their extraction. */
	strangers: number;
	/** Extractions with fewer rows than files whose rows do not tell their file. */
	fewerRowsThanFiles: Array<{ rows: number; files: number }>;
	/** In what the requests of earlier runs under the same ID differ. */
	differences: string[];
	/** The credits that were left after each extraction, null if the service does not say. */
	creditsAvailable: Array<number | null>;
}

/** Notes on rows that do not tell their file. */
export const rowHints = ({
	strangers,
	fewerRowsThanFiles,
}: Pick<RunFindings, 'strangers' | 'fewerRowsThanFiles'>): Hint[] => [
	...hint(
		'warning',
		strangers,
		() => `${plural(strangers, 'row')} with a Source File that none of the files has; linked to no item`,
	),
	...fewerRowsThanFiles.flatMap(({ rows, files }) =>
		hint(
			'warning',
			1,
			() =>
				`${plural(rows, 'row')} from ${plural(files, 'file')}: without the column Source File it is not known which gave none`,
		),
	),
];

/** Notes to show on the node, so that nothing that was left out or is doubtful goes unseen. */
export function hintsFor(ledger: LedgerEntry[], found: RunFindings, warnBelowCredits: number): Hint[] {
	const inState = (state: FileState) => ledger.filter((entry) => entry.state === state);
	const differences = found.differences.filter((difference) => difference !== NOT_COMPARED);
	// Credits only go down while the node runs, whichever extraction ended last.
	const left = Math.min(...found.creditsAvailable.filter((credits) => credits !== null));
	return [
		...hint(
			'warning',
			differences.length,
			() =>
				`The rows come from an earlier request with this Submission ID, which differs in: ${joinNames([...new Set(differences)])}`,
		),
		...hint(
			'warning',
			found.differences.length - differences.length,
			() =>
				'The rows come from an earlier extraction with this Submission ID and these file names. The service does not keep its files any more, so nobody can tell whether their contents are the same',
		),
		...findingHints({
			pagesFailed: found.pagesFailed,
			failedPages: ledger.flatMap(({ failedPages }) => failedPages),
			filesWithoutRows: inState('no_rows').map(({ sentName, fileName }) => sentName ?? fileName),
			reviewCount: found.reviewCount,
			reviewsWithoutRow: found.reviewsWithoutRow,
		}),
		...rowHints(found),
		...notSentHints(inState('skipped'), inState('left_out')),
		...hint('warning', left < warnBelowCredits ? 1 : 0, () => `Only ${plural(left, 'credit')} left`),
	];
}
