import { LOCAL_CODES, messageOf, serviceError, type ServiceError } from '../../api/errors/ServiceError';
import type { InputFile } from '../input/InputFile';
import { PartCutter, sizeOfPart } from './PartCutter';
import { attempt } from '../../shared/attempt';

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
