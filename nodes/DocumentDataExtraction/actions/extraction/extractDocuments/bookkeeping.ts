import type { IExecuteFunctions } from 'n8n-workflow';
import { chargeHints, creditsUsed } from '../../../extraction/ledger/chargeHints';
import { mergeFindings } from '../../../extraction/ledger/Account';
import { hintsFor, invoiceHints, type Hint } from '../../../extraction/ledger/hints';
import {
	extractedEntries,
	failedEntry,
	leftOutEntry,
	skippedEntry,
	type LedgerEntry,
} from '../../../extraction/ledger/ledger';
import { summaryOf } from '../../../extraction/ledger/summary';
import type { FileOfItem } from '../../../files/input/InputFile';
import { toNodeError } from '../../../nodeError';
import { InputProblems, type Problem } from '../../../shared/problems';
import type { ExtractionGroup } from './groups';
import type { FinishedJob } from './run';
import type { ShapedExtraction } from './shapes';

export type Finished = FinishedJob<ShapedExtraction>;

/** What came of every file of a run. */
export interface Books {
	/** Every file once. */
	ledger: LedgerEntry[];
	/** The files that an extraction covers. */
	of(made: ShapedExtraction): LedgerEntry[];
	/** The files of a group that no extraction covers. */
	besides(group: ExtractionGroup): LedgerEntry[];
}

/** Files that failed, each with why. */
function failuresOf(context: IExecuteFunctions, job: Finished): LedgerEntry[] {
	const why = (error: unknown, { itemIndex }: FileOfItem) => ({
		reason: toNodeError(context.getNode(), error, { itemIndex }).message,
		error,
	});
	const { batch, outcome, error, made } = job;
	if (!outcome) return batch.files.map((file) => failedEntry(file, why(error, file)));
	return [
		...[...outcome.failedFiles].map(([file, reason]) => failedEntry(file, why(reason, file))),
		...outcome.extractions.flatMap(({ files, status }, index) => {
			const result = made[index];
			return result?.ok
				? []
				: files.map((file) => failedEntry(file, why(result?.error, file), status.extraction_id));
		}),
	];
}

/**
 * Books every file of a run: those that were sent, and those that were not.
 *
 * @param found the groups as they were found, before items with problems were taken out
 */
export function keepBooks(context: IExecuteFunctions, found: ExtractionGroup[], jobs: Finished[]): Books {
	const accounts = new Map<ShapedExtraction, LedgerEntry[]>();
	for (const { made } of jobs)
		for (const result of made)
			if (result.ok)
				accounts.set(result.value, extractedEntries(result.value.extracted, result.value.account));
	const sent = new Set(jobs.flatMap(({ group }) => group.files));
	const refusal = (problems: Problem[]) => ({
		reason: problems.map(({ text }) => text).join('. '),
		error: new InputProblems(problems, sent.size > 0),
	});
	const notSent = ({ refused, skipped, leftOut }: ExtractionGroup) => [
		...refused.map((file) => failedEntry(file, refusal([file.problem]))),
		...skipped.map(skippedEntry),
		...leftOut.map(leftOutEntry),
	];
	const heldBack = found.flatMap(({ files, problems, heldBack: reasons = [] }) =>
		files
			.filter((file) => !sent.has(file))
			.map((file) => {
				const ofItem = reasons.filter(({ itemIndex }) => itemIndex === file.itemIndex);
				return failedEntry(file, refusal(problems.length > 0 ? problems : ofItem));
			}),
	);
	const failures = new Map(jobs.map((job) => [job, failuresOf(context, job)]));
	return {
		ledger: [
			...[...accounts.values()].flat(),
			...[...failures.values()].flat(),
			...heldBack,
			...found.flatMap(notSent),
		],
		of: (made) => accounts.get(made) ?? [],
		besides: (group) => [
			...notSent(group),
			...jobs.flatMap((job) => (job.group === group ? (failures.get(job) ?? []) : [])),
		],
	};
}

/**
 * The notes to show on the node.
 *
 * @param canSeparate whether the user could send the rows that need review to their own output, but does not
 * @param isManual whether somebody builds the workflow and looks at the node
 */
export function hintsOf(books: Books, jobs: Finished[], canSeparate: boolean, isManual: boolean): Hint[] {
	const made = jobs.flatMap((job) => job.made.flatMap((result) => (result.ok ? result.value : [])));
	const accounts = made.map(({ account }) => account);
	const extractions = made.map(({ extracted }) => extracted);
	const found = {
		...mergeFindings(
			made.map(({ account, reviewsWithoutRow = [] }) => ({ ...account.findings(), reviewsWithoutRow })),
		),
		strangers: accounts.reduce((sum, { strangers }) => sum + strangers, 0),
		fewerRowsThanFiles: accounts.flatMap(({ fewerRowsThanFiles }) => fewerRowsThanFiles),
		differences: extractions.flatMap(({ differences }) => differences),
		creditsUsed: creditsUsed(extractions),
		creditsAvailable: extractions.map((extracted) => summaryOf(extracted, [], []).credits_available),
	};
	return [
		...invoiceHints(made.flatMap(({ grouping }) => grouping ?? [])),
		...hintsFor(books.ledger, found, canSeparate),
		...(isManual ? chargeHints(extractions) : []),
	];
}
