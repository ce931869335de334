import { LOCAL_CODES, type ServiceFailure } from './ServiceError';

const CANCELLED = new Set(['ERR_CANCELED', 'ABORT_ERR']);
const TIMED_OUT = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT', 'UND_ERR_HEADERS_TIMEOUT']);

/** Signed URLs carry their authorisation in the query, so no message may show one. */
export const withoutQuery = (text: string): string => text.replace(/\?[^\s"'<>]*/g, '?…');

/** n8n wraps what its HTTP client throws; the code that tells the cause sits somewhere in the chain. */
function errorCodes(error: unknown): string[] {
	const codes: string[] = [];
	for (let link = error, depth = 0; link instanceof Object && depth < 5; depth++) {
		const { code, name, cause } = link as { code?: unknown; name?: unknown; cause?: unknown };
		if (typeof code === 'string') codes.push(code);
		if (name === 'CanceledError' || name === 'AbortError') codes.push('ERR_CANCELED');
		link = cause;
	}
	return codes;
}

/**
 * What it means that a request brought no response at all.
 *
 * @param host where the request went, without path and query
 */
export function networkFailure(error: unknown, host: string, signal?: AbortSignal): ServiceFailure {
	const codes = errorCodes(error);
	if (signal?.aborted || codes.some((code) => CANCELLED.has(code)))
		return { code: LOCAL_CODES.cancelled, message: 'The execution was stopped', retryable: false };
	const timedOut = codes.some((code) => TIMED_OUT.has(code));
	const cause = codes[0] ?? (error instanceof Error ? withoutQuery(error.message) : 'unknown cause');
	return {
		code: timedOut ? LOCAL_CODES.timeout : LOCAL_CODES.connection,
		message: `${cause} at ${host}`,
		retryable: !codes.some((code) => /CERT|SELF_SIGNED/.test(code)),
	};
}
