import { LOCAL_CODES, type ServiceError, serviceError } from '../api/errors/ServiceError';

/** Codes that say that the service has given up one file of a session. Another session can still take it. */
export const FILE_GIVEN_UP = new Set<string>(['FILE_ABORTED', LOCAL_CODES.fileLost]);

/** The session was opened with the file, but the service does not know the file in it. */
export const fileLostError = (message: string): ServiceError =>
	serviceError(LOCAL_CODES.fileLost, message, { retryable: true });
