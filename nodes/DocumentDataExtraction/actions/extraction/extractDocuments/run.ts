import { isServiceError, withFacts } from '../../../api/errors/ServiceError';
import {
	failedEntry,
	pagesFailedError,
	withCopies,
	type LedgerEntry,
} from '../../../extraction/ledger/ledger';
import { withExtraction, withFinished, withItemIndex } from '../../../extraction/status/outcome';
import { sharedIdOf, type Extracted } from '../../../extraction/run/batch';
import { runExtraction } from '../../../extraction/run/runExtraction';
import type { SessionFile } from '../../../files/input/InputFile';
import { uploadPool } from '../../../files/upload/pool';
import { toNodeError } from '../../../api/errors/nodeError';
import { executionOf } from '../../execution';
import { attempt, explain, concurrently } from '../../../shared/attempt';
import type { OperationRun } from '../../operation';
import type { ExtractionGroup, ExtractionJob } from './groups';
import type { Output } from './parameters';
import { shapeOutput, type DoneExtraction } from './shapes';
import { isTool } from '../../../shared/n8nFeatures';

/** Extractions under way at once: enough to use the waiting time, few enough not to hit the service's own limit. */
const EXTRACTIONS_AT_ONCE = 5;

/** Files of a group that failed for one reason. */
export interface Failure {
	group: ExtractionGroup;
	entries: LedgerEntry[];
	error: unknown;
	/** The extraction, if it has ended all the same. */
	extracted?: Extracted;
}

/** What came of files of a group: an extraction, or a failure. */
export type Done = DoneExtraction | Failure;

export const isFailure = (done: Done): done is Failure => 'error' in done;

export const extractionsIn = (done: Done[]): DoneExtraction[] =>
	done.flatMap((one) => (isFailure(one) ? [] : one));

/** A failure after the extraction has ended. Its rows are paid for, so the error says how to get them. */
function failedToShape(error: unknown, { batch, files, status }: Extracted): unknown {
	const withId = withExtraction(error, status.extraction_id, status.status);
	return withItemIndex(withFacts(withId, sharedIdOf(batch)), files);
}

/**
 * Runs the extractions, several at a time, and makes the output of each as soon as it has ended. A failure ends all, unless the node
 * continues on fail.
 *
 * @param latest when to stop waiting in any case, by `steadyNow`
 * @returns what came of the files, in the order of the jobs
 * @throws ServiceError with the item it is about, if it is about one, and with the extractions that were completed nevertheless
 */
export async function runExtractions(
	run: OperationRun,
	jobs: ExtractionJob[],
	latest: number,
	choice: Output,
): Promise<Done[]> {
	const { api, context } = run;
	const pool = uploadPool();
	const goesOn = context.continueOnFail();
	const ofRun = {
		latest,
		takesProcessing: isTool(context),
		questions: choice.questions,
		execution: executionOf(context),
		goOnWithoutFailedFiles: goesOn,
	};
	const ended: Extracted[] = [];
	const maybeSubmitted: string[] = [];

	const failed = (
		{ group, copies }: ExtractionJob,
		files: SessionFile[],
		error: unknown,
		extracted?: Extracted,
	): Failure => {
		if (!goesOn) {
			const { stage, submissionId } = isServiceError(error) ? error.failure : {};
			if (stage === 'maybe submitted' && submissionId) maybeSubmitted.push(submissionId);
			throw error;
		}
		const entries = files.map((file) => {
			const reason = toNodeError(context.getNode(), error, { itemIndex: file.itemIndex }).message;
			return failedEntry(file, { reason, error }, extracted?.status.extraction_id);
		});
		return { group, entries: withCopies(entries, copies), error, extracted };
	};
	const runJob = async (job: ExtractionJob): Promise<Done[]> => {
		const { asked, batch } = job;
		const how = { ...asked, ...ofRun };
		const ran = await attempt(async () => await runExtraction(api, batch, pool, how));
		if (!ran.ok) return [failed(job, batch.files, withItemIndex(ran.error, batch.files))];
		const { extractions, failedFiles } = ran.value;
		ended.push(...extractions);
		const done: Done[] = [];
		for (const extracted of extractions) {
			const shaped = await attempt(async () => await shapeOutput(run, job, extracted, choice));
			if (shaped.ok) done.push(shaped.value);
			else done.push(failed(job, extracted.files, failedToShape(shaped.error, extracted), extracted));
		}
		for (const reason of new Set(failedFiles.values())) {
			const files = [...failedFiles].flatMap(([file, why]) => (why === reason ? file : []));
			done.push(failed(job, files, reason));
		}
		return done;
	};
	const results = new Map<ExtractionJob, Done[]>();
	await explain(
		async () =>
			await concurrently(jobs, EXTRACTIONS_AT_ONCE, async (job) => {
				results.set(job, await runJob(job));
			}),
		(error) => withFinished(withFacts(error, { otherSubmissionIds: maybeSubmitted }), ended),
	);
	return besidePaid(jobs.flatMap((job) => results.get(job) ?? []));
}

/** Says of failures that other requests of this run are paid. */
function besidePaid(done: Done[]): Done[] {
	if (extractionsIn(done).length === 0) return done;
	const add = (error: unknown): unknown =>
		isServiceError(error) ? error.with({ paidBeside: error.failure.paidBeside ?? 'run' }) : error;
	return done.map((one) => {
		if (!isFailure(one)) return one;
		return {
			...one,
			error: add(one.error),
			entries: one.entries.map((entry) => ({ ...entry, error: add(entry.error) })),
		};
	});
}

/** @throws ServiceError that names all failed pages of the documents that fail with them */
export function refuseFailedPages(done: Done[]): void {
	const extractions = extractionsIn(done);
	const failing = extractions
		.flatMap(({ entries }) => entries)
		.filter(({ error, state }) => error !== undefined && state === 'pages_failed');
	if (failing.length === 0) return;
	throw withFinished(
		pagesFailedError(failing),
		extractions.map(({ extracted }) => extracted),
	);
}
