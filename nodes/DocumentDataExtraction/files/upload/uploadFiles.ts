import type { ApiClient } from '../../api/http/client';
import {
	hasCode,
	isServiceError,
	LOCAL_CODES,
	messageOf,
	type ServiceError,
} from '../../api/errors/ServiceError';
import {
	completeFile,
	createUploadSession,
	type FileEntry,
	type UploadedPart,
} from '../../api/endpoints/uploads';
import { aboutFile, FILE_GIVEN_UP, fileLostError } from './fileErrors';
import { PartUrls } from './PartUrls';
import { partCount } from './PartCutter';
import type { SessionFile } from '../input/InputFile';
import { FILES_AT_ONCE, type UploadPool } from './pool';
import { uploadParts } from './uploadParts';
import { attempt, type Attempt, concurrently } from '../../shared/attempt';

/** Failures of single files, by file. */
export type FileFailures = Map<SessionFile, ServiceError>;

/** Codes of failures of one file that say nothing about the others ("Each file of a session is uploaded and completed independently"). */
const OF_ONE_FILE = new Set<string>([
	'INVALID_COMPLETION_PARTS',
	'OBJECT_SIZE_MISMATCH',
	'UPLOAD_COMPLETE_FAILED',
	LOCAL_CODES.fileUnreadable,
	LOCAL_CODES.storageRefused,
	LOCAL_CODES.urlExpired,
]);

/** An upload session that exists at the service. */
export interface OpenSession {
	id: string;
	/** The size of the parts of each file, by its id. */
	partSizes: Map<string, number>;
}

/** A file as its session registers it. */
export const fileEntry = ({ fileId, sessionName, bytes }: SessionFile): FileEntry => ({
	file_id: fileId,
	file_name: sessionName,
	file_size_bytes: bytes,
});

/**
 * Creates the session, or finds it again. Its list does not depend on the order of the files: the contract does not say whether the same
 * files in another order are the same.
 *
 * @throws ServiceError
 */
export async function openSession(api: ApiClient, id: string, files: SessionFile[]): Promise<OpenSession> {
	const entries = files.map(fileEntry).sort((a, b) => (a.file_id < b.file_id ? -1 : 1));
	const session = await createUploadSession(api, id, entries);
	return { id, partSizes: new Map(session.files.map((file) => [file.file_id, file.part_size])) };
}

interface Upload {
	api: ApiClient;
	session: OpenSession;
	pool: UploadPool;
	/** Collects the files that the service has whole. */
	completed: Set<SessionFile>;
	/** Collects the failures of single files, so that the others go on. Without it, the first failure ends all. */
	failures?: FileFailures;
	/** At a file that is already closed, fails with `FILE_NOT_UPLOADABLE` without asking whether it is completed. */
	stopAtClosedFile?: boolean;
	/** Lets a file that the service has given up fail by itself, because there is no further session to send it to. */
	isLastSession?: boolean;
}

/** A file whose first URL was asked for. */
interface FileStart {
	partSize: number;
	urls: PartUrls;
	firstUrl: Attempt<string>;
}

/** @throws ServiceError if the session does not have the file */
async function startOf({ api, session }: Upload, { fileId, bytes }: SessionFile): Promise<FileStart> {
	const partSize = session.partSizes.get(fileId);
	if (partSize === undefined) throw fileLostError('the upload session does not list it');
	const urls = new PartUrls(api, session.id, fileId, partCount(bytes, partSize));
	return { partSize, urls, firstUrl: await attempt(async () => await urls.urlOf(1)) };
}

/** Whether a file takes no more parts: another run has completed it, before or meanwhile, or the service has given it up. */
function takesNoParts(error: unknown): boolean {
	if (!isServiceError(error)) return false;
	const { code, httpStatus } = error.failure;
	return code === 'FILE_NOT_UPLOADABLE' || (code === LOCAL_CODES.storageRefused && httpStatus === 404);
}

async function uploadFile(
	{ api, session, pool, stopAtClosedFile }: Upload,
	file: SessionFile,
	{ partSize, urls, firstUrl }: FileStart,
): Promise<void> {
	const complete = async (parts: UploadedPart[]) => await completeFile(api, session.id, file.fileId, parts);
	const uploaded = firstUrl.ok
		? await attempt(async () => await complete(await uploadParts({ api, file, partSize, pool, urls })))
		: firstUrl;
	if (uploaded.ok) return;
	const { error } = uploaded;
	if (!takesNoParts(error) || (!firstUrl.ok && stopAtClosedFile)) throw error;
	// Completing a file that another run has completed succeeds again with any ETags. The right ones are lost with that run.
	const parts = Array.from({ length: partCount(file.bytes, partSize) }, (_, index) => ({
		part_number: index + 1,
		e_tag: '"completed-earlier"',
	}));
	const confirmed = await attempt(async () => await complete(parts));
	if (confirmed.ok) return;
	throw hasCode(confirmed.error, 'INVALID_COMPLETION_PARTS') ? error : confirmed.error;
}

/**
 * Uploads the files that the service does not have yet, several at once.
 *
 * @throws ServiceError with the file's name and item; that of a closed file only if nothing else went wrong
 */
export async function uploadFiles(upload: Upload, files: SessionFile[]): Promise<void> {
	const { completed, failures, isLastSession, stopAtClosedFile } = upload;
	// If an earlier run has sent the first file, one request shows it, and no other file is asked for.
	const [first] = files;
	const look =
		first && stopAtClosedFile ? await attempt(async () => await startOf(upload, first)) : undefined;
	const start = look?.ok ? look.value : undefined;
	const isClosed = start?.firstUrl.ok === false && hasCode(start.firstUrl.error, 'FILE_NOT_UPLOADABLE');
	/** The failure of a closed file. The caller goes on after it, so it counts only if nothing else fails: that would be tried again at once. */
	let closed = undefined as ServiceError | undefined;
	await concurrently(isClosed ? files.slice(0, 1) : files, FILES_AT_ONCE, async (file) => {
		if (closed) return;
		const ofFirst = file === first ? start : undefined;
		const result = await attempt(
			async () => await uploadFile(upload, file, ofFirst ?? (await startOf(upload, file))),
		);
		if (result.ok) {
			completed.add(file);
			return;
		}
		const isLost = hasCode(result.error, 'FILE_NOT_FOUND');
		const error = aboutFile(file, isLost ? fileLostError(messageOf(result.error)) : result.error);
		const isOfOneFile = OF_ONE_FILE.has(error.code) || (isLastSession && FILE_GIVEN_UP.has(error.code));
		if (failures && isOfOneFile) failures.set(file, error);
		else if (error.code === 'FILE_NOT_UPLOADABLE') closed = error;
		else throw error;
	});
	if (closed) throw closed;
}
