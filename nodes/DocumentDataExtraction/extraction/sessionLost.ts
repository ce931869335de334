import { isServiceError } from '../api/ServiceError';

/** Upload sessions tried when the service has given one up. */
export const SESSIONS = 3;

const SESSION_LOST = new Set(['FILE_ABORTED', 'FILE_NOT_FOUND', 'UPLOAD_ID_NOT_FOUND']);

/** Whether the service has given up an upload session, or a file of it. */
export const isSessionLost = (error: unknown): boolean =>
	isServiceError(error) && SESSION_LOST.has(error.code);
