import type { ApiClient } from '../../api/http/client';
import {
	hasCode,
	isCutOff,
	isServiceError,
	type ServiceError,
	withFacts,
} from '../../api/errors/ServiceError';
import { type ExtractionDetails, isTerminal } from '../../api/schemas/extractions';
import type { UploadPool } from '../../files/upload/pool';
import type { SessionFile } from '../../files/input/InputFile';
import { withExtraction, withFinished } from '../status/outcome';
import { isPassedOver } from '../request/claim';
import { sharedIdOf, type Batch, type BatchOutcome, type BatchRun, type RunChoice } from './batch';
import { waitToTryAgain } from './waitToTryAgain';
import { follow } from './follow';
import { batchWithout, bookFiles, filesLeft, holdBack } from './failedFiles';
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
	const uploading = { api, pool, failures: goesOn ? new Map<SessionFile, ServiceError>() : undefined };
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
	const paidBeside = extractions.length > 0 ? 'request' : undefined;
	for (const [file, error] of failedFiles) failedFiles.set(file, error.with({ ...sharedId, paidBeside }));
	return outcome;
}

/** Goes on until every file has a result. */
async function extractAll(run: BatchRun, uploading: Uploading): Promise<void> {
	const { choice, outcome } = run;
	let insteadOf: ExtractionDetails[] = [];
	let failures = 0;
	await beginSession(run, uploading);
	for (let number = 0; ;) {
		const left = filesLeft(run);
		if (left.length === 0) return;
		// Uploads, and extractions of earlier runs, do not use up the maximum wait.
		if (failures === 0) run.deadline = Math.min(choice.latest, steadyNow() + choice.waitMs);
		const submitted = await attempt(async () => await submitBatch(run, left, number + 1));
		if (!submitted.ok) {
			// A refused submission has started nothing, so that it is sent again under its ID.
			await run.session.supply(submitted.error, left);
			holdBack(run, uploading);
			continue;
		}
		const end = await follow(run, submitted.value, left);
		number++;
		if (end.kind === 'extracted') {
			outcome.extractions.push({ ...end.extracted, insteadOf });
			insteadOf = [];
			// An earlier run extracted files that failed in this one.
			for (const file of end.extracted.files) outcome.failedFiles.delete(file);
			continue;
		}
		const { error } = end;
		const isEarlier = end.kind === 'next';
		if (isEarlier && end.isOfOtherFiles) run.whole = true;
		const culprits = error && bookFiles(run, error, left);
		if (culprits && culprits.size > 0) {
			const rest = batchWithout(run, culprits);
			if (run.batch.ofOnly && rest.files.length > 0) {
				run.batch = rest;
				await beginSession(run, uploading);
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

/** Opens the session of the batch and sends what it lacks, without a file that the service takes in no case. */
async function beginSession(run: BatchRun, uploading: Uploading): Promise<void> {
	run.session = new Session(uploading, run.batch);
	const begun = await attempt(async () => await run.session.begin());
	if (begun.ok) {
		holdBack(run, uploading);
		return;
	}
	const { error } = begun;
	// "details name the file and the limit": it is refused in the same way each time, so it is no part of the request.
	const culprits = hasCode(error, 'FILE_TOO_LARGE') ? bookFiles(run, error, run.batch.files) : new Map();
	if (culprits.size === 0) throw error;
	run.batch = batchWithout(run, culprits);
	if (run.batch.files.length > 0) await beginSession(run, uploading);
}
