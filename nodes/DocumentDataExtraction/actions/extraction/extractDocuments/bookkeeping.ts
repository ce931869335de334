import type { IExecuteFunctions } from 'n8n-workflow';
import { hintsFor, invoiceHints, type Hint } from '../../../extraction/ledger/hints';
import { failedPagesOf } from '../../../extraction/ledger/failedPages';
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
import type { Made } from './outputs/shape';

export type Finished = FinishedJob<Made>;

/** What came of every file of a run. */
export interface Books {
	/** Every file once. */
	ledger: LedgerEntry[];
	/** The files that an extraction covers. */
	of(made: Made): LedgerEntry[];
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
	const accounts = new Map<Made, LedgerEntry[]>();
	for (const { made } of jobs)
		for (const result of made)
			if (result.ok) accounts.set(result.value, extractedEntries(result.value.account));
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
	const heldBack = found.flatMap(({ files, problems }) =>
		files.filter((file) => !sent.has(file)).map((file) => failedEntry(file, refusal(problems))),
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

/** The notes to show on the node. */
export function hintsOf(books: Books, jobs: Finished[], warnBelowCredits: number): Hint[] {
	const made = jobs.flatMap((job) => job.made.flatMap((result) => (result.ok ? result.value : [])));
	const sum = (of: (one: Made) => number) => made.reduce((total, one) => total + of(one), 0);
	const found = {
		pagesFailed: sum(({ account }) => failedPagesOf(account.extracted.status.pages).count),
		reviewCount: sum(({ account }) => account.extracted.status.review_needed?.count ?? 0),
		reviewsWithoutRow: made.flatMap(({ account }) => account.reviewsWithoutRow),
		strangers: sum(({ account }) => account.tally?.strangers ?? 0),
		fewerRowsThanFiles: made.flatMap(({ account: { tally, extracted } }) =>
			tally?.hidesFilesWithoutRows ? [{ rows: tally.total, files: extracted.files.length }] : [],
		),
		differences: made.flatMap(({ account }) => account.extracted.differences),
		creditsAvailable: made.map(({ account }) => summaryOf(account.extracted, [], []).credits_available),
	};
	return [
		...invoiceHints(made.flatMap(({ grouping }) => grouping ?? [])),
		...hintsFor(books.ledger, found, warnBelowCredits),
	];
}
