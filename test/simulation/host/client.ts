import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { endpointOf } from '../service/endpoints';
import type { Answer } from '../service/exchange';
import type { Life, Network } from './network';
import { refusedStatus } from './axiosErrors';

/** "Default timeout 300 s." */
const DEFAULT_TIMEOUT = 300_000;

function urlOf({ url, baseURL, qs }: IHttpRequestOptions): URL {
	const full = /^[a-z]+:/i.test(url) ? new URL(url) : new URL(`${baseURL ?? ''}${url}`);
	for (const [key, value] of Object.entries(qs ?? {}))
		if (value !== undefined && value !== null) full.searchParams.append(key, String(value));
	return full;
}

/** Header names in lower case; `false` sends none. "A PUT of a Buffer without a content type sends `application/x-www-form-urlencoded`." */
function headersOf({ headers = {}, body }: IHttpRequestOptions): Record<string, string> {
	const sent: Record<string, string> = {};
	if (body !== undefined)
		sent['content-type'] = Buffer.isBuffer(body) ? 'application/x-www-form-urlencoded' : 'application/json';
	for (const [name, value] of Object.entries(headers)) {
		const key = name.toLowerCase();
		if ((value as unknown) === false) delete sent[key];
		else if (value !== undefined) sent[key] = String(value);
	}
	return sent;
}

/** What axios sends: objects as JSON; "POST of `{}` or `[]` sends no body at all". */
function bodyOf({ method, body }: IHttpRequestOptions): string | Buffer | undefined {
	if (body === undefined || (method ?? 'GET') === 'GET') return undefined;
	if (Buffer.isBuffer(body) || typeof body === 'string') return body;
	const isEmpty = Object.keys(body as object).length === 0;
	return isEmpty ? undefined : JSON.stringify(body);
}

/** What axios makes of the bytes of an answer. */
function decoded({ body }: Answer, encoding: IHttpRequestOptions['encoding']): unknown {
	if (encoding === 'arraybuffer') return Buffer.from(body);
	if (encoding === 'stream') return Readable.from([Buffer.from(body)]);
	if (encoding === 'text') return body;
	try {
		return JSON.parse(body) as unknown;
	} catch {
		return body;
	}
}

/** n8n's `helpers.httpRequest`, as far as the network goes. */
export async function httpRequest(
	network: Network,
	life: Life,
	options: IHttpRequestOptions,
): Promise<unknown> {
	const method = options.method ?? 'GET';
	const url = urlOf(options);
	const answer = await network.send(life, {
		endpoint: endpointOf(method, url),
		method,
		url,
		headers: headersOf(options),
		body: bodyOf(options),
		by: life.label,
		timeout: options.timeout ?? DEFAULT_TIMEOUT,
		signal: options.abortSignal as AbortSignal | undefined,
	});
	const body = decoded(answer, options.encoding);
	if (answer.status >= 400 && options.ignoreHttpStatusErrors !== true)
		throw refusedStatus(answer.status, answer.headers, body);
	if (!options.returnFullResponse) return body;
	return { body, headers: { ...answer.headers }, statusCode: answer.status, statusMessage: '' };
}
