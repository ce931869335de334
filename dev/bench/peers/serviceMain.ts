/**
 * A service that takes every file and keeps nothing of it: as the API of our node, as a plain address, and as an S3 store. `GET /seen`
 * tells what came since it was last asked.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, json } from 'node:stream/consumers';
import type { Seen } from './DiscardService';

const PART_SIZE = 8 * 1024 * 1024;
const E_TAG = '"00000000000000000000000000000000"';

interface Body {
	upload_session_id: string;
	files: Array<{ file_id: string; file_name: string }>;
	file_id: string;
	part_numbers: number[];
}

let seen: Seen = { requests: 0, bytes: 0 };
let origin = '';

function send(response: ServerResponse, body: object): void {
	response.setHeader('content-type', 'application/json').end(JSON.stringify({ success: true, ...body }));
}

async function discard(request: IncomingMessage): Promise<void> {
	for await (const chunk of request) seen.bytes += (chunk as Buffer).length;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const { pathname, searchParams } = new URL(request.url ?? '', origin);
	if (pathname === '/seen') {
		send(response, seen);
		seen = { requests: 0, bytes: 0 };
		return;
	}
	seen.requests += 1;
	if (request.method === 'PUT') {
		await discard(request);
		response.setHeader('etag', E_TAG).end();
	} else if (searchParams.has('location')) {
		response.end('<LocationConstraint>us-east-1</LocationConstraint>');
	} else {
		await answerApi(pathname, request, response);
	}
}

async function answerApi(pathname: string, request: IncomingMessage, response: ServerResponse) {
	const [, key, upload_session_id, call] =
		/^\/(\w+)\/v1\/uploads\/sessions(?:\/([^/]+)\/(\w+))?$/.exec(pathname) ?? [];
	if (!key) {
		await buffer(request);
		response.writeHead(404).end();
		return;
	}
	const body = (await json(request)) as Body;
	if (!call) {
		const files = body.files.map(({ file_id, file_name }) => ({ file_id, file_name, part_size: PART_SIZE }));
		send(response, { upload_session_id: body.upload_session_id, files });
		return;
	}
	const file = { upload_session_id, file_id: body.file_id, file_name: 'file.pdf' };
	const part_urls = body.part_numbers?.map((part_number) => ({
		part_number,
		url: `${origin}/part/${part_number}`,
	}));
	send(response, call === 'parts' ? { ...file, part_size: PART_SIZE, part_urls } : file);
}

const server = createServer((request, response) => {
	answer(request, response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => {
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	process.send?.(origin);
});
process.once('disconnect', () => process.exit());
