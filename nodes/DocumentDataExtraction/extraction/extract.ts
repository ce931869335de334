import { pause, type Api } from '../api/connection';
import { submitExtraction, type SubmissionRequest } from '../api/extractions';
import type { ExtractionStatus } from '../api/schemas/extractions';
import type { SessionFile, UploadPool } from '../files/upload';
import { followExtraction, type FollowSettings } from './follow';
import { seriesId } from './ids';
import { uploadBatch } from './uploadBatch';

/** Submissions tried where the service fails in a way that may pass. */
const SUBMISSIONS = 5;

/** The service takes no more for now: its turn is worth as many tries as the wait allows. */
const QUEUE_IS_FULL = 'CONCURRENT_TASK_LIMIT';

/** Files that become one extraction. */
export interface Batch {
	/** The id that the session's and the submission's ids are made of. */
	id: string;
	files: SessionFile[];
	request: Omit<SubmissionRequest, 'submission_id' | 'upload_session_id' | 'file_ids'>;
}

export interface ExtractSettings extends Omit<FollowSettings, 'deadline'> {
	/** How long to wait for the extraction once its files are uploaded, in milliseconds. */
	maximumWaitMs: number;
}

export interface Extracted {
	batch: Batch;
	submissionId: string;
	status: ExtractionStatus;
}

const pauseAfter = (repetition: number): number => Math.min(60_000, 2000 * 2 ** (repetition - 1));

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
	const deadline = Date.now() + settings.maximumWaitMs;
	let failures = 0;
	for (let repetition = 1; ; repetition++) {
		const submissionId = seriesId(batch.id, repetition);
		const { extraction_id } = await submitExtraction(api, {
			...batch.request,
			submission_id: submissionId,
			upload_session_id: sessionId,
			file_ids: batch.files.map(({ fileId }) => fileId),
		});
		const status = await followExtraction(api, extraction_id, { ...settings, deadline });
		const mayPass = status.status === 'failed' && status.error?.retryable === true;
		if (mayPass && status.error?.code !== QUEUE_IS_FULL) failures++;
		const rest = pauseAfter(repetition);
		// Once the wait is over nothing more is submitted: nobody would fetch its rows, and it would be charged.
		const isOver = Date.now() + rest >= deadline;
		if (!mayPass || failures >= SUBMISSIONS || isOver) return { batch, submissionId, status };
		await pause(rest, api.signal);
	}
}
