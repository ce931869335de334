import { createHash } from 'crypto';
import { cancelledError, isCutOff } from '../../api/errors/ServiceError';
import { attempt, concurrently } from '../../shared/attempt';
import { roomForWholeFiles } from './pool';
import type { InputFile } from '../input/InputFile';

const FILES_READ_AT_ONCE = 8;

/** Finds the SHA-256 of a file's bytes, in hexadecimal digits. One chunk of the file is in memory at a time. */
async function addDigest(file: InputFile, signal?: AbortSignal): Promise<void> {
	const hash = createHash('sha256');
	for await (const chunk of file.read()) {
		if (signal?.aborted) throw cancelledError();
		hash.update(chunk);
	}
	file.digest.sha256 = hash.digest('hex');
}

/**
 * Reads files for their digests, several at once. A file whose digest is known is not read again.
 *
 * @param signal of the execution
 * @param onFailure called for each file that cannot be read; what it throws ends all
 * @throws ServiceError when the execution is stopped
 */
export async function readDigests(
	files: InputFile[],
	signal: AbortSignal | undefined,
	onFailure: (file: InputFile, error: unknown) => void = () => {},
): Promise<void> {
	const wholeFiles = roomForWholeFiles();
	await concurrently(files, FILES_READ_AT_ONCE, async (file) => {
		if (file.digest.sha256 !== undefined) return;
		const leave = file.inOnePiece ? await wholeFiles.enter(file.bytes) : undefined;
		const read = await attempt(async () => await addDigest(file, signal));
		leave?.();
		if (read.ok) return;
		if (isCutOff(read.error)) throw read.error;
		onFailure(file, read.error);
	});
}
