import { LOCAL_CODES, messageOf, type ServiceFailure } from './ServiceError';

const CANCELLED = new Set(['ERR_CANCELED', 'ABORT_ERR']);
const TIMED_OUT = new Set(['ECONNABORTED', 'ETIMEDOUT']);

/**
 * Signed URLs carry their authorisation in the query, so no message may show one. Cuts more than `withoutSignatures`, because an error of
 * Node or of a store may name a path without its host, and a query may have no `=`.
 */
export const withoutQuery = (text: string): string => text.replace(/\?[^\s"'<>]*/g, '?…');

const FINAL = new Set(['ERR_INVALID_URL', 'ERR_BAD_REQUEST']);

const UNREACHED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const UNTRUSTED = /CERT|UNABLE_TO_(GET|VERIFY)/;

/** Whether there was no connection that a request could have gone over. */
const wasNotSent = (code: string): boolean =>
	UNREACHED.test(code) || UNTRUSTED.test(code) || code === 'ERR_INVALID_URL';

/** n8n's HTTP client throws with a `code`; a node error around it has the same in `httpCode`. */
function errorCode(error: unknown): string {
	const { code, httpCode } = (error ?? {}) as { code?: unknown; httpCode?: unknown };
	return [code, httpCode].find((value) => typeof value === 'string') ?? '';
}

/** Codes of errors that break a connection, or the data that comes over it. */
const OF_THE_NETWORK =
	/^(E(CONN|NET|HOST|AI_|PIPE|TIMEDOUT|NOTFOUND)|HPE_|Z_|ERR_(NETWORK|BAD_RESPONSE|STREAM_PREMATURE_CLOSE|SSL|TLS))/;

/** Whether an error may come from the network. Others, such as a disk that is full, have nothing to do with the service. */
export const isOfTheNetwork = (error: unknown): boolean => OF_THE_NETWORK.test(errorCode(error));

function whatHappened(error: unknown, code: string, host: string): string {
	if (UNREACHED.test(code)) return `nothing responds at ${host} (${code})`;
	if (UNTRUSTED.test(code)) return `the certificate is not valid at ${host} (${code})`;
	return `${code || withoutQuery(messageOf(error)) || 'unknown cause'} at ${host}`;
}

/**
 * Says what it means that a request brought no response at all.
 *
 * @param host that the request went to, without path and query
 */
export function networkFailure(error: unknown, host: string, signal?: AbortSignal): ServiceFailure {
	const code = errorCode(error);
	if (signal?.aborted || CANCELLED.has(code))
		return { code: LOCAL_CODES.cancelled, message: '', retryable: false };
	return {
		code: TIMED_OUT.has(code) ? LOCAL_CODES.timeout : LOCAL_CODES.connection,
		message: whatHappened(error, code, host),
		...(wasNotSent(code) ? { notSent: true } : {}),
		retryable: !FINAL.has(code) && !UNTRUSTED.test(code),
	};
}
