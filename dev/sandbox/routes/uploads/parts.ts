import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ApiError } from '../../errors';
import { endpoint } from '../../http/endpoint';
import { identifier, sessionParams } from '../../http/schemas';
import { UPLOAD_URL_TTL_MS } from '../../limits';
import type { World } from '../../world';

const body = z
	.object({
		file_id: identifier,
		part_numbers: z.array(z.number().int().min(1).max(10_000)).min(1).max(1_000),
	})
	.strict();

/** POST /uploads/sessions/{upload_session_id}/parts */
export function partsRoute(app: FastifyInstance, world: World): void {
	const name = 'POST /uploads/sessions/{upload_session_id}/parts';
	endpoint(app, world, name, { params: sessionParams, body }, ({ params, body, account, request }) => {
		request.logEntry!.fileId = body.file_id;
		const file = world.sessions.find(account, params.upload_session_id)?.files.get(body.file_id);
		if (!file) throw new ApiError('FILE_NOT_FOUND', { file_id: body.file_id });
		if (file.state !== 'registered') throw new ApiError('FILE_NOT_UPLOADABLE', { file_id: body.file_id });
		return {
			success: true,
			upload_session_id: file.session.id,
			file_id: file.fileId,
			file_name: file.fileName,
			part_size: world.partSize,
			part_urls: body.part_numbers.map((part_number) => ({
				part_number,
				url: world.urls.sign(`/storage/uploads/${file.objectId}/${part_number}`, UPLOAD_URL_TTL_MS),
			})),
		};
	});
}
