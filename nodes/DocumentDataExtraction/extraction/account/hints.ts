import type { InputFile } from '../../files/input/InputFile';
import { joinNames } from '../../shared/text';
import type { Findings } from './Account';
import { describePage } from './failedPages';

/** A note on the node. */
export interface Hint {
	message: string;
	type: 'info' | 'warning';
}

/** What a note says besides its label. */
interface HintCount {
	/** How many there are, if not all are named. */
	count?: number;
	type?: Hint['type'];
	/** Follows what is counted. */
	next?: string;
}

/** A note such as `Files without rows (2): a.pdf; b.pdf`; none if there is nothing to count. Its label needs no plural. */
export function hint(
	label: string,
	names: readonly string[],
	{ count = names.length, type = 'warning', next }: HintCount = {},
): Hint[] {
	if (count === 0) return [];
	const named = names.length > 0 ? `${label} (${count}): ${joinNames(names, '; ')}` : `${label}: ${count}`;
	return [{ message: next === undefined ? named : `${named.replace(/\.$/, '')}. ${next}`, type }];
}

/** Notes on the files that are not sent. @param copies those that have the contents of one that is sent */
export function notSentHints(skipped: InputFile[], leftOut: InputFile[], copies: InputFile[]): Hint[] {
	const names = (files: InputFile[]): string[] => files.map(({ fileName }) => fileName);
	return [
		...hint(
			'Files with the same contents as another file, which were sent once',
			copies.map(({ fileName, itemIndex }) => `${fileName} of item ${itemIndex + 1}`),
			{ type: 'info' },
		),
		...hint('Files skipped, not PDF, JPG or PNG', names(skipped)),
		...hint('Files skipped by File Name Pattern or Minimum File Size', names(leftOut), { type: 'info' }),
	];
}

/**
 * Notes on what the service said of some extractions.
 *
 * @param canSeparate whether the user could send the rows that need review to their own output, but does not
 */
export function findingHints(findings: Findings[], canSeparate = false): Hint[] {
	const sum = (of: (found: Findings) => number) => findings.reduce((total, found) => total + of(found), 0);
	const failedPages = findings.flatMap((found) => found.failedPages.map(describePage));
	const reviews = findings.flatMap((found) => found.reviews);
	return [
		...hint('Pages that could not be read and are missing from the rows', failedPages, {
			count: sum(({ pagesFailed }) => pagesFailed),
		}),
		...hint(
			'Files without rows',
			findings.flatMap(({ filesWithoutRows }) => filesWithoutRows),
		),
		...hint('Rows that need review', reviews, {
			count: sum(({ rowsToReview }) => rowsToReview),
			next: canSeparate
				? 'To send such rows to their own output, turn on Separate Rows That Need Review'
				: undefined,
		}),
		...hint(
			'Review messages that belong to no row',
			findings.flatMap(({ reviewsWithoutRow }) => reviewsWithoutRow),
		),
		...hint('Rows that are linked to no item, because their source file was not sent', [], {
			count: sum(({ strangers }) => strangers),
		}),
		...hint('Files without rows, at least', [], {
			count: sum(({ unknownFilesWithoutRows }) => unknownFilesWithoutRows),
			next: 'Without the column Source File, nobody knows which files',
		}),
	];
}

/**
 * Says that a limit keeps rows or invoices back, and how to get them; undefined if it does not.
 *
 * @param keptBack how many of each extraction, null if some are but nobody knows how many
 */
export function keptBackText(
	keptBack: Array<number | null>,
	next = 'Turn on Return All to get the rest',
): string | undefined {
	if (keptBack.every((count) => count === 0)) return undefined;
	const isKnown = !keptBack.includes(null);
	const count = isKnown ? keptBack.reduce<number>((sum, of) => sum + (of ?? 0), 0) : 'unknown number';
	return `This is not everything. Rows or invoices kept back by Limit: ${count}. ${next}`;
}
