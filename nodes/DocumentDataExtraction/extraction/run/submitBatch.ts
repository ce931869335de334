import { submitExtraction, type SubmissionRequest } from '../../api/extractions';
import { isCutOff } from '../../api/http/cancelSignal';
import { isServiceError } from '../../api/errors/ServiceError';
import type { SessionFile } from '../../files/input/InputFile';
import { filesLeft, restartWait, type BatchRun } from './batchRun';
import { withUnknownEnd } from './afterSubmission';
import { submissionId } from '../request/identity';
import { idUsedBy, refusedFiles } from '../request/refusedFiles';
import { cancelSubmissionBehind } from './stopSubmission';
import { submittedAt } from '../request/submittedAt';
import { attempt } from '../../shared/attempt';

/** An extraction that a submission made, or found. */
export interface Submitted {
	extractionId: string;
	submissionId: string;
	/** The files that were named. */
	files: SessionFile[];
	/** When it was sent, by the service's clock, in milliseconds since the epoch. */
	sentAt: number;
	/** Whether it may be the extraction of another run under the same id. */
	mayBeEarlier: boolean;
	/** Whether the service refused the same submission before, and may have kept that as a failure under the id. */
	wasRefused: boolean;
}

/** Submits once. A stop ends it at once. If the user wants it, the extraction that it may have started is cancelled in the background. */
async function submitOnce({ api, choice, deadline }: BatchRun, body: SubmissionRequest) {
	const { cancelWhenStopped } = choice;
	const submitted = await attempt(async () => await submitExtraction(api, body, { deadline }));
	if (cancelWhenStopped && !submitted.ok && isCutOff(submitted.error) && !submitted.error.failure.notSent)
		await cancelSubmissionBehind(api, body);
	return submitted;
}

/**
 * Submits the files that are left under the ID of this number, or finds what another run has submitted under it. If the service says
 * that files are missing, uploads them first.
 *
 * @returns undefined when no file is left
 * @throws ServiceError
 */
export async function submitBatch(run: BatchRun, number: number): Promise<Submitted | undefined> {
	const { api, batch, uploads } = run;
	const id = submissionId(batch.id, number);
	for (let wasRefused = false; ; wasRefused = true) {
		const files = filesLeft(run);
		if (files.length === 0) return undefined;
		const startedAt = Date.now();
		const submitted = await submitOnce(run, {
			...batch.request,
			submission_id: id,
			upload_session_id: uploads.sessionId,
			file_ids: files.map(({ fileId }) => fileId),
		});
		const usedBy = submitted.ok ? undefined : idUsedBy(submitted.error);
		const extractionId = submitted.ok ? submitted.value.extraction_id : usedBy;
		if (extractionId !== undefined) {
			const mayBeEarlier = batch.hasOwnId || uploads.foundEarlierRun || usedBy !== undefined;
			const sentAt = submittedAt(api, startedAt);
			return { extractionId, submissionId: id, files, sentAt, mayBeEarlier, wasRefused };
		}
		if (submitted.ok || !isServiceError(submitted.error)) throw (submitted as { error: unknown }).error;
		const error = batch.hasOwnId ? submitted.error : withUnknownEnd(submitted.error, id);
		const refused = refusedFiles(error);
		if (!refused) throw error;
		await uploads.supply(error, refused, files);
		restartWait(run);
	}
}
