import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';

async function rawBody(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString('utf8');
}

/** The body of a request as n8n parses it. @throws SyntaxError for JSON that is none; n8n answers that itself */
export async function requestBody(request: IncomingMessage): Promise<unknown> {
	const text = await rawBody(request);
	const type = request.headers['content-type']?.split(';')[0]?.trim();
	if (text === '') return undefined;
	if (type === 'application/json') return JSON.parse(text);
	if (type === 'application/x-www-form-urlencoded')
		return parse(text, undefined, undefined, { maxKeys: 1000 });
	return type === 'text/plain' ? text : undefined;
}
