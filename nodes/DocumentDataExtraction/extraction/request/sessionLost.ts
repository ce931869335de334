import { isServiceError, type ServiceError } from '../../api/errors/ServiceError';
import { FILE_GIVEN_UP } from '../../files/fileErrors';

/** How many upload sessions are tried if the service gives one up. */
export const SESSIONS = 3;

const SESSION_LOST = new Set([...FILE_GIVEN_UP, 'FILE_NOT_FOUND', 'UPLOAD_ID_NOT_FOUND']);

/** Whether the service has given up an upload session, or a file of it. */
export const isSessionLost = (error: unknown): boolean =>
	isServiceError(error) && SESSION_LOST.has(error.code);

/** The error that says that the session is gone, made of a refused submission. */
export const sessionGone = (error: ServiceError): ServiceError =>
	error.code === 'INVALID_INPUT' ? error.with({ code: 'UPLOAD_ID_NOT_FOUND' }) : error;
