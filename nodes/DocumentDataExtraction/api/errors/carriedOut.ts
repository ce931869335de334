import type { ServiceFailure } from './ServiceError';

/**
 * Whether a failed request may have been carried out: its response, or that of an earlier try, was lost or reports a failure halfway. A
 * refusal was not carried out, nor was what never reached the service. A refusal that may pass, such as a rate limit, says nothing of
 * earlier tries; any other would have found what they have done.
 */
export function mayHaveBeenCarriedOut(failure: ServiceFailure): boolean {
	const { code, httpStatus, notSent, retryable, mayHaveWorkedBefore } = failure;
	if (mayHaveWorkedBefore && retryable) return true;
	if (notSent || code === 'SUBMISSIONS_PAUSED') return false;
	return httpStatus === undefined || httpStatus < 300 || httpStatus >= 500;
}
