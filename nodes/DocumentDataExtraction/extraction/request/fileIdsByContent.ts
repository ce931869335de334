import type { ApiClient } from '../../api/http/client';
import { aboutFile } from '../../files/fileErrors';
import { readDigests } from '../../files/input/contentDigest';
import type { FileFailures } from '../../files/upload/uploadFiles';
import type { SessionFile } from '../../files/input/InputFile';
import type { UploadPool } from '../../files/upload/uploadParts';
import { fileIdOfContent } from './identity';

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
 * A gap remains: an extraction lists its files by name only. Once the service has dropped the session, nobody can tell an earlier
 * extraction of the ID from one of other contents under the same names.
 *
 * @throws ServiceError with the file's name and item
 */
export async function identifyByContent(
	{ api, pool, failures }: Reading,
	files: SessionFile[],
): Promise<void> {
	await readDigests({ signal: api.signal, wholeFiles: pool.wholeFiles }, files, (file, error) => {
		const failed = aboutFile(file, error);
		if (!failures) throw failed;
		failures.set(file, failed);
	});
	for (const file of files) {
		const { sha256 } = file.digest;
		if (sha256 !== undefined) file.fileId = fileIdOfContent(file.fileId, sha256);
	}
}
