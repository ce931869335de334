import type { Api } from '../api/connection';
import { attempt, isServiceError, LOCAL_CODES, messageOf, missing, ServiceError } from '../api/ServiceError';
import { completeFile, createUploadSession } from '../api/uploads';
import { ByteBudget } from './byteBudget';
import { concurrently } from './concurrently';
import { PartAddresses } from './PartAddresses';
import { sharedPartBuffers } from './partBuffers';
import { partCount } from './parts';
import { sendParts, type FileUpload, type SessionFile, type UploadPool } from './sendParts';

export type { SessionFile, UploadPool } from './sendParts';

export const FILES_AT_ONCE = 8;
export const TRANSFERS_AT_ONCE = 8;
/** Three parts of the size that the service usually asks for. */
export const BYTES_AT_ONCE = 24 * 1024 * 1024;

export const uploadPool = (): UploadPool => ({
	room: new ByteBudget(BYTES_AT_ONCE, TRANSFERS_AT_ONCE),
	wholeFiles: new ByteBudget(BYTES_AT_ONCE, FILES_AT_ONCE),
	buffers: sharedPartBuffers(),
});

/** Failures of single files, by file. */
export type FileFailures = Map<SessionFile, ServiceError>;

/** What is wrong with one file and says nothing about the others ("Each file of a session is uploaded and completed independently"). */
const OF_ONE_FILE = new Set<string>([
	'INVALID_COMPLETION_PARTS',
	'OBJECT_SIZE_MISMATCH',
	'UPLOAD_COMPLETE_FAILED',
	LOCAL_CODES.fileUnreadable,
]);

/**
 * Creates the session, or finds it again, and uploads the files that it does not have yet.
 *
 * @param failures collects what fails for single files, so that the others go on; without it, the first failure ends all
 * @throws ServiceError with the file's name and item
 */
export async function uploadFiles(
	api: Api,
	sessionId: string,
	files: SessionFile[],
	pool: UploadPool,
	failures?: FileFailures,
): Promise<void> {
	const session = await createUploadSession(
		api,
		sessionId,
		files.map((file) => ({ file_id: file.fileId, file_name: file.sessionName, file_size_bytes: file.bytes })),
	);
	const partSizes = new Map(session.files.map((file) => [file.file_id, file.part_size]));
	await concurrently(files, FILES_AT_ONCE, async (file) => {
		const result = await attempt(async () => {
			const partSize = partSizes.get(file.fileId);
			if (partSize === undefined) throw missing('the part size');
			await uploadFile({ api, sessionId, file, partSize, pool });
		});
		if (result.ok) return;
		const error = aboutFile(file, result.error);
		if (!failures || !OF_ONE_FILE.has(error.code)) throw error;
		failures.set(file, error);
	});
}

async function uploadFile(upload: FileUpload): Promise<void> {
	const { api, sessionId, file, partSize } = upload;
	const count = partCount(file.bytes, partSize);
	const addresses = new PartAddresses(api, sessionId, file.fileId, count);
	const uploaded = await attempt(async () => {
		await addresses.urlOf(1);
		await completeFile(api, sessionId, file.fileId, await sendParts(upload, addresses, count));
	});
	if (uploaded.ok) return;
	if (!takesNoParts(uploaded.error) || !(await isCompleted(upload, count))) throw uploaded.error;
}

/** Whether a file is closed for parts: another run has completed it, earlier or meanwhile, or the service has given it up. */
function takesNoParts(error: unknown): boolean {
	if (!isServiceError(error)) return false;
	const { code, httpStatus } = error.failure;
	return code === 'FILE_NOT_UPLOADABLE' || (code === LOCAL_CODES.storageRefused && httpStatus === 404);
}

/**
 * Tells a completed file, which another run has sent, from others. It succeeds again whatever its parts' ETags are, and those are
 * gone with the other run.
 *
 * @throws ServiceError such as `FILE_ABORTED`, where the service has given the file up
 */
async function isCompleted({ api, sessionId, file }: FileUpload, count: number): Promise<boolean> {
	const parts = Array.from({ length: count }, (_, index) => ({
		part_number: index + 1,
		e_tag: '"completed-earlier"',
	}));
	const confirmed = await attempt(async () => await completeFile(api, sessionId, file.fileId, parts));
	if (confirmed.ok) return true;
	if (isServiceError(confirmed.error) && confirmed.error.code === 'INVALID_COMPLETION_PARTS') return false;
	throw confirmed.error;
}

function aboutFile({ sessionName, itemIndex }: SessionFile, error: unknown): ServiceError {
	const failure = isServiceError(error)
		? error.failure
		: { code: LOCAL_CODES.fileUnreadable, message: messageOf(error), retryable: false };
	return new ServiceError({ ...failure, details: { ...failure.details, file_name: sessionName }, itemIndex });
}
