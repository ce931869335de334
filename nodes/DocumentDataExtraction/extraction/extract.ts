import { openApi, pause, type Api } from '../api/connection';
import {
	answerQuestions,
	cancelExtraction,
	submitExtraction,
	type SubmissionRequest,
} from '../api/extractions';
import { BRIEF } from '../api/retry';
import type { ExtractionStatus } from '../api/schemas/extractions';
import { attempt, isServiceError, LOCAL_CODES } from '../api/ServiceError';
import type { SessionFile, UploadPool } from '../files/upload';
import { seriesId } from './ids';
import { uploadBatch } from './uploadBatch';
import { waitForExtraction } from './wait';

/** Submissions tried when the service fails in a way that may pass: a place in its queue is worth many. */
const SUBMISSIONS = 60;

/** A question that comes back this often is not settled by accepting the recommendation. */
const ROUNDS_OF_QUESTIONS = 20;

/** Files that become one extraction. */
export interface Batch {
	/** The id that the session's and the submission's ids are made of. */
	id: string;
	files: SessionFile[];
	request: Omit<SubmissionRequest, 'submission_id' | 'upload_session_id' | 'file_ids'>;
}

export interface ExtractSettings {
	/** When to stop waiting, in milliseconds since the epoch. */
	deadline: number;
	acceptRecommendations: boolean;
	cancelWhenStopped: boolean;
}

export interface Extracted {
	batch: Batch;
	submissionId: string;
	status: ExtractionStatus;
}

/**
 * Takes one batch from its files to the end of its extraction, or to its questions. Every step finds what an earlier try has done:
 * no completed file is sent again, and no extraction is started twice.
 *
 * @throws ServiceError
 */
export async function extract(
	api: Api,
	batch: Batch,
	pool: UploadPool,
	settings: ExtractSettings,
): Promise<Extracted> {
	const sessionId = await uploadBatch(api, batch, pool);
	for (let repetition = 1; ; repetition++) {
		const submissionId = seriesId(batch.id, repetition);
		const { extraction_id } = await submitExtraction(api, {
			...batch.request,
			submission_id: submissionId,
			upload_session_id: sessionId,
			file_ids: batch.files.map(({ fileId }) => fileId),
		});
		const status = await followToEnd(api, extraction_id, settings);
		const mayPass = status.status === 'failed' && status.error?.retryable === true;
		if (!mayPass || repetition >= SUBMISSIONS || Date.now() >= settings.deadline)
			return { batch, submissionId, status };
		await pause(Math.min(60_000, 2000 * 2 ** (repetition - 1), settings.deadline - Date.now()), api.signal);
	}
}

async function followToEnd(
	api: Api,
	extractionId: string,
	settings: ExtractSettings,
): Promise<ExtractionStatus> {
	const followed = await attempt(async () => await waitAndAnswer(api, extractionId, settings));
	if (followed.ok) return followed.value;
	const stopped = isServiceError(followed.error) && followed.error.code === LOCAL_CODES.cancelled;
	if (stopped && settings.cancelWhenStopped) {
		const afterwards = await openApi(api.context, { outlivesExecution: true, retry: BRIEF });
		await attempt(async () => await cancelExtraction(afterwards, extractionId));
	}
	throw followed.error;
}

async function waitAndAnswer(
	api: Api,
	extractionId: string,
	settings: ExtractSettings,
): Promise<ExtractionStatus> {
	let status = await waitForExtraction(api, extractionId, settings);
	for (let round = 1; settings.acceptRecommendations && round <= ROUNDS_OF_QUESTIONS; round++) {
		if (status.status !== 'input_required') break;
		const answers = (status.questions ?? []).map(({ question_id }) => ({
			question_id,
			accept_recommended: true,
		}));
		await answerQuestions(api, extractionId, answers);
		status = await waitForExtraction(api, extractionId, settings);
	}
	return status;
}
