import type { ApiClient } from '../../api/http/client';
import { hasCode, LOCAL_CODES, type ServiceError, serviceError } from '../../api/errors/ServiceError';
import { isUplinkGivenUp, putPart, uplinkGivenUp } from '../../api/http/signedUrls';
import type { UploadedPart } from '../../api/endpoints/uploads';
import type { PartUrls } from './PartUrls';
import { bufferSizeFor, type UploadPool } from './pool';
import { partCount, PartCutter, sizeOfPart } from './PartCutter';
import { aboutFile } from './fileErrors';
import type { InputFile, SessionFile } from '../input/InputFile';
import { attempt } from '../../shared/attempt';

interface FileUpload {
	api: ApiClient;
	file: SessionFile;
	partSize: number;
	pool: UploadPool;
	urls: PartUrls;
}

/**
 * Reads a file from its first byte to its last and sends its parts as they come, several at once.
 *
 * @returns the parts in the order of their numbers
 * @throws ServiceError after all parts under way have ended
 */
export async function uploadParts({ api, file, partSize, pool, urls }: FileUpload): Promise<UploadedPart[]> {
	const count = partCount(file.bytes, partSize);
	const leaveWhole = file.inOnePiece ? await pool.wholeFiles.enter(file.bytes) : undefined;
	const cutter = new PartCutter(file.read());
	const failures: unknown[] = [];
	const underWay: Array<Promise<void>> = [];
	const sent: UploadedPart[] = [];

	const startPart = async (partNumber: number): Promise<void> => {
		const size = sizeOfPart(partNumber, file.bytes, partSize);
		const bufferSize = bufferSizeFor(size, partSize);
		const leave = await pool.parts.enter(bufferSize);
		if (!leave) throw uplinkGivenUp();
		const buffer = pool.buffers.take(bufferSize);
		const bytes = buffer.subarray(0, size);
		const read = await attempt(async () => await cutter.fill(bytes));
		if (!read.ok || read.value < size) {
			leave();
			throw read.ok ? sizeMismatch(file, `only ${(partNumber - 1) * partSize + read.value}`) : read.error;
		}
		const sending = uploadPart(api, urls, partNumber, bytes)
			.then((part) => {
				sent.push(part);
				// Only now: a connection that failed may still be reading from its buffer.
				pool.buffers.giveBack(buffer);
			})
			.catch((error: unknown) => {
				failures.push(error);
				if (isUplinkGivenUp(error)) pool.parts.turnAway();
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
	leaveWhole?.();
	if (!started.ok) throw started.error;
	if (failures.length > 0) throw failures[0];
	return sent.sort((a, b) => a.part_number - b.part_number);
}

/** Sends one part. A URL that has expired is replaced by a new one, once. */
export async function uploadPart(
	api: ApiClient,
	urls: PartUrls,
	partNumber: number,
	bytes: Buffer,
): Promise<UploadedPart> {
	const put = async (urlOf: () => Promise<string>): Promise<UploadedPart> => ({
		part_number: partNumber,
		e_tag: await putPart(api, urlOf, bytes),
	});
	const sent = await attempt(async () => await put(async () => await urls.urlOf(partNumber)));
	if (sent.ok) return sent.value;
	if (!hasCode(sent.error, LOCAL_CODES.urlExpired)) throw sent.error;
	return await put(async () => await urls.renewedUrlOf(partNumber));
}

const sizeMismatch = ({ sessionName, bytes }: SessionFile, found: string): ServiceError =>
	serviceError(
		'OBJECT_SIZE_MISMATCH',
		`"${sessionName}" was registered with ${bytes} bytes, but n8n's binary store holds ${found}`,
	);

/**
 * Reads the bytes of one part of a file. It reads and skips everything before the part, because n8n's store opens files only at their
 * start.
 *
 * @throws ServiceError if the store holds fewer bytes than it says
 */
export async function readPart(file: InputFile, partNumber: number, partSize: number): Promise<Buffer> {
	const offset = (partNumber - 1) * partSize;
	const part = Buffer.allocUnsafe(sizeOfPart(partNumber, file.bytes, partSize));
	const read = await attempt(async () => {
		const cutter = new PartCutter(file.read());
		const bytes = (await cutter.skip(offset)) + (await cutter.fill(part));
		await cutter.close();
		if (bytes === offset + part.length) return;
		throw new Error(`It has ${file.bytes} bytes, but n8n's binary store holds only ${bytes}`);
	});
	if (!read.ok) throw aboutFile({ ...file, sessionName: file.fileName }, read.error);
	return part;
}
