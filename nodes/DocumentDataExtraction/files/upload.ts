import type { Api } from '../api/connection';
import { attempt, isServiceError, LOCAL_CODES, ServiceError } from '../api/ServiceError';
import { putPart } from '../api/signedUrls';
import { completeFile, createUploadSession, type UploadedPart } from '../api/uploads';
import { ByteBudget } from './byteBudget';
import { concurrently } from './concurrently';
import type { NamedFile } from './InputFile';
import { PartAddresses } from './PartAddresses';
import { PartCutter, partCount, sizeOfPart } from './parts';

const FILES_AT_ONCE = 8;
const TRANSFERS_AT_ONCE = 8;
const BYTES_AT_ONCE = 32 * 1024 * 1024;

/** A file with its id in the upload session. */
export interface SessionFile extends NamedFile {
	fileId: string;
}

/** The room that all uploads of one run of the node share, so that memory does not grow with their number. */
export type UploadPool = ByteBudget;

export const uploadPool = (): UploadPool => new ByteBudget(BYTES_AT_ONCE, TRANSFERS_AT_ONCE);

interface FileUpload {
	api: Api;
	sessionId: string;
	file: SessionFile;
	partSize: number;
	pool: UploadPool;
}

/** Creates the session, or finds it again, and uploads the files that it does not have yet. @throws ServiceError with the file's name and item */
export async function uploadFiles(
	api: Api,
	sessionId: string,
	files: SessionFile[],
	pool: UploadPool,
): Promise<void> {
	const session = await createUploadSession(
		api,
		sessionId,
		files.map((file) => ({ file_id: file.fileId, file_name: file.sessionName, file_size_bytes: file.bytes })),
	);
	const partSizes = new Map(session.files.map((file) => [file.file_id, file.part_size]));
	await concurrently(files, FILES_AT_ONCE, async (file) => {
		const partSize = partSizes.get(file.fileId) ?? file.bytes;
		const result = await attempt(async () => await uploadFile({ api, sessionId, file, partSize, pool }));
		if (!result.ok) throw aboutFile(file, result.error);
	});
}

async function uploadFile(upload: FileUpload): Promise<void> {
	const { api, sessionId, file, partSize } = upload;
	const count = partCount(file.bytes, partSize);
	const addresses = new PartAddresses(api, sessionId, file.fileId, count);
	const uploadable = await attempt(async () => await addresses.urlOf(1));
	if (!uploadable.ok) {
		if (!isServiceError(uploadable.error) || uploadable.error.code !== 'FILE_NOT_UPLOADABLE')
			throw uploadable.error;
		await confirmCompleted(upload, count);
		return;
	}
	await completeFile(api, sessionId, file.fileId, await sendParts(upload, addresses, count));
}

/**
 * Tells a completed file, which an earlier run has sent, from an aborted one. A completed file succeeds again whatever its parts'
 * ETags are, and those are gone with the earlier run.
 */
async function confirmCompleted({ api, sessionId, file }: FileUpload, count: number): Promise<void> {
	const parts = Array.from({ length: count }, (_, index) => ({
		part_number: index + 1,
		e_tag: '"completed-earlier"',
	}));
	await completeFile(api, sessionId, file.fileId, parts);
}

async function sendParts(
	upload: FileUpload,
	addresses: PartAddresses,
	count: number,
): Promise<UploadedPart[]> {
	const { api, file, partSize, pool } = upload;
	const cutter = new PartCutter(file.read());
	const failures: unknown[] = [];
	const underWay: Array<Promise<void>> = [];
	const sent: UploadedPart[] = [];

	const startPart = async (partNumber: number): Promise<void> => {
		const size = sizeOfPart(partNumber, file.bytes, partSize);
		const giveBack = await pool.take(size);
		const bytes = Buffer.allocUnsafe(size);
		const prepared = await attempt(async () => {
			if ((await cutter.fill(bytes)) < size) throw sizeMismatch(file, `only ${cutter.position}`);
			return await addresses.urlOf(partNumber);
		});
		if (!prepared.ok) {
			giveBack();
			throw prepared.error;
		}
		const sending = sendPart(api, addresses, partNumber, prepared.value, bytes)
			.then((part) => void sent.push(part))
			.catch((error: unknown) => void failures.push(error))
			.finally(giveBack);
		underWay.push(sending);
	};

	const started = await attempt(async () => {
		for (let partNumber = 1; partNumber <= count && failures.length === 0; partNumber++)
			await startPart(partNumber);
		if (failures.length === 0 && (await cutter.fill(Buffer.alloc(1))) > 0) throw sizeMismatch(file, 'more');
	});
	await Promise.all(underWay);
	await cutter.close();
	if (!started.ok) throw started.error;
	if (failures.length > 0) throw failures[0];
	return sent.sort((a, b) => a.part_number - b.part_number);
}

async function sendPart(
	api: Api,
	addresses: PartAddresses,
	partNumber: number,
	url: string,
	bytes: Buffer,
): Promise<UploadedPart> {
	const put = await attempt(async () => await putPart(api, url, bytes));
	if (put.ok) return { part_number: partNumber, e_tag: put.value };
	if (!isServiceError(put.error) || put.error.code !== LOCAL_CODES.urlExpired) throw put.error;
	return {
		part_number: partNumber,
		e_tag: await putPart(api, await addresses.renewedUrlOf(partNumber), bytes),
	};
}

function aboutFile({ sessionName, itemIndex }: SessionFile, error: unknown): ServiceError {
	const failure = isServiceError(error)
		? error.failure
		: {
				code: LOCAL_CODES.fileUnreadable,
				message: error instanceof Error ? error.message : '',
				retryable: false,
			};
	return new ServiceError({ ...failure, details: { ...failure.details, file_name: sessionName }, itemIndex });
}

const sizeMismatch = ({ sessionName, bytes }: SessionFile, found: string): ServiceError =>
	new ServiceError({
		code: 'OBJECT_SIZE_MISMATCH',
		message: `"${sessionName}" was announced with ${bytes} bytes, but n8n's binary store holds ${found}`,
		retryable: false,
	});
