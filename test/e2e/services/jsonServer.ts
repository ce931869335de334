import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface JsonRequest {
	method: string;
	path: string;
	headers: IncomingHttpHeaders;
	body: unknown;
}

interface JsonResponse {
	status?: number;
	body: unknown;
}

/** A stand-in for another system that speaks JSON over HTTP. */
export interface JsonServer {
	/** `http://127.0.0.1:PORT` */
	address: string;
	stop(): Promise<void>;
}

/** On a free port of the loopback interface. What `answer` throws becomes a 400 with its message. */
export async function startJsonServer(
	answer: (request: JsonRequest) => JsonResponse | Promise<JsonResponse>,
): Promise<JsonServer> {
	const server = createServer((request, response) => {
		const reply = (status: number, body: unknown) =>
			response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
		const { method = '', url = '', headers } = request;
		json(request)
			.then((body) => answer({ method, path: url, headers, body }))
			.then(({ status = 200, body }) => reply(status, body))
			.catch((error: Error) => reply(400, { error: { message: error.message } }));
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', resolve);
	});
	const { port } = server.address() as AddressInfo;
	return {
		address: `http://127.0.0.1:${port}`,
		async stop() {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}
