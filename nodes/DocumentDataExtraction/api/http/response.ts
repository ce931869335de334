import type { z } from 'zod';
import { serviceMessage } from '../errors/errorTexts';
import { isRetryableStatus } from './retry';
import { retryAfterMs } from './retryAfter';
import { LOCAL_CODES, ServiceError, serviceError, type ServiceFailure } from '../errors/ServiceError';
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

/** A field as its parameter is called, such as `Part Numbers 1`. Within JSON, it is called as in there. */
function fieldName(path: unknown[]): string {
	const [name, place, ...deeper] = path[0] === 'options' ? path.slice(1) : path;
	if (typeof name !== 'string' || typeof place === 'string' || deeper.length > 0) return path.join('.');
	const words = name.replaceAll('_', ' ').replace(/\bid(?=s?\b)/g, 'ID');
	const title = words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
	return typeof place === 'number' ? `${title} ${place + 1}` : title;
}

function describeIssues(details: ServiceFailure['details']): string {
	const texts = issuesIn(details).map(({ path, message }) =>
		[fieldName(path), message].filter(Boolean).join(': '),
	);
	return texts.length > 0 ? ` (${texts.join('; ')})` : '';
}

/** The extraction that an error names in its details, such as that of a Submission ID that is taken. */
const namedExtraction = (details: ServiceFailure['details']): string | undefined =>
	typeof details?.extraction_id === 'string' ? details.extraction_id : undefined;

/** Reads the failure out of an error response of the service ("Errors", the envelope). */
export function failureOf(
	response: HttpResponse,
	now: number,
	body: unknown = parseBody(response.body),
): ServiceFailure {
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
		extractionId: namedExtraction(details),
	};
}

/** Anything that is not the envelope of the service: a proxy's page, another error in JSON, a cut body. */
function unexpectedResponse(
	{ statusCode, headers, body: raw }: HttpResponse,
	body: unknown,
	now: number,
): ServiceFailure {
	const isPage = typeof raw === 'string' && /^\s*</.test(raw.slice(0, 1000));
	const words = messageIn(body);
	const said = words ? `: ${words}` : '';
	const common = { httpStatus: statusCode, retryAfterMs: retryAfterMs(headers, undefined, now) };
	if (isRetryableStatus(statusCode))
		return {
			...common,
			code: statusCode === 429 ? 'RATE_LIMITED' : LOCAL_CODES.connection,
			message: `A proxy or gateway responded with HTTP ${statusCode}${said}`,
			retryable: true,
		};
	if (isRefusal(body)) return { ...common, code: LOCAL_CODES.unknown, message: words, retryable: false };
	// JSON that was begun and not ended is a response of the service, whatever its status.
	const isCut = typeof body === 'string' && /^\s*\{/.test(body.slice(0, 1000));
	if (isPage || (statusCode >= 300 && !isCut))
		return {
			...common,
			code: LOCAL_CODES.notTheApi,
			message: words
				? `HTTP ${statusCode}${said}`
				: `HTTP ${statusCode} with ${isPage ? 'a web page' : 'an unknown body'} instead of JSON`,
			retryable: false,
		};
	return {
		...common,
		code: LOCAL_CODES.unreadable,
		message: 'The JSON of the response is cut off or broken',
		retryable: true,
	};
}

/** Whether a body says that the request failed. A failed extraction says so too, with its ID and status. */
const isRefusal = (body: unknown): boolean => {
	if (!isRecord(body) || body.success !== false) return false;
	return typeof body.extraction_id !== 'string' || typeof body.status !== 'string';
};

function whereItDiffers(error: z.ZodError): string {
	return error.issues
		.slice(0, 3)
		.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`)
		.join('; ');
}

/**
 * Reads a response against the schema of its endpoint.
 *
 * @throws ServiceError for an error response, a foreign one, or one without the fields that the contract promises
 */
export function parseResponse<T>(
	response: HttpResponse,
	schema: z.ZodType<T, z.ZodTypeDef, unknown>,
	now: number,
): T {
	const body = response.statusCode === 204 ? {} : parseBody(response.body);
	const isObject = typeof body === 'object' && body !== null;
	if (response.statusCode >= 300 || !isObject || isRefusal(body))
		throw new ServiceError(failureOf(response, now, body));
	const result = schema.safeParse(body);
	if (result.success) return result.data;
	throw serviceError(
		LOCAL_CODES.unreadable,
		`The response does not have the documented form (${whereItDiffers(result.error)})`,
		{ httpStatus: response.statusCode },
	);
}
