import { withFacts } from '../../../api/errors/ServiceError';
import { failedEntry, type LedgerEntry } from '../../../extraction/ledger/ledger';
import { withExtraction, withFinished, withItemIndex } from '../../../extraction/outcome';
import { sharedIdOf, type Batch, type BatchOutcome, type Extracted } from '../../../extraction/run/batch';
import { runExtraction } from '../../../extraction/run/runExtraction';
import type { SessionFile } from '../../../files/input/InputFile';
import { uploadPool } from '../../../files/upload/pool';
import { toNodeError } from '../../../nodeError';
import { executionOf, isTool } from '../../../parameters/execution';
import { attempt, explain, type Attempt } from '../../../shared/attempt';
import { concurrently, oneAtATime } from '../../../shared/concurrently';
import type { OperationRun } from '../../operation';
import type { ExtractionGroup } from './groups';
import type { Asked, Output } from './parameters';
import { shapeOutput, type ShapedExtraction } from './shapes';

/** Extractions under way at once: enough to use the waiting time, few enough not to hit the service's own limit. */
const EXTRACTIONS_AT_ONCE = 5;

/** A batch of a group, to become an extraction. */
export interface ExtractionJob {
	group: ExtractionGroup;
	asked: Asked;
	batch: Batch;
}

/** Files that failed for one reason. */
interface Failure {
	entries: LedgerEntry[];
	error: unknown;
	/** The extraction, if it has ended all the same. */
	extracted?: Extracted;
}

type OfGroup<T> = T & { group: ExtractionGroup };

export type DoneExtraction = OfGroup<ShapedExtraction>;

/** What came of files of a group: an extraction, or a failure. */
export type Done = DoneExtraction | OfGroup<Failure>;

export const isFailure = (done: Done): done is OfGroup<Failure> => 'error' in done;

export const extractionsIn = (done: Done[]): DoneExtraction[] =>
	done.flatMap((one) => (isFailure(one) ? [] : one));

/** A failure after the extraction has ended. Its rows are paid for, so the error says how to get them. */
function failedToShape(error: unknown, { batch, files, status }: Extracted): unknown {
	const told = withExtraction(error, status.extraction_id, status.status);
	return withItemIndex(withFacts(told, sharedIdOf(batch)), files);
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
	};
	const outcomes = new Map<ExtractionJob, BatchOutcome>();
	const done = new Map<ExtractionJob, Done[]>();

	const failed = (group: ExtractionGroup, files: SessionFile[], error: unknown, extracted?: Extracted) => {
		if (!goesOn) throw error;
		const entries = files.map((file) => {
			const reason = toNodeError(context.getNode(), error, { itemIndex: file.itemIndex }).message;
			return failedEntry(file, { reason, error }, extracted?.status.extraction_id);
		});
		return { group, entries, error, extracted };
	};
	const shape = async ({ group, asked }: ExtractionJob, extracted: Extracted): Promise<Done> => {
		const failsWithPages = asked.ifPagesFail === 'fail' && !choice.separateReview;
		const shaped = await attempt(async () => await shapeOutput(run, extracted, choice, failsWithPages));
		if (!shaped.ok) return failed(group, extracted.files, failedToShape(shaped.error, extracted), extracted);
		return { group, ...shaped.value };
	};
	const settle = async (job: ExtractionJob, ran: Attempt<BatchOutcome>): Promise<Done[]> => {
		const { group, batch } = job;
		if (!ran.ok) return [failed(group, batch.files, withItemIndex(ran.error, batch.files))];
		outcomes.set(job, ran.value);
		const settled: Done[] = [];
		for (const extracted of ran.value.extractions) settled.push(await shape(job, extracted));
		const failedFiles = [...ran.value.failedFiles];
		for (const reason of new Set(ran.value.failedFiles.values())) {
			const files = failedFiles.flatMap(([file, why]) => (why === reason ? file : []));
			settled.push(failed(group, files, reason));
		}
		return settled;
	};
	// Requests of the same ID run one after the other: the second finds the extraction of the first, as any later run would.
	const inTurn = oneAtATime();
	const runJob = async (job: ExtractionJob): Promise<void> => {
		const { asked, batch } = job;
		const how = { ...asked, ...ofRun, goOnWithoutFailedFiles: goesOn };
		const ran = await attempt(
			async () => await inTurn(batch.id, async () => await runExtraction(api, batch, pool, how)),
		);
		done.set(job, await settle(job, ran));
	};
	await explain(
		async () => await concurrently(jobs, EXTRACTIONS_AT_ONCE, runJob),
		(error) =>
			withFinished(
				error,
				jobs.flatMap((job) => outcomes.get(job)?.extractions ?? []),
			),
	);
	return jobs.flatMap((job) => done.get(job) ?? []);
}
