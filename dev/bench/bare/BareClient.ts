import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type Dispatcher } from 'undici';

/** The calls of one account with undici and nothing else: no checks, no retries but for 429. */
export class BareClient {
	private readonly pool: Pool;
	private readonly prefix: string;

	constructor(
		baseUrl: string,
		private readonly apiKey: string,
		connections: number,
	) {
		const { origin, pathname } = new URL(baseUrl);
		this.prefix = pathname;
		this.pool = new Pool(origin, { connections });
	}

	async call<T>(method: Dispatcher.HttpMethod, path: string, body?: object): Promise<T> {
		for (;;) {
			const answer = await this.pool.request({
				method,
				path: this.prefix + path,
				headers: {
					authorization: `Bearer ${this.apiKey}`,
					...(body ? { 'content-type': 'application/json' } : {}),
				},
				body: body ? JSON.stringify(body) : undefined,
			});
			const json = (await answer.body.json()) as T;
			if (answer.statusCode < 300) return json;
			if (answer.statusCode !== 429) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
			await sleep(Number(answer.headers['retry-after']) * 1000);
		}
	}

	/** @returns the ETag */
	async put(url: string, bytes: Buffer): Promise<string> {
		const { pathname, search } = new URL(url);
		const answer = await this.pool.request({ method: 'PUT', path: pathname + search, body: bytes });
		await answer.body.dump();
		if (answer.statusCode !== 200) throw new Error(`PUT: HTTP ${answer.statusCode}`);
		return String(answer.headers.etag);
	}

	async close(): Promise<void> {
		await this.pool.close();
	}
}

export const newId = (): string => `bare-${randomUUID()}`;
