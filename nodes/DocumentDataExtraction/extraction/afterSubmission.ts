import { mayHaveBeenCarriedOut } from '../api/errors/carriedOut';
import { isExtractionId } from '../api/identifiers';
import { isServiceError, LOCAL_CODES, ServiceError } from '../api/errors/ServiceError';

const COMPLETED =
	'The extraction is completed and charged. Get Rows with its ID collects the rows at no cost.';
const GOES_ON =
	'The extraction continues on the service. Wait and Get Rows with its ID collect the rows at no cost.';
const UNKNOWN =
	'Get Status with its ID shows the status of the extraction. Once it is completed, Get Rows collects the rows at no cost.';

/** Codes of failures whose next step is enough, or after which there are no rows to get. */
const NO_WAY = new Set<string>([
	LOCAL_CODES.extractionUnknown,
	LOCAL_CODES.questionsOpen,
	'OUTPUT_EXPIRED',
	'SESSION_ALREADY_INITIALIZED',
	'SUBMISSION_ID_ALREADY_USED',
]);

/**
 * Says of a failed submission that the service may have carried out how to find its extraction, before any advice to run again: a new
 * execution makes another ID and would pay a second time.
 */
export function withUnknownEnd(error: ServiceError, submissionId: string): ServiceError {
	const { failure } = error;
	if (!mayHaveBeenCarriedOut(failure) && failure.code !== LOCAL_CODES.connection) return error;
	return new ServiceError({
		...failure,
		firstStep: `The service may have accepted the submission anyway. Use Get Many to look for an extraction with the Submission ID ${submissionId}. Get Rows collects its rows at no cost. If there is none:`,
		facts: { ...failure.facts, submission_id: submissionId },
	});
}

/** Statuses of extractions that have no rows, or may have none. */
const MAY_HAVE_NONE = new Set(['unknown', 'failed', 'cancelled']);

/** Adds a sentence to the next step of a failure. */
export function withNote(error: unknown, note: string): unknown {
	if (!isServiceError(error) || error.failure.note?.includes(note)) return error;
	const notes = [error.failure.note, note].filter(Boolean).join(' ');
	return new ServiceError({ ...error.failure, note: notes });
}

/** Whether the service does not know an ID that it gave to the node itself, or refuses it as an ID. */
const isUnknown = ({ code }: ServiceError, extractionId: string): boolean =>
	code === 'EXTRACTION_NOT_FOUND' || (code === 'INVALID_INPUT' && !isExtractionId(extractionId));

/**
 * Adds to a failure after a submission the extraction's ID, and how to get its rows at no cost.
 *
 * @param status the extraction's, if it is known; `unknown` if it may be one of an earlier run that ended long ago
 */
export function withFreeWay(error: unknown, extractionId: string, status?: string): unknown {
	if (!isServiceError(error)) return error;
	const code = isUnknown(error, extractionId) ? LOCAL_CODES.extractionUnknown : error.code;
	const about = new ServiceError({ ...error.failure, code, extractionId });
	if (NO_WAY.has(code)) return about;
	if (status !== undefined && MAY_HAVE_NONE.has(status)) return withNote(about, UNKNOWN);
	return withNote(about, status === 'completed' ? COMPLETED : GOES_ON);
}
