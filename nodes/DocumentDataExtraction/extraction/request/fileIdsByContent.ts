import type { ApiClient } from '../../api/http/client';
import { isServiceError, LOCAL_CODES } from '../../api/errors/ServiceError';
import { aboutFile } from '../../files/input/aboutFile';
import { concurrently } from '../../shared/concurrently';
import { contentDigest } from '../../files/input/contentDigest';
import type { FileFailures, SessionFile, UploadPool } from '../../files/upload/uploadFiles';
import { fileIdAt } from './identity';
import { attempt } from '../../shared/attempt';

const FILES_READ_AT_ONCE = 8;

interface Reading {
	api: Pick<ApiClient, 'signal'>;
	pool: UploadPool;
	/** Collects the files that cannot be read. Without it, the first one ends the run. */
	failures?: FileFailures;
}

/**
 * For a session with the user's own ID, makes file IDs that depend on the content of the files. The service compares IDs, names and
 * sizes, but not contents, so this makes it refuse another file of the same name and size.
 *
 * A gap remains: an extraction tells its files by name only. Once the service has dropped the session, nobody can tell an earlier
 * extraction of the ID from one of other contents under the same names.
 *
 * @throws ServiceError with the file's name and item
 */
export async function identifyByContent(
	{ api, pool, failures }: Reading,
	files: SessionFile[],
): Promise<void> {
	await concurrently([...files.entries()], FILES_READ_AT_ONCE, async ([index, file]) => {
		const leave = file.inOnePiece ? await pool.wholeFiles.take(file.bytes) : undefined;
		const read = await attempt(async () => await contentDigest(file, api.signal));
		leave?.();
		if (read.ok) {
			file.fileId = fileIdAt(index, read.value);
			return;
		}
		const wasStopped = isServiceError(read.error) && read.error.code === LOCAL_CODES.cancelled;
		const error = aboutFile(file, read.error);
		if (!failures || wasStopped) throw error;
		failures.set(file, error);
	});
}
