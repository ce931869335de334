import type { IExecuteFunctions } from 'n8n-workflow';
import { withFinished } from '../../../extraction/run/afterSubmission';
import type { LedgerEntry } from '../../../extraction/ledger/ledger';
import { pagesFailedError } from '../../../extraction/ledger/pagesFailedError';
import { isTool, latestAnswer } from '../../../parameters/execution';
import { readDigests } from '../../../files/input/contentDigest';
import { uploadPool } from '../../../files/upload/uploadFiles';
import { attempt } from '../../../shared/attempt';
import { valueOf } from '../../../shared/problems';
import type { Operation, OperationRun } from '../../operation';
import { showHints } from '../../showHints';
import { preflight } from '../../preflight';
import { batchesOf, readForIds } from './batches';
import { hintsOf, keepBooks, type Books, type Finished } from './bookkeeping';
import { fails, gather } from './gather';
import { gatherDocuments } from './gatherDocuments';
import { rowsForModel } from './rowsForModel';
import { collectGroups } from './groups';
import { runExtractions, type ExtractionJob } from './run';
import { checkOutput, extractDocumentsProperties, givesRows, type Output } from './parameters';
import { shapeOutput } from './shapes';
import { askingIn, extraOutputs, questionHints, unsupportedHints } from './extraOutputs';
import { steadyNow } from '../../../shared/time';

/** @throws ServiceError that names all failed pages of the documents that fail with them */
function refuseFailedPages(jobs: Finished[], books: Books, choice: Output): void {
	const failing = jobs
		.filter((job) => fails(job, choice))
		.flatMap(({ made }) => made.flatMap((result) => (result.ok ? books.of(result.value) : [])))
		.filter(({ state }) => state === 'pages_failed');
	if (failing.length === 0) return;
	const error = pagesFailedError(failing);
	const others = jobs
		.flatMap(({ outcome }) => outcome?.extractions ?? [])
		.filter(({ status }) => status.extraction_id !== error.failure.extractionId);
	throw withFinished(error, others);
}

function addHints(context: IExecuteFunctions, books: Books, jobs: Finished[], choice: Output): void {
	const { unsupportedFiles, separateReview } = choice;
	const isOutput = ({ state }: LedgerEntry): boolean => unsupportedFiles === 'output' && state === 'skipped';
	const otherwise = { ...books, ledger: books.ledger.filter((entry) => !isOutput(entry)) };
	showHints(context, [
		...questionHints(askingIn(jobs), context.getTimezone()),
		...unsupportedHints(books.ledger.filter(isOutput)),
		...hintsOf(otherwise, jobs, givesRows(choice) && !separateReview, context.getMode() === 'manual'),
	]);
}

/** For the outputs that show the digests of the files. A file that cannot be read any more comes without: its rows are paid. */
async function addDigests({ api }: OperationRun, { ledger }: Books): Promise<void> {
	const { wholeFiles } = uploadPool();
	const files = ledger.map(({ file }) => file);
	await attempt(async () => await readDigests({ signal: api.signal, wholeFiles }, files));
}

export const extractDocuments: Operation = {
	name: 'Extract Documents',
	value: 'extractDocuments',
	action: 'Extract data from documents',
	description: 'Extract rows of data from invoices, receipts and other documents, in one step',
	properties: extractDocumentsProperties,
	async check(context) {
		const groups = await collectGroups(context, checkOutput(context), false);
		return groups.flatMap(({ problems, fileProblems }) => [...problems, ...fileProblems]);
	},
	async execute(run) {
		const { context } = run;
		const latest = latestAnswer(context, steadyNow());
		const output = checkOutput(context);
		const found = await collectGroups(context, output);
		await readForIds(run, found);
		const { groups, failed: refused } = preflight(context, found);
		if (!output.ok) return { main: refused };
		const choice = output.value;
		const planned: ExtractionJob[] = groups.flatMap((group) => {
			const asked = valueOf(group.asked);
			const batches = batchesOf(context, group.files, asked, choice.questions !== 'none');
			return batches.map((batch) => ({ group, asked, batch }));
		});
		const jobs = await runExtractions(
			run,
			planned,
			{ latest, takesProcessing: isTool(context), questions: choice.questions },
			async (job, extracted) => await shapeOutput(run, extracted, choice, fails(job, choice)),
		);
		const books = keepBooks(context, found, jobs);
		if (!givesRows(choice)) await addDigests(run, books);
		addHints(context, books, jobs, choice);
		if (!context.continueOnFail()) refuseFailedPages(jobs, books, choice);
		const extra = extraOutputs(context, { jobs, books, choice });
		const gathered =
			choice.kind === 'documents'
				? { main: gatherDocuments(context, { found, jobs, books, choice, refused }), review: [] }
				: gather(context, { jobs, books, choice, refused });
		const { main, review } = isTool(context) ? rowsForModel(gathered, choice, jobs) : gathered;
		return { main, ...(choice.separateReview && { review }), ...extra };
	},
};
