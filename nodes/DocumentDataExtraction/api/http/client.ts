import { CREDENTIAL_TYPE, readAccount, type ApiContext } from '../account';
import { readResponse, type HttpResponse } from './response';
import { networkFailure } from '../errors/networkFailure';
import type { RateGate } from '../rate/RateGate';
import { rateGate } from '../rate/services';
import { httpOptions, type ApiRequest } from './request';
import { longestAskedPause, PATIENT, retrying, type Outage, type RetryPolicy } from './retry';
import {
	cancelledError,
	isCutOff,
	isServiceError,
	LOCAL_CODES,
	mayHaveBeenCarriedOut,
	serviceError,
	ServiceError,
	withFacts,
	type ServiceFailure,
} from '../errors/ServiceError';
import { pause, untilStopped } from '../rate/sleep';
import { attempt, explain } from '../../shared/attempt';
import { MINUTE_MS, steadyNow } from '../../shared/time';

/** Longest time the gate stays closed after a 429. Then one request probes the service. */
const LONGEST_CLOSED_MS = 15 * MINUTE_MS;

/** How long a stop waits for a request that it must not cut off, in milliseconds. */
const SUBMISSION_GRACE_MS = 1000;

/** The time of day at the service, by the `Date` of its latest response: the clock of this machine may be wrong, or be set. */
export class ServiceClock {
	private latest: { serviceTime: number; at: number } | undefined;

	constructor(private readonly now: () => number = steadyNow) {}

	/** Reads the time from the headers of a response that has just come. */
	read(headers: Record<string, unknown>): void {
		const serviceTime = typeof headers.date === 'string' ? Date.parse(headers.date) : NaN;
		if (Number.isFinite(serviceTime)) this.latest = { serviceTime, at: this.now() };
	}

	/** Whole milliseconds since the epoch, exact to about a second; undefined before the first response. */
	time(): number | undefined {
		return this.latest && Math.floor(this.latest.serviceTime + (this.now() - this.latest.at));
	}
}

/** One account at one service, as seen from one execution. */
export interface ApiClient {
	readonly baseUrl: string;
	readonly context: ApiContext;
	/** Stops the work. It changes while a poll runs, because each step of a poll has its own time. */
	readonly signal: AbortSignal | undefined;
	readonly retry: RetryPolicy;
	/** How long the storage has been failing this client. */
	readonly storageOutage: Outage;
	call<T>(request: ApiRequest<T>): Promise<T>;
	/** The time of day at the service, in milliseconds since the epoch; undefined before its first response to this connection. */
	serviceTime(): number | undefined;
}

export interface ConnectionOptions {
	retry?: RetryPolicy;
	/** Around each call: a page limits its time, a poll counts what was asked. */
	around?: <T>(request: ApiRequest<T>, call: ApiClient['call']) => Promise<T>;
	/** Gives the signal that stops the next request, in place of the execution's. Without a signal, requests outlive the execution. */
	signal?: () => AbortSignal | undefined;
	/** Whether a poll asks: it has other turns at the rate gate. */
	isPoll?: boolean;
	/**
	 * Says for each request how long it waits for its turn at the rate gate, in milliseconds. Without it, a request waits as long as
	 * the retry policy waits for the service.
	 */
	turnWithinMs?: () => number;
}

/** What stops an execution. Other contexts have no such signal. */
const cancelSignalOf = (context: ApiContext): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

/** Whether a request was not sent because its turn at the rate gate did not come in time. */
export const isOutOfTurn = (error: unknown): boolean =>
	isServiceError(error) && error.code === 'RATE_LIMITED' && error.failure.notSent === true;

/**
 * Opens the connection to the account of the node's credential. All requests that carry the API key go through it.
 *
 * @throws InputProblems when the credential cannot be used
 */
