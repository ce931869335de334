import type { INodeExecutionData } from 'n8n-workflow';
import { readDigests } from '../../files/input/contentDigest';
import { isCutOff } from '../../api/errors/ServiceError';
import { Session } from '../../extraction/run/Session';
import { aboutFile } from '../../files/fileErrors';
import type { SessionFile, SkippedFile } from '../../files/input/InputFile';
import { uploadPool, type FileFailures } from '../../files/upload/uploadFiles';
import { attempt } from '../../shared/attempt';
import { isTool } from '../../parameters/execution';
import { inputSource, type SourceJson } from '../../parameters/files/uploadedFiles';
import { itemIndexesOf } from '../itemGroups';
import type { Operation } from '../operation';
import { failedItem } from '../perItem';
import { collectSessionGroups, perSession, sessionGroupProperties } from './sessionGroups';

/** Sessions uploaded at once; they share the room for bytes and transfers. */
const SESSIONS_AT_ONCE = 5;

/** A session with its completed files, as Extraction: Submit takes it. */
function sessionItem(
	sessionId: string,
	completed: SessionFile[],
	skipped: SkippedFile[],
	source: SourceJson | undefined,
): INodeExecutionData[] {
	if (completed.length === 0) return [];
	return [
		{
			json: {
				upload_session_id: sessionId,
				file_ids: completed.map(({ fileId }) => fileId),
				files: completed.map(({ fileId, sessionName, bytes, itemIndex, fieldName }) => ({
					file_id: fileId,
					file_name: sessionName,
					file_size_bytes: bytes,
					item: itemIndex,
					field: fieldName,
					...(source ? { source } : {}),
				})),
				skipped_files: skipped.map(({ fileName }) => fileName),
			},
			pairedItem: itemIndexesOf(completed).map((item) => ({ item })),
		},
	];
}

export const uploadFilesOperation: Operation = {
	name: 'Upload Files',
	value: 'uploadFiles',
	action: 'Upload files for extraction',
	description: 'Upload files in one step, ready for Extraction: Submit',
	properties: sessionGroupProperties,
	async execute({ api, context }) {
		const pool = uploadPool();
		const source = await inputSource(context);
		const groups = await collectSessionGroups(context);
		// A model repeats calls: the IDs of its sessions are made of the contents.
		const files = groups.flatMap((group) => group.files);
		if (isTool(context)) await readDigests({ signal: api.signal, wholeFiles: pool.wholeFiles }, files);
		return await perSession(context, groups, SESSIONS_AT_ONCE, async (batch) => {
			const failures: FileFailures = new Map();
			const goesOn = context.continueOnFail();
			const session = new Session({ api, batch, pool, failures: goesOn ? failures : undefined });
			const uploaded = await attempt(async () => await session.uploadAll());
			if (!uploaded.ok) {
				if (!goesOn || !session.opened || isCutOff(uploaded.error)) throw uploaded.error;
				for (const file of batch.files)
					if (!session.completed.has(file) && !failures.has(file))
						failures.set(file, aboutFile(file, uploaded.error));
			}
			const completed = batch.files.filter((file) => !failures.has(file));
			return [
				...sessionItem(session.id, completed, batch.skipped, source),
				...[...failures].map(([{ itemIndex }, error]) => failedItem(context, error, itemIndex)),
			];
		});
	},
};
