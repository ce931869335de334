import type { ServiceFailure } from './ServiceError';

/**
 * Whether a request that failed may have been carried out all the same: its answer got lost, or tells of a failure half-way. A
 * refusal was not carried out, nor was what never reached the service.
 */
export function mayHaveBeenCarriedOut({ code, httpStatus, notSent }: ServiceFailure): boolean {
	if (notSent || code === 'SUBMISSIONS_PAUSED') return false;
	return httpStatus === undefined || httpStatus < 300 || httpStatus >= 500;
}
