import type { ApiContext } from '../account';
import { isServiceError, LOCAL_CODES, type ServiceError, serviceError } from '../errors/ServiceError';

/** The signal that stops the requests of a context; undefined if nothing does. */
export const cancelSignalOf = (context: ApiContext): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

/**
 * The same context with another cancel signal. n8n gives every authenticated request the signal of its context, so this is the only way to
 * cut a request off earlier, or to let it finish.
 *
 * @param signal asked for again at each request; undefined lets the request finish
 */
export const withCancelSignal = <C extends ApiContext>(
	context: C,
	signal: () => AbortSignal | undefined,
): C => Object.create(context, { getExecutionCancelSignal: { value: signal } }) as C;

/** What work throws that a cancel signal stopped. */
export const cancelledError = (): ServiceError => serviceError(LOCAL_CODES.cancelled);

/** Whether a cancel signal cut a request off. */
export const isCutOff = (error: unknown): error is ServiceError =>
	isServiceError(error) && error.code === LOCAL_CODES.cancelled;
