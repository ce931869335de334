import type { INodeExecutionData } from 'n8n-workflow';
import { notSentHints } from '../../extraction/ledger/hints';
import { uploadBatch } from '../../extraction/run/uploadBatch';
import { concurrently } from '../../shared/concurrently';
import { uploadPool, type FileFailures } from '../../files/upload/uploadFiles';
import { preflight } from '../preflight';
import { newSessionIdOption } from '../../parameters/identifiers';
import { FILE_OPTIONS, inputFileProperties } from '../../parameters/inputFiles';
import type { Operation, OperationRun } from '../operation';
import { failedItem } from '../perItem';
import { optionsProperty } from '../../parameters/options';
import {
	collectSessionGroups,
	plannedSessions,
	sessionsProperty,
	splitOption,
	type PlannedSession,
} from './sessionGroups';
import { attempt, type Attempt } from '../../shared/attempt';

/** Sessions uploaded at once; they share the room for bytes and transfers. */
const SESSIONS_AT_ONCE = 5;

interface UploadJob extends PlannedSession {
	skipped: string[];
	failures: FileFailures;
	/** The id under which the session exists. */
	result?: Attempt<string>;
}

async function runUploads({ context, api }: OperationRun, jobs: UploadJob[]): Promise<void> {
	const pool = uploadPool();
	await concurrently(jobs, SESSIONS_AT_ONCE, async (job) => {
		const failures = context.continueOnFail() ? job.failures : undefined;
		job.result = await attempt(async () => await uploadBatch(api, job, pool, failures));
		if (!job.result.ok && !context.continueOnFail()) throw job.result.error;
	});
}

const itemIndexesOf = (files: Array<{ itemIndex: number }>): number[] => [
	...new Set(files.map(({ itemIndex }) => itemIndex)),
];

/** A session with its completed files, as Extraction: Submit takes it. */
function sessionItem(sessionId: string, { files, failures, skipped }: UploadJob): INodeExecutionData[] {
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
				})),
				skipped_files: skipped,
			},
			pairedItem: itemIndexesOf(completed).map((item) => ({ item })),
		},
	];
}

function itemsOfJob({ context }: OperationRun, job: UploadJob): INodeExecutionData[] {
	const { result, files, failures } = job;
	if (!result?.ok)
		return itemIndexesOf(files).map((itemIndex) => failedItem(context, result?.error, itemIndex));
	const failed = [...failures].map(([{ itemIndex }, error]) => failedItem(context, error, itemIndex));
	return [...sessionItem(result.value, job), ...failed];
}

export const uploadFilesOperation: Operation = {
	name: 'Upload Files',
	value: 'uploadFiles',
	action: 'Upload files to session',
	description:
		'Upload the files of the input items, ready for Extraction: Submit: creates the session, sends all parts and completes every file. It needs files, so it does not work as an AI tool.',
	properties: [
		...inputFileProperties,
		sessionsProperty,
		optionsProperty(
			FILE_OPTIONS.fileNamePattern,
			FILE_OPTIONS.minimumFileSize,
			FILE_OPTIONS.skipUnsupportedFiles,
			splitOption,
			newSessionIdOption,
		),
	],
	async execute(run) {
		const { context } = run;
		const { groups, failed } = preflight(context, await collectSessionGroups(context));
		const jobs: UploadJob[] = groups.flatMap((group) =>
			plannedSessions(context, group).map((session, index) => ({
				...session,
				skipped: index === 0 ? group.skipped.map(({ fileName }) => fileName) : [],
				failures: new Map(),
			})),
		);
		await runUploads(run, jobs);
		const hints = notSentHints(
			groups.flatMap(({ skipped }) => skipped),
			groups.flatMap(({ leftOut }) => leftOut),
		);
		context.addExecutionHints(...hints.map((hint) => ({ ...hint, location: 'outputPane' as const })));
		return { main: [...failed, ...jobs.flatMap((job) => itemsOfJob(run, job))] };
	},
};
