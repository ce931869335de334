import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ApiError } from '../../errors';
import { endpoint } from '../../http/endpoint';
import { identifier } from '../../http/schemas';
import { MAX_FILES_PER_SESSION, MAX_IMAGE_BYTES, MAX_PDF_BYTES, MAX_SESSION_BYTES } from '../../limits';
import { refuseFileNames } from '../../newer';
import { credits, type Account } from '../../state/Accounts';
import type { FileEntry, UploadSession } from '../../state/Sessions';
import type { World } from '../../world';

const body = z
	.object({
		upload_session_id: identifier,
		files: z
			.array(
				z
					.object({
						file_id: identifier,
						// The contract writes the endings in lower case and names no other; taken at its word.
						file_name: z.string().regex(/\.(pdf|jpe?g|png)$/, 'must end in .pdf, .jpg, .jpeg or .png'),
						file_size_bytes: z.number().int().min(1),
					})
					.strict(),
			)
			.min(1)
			.max(MAX_FILES_PER_SESSION),
	})
	.strict();

function refuseDuplicates(files: FileEntry[], field: 'file_id' | 'file_name', code: string): void {
	const seen = new Set<string>();
	for (const file of files) {
		if (seen.has(file[field])) throw new ApiError(code, { [field]: file[field] });
		seen.add(file[field]);
	}
}

function refuseSizes(files: FileEntry[]): void {
	for (const { file_id, file_name, file_size_bytes } of files) {
		const limit = file_name.endsWith('.pdf') ? MAX_PDF_BYTES : MAX_IMAGE_BYTES;
		if (file_size_bytes > limit) {
			throw new ApiError('FILE_TOO_LARGE', { file_id, file_name, file_size_bytes, limit_bytes: limit });
		}
	}
	const total = files.reduce((sum, file) => sum + file.file_size_bytes, 0);
	if (total > MAX_SESSION_BYTES) {
		throw new ApiError('TOTAL_UPLOAD_SIZE_LIMIT_EXCEEDED', {
			total_size_bytes: total,
			limit_bytes: MAX_SESSION_BYTES,
		});
	}
}

function requireCredits(account: Account, files: FileEntry[]): void {
	if (account.balance - account.reserved >= files.length) return;
	throw new ApiError('INSUFFICIENT_CREDITS', { ...credits(account), file_count: files.length });
}

const answer = (session: UploadSession, partSize: number) => ({
	success: true,
	upload_session_id: session.id,
	files: [...session.files.values()].map(({ fileId, fileName }) => ({
		file_id: fileId,
		file_name: fileName,
		part_size: partSize,
	})),
});

/** POST /uploads/sessions */
export function sessionRoute(app: FastifyInstance, world: World): void {
	endpoint(
		app,
		world,
		'POST /uploads/sessions',
		{ body },
		({ body: { upload_session_id: id, files }, account }) => {
			refuseDuplicates(files, 'file_id', 'DUPLICATE_FILE_ID');
			refuseDuplicates(files, 'file_name', 'DUPLICATE_FILE_NAME');
			if (world.settings.newer) refuseFileNames(files);
			refuseSizes(files);
			const existing = world.sessions.find(account, id);
			if (existing && !world.sessions.isSame(existing, files))
				throw new ApiError('SESSION_ALREADY_INITIALIZED');
			if (!existing || world.settings.creditsForExistingSessions) requireCredits(account, files);
			if (existing) return answer(existing, world.partSize);
			return answer(world.sessions.create(account, id, files, world.clock.now()), world.partSize);
		},
	);
}
