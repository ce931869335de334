import type { IPollFunctions } from 'n8n-workflow';
import { isServiceError, LOCAL_CODES, ServiceError } from '../api/ServiceError';

/** A poll has no stop button. Its deadline takes the place of the signal that n8n gives to executions. */
export const withDeadline = (context: IPollFunctions, ms: number): IPollFunctions => {
	const signal = AbortSignal.timeout(ms);
	return Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as IPollFunctions;
};

/** Whether the deadline cut a request off. */
export const isOverdue = (error: unknown): boolean =>
	isServiceError(error) && error.code === LOCAL_CODES.cancelled;

/** Nobody stopped anything: what the deadline cut off was too slow. */
export const inTermsOfTime = (error: unknown): unknown =>
	isOverdue(error)
		? new ServiceError({
				code: LOCAL_CODES.timeout,
				message: 'It took longer than a poll may take',
				retryable: true,
			})
		: error;
