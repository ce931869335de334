import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetch } from 'undici';

/** A relay in front of a service, which notes what every request carries. */
export interface RecordingProxy {
	baseUrl: string;
	/** Such as `GET /extractions ?status` and `POST /extractions prompt.fields[].name`; the endpoint alone stands for its path. */
	readonly seen: ReadonlySet<string>;
	close(): Promise<void>;
}

/** The paths of all values in a JSON body: `files[].file_id`. */
function pathsOf(value: unknown, path = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => pathsOf(entry, `${path}[]`));
	if (typeof value !== 'object' || value === null) return [path];
	return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, path ? `${path}.${key}` : key));
}

/** The endpoint as the contract writes it. */
const endpointOf = (method: string, path: string): string =>
	`${method} ${path
		.replace(/^\/v1/, '')
		.replace(/^(\/extractions)\/[^/]+/, '$1/{extraction_id}')
		.replace(/^(\/uploads\/sessions)\/[^/]+/, '$1/{upload_session_id}')}`;

async function bodyOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}

export async function startRecordingProxy(serviceUrl: string): Promise<RecordingProxy> {
	const { origin } = new URL(serviceUrl);
	const seen = new Set<string>();

	async function pass(request: IncomingMessage) {
		const { method = '', url = '', headers } = request;
		const { pathname, searchParams } = new URL(url, origin);
		const endpoint = endpointOf(method, pathname);
		const body = await bodyOf(request);
		seen.add(endpoint);
		for (const name of searchParams.keys()) seen.add(`${endpoint} ?${name}`);
		if (body) for (const path of pathsOf(JSON.parse(body))) seen.add(`${endpoint} ${path}`);
		return await fetch(origin + url, {
			method,
			headers: {
				authorization: headers.authorization ?? '',
				...(body ? { 'content-type': headers['content-type'] ?? '' } : {}),
			},
			body: body || undefined,
		});
	}

	const server = createServer((request, response) => {
		pass(request).then(
			async (answer) => {
				response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
				response.end(await answer.text());
			},
			(error: unknown) => response.destroy(error as Error),
		);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		seen,
		close: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
	};
}
