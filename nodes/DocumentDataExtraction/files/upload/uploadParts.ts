import type { ApiClient } from '../../api/http/client';
import {
	hasCode,
	LOCAL_CODES,
	messageOf,
	type ServiceError,
	serviceError,
} from '../../api/errors/ServiceError';
import { isUplinkGivenUp, putPart, uplinkGivenUp } from '../../api/http/signedUrls';
import type { UploadedPart } from '../../api/uploads';
import type { PartUrls } from './PartUrls';
import { bufferSizeFor, type PartBuffers } from './PartBuffers';
import { PartCutter, sizeOfPart } from './PartCutter';
import type { InputFile, SessionFile } from '../input/InputFile';
import { attempt, explain } from '../../shared/attempt';
import type { Room } from '../../shared/Line';

/** All uploads of one run of the node share this room, so that memory does not grow with their number. */
export interface UploadPool {
	room: Room;
	/** Limits the files that come in one piece: as many as fit, or a single larger one. */
	wholeFiles: Room;
	buffers: PartBuffers;
}

export interface FileUpload {
	api: ApiClient;
	sessionId: string;
	file: SessionFile;
	partSize: number;
	pool: UploadPool;
}

/**
 * Reads a file from its first byte to its last and sends its parts as they come, several at once.
 *
 * @returns the parts in the order of their numbers
 * @throws ServiceError after all parts under way have ended
 */
export async function uploadParts(
	upload: FileUpload,
	addresses: PartUrls,
	count: number,
): Promise<UploadedPart[]> {
	const { file, pool } = upload;
	const leave = file.inOnePiece ? await pool.wholeFiles.enter(file.bytes) : undefined;
	return await readAndSend(upload, addresses, count).finally(leave);
}

async function readAndSend(upload: FileUpload, addresses: PartUrls, count: number): Promise<UploadedPart[]> {
	const { api, file, partSize, pool } = upload;
	const cutter = new PartCutter(file.read());
	const failures: unknown[] = [];
	const underWay: Array<Promise<void>> = [];
	const sent: UploadedPart[] = [];

	const startPart = async (partNumber: number): Promise<void> => {
		const size = sizeOfPart(partNumber, file.bytes, partSize);
		const bufferSize = bufferSizeFor(size, partSize);
		const leave = await pool.room.enter(bufferSize);
		if (!leave) throw uplinkGivenUp();
		const buffer = pool.buffers.take(bufferSize);
		const bytes = buffer.subarray(0, size);
		const prepare = async (): Promise<void> => {
			if ((await cutter.fill(bytes)) < size) throw sizeMismatch(file, `only ${cutter.position}`);
		};
		await explain(prepare, (error) => {
			leave();
			return error;
		});
		const sending = uploadPart(api, addresses, partNumber, bytes)
			.then((part) => {
				sent.push(part);
				// Only now: a connection that failed may still be reading from its buffer.
				pool.buffers.giveBack(buffer);
			})
			.catch((error: unknown) => {
				failures.push(error);
				if (isUplinkGivenUp(error)) pool.room.turnAway();
			})
			.finally(leave);
		underWay.push(sending);
	};

	const started = await attempt(async () => {
		for (let partNumber = 1; partNumber <= count && failures.length === 0; partNumber++)
			await startPart(partNumber);
		if (failures.length === 0 && (await cutter.fill(Buffer.alloc(1))) > 0) throw sizeMismatch(file, 'more');
	});
	await Promise.all(underWay);
	// All its bytes were read, or something has failed that says more.
	await attempt(async () => await cutter.close());
	if (!started.ok) throw started.error;
	if (failures.length > 0) throw failures[0];
	return sent.sort((a, b) => a.part_number - b.part_number);
}

/** Sends one part. A URL that has expired is replaced by a new one, once. */
export async function uploadPart(
	api: ApiClient,
	addresses: PartUrls,
	partNumber: number,
	bytes: Buffer,
): Promise<UploadedPart> {
	const put = await attempt(
		async () => await putPart(api, async () => await addresses.urlOf(partNumber), bytes),
	);
	if (put.ok) return { part_number: partNumber, e_tag: put.value };
	if (!hasCode(put.error, LOCAL_CODES.urlExpired)) throw put.error;
	return {
		part_number: partNumber,
		e_tag: await putPart(api, async () => await addresses.renewedUrlOf(partNumber), bytes),
	};
}

const sizeMismatch = ({ sessionName, bytes }: SessionFile, found: string): ServiceError =>
	serviceError(
		'OBJECT_SIZE_MISMATCH',
		`"${sessionName}" was registered with ${bytes} bytes, but n8n's binary store holds ${found}`,
	);

const unreadableFile = ({ fileName, itemIndex }: InputFile, message: string): ServiceError =>
	serviceError(LOCAL_CODES.fileUnreadable, message, { details: { file_name: fileName }, itemIndex });

/** Opens the file only when it is read, so that a missing file counts as a failure to read it. */
async function* bytesOf(file: InputFile): AsyncGenerator<Buffer> {
	yield* file.read();
}

/**
 * Reads the bytes of one part of a file. It reads and skips everything before the part, because n8n's store opens files only at their
 * start.
 *
 * @throws ServiceError if the store holds fewer bytes than it says
 */
export async function readPart(file: InputFile, partNumber: number, partSize: number): Promise<Buffer> {
	const offset = (partNumber - 1) * partSize;
	const part = Buffer.allocUnsafe(sizeOfPart(partNumber, file.bytes, partSize));
	const cutter = new PartCutter(bytesOf(file));
	const read = await attempt(async () => (await cutter.skip(offset)) + (await cutter.fill(part)));
	await attempt(async () => await cutter.close());
	if (!read.ok) throw unreadableFile(file, messageOf(read.error));
	if (read.value < offset + part.length)
		throw unreadableFile(file, `It has ${file.bytes} bytes, but n8n's binary store holds only ${read.value}`);
	return part;
}
