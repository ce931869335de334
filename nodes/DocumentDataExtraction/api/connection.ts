import {
	NodeOperationError,
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type IExecuteFunctions,
	type IHttpRequestMethods,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
} from 'n8n-workflow';
import type { z } from 'zod';
import { readAnswer, type HttpAnswer } from './answer';
import { checkBaseUrl } from './baseUrl';
import type { RateClass } from './limits';
import { networkFailure } from './networkFailure';
import { rateGate, realClock } from './rateGates';
import { PATIENT, retrying, type RetryPolicy } from './retry';
import { SDK_NAME, SDK_VERSION } from './sdk';
import { attempt, isServiceError, ServiceError } from './ServiceError';

export const CREDENTIAL_TYPE = 'documentDataExtractionApi';

const ANSWER_TIMEOUT_MS = 60_000;

export type ApiContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

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

/** One account at one service, as seen from one execution. */
export interface Api {
	readonly context: ApiContext;
	readonly signal: AbortSignal | undefined;
	readonly retry: RetryPolicy;
	call<T>(request: ApiRequest<T>): Promise<T>;
}

export interface ConnectionOptions {
	retry?: RetryPolicy;
	/** Goes on when the user stops the execution: for cleaning up after it. */
	outlivesExecution?: boolean;
}

interface Account {
	baseUrl: string;
	apiKey: string;
	/** Handed along with every request, so that n8n need not read and decrypt it from its database each time. */
	credential: ICredentialsDecrypted;
}

const usableKey = (apiKey: string): boolean => /^[\x21-\x7e]+$/.test(apiKey);

async function readAccount(context: ApiContext): Promise<Account> {
	const data: ICredentialDataDecryptedObject = await context.getCredentials(CREDENTIAL_TYPE);
	const check = checkBaseUrl(String(data.baseUrl ?? ''), data.allowInsecureHttp === true);
	if (!check.ok)
		throw new NodeOperationError(context.getNode(), check.problem, { description: check.nextStep });
	const apiKey = String(data.apiKey ?? '').trim();
	if (!usableKey(apiKey))
		throw new NodeOperationError(context.getNode(), 'The API Key is empty or holds characters that no key has', {
			description: 'Open the credential and paste the API Key again, without spaces or line breaks.',
		});
	const credential = { id: '', name: '', type: CREDENTIAL_TYPE, data };
	return { baseUrl: check.baseUrl, apiKey, credential };
}

/** n8n gives every authenticated request the execution's cancel signal; a context without one lets the request through. */
const withoutCancelSignal = (context: ApiContext): ApiContext =>
	Object.create(context, { getExecutionCancelSignal: { value: () => undefined } }) as ApiContext;

export const cancelSignalOf = (context: ApiContext): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

function httpOptions<T>(request: ApiRequest<T>, baseUrl: string): IHttpRequestOptions {
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

/**
 * Opens the connection to the account of the node's credential. All requests that carry the API key go through it.
 *
 * @throws NodeOperationError when the Base URL of the credential cannot be used
 */
export async function openApi(context: ApiContext, options: ConnectionOptions = {}): Promise<Api> {
	const { baseUrl, apiKey, credential } = await readAccount(context);
	const { retry = PATIENT, outlivesExecution = false } = options;
	const sender = outlivesExecution ? withoutCancelSignal(context) : context;
	const signal = cancelSignalOf(sender);
	const { host } = new URL(baseUrl);

	async function send<T>(request: ApiRequest<T>): Promise<T> {
		const requester = request.finishOnceSent ? withoutCancelSignal(sender) : sender;
		const gate = rateGate(request.rateClass, baseUrl, apiKey);
		const entered = await attempt(async () => await gate.enter(signal));
		if (!entered.ok) throw new ServiceError(networkFailure(entered.error, host, signal));
		const answered = await attempt<HttpAnswer>(
			async () =>
				await requester.helpers.httpRequestWithAuthentication.call(
					requester,
					CREDENTIAL_TYPE,
					httpOptions(request, baseUrl),
					{ credentialsDecrypted: credential },
				),
		);
		entered.value();
		if (!answered.ok) throw new ServiceError(networkFailure(answered.error, host, signal));
		const read = await attempt(async () => readAnswer(answered.value, request.schema, Date.now()));
		if (read.ok) return read.value;
		if (isServiceError(read.error) && read.error.failure.httpStatus === 429)
			gate.pause(read.error.failure.retryAfterMs ?? 1000);
		throw read.error;
	}

	return {
		context,
		signal,
		retry,
		async call(request) {
			const { onRepeatedFailure } = request;
			return await retrying(
				async (tryNumber) => {
					const result = await attempt(async () => await send(request));
					if (result.ok) return result.value;
					const meant =
						tryNumber > 1 && isServiceError(result.error) ? onRepeatedFailure?.(result.error) : undefined;
					if (meant !== undefined) return meant;
					throw result.error;
				},
				request.retry ?? retry,
				{ sleep: async (ms) => await pause(ms, signal) },
			);
		},
	};
}

/** Sleeps, cancel-aware. @throws ServiceError when the execution is stopped meanwhile */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
	const slept = await attempt(async () => await realClock.sleep(ms, signal));
	if (!slept.ok) throw new ServiceError(networkFailure(slept.error, '', signal));
}
