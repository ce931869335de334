import type { INodeExecutionData } from 'n8n-workflow';
import { attempt, type Attempt } from '../../api/ServiceError';
import { notSentHints } from '../../extraction/hints';
import { uploadBatch } from '../../extraction/uploadBatch';
import { concurrently } from '../../files/concurrently';
import { uploadPool, type FileFailures } from '../../files/upload';
import { preflight } from '../preflight';
import { newSessionIdOption } from '../identifierFields';
import { FILE_OPTIONS, inputFileFields } from '../inputFileFields';
import type { Operation, Run } from '../operation';
import { failedItem } from '../perItem';
import { optionsField } from '../extraction/optionsField';
import {
	collectSessionGroups,
	plannedSessions,
	sessionsField,
	splitOption,
	type PlannedSession,
} from './sessionGroups';

/** Sessions uploaded at once; they share the room for bytes and transfers. */
const SESSIONS_AT_ONCE = 5;

interface Job extends PlannedSession {
	skipped: string[];
	failures: FileFailures;
	/** The id under which the session exists. */
	result?: Attempt<string>;
}

async function runJobs({ context, api }: Run, jobs: Job[]): Promise<void> {
	const pool = uploadPool();
	await concurrently(jobs, SESSIONS_AT_ONCE, async (job) => {
		const failures = context.continueOnFail() ? job.failures : undefined;
		job.result = await attempt(async () => await uploadBatch(api, job, pool, failures));
		if (!job.result.ok && !context.continueOnFail()) throw job.result.error;
	});
}

const itemsOf = (files: Array<{ itemIndex: number }>): number[] => [
	...new Set(files.map(({ itemIndex }) => itemIndex)),
];

/** A session with its completed files, as Extraction: Submit takes it. */
function sessionItem(sessionId: string, { files, failures, skipped }: Job): INodeExecutionData[] {
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
			pairedItem: itemsOf(completed).map((item) => ({ item })),
		},
	];
}

function itemsOfJob({ context }: Run, job: Job): INodeExecutionData[] {
	const { result, files, failures } = job;
	if (!result?.ok) return itemsOf(files).map((itemIndex) => failedItem(context, result?.error, itemIndex));
	const failed = [...failures].map(([{ itemIndex }, error]) => failedItem(context, error, itemIndex));
	return [...sessionItem(result.value, job), ...failed];
}

export const uploadFiles: Operation = {
	name: 'Upload Files',
	value: 'uploadFiles',
	action: 'Upload files to session',
	description:
		'Upload the files of the input items, ready for Extraction: Submit: creates the session, sends all parts and completes every file. It needs files, so it does not work as an AI tool.',
	fields: [
		...inputFileFields,
		sessionsField,
		optionsField(
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
		const jobs: Job[] = groups.flatMap((group) =>
			plannedSessions(context, group).map((session, index) => ({
				...session,
				skipped: index === 0 ? group.skipped.map(({ fileName }) => fileName) : [],
				failures: new Map(),
			})),
		);
		await runJobs(run, jobs);
		const hints = notSentHints(
			groups.flatMap(({ skipped }) => skipped),
			groups.flatMap(({ leftOut }) => leftOut),
		);
		context.addExecutionHints(...hints.map((hint) => ({ ...hint, location: 'outputPane' as const })));
		return { main: [...failed, ...jobs.flatMap((job) => itemsOfJob(run, job))] };
	},
};
