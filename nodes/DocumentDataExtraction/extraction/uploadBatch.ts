import type { Api } from '../api/connection';
import { attempt, isServiceError } from '../api/ServiceError';
import { uploadFiles, type FileFailures, type SessionFile, type UploadPool } from '../files/upload';
import { seriesId } from './ids';

/** Upload sessions tried when the service has given one up. */
const SESSIONS = 3;

const SESSION_LOST = new Set(['FILE_ABORTED', 'FILE_NOT_FOUND', 'UPLOAD_ID_NOT_FOUND']);

/**
 * Uploads files into one session, completed. A session that the service has given up is followed by the next of a series of ids.
 *
 * @param failures collects what fails for single files, so that the others go on; without it, the first failure ends all
 * @returns the id of the session
 */
export async function uploadBatch(
	api: Api,
	{ id, files }: { id: string; files: SessionFile[] },
	pool: UploadPool,
	failures?: FileFailures,
): Promise<string> {
	for (let repetition = 1; ; repetition++) {
		const sessionId = seriesId(id, repetition);
		failures?.clear();
		const uploaded = await attempt(async () => await uploadFiles(api, sessionId, files, pool, failures));
		if (uploaded.ok) return sessionId;
		const lost = isServiceError(uploaded.error) && SESSION_LOST.has(uploaded.error.code);
		if (!lost || repetition >= SESSIONS) throw uploaded.error;
	}
}
