import {
	isServiceError,
	LOCAL_CODES,
	messageOf,
	serviceError,
	type ServiceError,
} from '../../api/errors/ServiceError';
import { joinNames } from '../../shared/text';
import type { SessionFile } from '../input/InputFile';

/** Codes that say that the service has given up one file of a session. Another session can still take it. */
export const FILE_GIVEN_UP = new Set<string>(['FILE_ABORTED', LOCAL_CODES.fileLost]);

/** The session was opened with the file, but the service does not know the file in it. */
export const fileLostError = (message: string): ServiceError =>
	serviceError(LOCAL_CODES.fileLost, message, { retryable: true });

/** The failure of the files of a request that is held back. @param missing names what could not be sent */
export const heldBackBy = (missing: string[]): ServiceError =>
	serviceError(LOCAL_CODES.heldBack, joinNames(missing), {
		retryable: true,
		details: { held_back_by: missing },
		isHeldBack: true,
	});

/** Adds the file and its item to a failure. */
export function aboutFile(
	{ sessionName, itemIndex }: Pick<SessionFile, 'sessionName' | 'itemIndex'>,
	error: unknown,
): ServiceError {
	const failed = isServiceError(error) ? error : serviceError(LOCAL_CODES.fileUnreadable, messageOf(error));
	return failed.with({ details: { ...failed.failure.details, file_name: sessionName }, itemIndex });
}
