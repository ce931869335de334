import type { INodeExecutionData } from 'n8n-workflow';
import { isServiceError, ServiceError } from '../../../api/errors/ServiceError';
import { completeFile as complete } from '../../../api/uploads';
import { concurrently } from '../../../shared/concurrently';
import { InputProblems, throwIfAny } from '../../../shared/problems';
import type { Operation, ItemsByOutput, OperationRun } from '../../operation';
import { failedItem, throwUnlessContinuing } from '../../perItem';
import { collectParts, type CollectedParts } from './collect';
import { completeFileProperties } from './properties';
import type { FileParts } from './givenParts';
import { attempt, type Attempt } from '../../../shared/attempt';

const COMPLETIONS_AT_ONCE = 8;

interface CompletedFileItem {
	file_id: string;
	/** As the service has it; null if it does not say. */
	file_name: string | null;
	part_count: number;
	itemIndexes: number[];
}

/** Where the service names parts, the failure is about the item that brought the first of them. */
function aboutParts(error: unknown, { parts }: FileParts): unknown {
	if (!isServiceError(error)) return error;
	const numbers = error.failure.details?.part_numbers;
	const named = Array.isArray(numbers)
		? parts.find(({ part_number }) => numbers.includes(part_number))
		: undefined;
	return new ServiceError({ ...error.failure, itemIndex: named?.itemIndex });
}

async function completeOne({ api }: OperationRun, file: FileParts): Promise<CompletedFileItem> {
	const { sessionId, fileId, itemIndexes, problems } = file;
	throwIfAny(problems);
	const parts = file.parts
		.map(({ part_number, e_tag }) => ({ part_number, e_tag }))
		.sort((a, b) => a.part_number - b.part_number);
	const done = await attempt(async () => await complete(api, sessionId, fileId, parts));
	if (!done.ok) throw aboutParts(done.error, file);
	const file_name = done.value.file_name ?? null;
	return { file_id: fileId, file_name, part_count: parts.length, itemIndexes };
}

/** One item for each session, with the files that were completed in it, as Extraction: Submit takes it. */
function sessionItems(completed: Map<string, CompletedFileItem[]>): INodeExecutionData[] {
	return [...completed].map(([sessionId, files]) => ({
		json: {
			upload_session_id: sessionId,
			file_ids: files.map(({ file_id }) => file_id),
			files: files.map(({ file_id, file_name, part_count }) => ({ file_id, file_name, part_count })),
		},
		pairedItem: [...new Set(files.flatMap(({ itemIndexes }) => itemIndexes))].map((item) => ({ item })),
	}));
}

/** Stops before anything is sent when anything is wrong, unless the node continues on fail. */
function refuseAll({ files, unplaced }: CollectedParts): void {
	const ofItems = unplaced.flatMap(({ error }) => (error instanceof InputProblems ? error.problems : []));
	throwIfAny([...ofItems, ...files.flatMap(({ problems }) => problems)]);
	for (const { error } of unplaced) throw error;
}

export const completeFileOperation: Operation = {
	name: 'Complete File',
	value: 'completeFile',
	action: 'Complete file of session',
	description: 'Complete files whose parts are all uploaded, so that an extraction can use them',
	properties: completeFileProperties,
	async execute(run): Promise<ItemsByOutput> {
		const { context } = run;
		const collected = await collectParts(context);
		if (!context.continueOnFail()) refuseAll(collected);
		const results = new Map<FileParts, Attempt<CompletedFileItem>>();
		await concurrently(collected.files, COMPLETIONS_AT_ONCE, async (file) => {
			const result = await attempt(async () => await completeOne(run, file));
			results.set(file, result);
			if (!result.ok) throwUnlessContinuing(context, result.error, file.itemIndexes[0] ?? 0);
		});
		const failed = collected.unplaced.map(({ itemIndex, error }) => failedItem(context, error, itemIndex));
		const completed = new Map<string, CompletedFileItem[]>();
		for (const file of collected.files) {
			const { sessionId, itemIndexes } = file;
			const result = results.get(file);
			if (!result) continue;
			if (result.ok) completed.set(sessionId, [...(completed.get(sessionId) ?? []), result.value]);
			else for (const itemIndex of itemIndexes) failed.push(failedItem(context, result.error, itemIndex));
		}
		return { main: [...sessionItems(completed), ...failed] };
	},
};
