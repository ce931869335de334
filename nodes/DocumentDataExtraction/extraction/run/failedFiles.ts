import type { ServiceError } from '../../api/errors/ServiceError';
import type { SessionFile } from '../../files/input/InputFile';
import { heldBackBy } from '../../files/upload/fileErrors';
import type { FileFailures } from '../../files/upload/uploadFiles';
import { filesToBlame } from '../status/outcome';
import { coveredIn, type Batch, type BatchRun } from './batch';
import type { Uploading } from './Session';

/* What the failure of one file means for the others of its batch. */

/** The files of the batch that have no result yet. */
export function filesLeft({ batch, outcome }: BatchRun): SessionFile[] {
	const covered = coveredIn(outcome);
	return batch.files.filter((file) => !covered.has(file) && !outcome.failedFiles.has(file));
}

/**
 * Submits nothing if a file could not be uploaded. It may come through the next time, in a request with another ID: whoever had paid for
 * the other files by then would pay for them again.
 */
export function holdBack(run: BatchRun, { failures = new Map() }: Uploading): void {
	const { failedFiles } = run.outcome;
	for (const [file, error] of failures) failedFiles.set(file, error.with({ isHeldBack: true }));
	if (failures.size === 0) return;
	const error = heldBackBy([...failures.keys()].map(({ fileName }) => fileName));
	for (const file of filesLeft(run)) failedFiles.set(file, error.with({ itemIndex: file.itemIndex }));
}

/**
 * Books the files that made an extraction fail, so that the others can go on: the same bytes fail in the same way again.
 *
 * @returns them, if there are any
 */
export function bookFiles(
	{ choice, outcome }: BatchRun,
	error: ServiceError,
	files: SessionFile[],
): FileFailures {
	if (!choice.goOnWithoutFailedFiles || error.failure.retryable) return new Map();
	const failures = filesToBlame(error, files);
	for (const [file, failure] of failures) outcome.failedFiles.set(file, failure);
	return failures;
}

/** The batch without the files that are to blame. If its ID is made of the files, a run without these files makes the same one. */
export function batchWithout({ batch, outcome }: BatchRun, culprits: FileFailures): Batch {
	const covered = coveredIn(outcome);
	const rest = batch.files.filter((file) => !covered.has(file) && !culprits.has(file));
	return batch.ofOnly && rest.length > 0 ? batch.ofOnly(rest) : { ...batch, files: rest };
}
