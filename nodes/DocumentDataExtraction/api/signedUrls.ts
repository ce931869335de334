import type { IHttpRequestOptions } from 'n8n-workflow';
import type { HttpAnswer } from './answer';
import { pause, type Api } from './connection';
import { networkFailure } from './networkFailure';
import { retrying } from './retry';
import { retryAfterMs } from './retryAfter';
import { attempt, LOCAL_CODES, ServiceError } from './ServiceError';

type Readable = import('stream').Readable;

const TRANSFER_TIMEOUT_MS = 5 * 60_000;

/** Storage answers 403 for a signature that is wrong or past its time. */
const EXPIRED_STATUSES = new Set([401, 403, 410]);

/** A signed URL carries its own authorisation: the API key stays away from it, and so does n8n's authentication. */
async function transfer(api: Api, options: IHttpRequestOptions): Promise<HttpAnswer> {
	const { host } = new URL(options.url);
	const answered = await attempt<HttpAnswer>(
		async () =>
			await api.context.helpers.httpRequest({
				...options,
				abortSignal: api.signal,
				timeout: TRANSFER_TIMEOUT_MS,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
			}),
	);
	if (!answered.ok) throw new ServiceError(networkFailure(answered.error, host, api.signal));
	const { statusCode, headers, body } = answered.value;
	if (statusCode < 300) return answered.value;
	// A stream that nobody reads would keep its connection open.
	if (options.encoding === 'stream') (body as Readable).destroy();
	const expired = EXPIRED_STATUSES.has(statusCode);
	throw new ServiceError({
		code: expired ? LOCAL_CODES.urlExpired : LOCAL_CODES.storageRefused,
		message: `The storage at ${host} answered with HTTP ${statusCode}`,
		retryable: !expired && (statusCode === 429 || statusCode >= 500),
		httpStatus: statusCode,
		retryAfterMs: retryAfterMs(headers, undefined, Date.now()),
	});
}

const patiently = async <T>(api: Api, work: () => Promise<T>): Promise<T> =>
	await retrying(work, api.retry, { sleep: async (ms) => await pause(ms, api.signal) });

/**
 * Sends the bytes of one part to its URL, with no extra headers.
 *
 * @returns the ETag, with its quotes
 * @throws ServiceError `SIGNED_URL_EXPIRED` when a fresh URL is needed
 */
export async function putPart(api: Api, url: string, bytes: Buffer): Promise<string> {
	return await patiently(api, async () => {
		const { headers } = await transfer(api, {
			method: 'PUT',
			url,
			body: bytes,
			// An absent content type would be filled in, and the store refuses one that is not signed.
			headers: { 'Content-Type': false } as unknown as IHttpRequestOptions['headers'],
		});
		if (typeof headers.etag === 'string') return headers.etag;
		throw new ServiceError({
			code: LOCAL_CODES.storageRefused,
			message: 'The storage gave no ETag for an uploaded part',
			retryable: false,
		});
	});
}

/** Opens the file behind a download URL as a stream. @throws ServiceError `SIGNED_URL_EXPIRED` when a fresh URL is needed */
export async function openDownload(api: Api, url: string): Promise<Readable> {
	return await patiently(api, async () => {
		const { body } = await transfer(api, { method: 'GET', url, encoding: 'stream' });
		return body as Readable;
	});
}
