import {
	isServiceError,
	LOCAL_CODES,
	messageOf,
	serviceError,
	type ServiceError,
} from '../../api/errors/ServiceError';
import type { SessionFile } from './InputFile';

/** Adds the file and its item to a failure. */
export function aboutFile(
	{ sessionName, itemIndex }: Pick<SessionFile, 'sessionName' | 'itemIndex'>,
	error: unknown,
): ServiceError {
	const failed = isServiceError(error) ? error : serviceError(LOCAL_CODES.fileUnreadable, messageOf(error));
	return failed.with({ details: { ...failed.failure.details, file_name: sessionName }, itemIndex });
}
