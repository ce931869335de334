import {
	isServiceError,
	LOCAL_CODES,
	messageOf,
	serviceError,
	type ServiceError,
} from '../../api/errors/ServiceError';
import type { NamedFile } from './InputFile';

/** Adds the file and its item to a failure. */
export function aboutFile({ sessionName, itemIndex }: NamedFile, error: unknown): ServiceError {
	const failed = isServiceError(error) ? error : serviceError(LOCAL_CODES.fileUnreadable, messageOf(error));
	return failed.with({ details: { ...failed.failure.details, file_name: sessionName }, itemIndex });
}
