import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Answer } from '../service/errors';
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
	const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
	const type = given.some(([name]) => name === 'content-type')
		? []
		: Buffer.isBuffer(body)
			? [['content-type', 'application/x-www-form-urlencoded'] as const]
			: body === undefined
				? []
				: [['content-type', 'application/json'] as const];
	const kept = [...type, ...given].filter(([, value]) => (value as unknown) !== false && value !== undefined);
	return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** What axios sends: objects as JSON; "POST of `{}` or `[]` sends no body at all". */
function bodyOf({ method, body }: IHttpRequestOptions): unknown {
	if (body === undefined || (method ?? 'GET') === 'GET') return undefined;
	if (Buffer.isBuffer(body)) return body;
	if (typeof body === 'string') return JSON.parse(body) as unknown;
	const isEmpty = Object.keys(body as object).length === 0;
	return isEmpty ? undefined : (JSON.parse(JSON.stringify(body)) as unknown);
}

/** What axios makes of the bytes of an answer. */
function decoded(answer: Answer, encoding: IHttpRequestOptions['encoding']): unknown {
	const { body } = answer;
	const bytes = Buffer.isBuffer(body)
		? body
		: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
	if (encoding === 'arraybuffer') return bytes;
	if (encoding === 'stream') return Readable.from([bytes]);
	const text = bytes.toString();
	if (encoding === 'text') return text;
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

/** n8n's `helpers.httpRequest`, as far as the network goes. */
export async function httpRequest(
	network: Network,
	life: Life,
	options: IHttpRequestOptions,
): Promise<unknown> {
	const answer = await network.send(life, {
		method: options.method ?? 'GET',
		url: urlOf(options),
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
