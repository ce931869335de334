import { LOCAL_CODES, messageOf, type ServiceFailure } from './ServiceError';

const CANCELLED = new Set(['ERR_CANCELED', 'ABORT_ERR']);
const TIMED_OUT = new Set(['ECONNABORTED', 'ETIMEDOUT']);

/** Signed URLs carry their authorisation in the query, so no message may show one. */
export const withoutQuery = (text: string): string => text.replace(/\?[^\s"'<>]*/g, '?…');

const FINAL = new Set(['ERR_INVALID_URL', 'ERR_BAD_REQUEST']);

/** n8n's HTTP client throws with a `code`; wrapped into a node error, the same stands in `httpCode`. */
function errorCode(error: unknown): string {
	const { code, httpCode } = (error ?? {}) as { code?: unknown; httpCode?: unknown };
	return [code, httpCode].find((value) => typeof value === 'string') ?? '';
}

/**
 * What it means that a request brought no response at all.
 *
 * @param host where the request went, without path and query
 */
export function networkFailure(error: unknown, host: string, signal?: AbortSignal): ServiceFailure {
	const code = errorCode(error);
	if (signal?.aborted || CANCELLED.has(code))
		return { code: LOCAL_CODES.cancelled, message: '', retryable: false };
	const cause = code || withoutQuery(messageOf(error)) || 'unknown cause';
	return {
		code: TIMED_OUT.has(code) ? LOCAL_CODES.timeout : LOCAL_CODES.connection,
		message: `${cause} at ${host}`,
		retryable: !FINAL.has(code) && !/CERT|UNABLE_TO_VERIFY/.test(code),
	};
}
