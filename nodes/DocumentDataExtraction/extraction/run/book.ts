import type { ServiceError } from '../../api/errors/ServiceError';
import type { SessionFile } from '../../files/input/InputFile';
import { heldBackBy } from '../../files/upload/fileErrors';
import type { FileFailures } from '../../files/upload/uploadFiles';
import { isPassedOver } from '../request/claim';
import { filesToBlame } from '../status/outcome';
import { coveredIn, type Batch, type BatchRun, type End } from './batch';

/* What the end of an extraction, or the failure of a file, means for the files of a batch. */

/** What comes before the next submission; nothing if it follows at once. */
interface Then {
	/** A pause, because of this failure, which may pass. */
	pauseAfter?: ServiceError;
	/** The files that no failure blames. They are a batch of their own. */
	rest?: Batch;
}

/** The files of the batch that have no result yet. */
export function filesLeft({ batch, outcome }: BatchRun): SessionFile[] {
	const covered = coveredIn(outcome);
	return batch.files.filter((file) => !covered.has(file) && !outcome.failedFiles.has(file));
}

/**
 * Submits nothing if a file could not be uploaded. It may come through the next time, in a request with another ID: whoever had paid for
 * the other files by then would pay for them again.
 */
export function holdBack(run: BatchRun): void {
	const { failedFiles } = run.outcome;
	const { failures = new Map() } = run.session.uploading;
	for (const [file, error] of failures) failedFiles.set(file, error.with({ isHeldBack: true }));
	if (failures.size === 0) return;
	const error = heldBackBy([...failures.keys()].map(({ fileName }) => fileName));
	for (const file of filesLeft(run)) failedFiles.set(file, error.with({ itemIndex: file.itemIndex }));
}

/** The batch without the files that are to blame. If its ID is made of the files, a run without these files makes the same one. */
function batchWithout({ batch, outcome }: BatchRun, culprits: FileFailures): Batch {
	const covered = coveredIn(outcome);
	const rest = batch.files.filter((file) => !covered.has(file) && !culprits.has(file));
	return batch.ofOnly && rest.length > 0 ? batch.ofOnly(rest) : { ...batch, files: rest };
}

/**
 * Books the files that a failure blames, so that the others can go on: the same bytes fail in the same way again.
 *
 * @returns the batch without them; undefined if the failure blames no file
 */
export function bookCulprits(run: BatchRun, error: ServiceError, files: SessionFile[]): Batch | undefined {
	if (!run.choice.goOnWithoutFailedFiles || error.failure.retryable) return undefined;
	const culprits = filesToBlame(error, files);
	for (const [file, failure] of culprits) run.outcome.failedFiles.set(file, failure);
	return culprits.size > 0 ? batchWithout(run, culprits) : undefined;
}

/** Like `bookCulprits`, for files of an extraction. The others stay the same batch unless its ID is made of the files. */
function afterCulprits(run: BatchRun, error: ServiceError, named: SessionFile[]): Then | undefined {
	const rest = bookCulprits(run, error, named);
	return rest && (run.batch.ofOnly && rest.files.length > 0 ? { rest } : {});
}

/**
 * Books the end of an extraction, and says what comes before the next submission.
 *
 * @param named the files that the submission named
 * @param number the place of its ID in the series
 * @throws ServiceError if nothing more is to be submitted
 */
export function book(run: BatchRun, end: End, named: SessionFile[], number: number): Then {
	const { outcome } = run;
	switch (end.kind) {
		case 'extracted':
			outcome.extractions.push({ ...end.extracted, insteadOf: run.insteadOf.splice(0) });
			// An earlier run extracted files that failed in this one.
			for (const file of end.extracted.files) outcome.failedFiles.delete(file);
			return {};
		case 'next': {
			if (end.isOfOtherFiles) run.whole = true;
			const after = end.error && afterCulprits(run, end.error, named);
			if (after) return after;
			if (end.inVain) run.insteadOf.push(end.inVain);
			return isPassedOver(end, number, end.extractionId) ? {} : { pauseAfter: end.error };
		}
		case 'failed': {
			const after = afterCulprits(run, end.error, named);
			if (after) return after;
			if (!end.error.failure.retryable) throw end.error;
			return { pauseAfter: end.error };
		}
	}
}
