import type { IExecuteFunctions } from 'n8n-workflow';
import { explain } from '../../shared/attempt';
import { LOCAL_CODES, messageOf, ServiceError, serviceError } from '../errors/ServiceError';
import { networkFailure } from '../errors/networkFailure';
import { requestStream, type Readable } from '../http/request';
import type { HttpResponse } from '../http/response';
import { isRetryableStatus } from '../http/retry';
import { retryAfterMs } from '../http/retryAfter';

/** The headers of a response have to come within this time. `intoStore` watches the body. */
const LINK_HEADERS_TIMEOUT_MS = 30_000;

/** The most redirects that are followed. */
const MOST_REDIRECTS = 10;

/** Statuses that refuse a link for good, and say why. */
const REFUSALS = new Map<number, string>([
	[401, LOCAL_CODES.linkNeedsSignIn],
	[403, LOCAL_CODES.linkForbidden],
	[404, LOCAL_CODES.linkNotFound],
	[410, LOCAL_CODES.linkGone],
]);

/** Whether the file may come later: its server still makes it (202), gave a part of it (206), has it locked (423), or is busy. */
const mayComeLater = (status: number): boolean => status < 400 || status === 423 || isRetryableStatus(status);

/** n8n's words when its administrator does not allow requests to an address (measured, n8n 2.41). */
const BLOCKED = /request was blocked/i;

/** A file that has begun to arrive. */
export interface OpenedLink {
	/** Where it came from in the end. */
	url: URL;
	headers: HttpResponse['headers'];
	/** Its bytes, unpacked. */
	body: Readable;
}

/** Longer paths are cut off where they are shown. */
const LONGEST_SHOWN = 150;

/** Host and path of an address. Its query often is what gives access to the file, and is never shown. */
export function shownAddress({ host, pathname }: URL): string {
	const shown = host + pathname;
	return shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN)}…` : shown;
}

/** The statuses by which a server sends on to another address that is asked for in the same way. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Where a redirect leads.
 *
 * @param location the header of the response, which may be relative to the address
 * @throws ServiceError `LINK_REDIRECT` for an address that is not followed: one that is no web address, holds a user name or a
 *   password, which would be sent, or leaves an encrypted connection
 */
export function redirectTarget(from: URL, location: unknown): URL {
	const refused = (why: string) => serviceError(LOCAL_CODES.linkRedirect, `${shownAddress(from)} ${why}`);
	const to =
		typeof location === 'string' && URL.canParse(location, from.href) && new URL(location, from.href);
	if (!to || !/^https?:$/.test(to.protocol)) throw refused('redirects to no URL with http:// or https://');
	if (to.username || to.password)
		throw refused(`redirects to a URL with a user name or password at ${to.host}`);
	if (from.protocol === 'https:' && to.protocol === 'http:')
		throw refused(`redirects from https to http, without encryption, at ${to.host}`);
	return to;
}

/** n8n's own request, so that its protection of private addresses holds. It sends no header of this node, and no credential. */
async function requestLink(context: IExecuteFunctions, url: URL, signal?: AbortSignal) {
	const options = { method: 'GET', url: url.href, timeout: LINK_HEADERS_TIMEOUT_MS } as const;
	return await explain(
		async () => await requestStream(context, options, signal),
		(error) => {
			if (BLOCKED.test(messageOf(error))) return serviceError(LOCAL_CODES.linkBlocked, shownAddress(url));
			const failure = networkFailure(error, shownAddress(url), signal);
			if (failure.code === LOCAL_CODES.cancelled) return new ServiceError(failure);
			return serviceError(LOCAL_CODES.linkFailed, failure.message, { retryable: failure.retryable });
		},
	);
}

function refusal(url: URL, { statusCode, headers }: HttpResponse): ServiceError {
	const code = REFUSALS.get(statusCode) ?? LOCAL_CODES.linkFailed;
	// Such as 206, which brings a part of a file.
	const instead = statusCode < 300 ? ' instead of the whole file' : '';
	return serviceError(code, `HTTP ${statusCode}${instead} at ${shownAddress(url)}`, {
		httpStatus: statusCode,
		retryable: mayComeLater(statusCode),
		retryAfterMs: retryAfterMs(headers, undefined, Date.now()),
	});
}

/**
 * Opens the file behind a link, and follows redirects hop by hop. Each hop is a request of its own.
 *
 * @throws ServiceError with one of the codes `LINK_…`
 */
export async function openLink(
	context: IExecuteFunctions,
	link: URL,
	signal?: AbortSignal,
): Promise<OpenedLink> {
	let url = link;
	for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
		const response = await requestLink(context, url, signal);
		const { statusCode, headers, body } = response;
		if (statusCode === 200) return { url, headers, body };
		// A stream that nobody reads would keep its connection open.
		body.on('error', () => undefined);
		body.destroy();
		if (!REDIRECTS.has(statusCode)) throw refusal(url, response);
		url = redirectTarget(url, headers.location);
	}
	throw serviceError(LOCAL_CODES.linkRedirect, `there are more than ${MOST_REDIRECTS}`);
}
