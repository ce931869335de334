import type { ApiClient } from '../../api/http/client';
import type { FileFailures } from '../../files/upload/uploadFiles';
import type { SessionFile } from '../../files/input/InputFile';
import type { UploadPool } from '../../files/upload/uploadParts';
import type { Batch, BatchOutcome, RunChoice } from './batch';
import type { BatchUploads } from './batchUploads';
import { steadyNow } from '../../shared/time';

/** One batch on its way, with its results so far. */
export interface BatchRun {
	api: ApiClient;
	batch: Batch;
	choice: RunChoice;
	pool: UploadPool;
	uploads: BatchUploads;
	/** Collects the files that fail by themselves. Without it, the first failure ends the run. */
	failures?: FileFailures;
	outcome: BatchOutcome;
	/** When to stop waiting, by `steadyNow`. */
	deadline: number;
}

/** Starts the maximum wait again: uploads, and extractions of earlier runs, do not use it up. */
export function restartWait(run: BatchRun): void {
	const { latest, waitMs } = run.choice;
	run.deadline = Math.min(latest, steadyNow() + waitMs);
}

/** The files of the batch that have no result yet. */
export function filesLeft({ batch, outcome }: BatchRun): SessionFile[] {
	const covered = new Set(outcome.extractions.flatMap(({ files }) => files));
	return batch.files.filter((file) => !covered.has(file) && !outcome.failedFiles.has(file));
}
