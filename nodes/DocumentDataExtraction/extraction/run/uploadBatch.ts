import type { ApiClient } from '../../api/http/client';
import { isCutOff } from '../../api/http/cancelSignal';
import { aboutFile } from '../../files/fileErrors';
import { openSession, uploadFiles, type FileFailures } from '../../files/upload/uploadFiles';
import type { SessionFile } from '../../files/input/InputFile';
import type { UploadPool } from '../../files/upload/uploadParts';
import { sessionId } from '../request/identity';
import { isSessionLost, SESSIONS } from '../request/sessionLost';
import { attempt } from '../../shared/attempt';

/**
 * Uploads files into one session, completed. A session that the service has given up is followed by the next of a series of ids.
 *
 * @param failures collects the failures of single files, so that the others go on; without it, the first failure ends all
 * @returns the id of the session
 * @throws ServiceError
 */
export async function uploadBatch(
	api: ApiClient,
	{ id, files }: { id: string; files: SessionFile[] },
	pool: UploadPool,
	failures?: FileFailures,
): Promise<string> {
	for (let number = 1; ; number++) {
		failures?.clear();
		const completed = new Set<SessionFile>();
		const session = await openSession(api, sessionId(id, number), files);
		const uploaded = await attempt(
			async () =>
				await uploadFiles(
					{ api, session, pool, completed, failures, isLastSession: number >= SESSIONS },
					files,
				),
		);
		if (uploaded.ok) return session.id;
		if (isSessionLost(uploaded.error) && number < SESSIONS) continue;
		if (!failures || isCutOff(uploaded.error)) throw uploaded.error;
		for (const file of files)
			if (!completed.has(file) && !failures.has(file)) failures.set(file, aboutFile(file, uploaded.error));
		return session.id;
	}
}
