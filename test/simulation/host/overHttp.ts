import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Settings } from '../service/extractions';
import { Service } from '../service/routes';

const realTime = {
	get now() {
		return Date.now();
	},
	sleep: async (milliseconds: number) =>
		await new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
};

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}

/** The model of the service behind a real port, in real time: for n8n's own engine. */
export async function serveModel(settings: Settings & { partSize: number; skew: number }) {
	let service: Service | undefined = undefined;
	const server: Server = createServer((request, response) => {
		void (async () => {
			const bytes = await bytesOf(request);
			const method = request.method!;
			const headers = request.headers as Record<string, string>;
			const body =
				method === 'PUT' ? bytes : bytes.length > 0 ? (JSON.parse(bytes.toString()) as unknown) : undefined;
			const url = new URL(request.url!, 'http://127.0.0.1');
			const answer = await service!.handle({ method, url, headers, body, by: 'engine' });
			const text =
				typeof answer.body === 'string' || Buffer.isBuffer(answer.body)
					? answer.body
					: JSON.stringify(answer.body);
			response.writeHead(answer.status, { ...answer.headers, connection: 'close' }).end(text);
		})();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	service = new Service(realTime, settings, base);
	return {
		service,
		baseUrl: `${base}/v1`,
		close: async () => await new Promise((resolve) => server.close(resolve)),
	};
}
