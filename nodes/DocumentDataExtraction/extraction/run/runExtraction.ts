import type { ApiClient } from '../../api/http/client';
import {
	hasCode,
	isCutOff,
	isServiceError,
	type ServiceError,
	withFacts,
} from '../../api/errors/ServiceError';
import { isTerminal } from '../../api/schemas/extractions';
import type { UploadPool } from '../../files/upload/pool';
import type { SessionFile } from '../../files/input/InputFile';
import { withExtraction, withFinished } from '../status/outcome';
import { sharedIdOf, type Batch, type BatchOutcome, type BatchRun, type RunChoice } from './batch';
import { book, bookCulprits, filesLeft, holdBack } from './book';
import { follow } from './follow';
import { Session } from './Session';
import { submitBatch } from './submission';
import { waitToTryAgain } from './waitToTryAgain';
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
	const run: BatchRun = { api, batch, choice, outcome, session, deadline: 0, insteadOf: [] };
	const done = await attempt(async () => await extractAll(run));
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
async function extractAll(run: BatchRun): Promise<void> {
	const { choice } = run;
	let failures = 0;
	await beginBatch(run, run.batch);
	for (let number = 1; ;) {
		const left = filesLeft(run);
		if (left.length === 0) return;
		// Uploads, and extractions of earlier runs, do not use up the maximum wait.
		if (failures === 0) run.deadline = Math.min(choice.latest, steadyNow() + choice.waitMs);
		const submitted = await attempt(async () => await submitBatch(run, left, number));
		if (!submitted.ok) {
			// A refused submission has started nothing, so that it is sent again under its ID.
			await run.session.supply(submitted.error, left);
			holdBack(run);
			continue;
		}
		const { pauseAfter, rest } = book(run, await follow(run, submitted.value, left), left, number);
		if (pauseAfter) await waitToTryAgain(run, pauseAfter, ++failures);
		if (rest) await beginBatch(run, rest);
		number = rest ? 1 : number + 1;
	}
}

/** Turns to a batch: opens its session and sends what that lacks, without a file that the service takes in no case. */
async function beginBatch(run: BatchRun, batch: Batch): Promise<void> {
	run.batch = batch;
	run.session = new Session(run.session.uploading, batch);
	const begun = await attempt(async () => await run.session.begin());
	if (begun.ok) {
		holdBack(run);
		return;
	}
	const { error } = begun;
	// "details name the file and the limit": it is refused in the same way each time, so it is no part of the request.
	const rest = hasCode(error, 'FILE_TOO_LARGE') ? bookCulprits(run, error, batch.files) : undefined;
	if (!rest) throw error;
	if (rest.files.length > 0) await beginBatch(run, rest);
}
