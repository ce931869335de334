import { CREDENTIAL_TYPE, readAccount, type ApiContext } from './account';
import { readAnswer, type HttpAnswer } from './answer';
import { networkFailure } from './networkFailure';
import type { RateGate } from './rateGate';
import { rateGate, realClock } from './rateGates';
import { httpOptions, type ApiRequest } from './request';
import { PATIENT, retrying, type RetryPolicy } from './retry';
import { attempt, isServiceError, ServiceError } from './ServiceError';

/** One account at one service, as seen from one execution. */
export interface Api {
	readonly baseUrl: string;
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

/** n8n gives every authenticated request the execution's cancel signal; a context without one lets the request through. */
const withoutCancelSignal = (context: ApiContext): ApiContext =>
	Object.create(context, { getExecutionCancelSignal: { value: () => undefined } }) as ApiContext;

export const cancelSignalOf = (context: ApiContext): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

/**
 * Opens the connection to the account of the node's credential. All requests that carry the API key go through it.
 *
 * @throws InputProblems when the credential cannot be used
 */
export async function openApi(context: ApiContext, options: ConnectionOptions = {}): Promise<Api> {
	const { baseUrl, apiKey, credential } = await readAccount(context);
	const { retry = PATIENT, outlivesExecution = false } = options;
	const sender = outlivesExecution ? withoutCancelSignal(context) : context;
	const signal = cancelSignalOf(sender);
	const { host } = new URL(baseUrl);

	async function enter(gate: RateGate, longestMs: number): Promise<() => void> {
		const waitMs = gate.waitMs();
		if (waitMs > longestMs)
			throw new ServiceError({ code: 'RATE_LIMITED', message: '', retryable: true, retryAfterMs: waitMs });
		const entered = await attempt(async () => await gate.enter(signal));
		if (entered.ok) return entered.value;
		throw new ServiceError(networkFailure(entered.error, host, signal));
	}

	async function send<T>(request: ApiRequest<T>, policy: RetryPolicy): Promise<T> {
		const requester = request.finishOnceSent ? withoutCancelSignal(sender) : sender;
		const gate = rateGate(request.rateClass, baseUrl, apiKey);
		const answerIsThere = await enter(gate, policy.maxAskedPauseMs);
		const answered = await attempt<HttpAnswer>(
			async () =>
				await requester.helpers.httpRequestWithAuthentication.call(
					requester,
					CREDENTIAL_TYPE,
					httpOptions(request, baseUrl),
					{ credentialsDecrypted: credential },
				),
		);
		answerIsThere();
		if (!answered.ok) throw new ServiceError(networkFailure(answered.error, host, signal));
		const read = await attempt(async () => readAnswer(answered.value, request.schema, Date.now()));
		if (read.ok) return read.value;
		if (isServiceError(read.error) && read.error.failure.httpStatus === 429)
			gate.pause(read.error.failure.retryAfterMs ?? 1000);
		throw read.error;
	}

	return {
		baseUrl,
		context,
		signal,
		retry,
		async call(request) {
			const { onRepeatedFailure, retry: policy = retry } = request;
			return await retrying(
				async (tryNumber) => {
					const result = await attempt(async () => await send(request, policy));
					if (result.ok) return result.value;
					const meant =
						tryNumber > 1 && isServiceError(result.error) ? onRepeatedFailure?.(result.error) : undefined;
					if (meant !== undefined) return meant;
					throw result.error;
				},
				policy,
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
