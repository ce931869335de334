import type { ApiClient } from '../../api/http/client';
import { submitExtraction, type SubmissionRequest } from '../../api/extractions';
import { isCutOff, isServiceError } from '../../api/errors/ServiceError';
import type { SessionFile } from '../../files/input/InputFile';
import { attempt } from '../../shared/attempt';
import { submissionId } from '../request/identity';
import { idUsedBy, refusedFiles } from '../request/refusal';
import { withUnknownEnd } from './afterSubmission';
import { filesLeft, restartWait, type BatchRun } from './batch';
import { cancelSubmissionBehind } from './stopSubmission';

/** An extraction that holds the ID of a submission: the submission made it, or found it. */
export interface Held {
	extractionId: string;
	/** `received` if the service says so. */
	state?: string | null;
	/** When the submission was sent, by the service's clock, in milliseconds since the epoch. */
	sentAt: number;
	/** Whether it may be the extraction of another run under the same ID. */
	mayBeEarlier: boolean;
}

/**
 * Submits once. A service may refuse an ID that has an extraction, and name that.
 *
 * @param isShared whether another run may have used the ID
 * @param deadline when to stop waiting, by `steadyNow`
 * @throws ServiceError
 */
export async function submitOrFind(
	api: ApiClient,
	body: SubmissionRequest,
	isShared: boolean,
	deadline?: number,
): Promise<Held> {
	const startedAt = Date.now();
	const submitted = await attempt(async () => await submitExtraction(api, body, { deadline }));
	// The extraction's own times are of the service's clock. The clock of this machine need not be right.
	const now = Date.now();
	const sentAt = (api.serviceTime() ?? now) - (now - startedAt);
	if (submitted.ok) {
		const { extraction_id: extractionId, submission_state: state } = submitted.value;
		return { extractionId, state, sentAt, mayBeEarlier: isShared };
	}
	const { error } = submitted;
	const extractionId = idUsedBy(error);
	if (extractionId !== undefined) return { extractionId, sentAt, mayBeEarlier: true };
	throw isServiceError(error) ? withUnknownEnd(error, body.submission_id) : error;
}

/** The extraction that holds the ID of a submission of a batch. */
export interface Submitted extends Held {
	submissionId: string;
	/** The files that were named. */
	named: SessionFile[];
	/** Whether the service refused the same submission before, and may have kept that as a failure under the ID. */
	wasRefused: boolean;
}

/**
 * Submits the files that are left under the ID of this number, or finds what another run has submitted under it. If the service says
 * that files are missing, uploads them first. If the user wants it, a stop cancels in the background what it may have started.
 *
 * @returns undefined when no file is left
 * @throws ServiceError
 */
export async function submitBatch(run: BatchRun, number: number): Promise<Submitted | undefined> {
	const { api, batch, choice, session } = run;
	const id = submissionId(batch.id, number);
	for (let wasRefused = false; ; wasRefused = true) {
		const named = filesLeft(run);
		if (named.length === 0) return undefined;
		const body = {
			...batch.request,
			submission_id: id,
			upload_session_id: session.id,
			file_ids: named.map(({ fileId }) => fileId),
		};
		const isShared = batch.idFrom !== undefined || session.foundEarlierRun;
		const held = await attempt(async () => await submitOrFind(api, body, isShared, run.deadline));
		if (held.ok) return { ...held.value, submissionId: id, named, wasRefused };
		const { error } = held;
		if (choice.cancelWhenStopped && isCutOff(error) && !error.failure.notSent)
			await cancelSubmissionBehind(api, body);
		const refused = isServiceError(error) ? refusedFiles(error) : undefined;
		if (!refused || !isServiceError(error)) throw error;
		await session.supply(error, refused, named);
		restartWait(run);
	}
}
