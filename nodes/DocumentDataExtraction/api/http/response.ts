import type { z } from 'zod';
import { serviceMessage } from '../errors/errorTexts';
import { isRetryableStatus } from './retry';
import { retryAfterMs } from './retryAfter';
import { LOCAL_CODES, type ServiceFailure } from '../errors/ServiceError';
import { errorEnvelope } from '../schemas/errors';
import { issuesIn, messageIn } from '../errors/serviceWords';
import { isRecord, parseJson } from '../../shared/json';

/** An HTTP response as n8n's helper returns it, the body as text. */
export interface HttpResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

function parseBody(body: unknown): unknown {
	const parsed = typeof body === 'string' ? parseJson(body) : undefined;
	return parsed?.ok ? parsed.value : body;
}

/** A field as the contract calls it, its place in a list counted from 1, such as `part_numbers 1`. */
const fieldName = (path: unknown[]): string =>
	path.map((part) => (typeof part === 'number' ? part + 1 : part)).join(' ');

function describeIssues(details: ServiceFailure['details']): string {
	const texts = issuesIn(details).map(({ path, message }) =>
		[fieldName(path), message].filter(Boolean).join(': '),
	);
	return texts.length > 0 ? ` (${texts.join('; ')})` : '';
}

/** Reads the failure out of an error response of the service ("Errors", the envelope). */
function failureOf(response: HttpResponse, body: unknown, now: number): ServiceFailure {
	const envelope = errorEnvelope.safeParse(body);
	if (!envelope.success) return unexpectedResponse(response, body, now);
	const { code, message, retryable, details } = envelope.data.error;
	return {
		code,
		message: serviceMessage(code, message) + describeIssues(details),
		retryable: retryable ?? isRetryableStatus(response.statusCode),
		httpStatus: response.statusCode,
		details,
		retryAfterMs: retryAfterMs(response.headers, details, now),
		// Such as that of a Submission ID that is taken.
		extractionId: typeof details?.extraction_id === 'string' ? details.extraction_id : undefined,
	};
}

/** Anything that is not the envelope of the service: a proxy's page, another error in JSON, a cut body. */
function unexpectedResponse(
	{ statusCode, headers, body: raw }: HttpResponse,
	body: unknown,
	now: number,
): ServiceFailure {
	const failed = (code: string, message: string, retryable: boolean): ServiceFailure => ({
		code,
		message,
		retryable,
		httpStatus: statusCode,
		retryAfterMs: retryAfterMs(headers, undefined, now),
	});
	const words = messageIn(body);
	const reason = words ? `: ${words}` : '';
	const codeOfProxy = statusCode === 429 ? 'RATE_LIMITED' : LOCAL_CODES.connection;
	if (isRetryableStatus(statusCode))
		return failed(codeOfProxy, `A proxy or gateway responded with HTTP ${statusCode}${reason}`, true);
	if (isRefusal(body)) return failed(LOCAL_CODES.unknown, words, false);
	const isPage = typeof raw === 'string' && /^\s*</.test(raw.slice(0, 1000));
	// JSON that was begun and not ended is a response of the service, whatever its status.
	const isCut = typeof body === 'string' && /^\s*\{/.test(body.slice(0, 1000));
	if (!isPage && (statusCode < 300 || isCut))
		return failed(LOCAL_CODES.unreadable, 'The JSON of the response is cut off or broken', true);
	const instead = reason || ` with ${isPage ? 'a web page' : 'an unknown body'} instead of JSON`;
	return failed(LOCAL_CODES.notTheApi, `HTTP ${statusCode}${instead}`, false);
}

/** Whether a body says that the request failed. A failed extraction says so too, with its ID and status. */
const isRefusal = (body: unknown): boolean => {
	if (!isRecord(body) || body.success !== false) return false;
	return typeof body.extraction_id !== 'string' || typeof body.status !== 'string';
};

const whereItDiffers = ({ issues }: z.ZodError): string =>
	issues
		.slice(0, 3)
		.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`)
		.join('; ');

/**
 * Reads a response against the schema of its endpoint. It fails for an error response, a foreign one, and one without the fields that the
 * contract promises.
 */
export function readResponse<T>(
	response: HttpResponse,
	schema: z.ZodType<T, z.ZodTypeDef, unknown>,
	now: number,
): { ok: true; value: T } | { ok: false; failure: ServiceFailure } {
	const { statusCode: httpStatus } = response;
	const body = httpStatus === 204 ? {} : parseBody(response.body);
	const isObject = typeof body === 'object' && body !== null;
	if (httpStatus >= 300 || !isObject || isRefusal(body))
		return { ok: false, failure: failureOf(response, body, now) };
	const result = schema.safeParse(body);
	if (result.success) return { ok: true, value: result.data };
	const message = `The response does not have the documented form (${whereItDiffers(result.error)})`;
	return { ok: false, failure: { code: LOCAL_CODES.unreadable, message, retryable: false, httpStatus } };
}
