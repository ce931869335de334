import type { ApiClient } from '../../api/http/client';
import {
	hasCode,
	isKeyCode,
	isServiceError,
	LOCAL_CODES,
	messageOf,
	type ServiceError,
} from '../../api/errors/ServiceError';
import {
	completeUpload,
	type CompletedFile,
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

/** Codes of failures of one file that may pass by themselves. */
const OF_ONE_FILE = new Set<string>([
	'UPLOAD_COMPLETE_FAILED',
	LOCAL_CODES.storageRefused,
	LOCAL_CODES.urlExpired,
]);

/** Codes of refusals that all files meet. */
const OF_ALL_FILES = new Set<string>([
	'FORBIDDEN',
	'NOT_FOUND',
	'UPLOAD_ID_NOT_FOUND',
	'FILE_NOT_UPLOADABLE',
	LOCAL_CODES.cancelled,
	LOCAL_CODES.connection,
	LOCAL_CODES.notTheApi,
	LOCAL_CODES.timeout,
]);

/**
 * Whether a failure says nothing about the other files ("Each file of a session is uploaded and completed independently"): a refusal that
 * names no other reason, also with a code of a later version of the service.
 */
const isOfOneFile = ({ code, failure }: ServiceError): boolean =>
	OF_ONE_FILE.has(code) || (!failure.retryable && !isKeyCode(code) && !OF_ALL_FILES.has(code));

/** An upload session that exists at the service. */
export interface OpenSession {
	id: string;
	/** The size of the parts of each file, by its id. Unknown if the session is an earlier run's, which knows its files by other names. */
	partSizes?: Map<string, number>;
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
	/** Collects the files that the service has whole, with the names by which it knows them. */
	completed: Map<SessionFile, string>;
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
	const { id, partSizes } = session;
	const known = partSizes?.get(fileId);
	if (known === undefined && partSizes) throw fileLostError('the upload session does not list it');
	// With the URL of the first part, the service says how large parts are.
	const first = new PartUrls(api, id, fileId, known === undefined ? 1 : partCount(bytes, known));
	const firstUrl = await attempt(async () => await first.urlOf(1));
	const partSize = known ?? (firstUrl.ok ? first.partSize : bytes);
	const urls = known === undefined ? new PartUrls(api, id, fileId, partCount(bytes, partSize)) : first;
	return { partSize, urls, firstUrl };
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
): Promise<CompletedFile> {
	const complete = async (parts: UploadedPart[]) => await completeUpload(api, session.id, file.fileId, parts);
	const upload = async () => await complete(await uploadParts({ api, file, partSize, pool, urls }));
	const first = firstUrl.ok ? await attempt(upload) : firstUrl;
	// Where the ETag is not the MD5, two runs at once replace the parts of each other. One of them has to send its own again.
	const uploaded =
		!first.ok && hasCode(first.error, 'INVALID_COMPLETION_PARTS') ? await attempt(upload) : first;
	if (uploaded.ok) return uploaded.value;
	const { error } = uploaded;
	if (!takesNoParts(error) || (!firstUrl.ok && stopAtClosedFile)) throw error;
	// Completing a file that another run has completed succeeds again with any ETags. The right ones are lost with that run.
	const parts = Array.from({ length: partCount(file.bytes, partSize) }, (_, index) => ({
		part_number: index + 1,
		e_tag: '"completed-earlier"',
	}));
	const confirmed = await attempt(async () => await complete(parts));
	if (confirmed.ok) return confirmed.value;
	throw hasCode(confirmed.error, 'INVALID_COMPLETION_PARTS') ? error : confirmed.error;
}

/**
 * Uploads the files that the service does not have yet, several at once.
 *
 * @throws ServiceError with the file's name and item; that of a closed file only if nothing else went wrong
 */
export async function uploadBatch(upload: Upload, files: SessionFile[]): Promise<void> {
	const { completed, failures, isLastSession, stopAtClosedFile } = upload;
	const [first] = files;
	// If an earlier run has sent the first file, one request shows it, and no other file is asked for.
	const isToLook = first !== undefined && stopAtClosedFile;
	const look = isToLook ? await attempt(async () => await startOf(upload, first)) : undefined;
	const start = look?.ok ? look.value : undefined;
	const isClosed = start?.firstUrl.ok === false && hasCode(start.firstUrl.error, 'FILE_NOT_UPLOADABLE');
	/** Failures of closed files. The caller goes on after one, so it counts only if nothing else fails: that would be tried again at once. */
	const closed: ServiceError[] = [];
	await concurrently(isClosed ? files.slice(0, 1) : files, FILES_AT_ONCE, async (file) => {
		if (closed.length > 0) return;
		const ofFirst = file === first ? start : undefined;
		const result = await attempt(
			async () => await uploadFile(upload, file, ofFirst ?? (await startOf(upload, file))),
		);
		if (result.ok) {
			completed.set(file, result.value.file_name ?? file.sessionName);
			return;
		}
		const isUnknown = hasCode(result.error, 'FILE_NOT_FOUND');
		const error = aboutFile(file, isUnknown ? fileLostError(messageOf(result.error)) : result.error);
		const isLost = FILE_GIVEN_UP.has(error.code);
		if (failures && (isLost ? isLastSession : isOfOneFile(error))) failures.set(file, error);
		else if (error.code === 'FILE_NOT_UPLOADABLE') closed.push(error);
		else throw error;
	});
	if (closed.length > 0) throw closed.at(-1);
}
