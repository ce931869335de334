import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ApiError } from '../../errors';
import { endpoint } from '../../http/endpoint';
import { identifier, sessionParams } from '../../http/schemas';
import type { StoredFile } from '../../state/Sessions';
import type { World } from '../../world';

const body = z
	.object({
		file_id: identifier,
		parts: z.array(
			z.object({ part_number: z.number().int().min(1).max(10_000), e_tag: z.string().min(1) }).strict(),
		),
	})
	.strict();
type Parts = z.output<typeof body>['parts'];

const refuse = (reason: string, part_numbers: number[]) =>
	new ApiError('INVALID_COMPLETION_PARTS', { reason, part_numbers: part_numbers.slice(0, 100) });

/** Throws `INVALID_COMPLETION_PARTS` unless the parts are 1 to the part count, once each, all uploaded, with their ETags. */
function checkParts(file: StoredFile, parts: Parts, partSize: number): void {
	const total = Math.ceil(file.sizeBytes / partSize);
	const numbers = parts.map((part) => part.part_number);
	const given = new Set(numbers);
	const repeated = numbers.filter((number, index) => numbers.indexOf(number) !== index);
	if (repeated.length > 0) throw refuse('duplicate_part_numbers', repeated);
	const beyond = numbers.filter((number) => number > total);
	if (beyond.length > 0) throw refuse('part_number_beyond_part_count', beyond);
	const missing = Array.from({ length: total }, (_, index) => index + 1).filter(
		(number) => !given.has(number),
	);
	if (missing.length > 0) throw refuse('missing_part_numbers', missing);
	const absent = numbers.filter((number) => !file.parts.has(number));
	if (absent.length > 0) throw refuse('part_not_uploaded', absent);
	const wrong = parts.filter((part) => file.parts.get(part.part_number)!.eTag !== part.e_tag);
	if (wrong.length > 0)
		throw refuse(
			'e_tag_mismatch',
			wrong.map((part) => part.part_number),
		);
}

/** Throws `OBJECT_SIZE_MISMATCH` for another sum, and `INVALID_COMPLETION_PARTS` where the sum is right and a part is not. */
function checkSizes(file: StoredFile, parts: Parts, partSize: number): void {
	const sizeOf = (part: number) => file.parts.get(part)!.size;
	const actual = parts.reduce((sum, part) => sum + sizeOf(part.part_number), 0);
	if (actual !== file.sizeBytes) {
		throw new ApiError('OBJECT_SIZE_MISMATCH', {
			declared_size_bytes: file.sizeBytes,
			actual_size_bytes: actual,
		});
	}
	const due = (part: number) => Math.min(partSize, file.sizeBytes - (part - 1) * partSize);
	const wrong = parts.map((part) => part.part_number).filter((part) => sizeOf(part) !== due(part));
	if (wrong.length > 0) throw refuse('part_size_mismatch', wrong);
}

/** POST /uploads/sessions/{upload_session_id}/complete */
export function completeRoute(app: FastifyInstance, world: World): void {
	const name = 'POST /uploads/sessions/{upload_session_id}/complete';
	endpoint(app, world, name, { params: sessionParams, body }, ({ params, body, account, request }) => {
		request.logEntry!.fileId = body.file_id;
		const id = params.upload_session_id;
		if (world.sessions.isExpired(account, id)) throw new ApiError('UPLOAD_ID_NOT_FOUND');
		const file = world.sessions.find(account, id)?.files.get(body.file_id);
		if (!file) throw new ApiError('FILE_NOT_FOUND', { file_id: body.file_id });
		if (file.state === 'aborted') throw new ApiError('FILE_ABORTED', { file_id: body.file_id });
		if (file.state === 'registered') {
			checkParts(file, body.parts, world.partSize);
			checkSizes(file, body.parts, world.partSize);
			file.state = 'completed';
			file.completedAt = world.clock.now();
		}
		return { success: true, upload_session_id: id, file_id: file.fileId, file_name: file.fileName };
	});
}
