import type { ServiceFailure } from './ServiceError';

/**
 * Whether a failed request may have been carried out: its response was lost, or reports a failure halfway. A
 * refusal was not carried out, nor was what never reached the service.
 */
export function mayHaveBeenCarriedOut({ code, httpStatus, notSent }: ServiceFailure): boolean {
	if (notSent || code === 'SUBMISSIONS_PAUSED') return false;
	return httpStatus === undefined || httpStatus < 300 || httpStatus >= 500;
}
