import { isServiceError, LOCAL_CODES, messageOf, ServiceError } from '../../api/errors/ServiceError';
import type { NamedFile } from './InputFile';

/** Adds the file and its item to a failure. */
export function aboutFile({ sessionName, itemIndex }: NamedFile, error: unknown): ServiceError {
	const failed = isServiceError(error)
		? error
		: new ServiceError({ code: LOCAL_CODES.fileUnreadable, message: messageOf(error), retryable: false });
	return failed.with({ details: { ...failed.failure.details, file_name: sessionName }, itemIndex });
}
