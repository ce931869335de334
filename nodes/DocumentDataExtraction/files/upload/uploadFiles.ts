import type { ApiClient } from '../../api/http/client';
import {
	hasCode,
	isServiceError,
	LOCAL_CODES,
	messageOf,
	type ServiceError,
} from '../../api/errors/ServiceError';
import { completeFile, createUploadSession, type FileEntry } from '../../api/uploads';
import { aboutFile, FILE_GIVEN_UP, fileLostError } from '../fileErrors';
import { concurrently } from '../../shared/concurrently';
import { Room } from '../../shared/Line';
import { PartUrls } from './PartUrls';
import { sharedPartBuffers, TRANSFERS_AT_ONCE } from './PartBuffers';
import { partCount } from './PartCutter';
import type { SessionFile } from '../input/InputFile';
import { uploadParts, type FileUpload, type UploadPool } from './uploadParts';
import { attempt, type Attempt } from '../../shared/attempt';

/** How many files of one run are uploaded at the same time. */
export const FILES_AT_ONCE = 8;
/** Three parts of the size that the service usually asks for. */
export const BYTES_AT_ONCE = 24 * 1024 * 1024;

/** The room for the uploads of one run. Create one for each run, and pass it to all of its uploads: together they stay within its limits. */
export const uploadPool = (): UploadPool => ({
	room: new Room(BYTES_AT_ONCE, TRANSFERS_AT_ONCE),
	wholeFiles: new Room(BYTES_AT_ONCE, FILES_AT_ONCE),
	buffers: sharedPartBuffers(),
});

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

/**
 * Uploads the files that the service does not have yet, several at once.
 *
 * @throws ServiceError with the file's name and item
 */
export async function uploadFiles(upload: Upload, files: SessionFile[]): Promise<void> {
	const { completed, failures, isLastSession, stopAtClosedFile } = upload;
	const work = async (file: SessionFile, begun?: Begun): Promise<void> => {
		const result = await attempt(async () => await uploadFile(upload, begun ?? (await begin(upload, file))));
		if (result.ok) {
			completed.add(file);
			return;
		}
		const isLost = hasCode(result.error, 'FILE_NOT_FOUND');
		const error = aboutFile(file, isLost ? fileLostError(messageOf(result.error)) : result.error);
		const isOfOneFile = OF_ONE_FILE.has(error.code) || (isLastSession && FILE_GIVEN_UP.has(error.code));
		if (!failures || !isOfOneFile) throw error;
		failures.set(file, error);
	};
	// If an earlier run has sent the first file, one request shows it, and no other file is asked for.
	const [first] = files;
	const ahead = first && stopAtClosedFile ? await attempt(async () => await begin(upload, first)) : undefined;
	const begun = ahead?.ok ? ahead.value : undefined;
	const isClosed = begun?.opened.ok === false && hasCode(begun.opened.error, 'FILE_NOT_UPLOADABLE');
	await concurrently(isClosed ? files.slice(0, 1) : files, FILES_AT_ONCE, async (file) => {
		await work(file, file === first ? begun : undefined);
	});
}

/** A file whose first URL was asked for. */
interface Begun {
	file: SessionFile;
	partSize: number;
	addresses: PartUrls;
	opened: Attempt<string>;
}

/** @throws ServiceError if the session does not have the file */
async function begin({ api, session }: Upload, file: SessionFile): Promise<Begun> {
	const partSize = session.partSizes.get(file.fileId);
	if (partSize === undefined) throw fileLostError('the upload session does not list it');
	const addresses = new PartUrls(api, session.id, file.fileId, partCount(file.bytes, partSize));
	return { file, partSize, addresses, opened: await attempt(async () => await addresses.urlOf(1)) };
}

async function uploadFile({ api, session, pool, stopAtClosedFile }: Upload, begun: Begun): Promise<void> {
	const { file, partSize, addresses, opened } = begun;
	const upload: FileUpload = { api, sessionId: session.id, file, partSize, pool };
	const count = partCount(file.bytes, partSize);
	const uploaded = opened.ok
		? await attempt(
				async () =>
					await completeFile(api, session.id, file.fileId, await uploadParts(upload, addresses, count)),
			)
		: opened;
	if (uploaded.ok) return;
	if (!takesNoParts(uploaded.error) || (!opened.ok && stopAtClosedFile)) throw uploaded.error;
	if (!(await isCompleted(upload, count))) throw uploaded.error;
}

/** Whether a file takes no more parts: another run has completed it, before or meanwhile, or the service has given it up. */
function takesNoParts(error: unknown): boolean {
	if (!isServiceError(error)) return false;
	const { code, httpStatus } = error.failure;
	return code === 'FILE_NOT_UPLOADABLE' || (code === LOCAL_CODES.storageRefused && httpStatus === 404);
}

/**
 * Whether another run has completed the file. Completing such a file succeeds again with any ETags, and the right ones are lost with
 * the other run.
 *
 * @throws ServiceError such as `FILE_ABORTED`, if the service has given the file up
 */
async function isCompleted({ api, sessionId, file }: FileUpload, count: number): Promise<boolean> {
	const parts = Array.from({ length: count }, (_, index) => ({
		part_number: index + 1,
		e_tag: '"completed-earlier"',
	}));
	const confirmed = await attempt(async () => await completeFile(api, sessionId, file.fileId, parts));
	if (confirmed.ok) return true;
	if (hasCode(confirmed.error, 'INVALID_COMPLETION_PARTS')) return false;
	throw confirmed.error;
}
