import type { z } from 'zod';
import { ERROR_TEXTS } from './errorCodes';
import { retryAfterMs } from './retryAfter';
import { LOCAL_CODES, ServiceError, type ServiceFailure } from './ServiceError';
import { errorEnvelope } from './schemas/errors';

/** An HTTP response as n8n's helper returns it, the body as text. */
export interface HttpAnswer {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

function parsed(body: unknown): unknown {
	if (typeof body !== 'string') return body;
	try {
		return JSON.parse(body);
	} catch {
		return body;
	}
}

const isRetryableStatus = (status: number): boolean => status === 429 || status >= 500;

function describeIssues(details: Record<string, unknown> | null | undefined): string {
	const issues = Array.isArray(details?.issues) ? (details.issues as unknown[]) : [];
	const readable = issues.filter(
		(issue): issue is { path?: unknown; message?: unknown } => typeof issue === 'object' && issue !== null,
	);
	const texts = readable.map(({ path, message }) => {
		const place = Array.isArray(path) ? path.join('.') : '';
		return place ? `${place}: ${String(message)}` : String(message);
	});
	return texts.length > 0 ? ` (${texts.join('; ')})` : '';
}

/** The failure that an error response of the service stands for ("Errors", the envelope). */
export function failureOf(answer: HttpAnswer, now: number): ServiceFailure {
	const envelope = errorEnvelope.safeParse(parsed(answer.body));
	if (!envelope.success) return strangeAnswer(answer, now);
	const { code, message, retryable, details } = envelope.data.error;
	return {
		code,
		message: message + describeIssues(details),
		retryable: retryable ?? ERROR_TEXTS[code]?.retryable ?? isRetryableStatus(answer.statusCode),
		httpStatus: answer.statusCode,
		details,
		retryAfterMs: retryAfterMs(answer.headers, details, now),
	};
}

/** Anything that is not JSON of the service: a proxy's page, a cut body. */
function strangeAnswer(answer: HttpAnswer, now: number): ServiceFailure {
	const { statusCode } = answer;
	const isPage = typeof answer.body === 'string' && /^\s*</.test(answer.body);
	const common = { httpStatus: statusCode, retryAfterMs: retryAfterMs(answer.headers, undefined, now) };
	if (isRetryableStatus(statusCode))
		return {
			...common,
			code: statusCode === 429 ? 'RATE_LIMITED' : LOCAL_CODES.connection,
			message: `A server on the way answered with HTTP ${statusCode}`,
			retryable: true,
		};
	if (isPage || statusCode >= 300)
		return {
			...common,
			code: LOCAL_CODES.notTheApi,
			message: `HTTP ${statusCode} with ${isPage ? 'a web page' : 'an unknown body'} instead of JSON`,
			retryable: false,
		};
	return {
		...common,
		code: LOCAL_CODES.unreadable,
		message: 'The JSON of the answer is cut off or broken',
		retryable: true,
	};
}

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
export function readAnswer<T>(
	answer: HttpAnswer,
	schema: z.ZodType<T, z.ZodTypeDef, unknown>,
	now: number,
): T {
	const body = parsed(answer.body);
	const isObject = typeof body === 'object' && body !== null;
	if (answer.statusCode >= 300 || !isObject) throw new ServiceError(failureOf(answer, now));
	const result = schema.safeParse(body);
	if (result.success) return result.data;
	throw new ServiceError({
		code: LOCAL_CODES.unreadable,
		message: `The answer misses what the API promises (${whereItDiffers(result.error)})`,
		retryable: false,
		httpStatus: answer.statusCode,
	});
}
