import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { slowed } from '../../faults/slowLine';
import { sendXml } from '../../http/storageErrors';
import type { UploadedPart } from '../../state/Sessions';
import type { World } from '../../world';

/** Stores a request's body at `path` as it arrives. Rejects when the client breaks off. */
async function receive({ store }: World, request: FastifyRequest, path: string): Promise<UploadedPart> {
	const hash = createHash('md5');
	const file = await store.open(path);
	let size = 0;
	try {
		const { fault, headers, raw } = request;
		for await (const chunk of slowed(raw, Number(headers['content-length']), fault, raw.socket)) {
			hash.update(chunk);
			size += chunk.length;
			await file.write(chunk);
		}
	} finally {
		await file.close();
	}
	return { path, size, eTag: `"${hash.digest('hex')}"` };
}

/** What HTTP itself needs, and what no client of it leaves out. */
const PLAIN_HEADERS = new Set([
	'host',
	'connection',
	'content-length',
	'accept',
	'accept-encoding',
	'user-agent',
]);

type Problem = [status: number, code: string, message: string];

/** What is wrong with a part PUT, as an object store says it: "raw bytes ... with no extra headers", and no more than a part. */
function problemOf({ headers }: FastifyRequest, partSize: number): Problem | undefined {
	if (headers.authorization !== undefined)
		return [403, 'AccessDenied', 'A signed URL takes no Authorization header'];
	const extra = Object.keys(headers).find((name) => !PLAIN_HEADERS.has(name));
	if (extra === 'transfer-encoding' || headers['content-length'] === undefined)
		return [411, 'MissingContentLength', 'Content-Length is required'];
	if (extra) return [403, 'SignatureDoesNotMatch', `The header ${extra} was not part of the signature`];
	if (Number(headers['content-length']) > partSize)
		return [400, 'EntityTooLarge', `A part has at most ${partSize} bytes`];
	return undefined;
}

/** PUT of the bytes of one part to its signed URL. */
export function storageUploadRoute(app: FastifyInstance, world: World): void {
	let serial = 0;
	app.put<{ Params: { object: string; part: string } }>(
		'/uploads/:object/:part',
		{ config: { endpoint: 'PUT part' } },
		async (request, reply) => {
			const { object, part } = request.params;
			const file = world.sessions.byObjectId(object);
			request.logEntry!.fileId = file?.fileId;
			request.logEntry!.partNumber = Number(part);
			const verdict = world.urls.verify(
				request.url.split('?', 1)[0]!,
				request.query as Record<string, unknown>,
			);
			if (verdict === 'expired') return sendXml(reply, 403, 'AccessDenied', 'Request has expired');
			if (verdict === 'forged')
				return sendXml(reply, 403, 'SignatureDoesNotMatch', 'The signature does not match');
			const problem = problemOf(request, world.partSize);
			if (problem) return sendXml(reply, ...problem);
			if (file?.state !== 'registered')
				return sendXml(reply, 404, 'NoSuchUpload', 'The upload does not exist');
			const path = join(world.folder, `${object}-${part}-${(serial += 1)}`);
			try {
				const received = await receive(world, request, path);
				request.logEntry!.bytes = received.size;
				// The file may have been completed or aborted while the bytes were on their way.
				if ((file.state as string) !== 'registered') {
					await world.store.remove(path);
					return sendXml(reply, 404, 'NoSuchUpload', 'The upload does not exist');
				}
				const earlier = file.parts.get(Number(part));
				file.parts.set(Number(part), received);
				if (earlier) await world.store.remove(earlier.path);
				return reply.code(200).header('etag', received.eTag).send('');
			} catch (error) {
				await world.store.remove(path);
				if (!request.raw.destroyed) throw error;
				return reply.hijack();
			}
		},
	);
}
