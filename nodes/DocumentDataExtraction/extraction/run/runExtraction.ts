import type { ApiClient } from '../../api/http/client';
import { pause } from '../../api/http/sleep';
import { isCutOff, isServiceError, type ServiceError, withFacts } from '../../api/errors/ServiceError';
import type { ExtractionDetails } from '../../api/schemas/extractions';
import type { FileFailures } from '../../files/upload/uploadFiles';
import type { UploadPool } from '../../files/upload/uploadParts';
import type { SessionFile } from '../../files/input/InputFile';
import { filesToBlame } from '../request/filesToBlame';
import { PassedOver } from '../request/claim';
import {
	coveredIn,
	filesLeft,
	restartWait,
	sharedIdOf,
	type Batch,
	type BatchOutcome,
	type BatchRun,
	type RunChoice,
} from './batch';
import { withFinished, withFreeWay } from './afterSubmission';
import { isTerminal } from '../../api/extractions';
import { waitForFreePlace } from './waitForFreePlace';
import { follow } from './follow';
import { Session } from './Session';
import { submitBatch } from './submission';
import { attempt } from '../../shared/attempt';
import { MINUTE_MS, steadyNow } from '../../shared/time';

/** How often a submission is tried if the service fails in a way that may pass. */
const SUBMISSIONS = 5;

/** Together they outlast a service that is overloaded for two minutes. Each try leaves a failed extraction behind, so there are few. */
const pauseAfter = (failures: number): number => Math.min(MINUTE_MS, 2000 * 5 ** (failures - 1));

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
	const { goOnWithoutFailedFiles } = choice;
	const outcome: BatchOutcome = { extractions: [], failedFiles: new Map() };
	const failures = goOnWithoutFailedFiles ? outcome.failedFiles : undefined;
	const session = new Session({ api, batch, pool, failures });
	const run: BatchRun = { api, batch, choice, pool, session, outcome, failures, deadline: 0 };
	const done = await attempt(async () => await extractAll(run));
	const sharedId = sharedIdOf(run.batch);
	if (!done.ok) {
		const { error } = done;
		if (!goOnWithoutFailedFiles || isCutOff(error) || !isServiceError(error)) {
			// After a stop, an extraction that asks questions goes on.
			const open = outcome.extractions.find(({ status }) => !isTerminal(status.status))?.status;
			const isOfNone = isCutOff(error) && error.failure.extractionId === undefined;
			const told = open && isOfNone ? withFreeWay(error, open.extraction_id, open.status) : error;
			throw withFinished(withFacts(told, sharedId), outcome.extractions);
		}
		for (const file of filesLeft(run))
			outcome.failedFiles.set(file, error.with({ itemIndex: file.itemIndex }));
	}
	const othersStay = outcome.extractions.length > 0;
	for (const [file, error] of outcome.failedFiles)
		outcome.failedFiles.set(file, error.with({ ...sharedId, othersStay }));
	return outcome;
}

const WAITED_FOR_PLACE =
	'Extract Documents waits for a free place up to its Maximum Wait. That time is over. Increase Maximum Wait.';

/** A failure after which nothing more is tried. If it was a place that was missing, the wait for one took all of the time. */
const lastError = (error: ServiceError): ServiceError =>
	error.code === 'CONCURRENT_TASK_LIMIT' ? error.with({ nextStep: WAITED_FOR_PLACE }) : error;

/**
 * Books the files that made an extraction fail, so that the others can go on: the same bytes fail in the same way again.
 *
 * @returns them, if there are any
 */
function bookBlamed({ choice, outcome }: BatchRun, error: ServiceError, files: SessionFile[]): FileFailures {
	if (!choice.goOnWithoutFailedFiles || error.failure.retryable) return new Map();
	const failures = filesToBlame(error, files);
	for (const [file, failure] of failures) outcome.failedFiles.set(file, failure);
	return failures;
}

/**
 * The batch of the files that have no result once some are to blame, if the ID is made of the files. A run without the others, or with
 * others that are to blame, makes the same one. A file whose upload failed belongs to it: it may come through the next time.
 */
function batchWithout({ batch, outcome }: BatchRun, blamed: FileFailures): Batch | undefined {
	const covered = coveredIn(outcome);
	const rest = batch.files.filter((file) => !covered.has(file) && !blamed.has(file));
	if (!batch.ofOnly || rest.length === 0) return undefined;
	for (const file of rest) outcome.failedFiles.delete(file);
	return batch.ofOnly(rest);
}

/** Goes on until every file has a result. */
async function extractAll(run: BatchRun): Promise<void> {
	const { api, failures, pool } = run;
	const patience = new Patience(run);
	const insteadOf: ExtractionDetails[] = [];
	for (;;) {
		const rest = await extractBatch(run, patience, insteadOf);
		if (!rest) return;
		run.batch = rest;
		run.session = new Session({ api, batch: rest, pool, failures });
	}
}

/**
 * Goes on until every file of the batch has a result, or some are to blame and the others are another batch.
 *
 * @param insteadOf collects the extractions in place of which the next one is made
 * @returns the other batch
 */
async function extractBatch(
	run: BatchRun,
	patience: Patience,
	insteadOf: ExtractionDetails[],
): Promise<Batch | undefined> {
	const { batch, outcome, session } = run;
	await session.begin(batch.files);
	restartWait(run);
	const passedOver = new PassedOver();
	for (let number = 1; ; number++) {
		const submitted = await submitBatch(run, number);
		if (!submitted) return undefined;
		const end = await follow(run, submitted);
		if (end.kind === 'extracted') {
			outcome.extractions.push({ ...end.extracted, insteadOf: insteadOf.splice(0) });
			// An earlier run had what failed now.
			for (const file of end.extracted.files) outcome.failedFiles.delete(file);
			continue;
		}
		const isLeft = end.kind === 'next';
		const { error } = end;
		const blamed = error && bookBlamed(run, error, isLeft ? submitted.named : end.files);
		if (blamed && blamed.size > 0) {
			const rest = batchWithout(run, blamed);
			if (rest) return rest;
			continue;
		}
		if (isLeft && end.inVain) insteadOf.push(end.inVain);
		const isPassed = isLeft && passedOver.mayPass(end, submitted.extractionId);
		const mayPass = isLeft ? end.isOtherRequest : undefined;
		if (error && !isPassed && !(await patience.mayTryAgain(error, mayPass))) throw lastError(error);
		if (isLeft) restartWait(run);
	}
}

/** Decides how often and how long to wait after a failure that may pass. */
class Patience {
	private failures = 0;
	private refusals = 0;

	constructor(private readonly run: BatchRun) {}

	/** Waits before the next submission. @returns false if there is to be none */
	async mayTryAgain({ code, failure }: ServiceError, mayPass = failure.retryable): Promise<boolean> {
		const { api, deadline } = this.run;
		if (!mayPass) return false;
		// The service is full for now. A place is worth as many tries as the wait allows.
		if (code === 'CONCURRENT_TASK_LIMIT') return await waitForFreePlace(api, deadline, ++this.refusals);
		const rest = pauseAfter(++this.failures);
		// After the wait nothing more is submitted: it would be charged, and nobody would fetch its rows.
		if (this.failures >= SUBMISSIONS || steadyNow() + rest >= deadline) return false;
		await pause(rest, api.signal);
		return true;
	}
}
