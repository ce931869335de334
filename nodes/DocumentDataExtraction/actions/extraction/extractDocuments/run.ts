import { withFacts } from '../../../api/errors/ServiceError';
import { withFinished, withFreeWay } from '../../../extraction/run/afterSubmission';
import { runExtraction } from '../../../extraction/run/runExtraction';
import {
	sharedIdOf,
	type Batch,
	type BatchOutcome,
	type Extracted,
	type RunChoice,
} from '../../../extraction/run/batch';
import { outcomeOfTwin, twins } from '../../../extraction/run/twins';
import { concurrently } from '../../../shared/concurrently';
import { uploadPool } from '../../../files/upload/uploadFiles';
import type { OperationRun } from '../../operation';
import type { ExtractionGroup } from './groups';
import type { Asked } from './parameters';
import { attempt, explain, type Attempt } from '../../../shared/attempt';
import { withItemIndex } from '../../../extraction/outcome';

/** Extractions under way at once: enough to use the waiting time, few enough not to hit the service's own limit. */
const EXTRACTIONS_AT_ONCE = 5;

/** A batch of a group, to become an extraction. */
export interface ExtractionJob {
	group: ExtractionGroup;
	asked: Asked;
	batch: Batch;
}

/** What came of a job. */
export interface FinishedJob<T> extends ExtractionJob {
	/** Absent if the batch failed as a whole. */
	outcome?: BatchOutcome;
	/** Why the batch failed as a whole. */
	error?: unknown;
	/** What was made of each extraction of the outcome, in their order, or why nothing could be. */
	made: Array<Attempt<T>>;
}

/** A failure after the extraction has ended. Its rows are paid for, so the error says how to get them. */
function failedToMake(error: unknown, { batch, files, status }: Extracted): Attempt<never> {
	const told = withFreeWay(error, status.extraction_id, status.status);
	return { ok: false, error: withItemIndex(withFacts(told, sharedIdOf(batch)), files) };
}

/**
 * Runs the extractions, several at a time, and calls `make` for each as soon as it has ended. A failure of an extraction or of `make`
 * ends all, unless the node continues on fail.
 *
 * @returns what came of each job, in their order
 * @throws ServiceError with the item it is about, if it is about one, and with the extractions that were completed nevertheless
 */
export async function runExtractions<T>(
	{ context, api }: OperationRun,
	jobs: ExtractionJob[],
	ofRun: Pick<RunChoice, 'latest' | 'takesProcessing' | 'questions'>,
	make: (job: ExtractionJob, extracted: Extracted) => Promise<T>,
): Promise<Array<FinishedJob<T>>> {
	const pool = uploadPool();
	const goesOn = context.continueOnFail();
	const finished = jobs.map((job): FinishedJob<T> => ({ ...job, made: [] }));
	const take = async (job: FinishedJob<T>, ran: Attempt<BatchOutcome>): Promise<void> => {
		if (!ran.ok) {
			job.error = withItemIndex(ran.error, job.batch.files);
			throw job.error;
		}
		job.outcome = ran.value;
		for (const extracted of ran.value.extractions) {
			const made = await attempt(async () => await make(job, extracted));
			job.made.push(made.ok ? made : failedToMake(made.error, extracted));
		}
		const failure = job.made.find(({ ok }) => !ok);
		if (failure && !failure.ok) throw failure.error;
	};
	const run = async ([first, ...others]: Array<FinishedJob<T>>): Promise<void> => {
		if (!first) return;
		const { batch, asked } = first;
		const ran = await attempt(
			async () =>
				await runExtraction(api, batch, pool, { ...asked, ...ofRun, goOnWithoutFailedFiles: goesOn }),
		);
		for (const job of [first, ...others]) {
			const isTwin = ran.ok && job !== first;
			const own: Attempt<BatchOutcome> = isTwin
				? { ok: true, value: outcomeOfTwin(ran.value, job.batch) }
				: ran;
			const taken = await attempt(async () => await take(job, own));
			if (!taken.ok && !goesOn) throw taken.error;
		}
	};
	await explain(
		async () => await concurrently(twins(finished), EXTRACTIONS_AT_ONCE, run),
		(error) =>
			withFinished(
				error,
				finished.flatMap(({ outcome }) => outcome?.extractions ?? []),
			),
	);
	return finished;
}
