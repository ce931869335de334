import type { INodeExecutionData } from 'n8n-workflow';
import { readDigests } from '../../files/input/contentDigest';
import { isCutOff } from '../../api/http/cancelSignal';
import { Session } from '../../extraction/run/Session';
import { aboutFile } from '../../files/fileErrors';
import { uploadPool, type FileFailures } from '../../files/upload/uploadFiles';
import { attempt } from '../../shared/attempt';
import { isTool } from '../../parameters/execution';
import { inputSource, type SourceJson } from '../../parameters/files/uploadedFiles';
import type { Operation } from '../operation';
import { itemIndexesOf, perGroup } from '../perGroup';
import { failedItem } from '../perItem';
import {
	collectSessionGroups,
	plannedSessions,
	sessionGroupProperties,
	type PlannedSession,
} from './sessionGroups';

/** Sessions uploaded at once; they share the room for bytes and transfers. */
const SESSIONS_AT_ONCE = 5;

type UploadJob = PlannedSession & {
	skipped: string[];
	failures: FileFailures;
};

/** A session with its completed files, as Extraction: Submit takes it. */
function sessionItem(
	sessionId: string,
	{ files, failures, skipped }: UploadJob,
	source: SourceJson | undefined,
): INodeExecutionData[] {
	const completed = files.filter((file) => !failures.has(file));
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
				skipped_files: skipped,
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
	async execute(run) {
		const { api, context } = run;
		const pool = uploadPool();
		const source = await inputSource(context);
		const groups = await collectSessionGroups(context);
		// A model repeats calls: the IDs of its sessions are made of the contents.
		const files = groups.flatMap((group) => group.files);
		if (isTool(context)) await readDigests({ signal: api.signal, wholeFiles: pool.wholeFiles }, files);
		return await perGroup(run, groups, {
			jobsOf: (group) =>
				plannedSessions(context, group).map((session, index): UploadJob => ({
					...session,
					skipped: index === 0 ? group.skipped.map(({ fileName }) => fileName) : [],
					failures: new Map(),
				})),
			atOnce: SESSIONS_AT_ONCE,
			work: async (job) => {
				const failures = context.continueOnFail() ? job.failures : undefined;
				const session = new Session({ api, batch: job, pool, failures });
				const uploaded = await attempt(async () => await session.uploadAll());
				if (!uploaded.ok) {
					if (!failures || !session.opened || isCutOff(uploaded.error)) throw uploaded.error;
					for (const file of job.files)
						if (!session.completed.has(file) && !failures.has(file))
							failures.set(file, aboutFile(file, uploaded.error));
				}
				return [
					...sessionItem(session.id, job, source),
					...[...job.failures].map(([{ itemIndex }, error]) => failedItem(context, error, itemIndex)),
				];
			},
		});
	},
};
