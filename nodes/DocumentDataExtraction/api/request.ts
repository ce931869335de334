import type { IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';
import type { z } from 'zod';
import type { RateClass } from './limits';
import type { RetryPolicy } from './retry';
import { SDK_NAME, SDK_VERSION } from './sdk';
import type { ServiceError } from './ServiceError';

const ANSWER_TIMEOUT_MS = 60_000;

/** One call of an endpoint. */
export interface ApiRequest<T> {
	method: IHttpRequestMethods;
	/** Below the base URL, identifiers already encoded. */
	path: string;
	query?: Record<string, string | number | undefined>;
	body?: object;
	rateClass: RateClass;
	schema: z.ZodType<T, z.ZodTypeDef, unknown>;
	/** How long the service may hold the request before it answers, in seconds. */
	heldSeconds?: number;
	/** In place of the connection's own policy. */
	retry?: RetryPolicy;
	/** A stop of the execution keeps the request from being sent, but does not cut it off. */
	finishOnceSent?: boolean;
	/** What a failure of a repetition means where the try before it may have been carried out. */
	onRepeatedFailure?: (error: ServiceError) => T | undefined;
}

/** How n8n's HTTP helper is to send a request, without the API key. */
export function httpOptions<T>(request: ApiRequest<T>, baseUrl: string): IHttpRequestOptions {
	const query = Object.entries(request.query ?? {}).filter(([, value]) => value !== undefined);
	return {
		method: request.method,
		url: baseUrl + request.path,
		headers: {
			Accept: 'application/json',
			'X-SDK-Name': SDK_NAME,
			'X-SDK-Version': SDK_VERSION,
			...(request.body ? { 'Content-Type': 'application/json' } : {}),
		},
		qs: query.length > 0 ? Object.fromEntries(query) : undefined,
		// As text in both directions: n8n sends no body at all for an empty object, and hides JSON that is cut off.
		body: request.body ? JSON.stringify(request.body) : undefined,
		encoding: 'text',
		timeout: ANSWER_TIMEOUT_MS + (request.heldSeconds ?? 0) * 1000,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
}
