import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

export interface Request {
	method: string;
	url: URL;
	headers: Record<string, string>;
	/** JSON as text, or the bytes of a part. */
	body: string | Buffer | undefined;
}

export interface Answer {
	status: number;
	headers: Record<string, unknown>;
	body: string;
}

/** As much of a request as the server looks at. Its body is there at once: nothing of it takes a turn of the process. */
class Incoming extends EventEmitter {
	readonly socket = new EventEmitter();

	constructor(
		readonly method: string,
		readonly url: string,
		readonly headers: Record<string, string>,
		private readonly bytes: Buffer | undefined,
	) {
		super();
	}

	resume(): void {
		this.emit('data', this.bytes);
		this.emit('end');
	}

	async *[Symbol.asyncIterator]() {
		yield this.bytes;
	}
}

/** As much of a response as the server fills. */
class Outgoing extends EventEmitter {
	statusCode = 200;
	headersSent = false;
	writableEnded = false;
	private headers: Record<string, unknown> = {};

	constructor(private readonly answered: (answer: Answer) => void) {
		super();
	}

	/** The server keeps its headers until it writes them all. */
	getHeader(): undefined {
		return undefined;
	}

	removeHeader(): void {}

	writeHead(status: number, headers: Record<string, unknown>): void {
		this.headersSent = true;
		this.statusCode = status;
		this.headers = headers;
	}

	/** Without it, it would be no stream. */
	write(): void {
		throw new Error('The server sends an answer in one piece');
	}

	end(body: string): void {
		this.writableEnded = true;
		this.answered({ status: this.statusCode, headers: this.headers, body });
		this.emit('finish');
		this.emit('close');
	}
}

/** Asks a server's own router, without a socket. (Its `inject` needs turns of the process, in which virtual time does not stand still.) */
export async function ask(app: FastifyInstance, { method, url, headers, body }: Request): Promise<Answer> {
	return await new Promise((answered) => {
		const bytes = body === undefined ? undefined : Buffer.from(body);
		const sent = bytes ? { ...headers, 'content-length': String(bytes.length) } : headers;
		const incoming = new Incoming(method, url.pathname + url.search, sent, bytes) as unknown;
		app.routing(incoming as IncomingMessage, new Outgoing(answered) as unknown as ServerResponse);
	});
}
