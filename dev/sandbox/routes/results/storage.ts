import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { sendXml } from '../../http/storageErrors';
import { outputFile } from '../../output/outputFile';
import type { OutputFormat } from '../../state/extraction';
import type { World } from '../../world';

const CONTENT_TYPES: Record<OutputFormat, string> = {
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	csv: 'text/csv; charset=utf-8',
	json: 'application/json; charset=utf-8',
};

/** The first half of a file, then a broken connection. */
function brokenHalf(path: string, size: number): Readable {
	const half = createReadStream(path, { end: Math.max(0, Math.floor(size / 2) - 1) });
	return Readable.from(
		(async function* () {
			yield* half;
			throw new Error('cut by a planned fault');
		})(),
	);
}

/** Plain GET of an output file through its signed URL. */
export function storageOutputRoute(app: FastifyInstance, world: World): void {
	app.get<{ Params: { object: string; format: OutputFormat } }>(
		'/outputs/:object/:format',
		{ config: { endpoint: 'GET download' } },
		async (request, reply) => {
			const { object, format } = request.params;
			const verdict = world.urls.verify(
				request.url.split('?', 1)[0]!,
				request.query as Record<string, unknown>,
			);
			if (verdict === 'expired') return sendXml(reply, 403, 'AccessDenied', 'Request has expired');
			if (verdict === 'forged')
				return sendXml(reply, 403, 'SignatureDoesNotMatch', 'The signature does not match');
			if (request.headers.authorization !== undefined) {
				return sendXml(reply, 403, 'AccessDenied', 'A signed URL takes no Authorization header');
			}
			const extraction = world.extractions.byObjectId(object);
			if (!extraction) return sendXml(reply, 404, 'NoSuchKey', 'The file does not exist');
			const path = await outputFile(world.folder, extraction, format);
			const { size } = await stat(path);
			request.logEntry!.bytes = size;
			const name = extraction.taskName.replace(/[^\w .-]/g, '_');
			reply
				.type(CONTENT_TYPES[format])
				.header('content-length', size)
				.header('content-disposition', `attachment; filename="${name}.${format}"`);
			return reply.send(
				request.fault?.kind === 'truncated' ? brokenHalf(path, size) : createReadStream(path),
			);
		},
	);
}
