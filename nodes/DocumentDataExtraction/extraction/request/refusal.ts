import { ERROR_TEXTS } from '../../api/errors/errorTexts';
import { issuesIn } from '../../api/errors/serviceWords';
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

/** What a refused submission says about the files that it names. */
export interface RefusedFiles {
	/** The upload session does not exist, or not any more. */
	sessionIsGone: boolean;
	/** The places of the files that are not completed. Empty if the service does not name them. */
	places: number[];
}

/** Whether a refusal has a code of a later version of the service. It may be about files: to send what is missing costs nothing. */
const isOfUnknownKind = ({ failure: { code, httpStatus = 0, retryable } }: ServiceError): boolean =>
	!retryable && httpStatus >= 400 && httpStatus < 500 && !(code in ERROR_TEXTS);

/**
 * Reads why a submission was refused ("Only completed files may be named in a submission").
 *
 * @returns undefined if the refusal is not about files
 */
export function refusedFiles(error: ServiceError): RefusedFiles | undefined {
	if (isSessionLost(error)) return { sessionIsGone: true, places: [] };
	if (error.code !== 'INVALID_INPUT' && !isOfUnknownKind(error)) return undefined;
	const paths = issuesIn(error.failure.details).flatMap(({ path }) => (path.length > 0 ? [path] : []));
	const about = (name: string): unknown[][] => paths.filter(([field]) => field === name);
	const sessionIsGone = about('upload_session_id').length > 0;
	const ofFiles = about('file_ids');
	if (paths.length > 0 && ofFiles.length === 0 && !sessionIsGone) return undefined;
	const places = ofFiles.map(([, place]) => place).filter((place) => typeof place === 'number');
	return { sessionIsGone, places };
}

/** The extraction that already has the ID, if the service refuses the ID for another request. */
export function idUsedBy(error: unknown): string | undefined {
	if (!isServiceError(error) || error.code !== 'SUBMISSION_ID_ALREADY_USED') return undefined;
	const id = error.failure.details?.extraction_id;
	return typeof id === 'string' ? id : undefined;
}
