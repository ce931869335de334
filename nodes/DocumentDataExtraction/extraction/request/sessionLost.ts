import { isServiceError, ServiceError } from '../../api/errors/ServiceError';
import { FILE_GIVEN_UP } from '../../files/fileLost';

/** How many upload sessions are tried if the service gives one up. */
export const SESSIONS = 3;

const SESSION_LOST = new Set([...FILE_GIVEN_UP, 'FILE_NOT_FOUND', 'UPLOAD_ID_NOT_FOUND']);

/** Whether the service has given up an upload session, or a file of it. */
export const isSessionLost = (error: unknown): boolean =>
	isServiceError(error) && SESSION_LOST.has(error.code);

/** The error that says that the session is gone, made of a refused submission. */
export const sessionGone = ({ failure }: ServiceError): ServiceError =>
	failure.code === 'INVALID_INPUT'
		? new ServiceError({ ...failure, code: 'UPLOAD_ID_NOT_FOUND' })
		: new ServiceError(failure);
