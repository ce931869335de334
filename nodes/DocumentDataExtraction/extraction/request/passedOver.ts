import { type ServiceError, serviceError } from '../../api/errors/ServiceError';

/** How many failed extractions of earlier runs under one ID a run passes over. */
export const PASSED_OVER = 200;

/** How many young ones it passes over. If a clock is wrong, a failure of this run could look like one. */
export const YOUNG_PASSED_OVER = 3;

/** The error of a run that would have to pass over more. @param extractionId the last one that failed */
export const tooManyFailures = (extractionId: string): ServiceError =>
	serviceError(
		'SUBMISSION_ID_ALREADY_USED',
		`earlier runs left more than ${PASSED_OVER} failed extractions under it`,
		{ extractionId },
	);
