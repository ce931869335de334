import type { IHttpRequestMethods, IHttpRequestOptions, RequestHelperFunctions } from 'n8n-workflow';
import type { z } from 'zod';
import type { RateClass } from '../limits';
import type { HttpResponse } from './response';
import type { RetryPolicy } from './retry';

export type Readable = import('stream').Readable;

/** How the package names itself to the service (`X-SDK-Name` takes at most 32 characters). */
export const SDK_NAME = 'n8n-document-data-extraction';

/** The package's version; a test holds it equal to package.json, which shipped code cannot read. */
export const SDK_VERSION = '0.1.0';

const RESPONSE_TIMEOUT_MS = 60_000;

/** How every response is taken: as it is, whatever it says and wherever it leads. */
export const AS_IT_COMES = {
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
};

/**
 * Asks for a stream that closes its connection when it is destroyed. In newer versions of n8n (measured with its engine 2.27, read in
 * 2.41), the body only reads from the response: destroyed alone, it first waits for the next chunk, which may never come, and it leaves
 * a response open from which it has read nothing.
 */
export async function requestStream(
	{ helpers }: { helpers: Pick<RequestHelperFunctions, 'httpRequest'> },
	options: IHttpRequestOptions,
	signal?: AbortSignal,
): Promise<HttpResponse & { body: Readable }> {
	const closed = new AbortController();
	const abortSignal = signal ? AbortSignal.any([signal, closed.signal]) : closed.signal;
	const streamed = { ...options, ...AS_IT_COMES, encoding: 'stream' as const, abortSignal };
	const response = (await helpers.httpRequest(streamed)) as HttpResponse & { body: Readable };
	const { body } = response;
	const destroy = body.destroy.bind(body);
	body.destroy = (error) => {
		destroy(error);
		if (!body.readableEnded) closed.abort();
		return body;
	};
	return response;
}

/** One call of an endpoint. */
export interface ApiRequest<T> {
	method: IHttpRequestMethods;
	/** Below the base URL, identifiers already encoded. */
	path: string;
	query?: Record<string, string | number | undefined>;
	body?: object;
	rateClass: RateClass;
	schema: z.ZodType<T, z.ZodTypeDef, unknown>;
	/** Throws a ServiceError if a response fits the schema but is wrong. */
	check?(response: T): void;
	/** How long the service may hold the request before it responds, in seconds. */
	heldSeconds?: number;
	/** When the caller stops waiting for the response, if that is sooner than usual. In milliseconds. */
	timeoutMs?: number;
	/** Stops this request and its retries, in place of the client's signal. */
	signal?: AbortSignal;
	/** Replaces the client's own policy. */
	retry?: RetryPolicy;
	/** Once it is sent, a stop of the execution does not cut the request off. The caller then waits a second for its response at most. */
	finishOnceSent?: boolean;
}

/** The options with which n8n's HTTP helper sends a request, without the API key. */
export function httpOptions<T>(request: ApiRequest<T>, baseUrl: string): IHttpRequestOptions {
	return {
		method: request.method,
		url: baseUrl + request.path,
		headers: {
			Accept: 'application/json',
			'X-SDK-Name': SDK_NAME,
			'X-SDK-Version': SDK_VERSION,
			...(request.body ? { 'Content-Type': 'application/json' } : {}),
		},
		qs: request.query,
		// As text in both directions: n8n sends no body at all for an empty object, and hides JSON that is cut off.
		body: request.body ? JSON.stringify(request.body) : undefined,
		encoding: 'text',
		timeout: Math.min(RESPONSE_TIMEOUT_MS + (request.heldSeconds ?? 0) * 1000, request.timeoutMs ?? Infinity),
		...AS_IT_COMES,
	};
}
