import { isServiceError, LOCAL_CODES, messageOf, ServiceError } from '../../api/errors/ServiceError';
import type { NamedFile } from './InputFile';

/** Adds to a failure the file that it is about, and its item. */
export function aboutFile({ sessionName, itemIndex }: NamedFile, error: unknown): ServiceError {
	const failure = isServiceError(error)
		? error.failure
		: { code: LOCAL_CODES.fileUnreadable, message: messageOf(error), retryable: false };
	return new ServiceError({ ...failure, details: { ...failure.details, file_name: sessionName }, itemIndex });
}