export async function createClient(context: ApiContext, options: ConnectionOptions = {}): Promise<ApiClient> {
	const { baseUrl, apiKey, credential } = await readAccount(context);
	const { retry = PATIENT, isPoll, turnWithinMs, around } = options;
	const { signal: stopOf = () => cancelSignalOf(context) } = options;
	const { host } = new URL(baseUrl);
	const serviceClock = new ServiceClock();
	const outage: Outage = { spentMs: 0 };
	/** Whether the API has responded. That proves that the credential is right. */
	let isProven = false;

	/** n8n gives each request the signal of its context: only another context cuts a request off earlier, or lets it finish. */
	const stoppedBy = (signal: AbortSignal | undefined): ApiContext =>
		signal === cancelSignalOf(context)
			? context
			: (Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as ApiContext);

	/** Closes the gate after a refusal because of its limit. */
	function refusal(failure: ServiceFailure, gate: RateGate): ServiceError {
		const { code, httpStatus = 0, retryable, retryAfterMs = 1000 } = failure;
		if (httpStatus === 429) gate.pause(Math.min(retryAfterMs, LONGEST_CLOSED_MS));
		// A web page in place of a success: of a firewall, or of the login of a network. It may go away again.
		const mayPass = isProven && code === LOCAL_CODES.notTheApi && httpStatus < 300;
		return new ServiceError({ ...failure, retryable: retryable || mayPass });
	}

	async function send<T>(request: ApiRequest<T>, policy: RetryPolicy): Promise<T> {
		const { schema, finishOnceSent, signal = stopOf() } = request;
		const gate = rateGate(request.rateClass, baseUrl, apiKey);
		const longestMs = turnWithinMs?.() ?? longestAskedPause(policy);
		const leave = await explain(
			async () => await gate.enter({ signal, longestMs, isPoll }),
			(error) => new ServiceError({ ...networkFailure(error, host, signal), notSent: true }),
		);
		if (!leave)
			throw serviceError('RATE_LIMITED', '', {
				retryable: true,
				retryAfterMs: gate.waitMs({ isPoll }),
				notSent: true,
			});
		const requester = stoppedBy(finishOnceSent ? undefined : signal);
		const sending = attempt<HttpResponse>(
			async () =>
				await requester.helpers.httpRequestWithAuthentication.call(
					requester,
					CREDENTIAL_TYPE,
					httpOptions(request, baseUrl),
					{ credentialsDecrypted: credential },
				),
		).finally(leave);
		const sent = await untilStopped(sending, finishOnceSent ? signal : undefined, SUBMISSION_GRACE_MS);
		if (!sent) throw cancelledError();
		if (!sent.ok) throw new ServiceError(networkFailure(sent.error, host, signal));
		serviceClock.read(sent.value.headers);
		const read = readResponse(sent.value, schema, serviceClock.time() ?? Date.now());
		if (!read.ok) throw refusal(read.failure, gate);
		request.check?.(read.value);
		isProven = true;
		return read.value;
	}

	return {
		baseUrl,
		context,
		get signal() {
			return stopOf();
		},
		retry,
		storageOutage: { spentMs: 0 },
		serviceTime: () => serviceClock.time(),
		call: around ? async (request) => await around(request, call) : call,
	};

	async function call<T>(request: ApiRequest<T>): Promise<T> {
		const { retry: policy = retry, signal } = request;
		let mayHaveWorkedBefore = false;
		return await explain(
			async () =>
				await retrying(async () => await send(request, policy), policy, {
					sleep: async (ms) => await pause(ms, signal ?? stopOf()),
					outage,
					onFailure: ({ failure }) => {
						mayHaveWorkedBefore ||= mayHaveBeenCarriedOut(failure);
					},
				}),
			(error) => {
				// A stop before the first try, or after refusals only, has left nothing at the service.
				if (isCutOff(error)) return error.with({ notSent: !mayHaveWorkedBefore });
				return mayHaveWorkedBefore ? withFacts(error, { mayHaveWorkedBefore }) : error;
			},
		);
	}
}
