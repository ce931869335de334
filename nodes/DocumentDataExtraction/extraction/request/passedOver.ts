import { ServiceError } from '../../api/errors/ServiceError';

/** Failed extractions of earlier runs under one id that a run passes over. */
export const PASSED_OVER = 200;

/** Those of them that are so young that a wrong clock could make failures of this run look like them. */
export const YOUNG_PASSED_OVER = 3;

export const tooManyFailures = (extractionId: string): ServiceError =>
	new ServiceError({
		code: 'SUBMISSION_ID_ALREADY_USED',
		message: `earlier runs left more than ${PASSED_OVER} failed extractions under it`,
		retryable: false,
		extractionId,
	});
