import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { filesWithFailedPages, type LedgerEntry } from '../../../extraction/ledger/ledger';
import { pagesFailedError } from '../../../extraction/ledger/pagesFailedError';
import { isProcessing } from '../../../extraction/stillProcessing';
import { summaryOf } from '../../../extraction/ledger/summary';
import { reviewsOfFile } from '../../../extraction/ledger/toReview';
import type { SessionFile } from '../../../files/input/InputFile';
import { itemIndexesOf } from '../../perGroup';
import { failedItem } from '../../perItem';
import type { Books, Finished } from './bookkeeping';
import type { ExtractionGroup } from './groups';
import type { ExtractionJob } from './run';
import { givesRows, type Output } from './parameters';
import type { RowOutputs, ShapedExtraction } from './shapes';
import { withSourceFile } from './sourceFile';

/** Items, and the input item whose place they take. */
interface Part extends Partial<RowOutputs> {
	at: number;
}

type OfItem = { itemIndex: number };

const everyItemOf = (files: OfItem[]): Array<{ item: number }> =>
	itemIndexesOf(files).map((item) => ({ item }));

const firstOf = (files: OfItem[]): number => Math.min(...itemIndexesOf(files));

/** One failed item for each input item of some files, in its place. */
const failed = (context: IExecuteFunctions, files: OfItem[], error: unknown): Part[] =>
	everyItemOf(files).map(({ item }) => ({ at: item, main: [failedItem(context, error, item)] }));

/** The failed items of documents with failed pages. */
function failedWithPages(context: IExecuteFunctions, made: ShapedExtraction, entries: LedgerEntry[]): Part[] {
	const failing = [...filesWithFailedPages(made.extracted, made.account)];
	const withPages = entries.filter(({ state }) => state === 'pages_failed');
	return everyItemOf(failing).map(({ item }) => {
		const own = withPages.filter((entry) => entry.item === item);
		const error = pagesFailedError(own.length > 0 ? own : withPages);
		return { at: item, main: [failedItem(context, error, item)] };
	});
}

/** The files that failed by themselves; several of an item that fail for the same reason are one failed item. */
function failedAlone(context: IExecuteFunctions, failedFiles: Map<SessionFile, unknown>): Part[] {
	const byReason = new Map<unknown, SessionFile[]>();
	for (const [file, reason] of failedFiles) byReason.set(reason, [...(byReason.get(reason) ?? []), file]);
	return [...byReason].flatMap(([reason, files]) => failed(context, files, reason));
}

/** Puts the output of a run together, in the order of the input items. */
export function gather(
	context: IExecuteFunctions,
	{
		jobs,
		books,
		choice,
		refused,
	}: {
		jobs: Finished[];
		books: Books;
		choice: Output;
		/** The failed items of input that was refused before anything was sent. */
		refused: INodeExecutionData[];
	},
): RowOutputs {
	const told = new Set<ExtractionGroup>();
	const summaryPart = (job: Finished, made: ShapedExtraction): INodeExecutionData[] => {
		const { extracted } = made;
		const { group } = job;
		const failing = fails(job, choice) ? filesWithFailedPages(extracted, made.account) : new Set();
		const files = extracted.files.filter((file) => !failing.has(file));
		if (givesRows(choice) || files.length === 0) return [];
		// The files of one that asks are still to come.
		if (choice.kind === 'files' && extracted.status.status !== 'completed') return [];
		if (isProcessing(extracted.status)) return [];
		// Once, or a sum over the summaries would count them several times.
		const others = told.has(group) ? [] : books.besides(group);
		told.add(group);
		const json = summaryOf(extracted, books.of(made), others) as unknown as IDataObject;
		return [{ json, pairedItem: everyItemOf(files), ...(made.binary ? { binary: made.binary } : {}) }];
	};
	const reviewsOf = (entry: LedgerEntry): INodeExecutionData[] => {
		const items = reviewsOfFile(entry) as INodeExecutionData[];
		return choice.keepSourceFile ? items.map((item) => withSourceFile(item, entry.file)) : items;
	};
	const reviewOf = (entries: LedgerEntry[]): INodeExecutionData[] =>
		choice.separateReview ? entries.flatMap(reviewsOf) : [];

	const partsOfJob = (job: Finished): Part[] => {
		const { batch, outcome, error, made } = job;
		if (!outcome) return failed(context, batch.files, error);
		const parts = outcome.extractions.flatMap((extracted, index): Part[] => {
			const result = made[index];
			if (!result?.ok) return failed(context, extracted.files, result?.error);
			const { outputs } = result.value;
			const entries = books.of(result.value);
			const main = [outputs.main ?? [], summaryPart(job, result.value)].flat();
			const review = [outputs.review ?? [], reviewOf(entries)].flat();
			return [
				{ at: firstOf(extracted.files), main, review },
				...(fails(job, choice) ? failedWithPages(context, result.value, entries) : []),
			];
		});
		return [...parts, ...failedAlone(context, outcome.failedFiles)];
	};
	const skipped = books.ledger
		.filter(({ state }) => state === 'skipped' && choice.unsupportedFiles !== 'output')
		.map((entry): Part => ({ at: entry.item, main: [], review: reviewOf([entry]) }));
	const parts: Part[] = [
		...refused.map((item) => ({ at: (item.pairedItem as { item: number }).item, main: [item] })),
		...jobs.flatMap(partsOfJob),
		...skipped,
	].sort((a, b) => a.at - b.at);
	const all: RowOutputs = { main: [], review: [] };
	// One by one: an extraction may have more rows than a call takes arguments.
	for (const { main = [], review = [] } of parts) {
		for (const item of main) all.main.push(item);
		for (const item of review) all.review.push(item);
	}
	return all;
}

/** Whether a document fails if any of its pages has failed. If such pages go to the second output, nothing fails. */
export const fails = ({ asked }: ExtractionJob, { separateReview }: Output): boolean =>
	asked.ifPagesFail === 'fail' && !separateReview;
