import type { IHttpRequestOptions } from 'n8n-workflow';
import type { HttpResponse } from './response';
import type { ApiClient } from './client';
import { pause } from '../rate/sleep';
import { networkFailure } from '../errors/networkFailure';
import { AS_IT_COMES, requestStream, type Readable } from './request';
import { isRetryableStatus, retrying } from './retry';
import { retryAfterMs } from './retryAfter';
import { hasCode, isServiceError, LOCAL_CODES, ServiceError, serviceError } from '../errors/ServiceError';
import { serviceAt } from '../rate/services';
import { attempt, explain, type Attempt } from '../../shared/attempt';

/** The headers of a download have to come within this time. `intoStore` watches its body. */
const HEADERS_TIMEOUT_MS = 60_000;

/** The statuses with which storages refuse a signature that is wrong or too old. */
const EXPIRED_STATUSES = new Set([401, 403, 410]);

/** With this, and HTTP 400, S3 and storages like it say that the bytes came too slowly. */
const TOO_SLOW = /<Code>RequestTimeout<\/Code>/;

const hostOf = (url: string): string => new URL(url).host;

/** Whether a proxy has sent a web page: the storage itself sends none. */
const isPage = (headers: HttpResponse['headers']): boolean =>
	/^text\/html\b/i.test(String(headers['content-type']));

/** A proxy has responded instead of the storage. It may be gone at the next try. */
export const notTheStorage = (message: string): ServiceError =>
	serviceError(LOCAL_CODES.storageRefused, message, { retryable: true, httpStatus: 200 });

/** A signed URL carries its own authorisation: the API key stays away from it, and so does n8n's authentication. */
async function transfer(api: ApiClient, options: IHttpRequestOptions): Promise<HttpResponse> {
	const response = await explain<HttpResponse>(
		async () =>
			options.encoding === 'stream'
				? await requestStream(api.context, options, api.signal)
				: await api.context.helpers.httpRequest({ ...options, abortSignal: api.signal, ...AS_IT_COMES }),
		(error) => new ServiceError(networkFailure(error, hostOf(options.url), api.signal)),
	);
	const { statusCode, headers, body } = response;
	// Another status of success does not bring a whole file.
	const isGood = options.method === 'GET' ? statusCode === 200 : statusCode < 300;
	if (isGood && !isPage(headers)) return response;
	// A stream that nobody reads would keep its connection open.
	if (options.encoding === 'stream') (body as Readable).destroy();
	const message = `The storage at ${hostOf(options.url)} responded with HTTP ${statusCode}`;
	if (statusCode < 300)
		throw notTheStorage(`${message} ${isGood ? 'and a web page' : 'instead of the whole file'}`);
	const tooSlow = statusCode === 408 || (typeof body === 'string' && TOO_SLOW.test(body));
	const refusal = tooSlow ? LOCAL_CODES.timeout : LOCAL_CODES.storageRefused;
	throw serviceError(EXPIRED_STATUSES.has(statusCode) ? LOCAL_CODES.urlExpired : refusal, message, {
		retryable: isRetryableStatus(statusCode) || tooSlow,
		httpStatus: statusCode,
		retryAfterMs: retryAfterMs(headers, undefined, Date.now()),
	});
}

/**
 * Transfers something, and begins anew while the storage fails in a way that may pass.
 *
 * @param prepare gets what a try needs, such as a URL. Its failures are final: it has tried often enough
 */
export async function atStorage<P, T>(
	api: ApiClient,
	prepare: () => Promise<P>,
	work: (prepared: P) => Promise<T>,
): Promise<T> {
	const done = await retrying<Attempt<T>>(
		async () => {
			const prepared = await attempt(prepare);
			return prepared.ok ? { ok: true, value: await work(prepared.value) } : prepared;
		},
		api.retry,
		{ sleep: async (ms) => await pause(ms, api.signal), outage: api.storageOutage },
	);
	if (done.ok) return done.value;
	throw done.error;
}

async function put(api: ApiClient, url: string, bytes: Buffer, timeout: number): Promise<string> {
	const { headers } = await transfer(api, {
		method: 'PUT',
		url,
		body: bytes,
		timeout,
		// An absent content type would be filled in, and the store refuses one that is not signed.
		headers: { 'Content-Type': false } as unknown as IHttpRequestOptions['headers'],
	});
	if (typeof headers.etag === 'string') return headers.etag;
	throw notTheStorage(`The storage at ${hostOf(url)} returned no ETag for an uploaded part`);
}

/** The node gave up the uplink after several tries. */
export const uplinkGivenUp = (): ServiceError =>
	serviceError(LOCAL_CODES.timeout, 'No more parts arrived at the storage');

/** Whether a part failed because the uplink was given up, so that others need not be tried. */
export const isUplinkGivenUp = (error: unknown): boolean =>
	isServiceError(error) && error.code === LOCAL_CODES.timeout && !error.failure.retryable;

/**
 * Sends the bytes of one part to its URL, with no extra headers, when the uplink has room for it.
 *
 * @param urlOf gives the URL once it is the part's turn
 * @returns the ETag, with its quotes
 * @throws ServiceError `SIGNED_URL_EXPIRED` when a fresh URL is needed
 */
export async function putPart(api: ApiClient, urlOf: () => Promise<string>, bytes: Buffer): Promise<string> {
	const { uplink } = serviceAt(api.baseUrl);
	const turnAndUrl = async () => {
		const turn = await explain(
			async () => await uplink.enter(bytes.length, api.signal),
			(error) => new ServiceError(networkFailure(error, '', api.signal)),
		);
		if (!turn) throw uplinkGivenUp();
		const url = await explain(urlOf, (error) => {
			turn.leave();
			return error;
		});
		return { turn, url };
	};
	return await atStorage(api, turnAndUrl, async ({ turn, url }) => {
		turn.begin();
		const sent = await attempt(async () => await put(api, url, bytes, turn.timeoutMs));
		if (sent.ok) {
			turn.leave('arrived');
			return sent.value;
		}
		const isDead = turn.leave(hasCode(sent.error, LOCAL_CODES.timeout) ? 'timed out' : undefined);
		throw isDead ? uplinkGivenUp() : sent.error;
	});
}

/** Opens the file behind a download URL as a stream. @throws ServiceError `SIGNED_URL_EXPIRED` when a fresh URL is needed */
export async function openDownload(api: ApiClient, url: string): Promise<Readable> {
	const { body } = await transfer(api, {
		method: 'GET',
		url,
		encoding: 'stream',
		timeout: HEADERS_TIMEOUT_MS,
	});
	return body as Readable;
}
