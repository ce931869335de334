import { CREDENTIAL_TYPE, readAccount, type ApiContext } from '../account';
import { parseResponse, type HttpResponse } from './response';
import { networkFailure } from './networkFailure';
import type { Leave, Visit } from '../rate/RateGate';
import { rateGate } from '../rate/services';
import { httpOptions, type ApiRequest, type EarlierTries } from './request';
import { longestAskedPause, PATIENT, retrying, type Outage, type RetryPolicy } from './retry';
import { describeFailure } from '../errors/describeFailure';
import {
	cancelledError,
	hasCode,
	isCutOff,
	isServiceError,
	LOCAL_CODES,
	mayHaveBeenCarriedOut,
	serviceError,
	ServiceError,
	withFacts,
} from '../errors/ServiceError';
import { pause, untilStopped } from './sleep';
import { attempt, explain } from '../../shared/attempt';
import { MINUTE_MS, steadyNow } from '../../shared/time';

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
	call<T>(request: ApiRequest<T>): Promise<T>;
	/** The time of day at the service, in milliseconds since the epoch; undefined before its first response to this connection. */
	serviceTime(): number | undefined;
}

export interface ConnectionOptions {
	retry?: RetryPolicy;
	/** Around each call: a page limits its time. */
	around?: <T>(request: ApiRequest<T>, call: ApiClient['call']) => Promise<T>;
	/** What stops requests in place of a stop of the execution, asked for at each of them. Undefined lets them outlive it. */
	signal?: () => AbortSignal | undefined;
	/** Who asks, if it is no execution: not all have the same turns at the rate gate. */
	from?: Visit['from'];
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
	const { retry = PATIENT, from, turnWithinMs, around } = options;
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

	async function enter(
		{ rateClass, signal = stopOf() }: ApiRequest<unknown>,
		policy: RetryPolicy,
	): Promise<Leave> {
		const gate = rateGate(rateClass, baseUrl, apiKey);
		const longestMs = turnWithinMs?.() ?? longestAskedPause(policy);
		const leave = await explain(
			async () => await gate.enter({ signal, longestMs, from }),
			(error) => new ServiceError({ ...networkFailure(error, host, signal), notSent: true }),
		);
		if (!leave) throw outOfTurnError(gate.waitMs({ from }));
		return leave;
	}

	async function send<T>(request: ApiRequest<T>, policy: RetryPolicy): Promise<T> {
		const { signal = stopOf() } = request;
		const requester = stoppedBy(request.finishOnceSent ? undefined : signal);
		const onResponse = await enter(request, policy);
		const sending = attempt<HttpResponse>(
			async () =>
				await requester.helpers.httpRequestWithAuthentication.call(
					requester,
					CREDENTIAL_TYPE,
					httpOptions(request, baseUrl),
					{ credentialsDecrypted: credential },
				),
		).finally(onResponse);
		const grace = request.finishOnceSent ? signal : undefined;
		const sent = await untilStopped(sending, grace, SUBMISSION_GRACE_MS);
		if (!sent) throw cancelledError();
		if (!sent.ok) throw new ServiceError(networkFailure(sent.error, host, signal));
		serviceClock.read(sent.value.headers);
		const read = async (): Promise<T> => {
			const response = parseResponse(sent.value, request.schema, serviceClock.time() ?? Date.now());
			request.check?.(response);
			isProven = true;
			return response;
		};
		return await explain(read, (error) => {
			if (!isServiceError(error)) return error;
			const { code, httpStatus = 0 } = error.failure;
			if (httpStatus === 429) rateGate(request.rateClass, baseUrl, apiKey).pause(pauseAfter(error));
			// A web page in place of a success: of a firewall, or of the login of a network. It may go away again.
			const mayPass = isProven && code === LOCAL_CODES.notTheApi && httpStatus < 300;
			return mayPass ? error.with({ retryable: true }) : error;
		});
	}

	return {
		baseUrl,
		context,
		get signal() {
			return stopOf();
		},
		retry,
		serviceTime: () => serviceClock.time(),
		call: async (request) => (around ? await around(request, call) : await call(request)),
	};

	async function call<T>(request: ApiRequest<T>): Promise<T> {
		const { onRepeatedFailure, retry: policy = retry, signal } = request;
		const earlier: EarlierTries = { mayHaveBeenCarriedOut: false };
		const sleep = async (ms: number) => await pause(ms, signal ?? stopOf());
		const onFailure = (error: ServiceError, tryNumber: number): T | undefined => {
			const meant = tryNumber > 1 ? onRepeatedFailure?.(error, earlier) : undefined;
			earlier.mayHaveBeenCarriedOut ||= mayHaveBeenCarriedOut(error.failure);
			if (error.code !== 'RATE_LIMITED') earlier.otherFailure = error.failure;
			return meant;
		};
		return await explain(
			async () =>
				await retrying(async () => await send(request, policy), policy, { sleep, outage, onFailure }),
			(error) => afterTries(earlier, error),
		);
	}
}

/** A request waits ten minutes for its turn at most, so the next ones are refused at once, and one finds out later whether the service takes more. */
const LONGEST_CLOSED_MS = 15 * MINUTE_MS;

/** For how long nothing is sent after a 429, however long the response asks for. */
const pauseAfter = ({ failure: { retryAfterMs = 1000 } }: ServiceError): number =>
	Math.min(retryAfterMs, LONGEST_CLOSED_MS);

/**
 * Marks a stop that has left nothing at the service, because it came before the first try or after refusals only, and a failure after a
 * try that may have left something. A rate limit that ends the tries says why there were several.
 */
function afterTries(
	{ mayHaveBeenCarriedOut: mayHaveWorkedBefore, otherFailure }: EarlierTries,
	error: unknown,
): unknown {
	if (isCutOff(error)) return error.with({ notSent: !mayHaveWorkedBefore });
	const message = otherFailure && `an earlier try failed too (${describeFailure(otherFailure).message})`;
	return withFacts(error, {
		...(mayHaveWorkedBefore && { mayHaveWorkedBefore }),
		...(hasCode(error, 'RATE_LIMITED') && message && { message }),
	});
}

const outOfTurnError = (waitMs: number): ServiceError =>
	serviceError('RATE_LIMITED', '', { retryable: true, retryAfterMs: waitMs, notSent: true });
