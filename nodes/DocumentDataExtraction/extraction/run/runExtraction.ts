import type { ApiClient } from '../../api/http/client';
import { isCutOff, isServiceError, type ServiceError, withFacts } from '../../api/errors/ServiceError';
import { type ExtractionDetails, isTerminal } from '../../api/schemas/extractions';
import type { FileFailures } from '../../files/upload/uploadFiles';
import type { UploadPool } from '../../files/upload/pool';
import type { SessionFile } from '../../files/input/InputFile';
import { filesToBlame, withExtraction, withFinished } from '../status/outcome';
import { isPassedOver } from '../request/claim';
import { coveredIn, sharedIdOf, type Batch, type BatchOutcome, type BatchRun, type RunChoice } from './batch';
import { waitToTryAgain } from './waitToTryAgain';
import { follow } from './follow';
import { Session, type Uploading } from './Session';
import { submitBatch } from './submission';
import { attempt } from '../../shared/attempt';
import { steadyNow } from '../../shared/time';

/**
 * Takes one batch from its files to the end of its extraction, or to its questions. Every step finds what an earlier run has done: it
 * sends no completed file again, starts no extraction twice, and never returns the extraction of another request.
 *
 * @throws ServiceError
 */
export async function runExtraction(
	api: ApiClient,
	batch: Batch,
	pool: UploadPool,
	choice: RunChoice,
): Promise<BatchOutcome> {
	const goesOn = choice.goOnWithoutFailedFiles;
	const outcome: BatchOutcome = { extractions: [], failedFiles: new Map() };
	const { extractions, failedFiles } = outcome;
	const uploading = { api, pool, failures: goesOn ? failedFiles : undefined };
	const session = new Session(uploading, batch);
	const run: BatchRun = { api, batch, choice, outcome, session, deadline: 0 };
	const done = await attempt(async () => await extractAll(run, uploading));
	const sharedId = sharedIdOf(run.batch);
	if (!done.ok) {
		const { error } = done;
		if (!goesOn || isCutOff(error) || !isServiceError(error)) {
			// After a stop, an extraction that asks questions goes on.
			const isOfNone = isCutOff(error) && error.failure.extractionId === undefined;
			const asking = isOfNone
				? extractions.find(({ status }) => !isTerminal(status.status))?.status
				: undefined;
			const named = asking ? withExtraction(error, asking.extraction_id, asking.status) : error;
			throw withFinished(withFacts(named, sharedId), extractions);
		}
		for (const file of filesLeft(run)) failedFiles.set(file, error.with({ itemIndex: file.itemIndex }));
	}
	const othersStay = extractions.length > 0;
	for (const [file, error] of failedFiles) failedFiles.set(file, error.with({ ...sharedId, othersStay }));
	return outcome;
}

/** The files of the batch that have no result yet. */
function filesLeft({ batch, outcome }: BatchRun): SessionFile[] {
	const covered = coveredIn(outcome);
	return batch.files.filter((file) => !covered.has(file) && !outcome.failedFiles.has(file));
}

/** Goes on until every file has a result. */
async function extractAll(run: BatchRun, uploading: Uploading): Promise<void> {
	const { choice, outcome } = run;
	let insteadOf: ExtractionDetails[] = [];
	let failures = 0;
	await run.session.begin();
	for (let number = 0; ;) {
		const left = filesLeft(run);
		if (left.length === 0) return;
		// Uploads, and extractions of earlier runs, do not use up the maximum wait.
		if (failures === 0) run.deadline = Math.min(choice.latest, steadyNow() + choice.waitMs);
		const submitted = await attempt(async () => await submitBatch(run, left, number + 1));
		if (!submitted.ok) {
			// A refused submission has started nothing, so that it is sent again under its ID.
			await run.session.supply(submitted.error, left);
			continue;
		}
		const end = await follow(run, submitted.value, left);
		number++;
		if (end.kind === 'extracted') {
			outcome.extractions.push({ ...end.extracted, insteadOf });
			insteadOf = [];
			// An earlier run had what failed now.
			for (const file of end.extracted.files) outcome.failedFiles.delete(file);
			continue;
		}
		const { error } = end;
		const isEarlier = end.kind === 'next';
		if (isEarlier && end.isOfOtherFiles) run.whole = true;
		const culprits = error && bookFiles(run, error, left);
		if (culprits && culprits.size > 0) {
			const rest = batchWithout(run, culprits);
			if (rest) {
				run.batch = rest;
				run.session = new Session(uploading, rest);
				await run.session.begin();
				number = 0;
			}
			continue;
		}
		if (isEarlier && end.inVain) insteadOf.push(end.inVain);
		const isPassed = isEarlier && isPassedOver(end, number, submitted.value.extractionId);
		if (error && !isPassed) {
			if (!isEarlier && !error.failure.retryable) throw error;
			await waitToTryAgain(run, error, ++failures);
		}
	}
}

/**
 * Books the files that made an extraction fail, so that the others can go on: the same bytes fail in the same way again.
 *
 * @returns them, if there are any
 */
function bookFiles({ choice, outcome }: BatchRun, error: ServiceError, files: SessionFile[]): FileFailures {
	if (!choice.goOnWithoutFailedFiles || error.failure.retryable) return new Map();
	const failures = filesToBlame(error, files);
	for (const [file, failure] of failures) outcome.failedFiles.set(file, failure);
	return failures;
}

/**
 * The batch of the files that have no result once some are to blame, if the ID is made of the files. A run without the others, or with
 * others that are to blame, makes the same one. A file whose upload failed belongs to it: it may come through the next time.
 */
function batchWithout({ batch, outcome }: BatchRun, culprits: FileFailures): Batch | undefined {
	const covered = coveredIn(outcome);
	const rest = batch.files.filter((file) => !covered.has(file) && !culprits.has(file));
	if (!batch.ofOnly || rest.length === 0) return undefined;
	for (const file of rest) outcome.failedFiles.delete(file);
	return batch.ofOnly(rest);
}
