import { isExtractionId } from '../../api/identifiers';
import {
	isServiceError,
	LOCAL_CODES,
	mayHaveBeenCarriedOut,
	type ServiceError,
	type Stage,
} from '../../api/errors/ServiceError';
import type { Extracted } from './batch';

/**
 * Says of a failed submission that the service may have carried out under which ID to look for its extraction: a new execution makes
 * another ID and would pay a second time.
 */
export function withUnknownEnd(error: ServiceError, submissionId: string): ServiceError {
	const { failure } = error;
	// A key or a balance is checked before the ID, so that no refusal says what became of an earlier try.
	const isLost =
		failure.mayHaveWorkedBefore || mayHaveBeenCarriedOut(failure) || error.code === LOCAL_CODES.connection;
	return isLost ? error.with({ stage: 'maybe submitted', submissionId }) : error;
}

/** Statuses of extractions that have no rows, or may have none. */
const MAY_HAVE_NONE = new Set(['unknown', 'failed', 'cancelled']);

function stageOf(status = ''): Stage {
	if (status === 'completed') return 'completed';
	return MAY_HAVE_NONE.has(status) ? 'unknown' : 'processing';
}

/** Whether the service does not know an ID that it gave to the node itself, or refuses it as an ID. */
const isUnknown = ({ code }: ServiceError, extractionId: string): boolean =>
	code === 'EXTRACTION_NOT_FOUND' || (code === 'INVALID_INPUT' && !isExtractionId(extractionId));

/**
 * Adds to a failure after a submission the extraction's ID, and how far it had come. Its rows cost nothing more.
 *
 * @param status the extraction's, if it is known; `unknown` if it may be one of an earlier run that ended long ago
 */
export function withFreeWay(error: unknown, extractionId: string, status?: string): unknown {
	if (!isServiceError(error)) return error;
	const code = isUnknown(error, extractionId) ? LOCAL_CODES.extractionUnknown : error.code;
	return error.with({ code, extractionId, stage: error.failure.stage ?? stageOf(status) });
}

/**
 * Adds to a failure the other extractions of the run that were completed. They are charged, and their rows cost nothing more. The
 * failure already names its own extraction.
 */
export function withFinished(error: unknown, extractions: Extracted[]): unknown {
	if (!isServiceError(error)) return error;
	const { extractionId, finished = [] } = error.failure;
	const more = extractions
		.filter(({ status }) => status.status === 'completed' && status.extraction_id !== extractionId)
		.map(({ status, files }) => ({
			extraction_id: status.extraction_id,
			items: [...new Set(files.map(({ itemIndex }) => itemIndex))],
		}));
	return more.length > 0 ? error.with({ finished: [...finished, ...more] }) : error;
}
