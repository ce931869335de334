import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { issuesIn } from '../../api/errors/serviceWords';
import { isServiceError } from '../../api/errors/ServiceError';
import { completeFile, type UploadedPart } from '../../api/uploads';
import { fileId, uploadSessionId } from '../../parameters/ids/identifiers';
import { checkJsonList } from '../../shared/json';
import { param, propertiesOf, readItem } from '../../parameters/param';
import { attempt } from '../../shared/attempt';
import { concurrently } from '../../shared/concurrently';
import type { Operation } from '../operation';
import { failedItem } from '../perItem';

const COMPLETIONS_AT_ONCE = 8;

const parameters = {
	uploadSessionId,
	fileId,
	parts: param(
		{
			displayName: 'Parts (JSON)',
			name: 'partsJson',
			type: 'json',
			typeOptions: { rows: 5 },
			// Not all input items: for each of many parts, n8n would go through all of them again.
			default: '={{ $json }}',
			description:
				'An object with part_number and e_tag, or a list of such objects. The items of a file are completed together. Default: each item is a part from File Part: Upload.',
		},
		(given) =>
			checkJsonList(given, {
				key: 'parts',
				example: '[{"part_number": 1, "e_tag": "\\"…\\""}]',
			}),
	),
};

/** A file with the parts that all its items give. */
interface GivenFile {
	sessionId: string;
	fileId: string;
	itemIndexes: number[];
	parts: Array<UploadedPart & { itemIndex: number }>;
	/** As the service has it, once the file is completed; null if it does not say. */
	fileName?: string | null;
	/** Its items, if it could not be completed. */
	failed?: INodeExecutionData[];
}

/** Puts the parts of all items together by file. The service checks them. */
async function collectFiles(context: IExecuteFunctions, failed: INodeExecutionData[]): Promise<GivenFile[]> {
	const files = new Map<string, GivenFile>();
	for (const itemIndex of context.getInputData().keys()) {
		const read = await attempt(async () => readItem(context, itemIndex, parameters));
		if (!read.ok) {
			failed.push(failedItem(context, read.error, itemIndex));
			continue;
		}
		const { uploadSessionId: sessionId, fileId, parts } = read.value;
		const key = JSON.stringify([sessionId, fileId]);
		const file = files.get(key) ?? { sessionId, fileId, itemIndexes: [], parts: [] };
		files.set(key, file);
		file.itemIndexes.push(itemIndex);
		for (const { part_number, e_tag } of parts)
			file.parts.push({ part_number, e_tag, itemIndex } as GivenFile['parts'][number]);
	}
	// Items may come in any order, and storages expect the parts in theirs.
	for (const { parts } of files.values()) parts.sort((a, b) => a.part_number - b.part_number);
	return [...files.values()];
}

/** What to do about a failure that the operations for whole files mend by uploading the file again. */
const NEXT_STEPS: Readonly<Record<string, string>> = {
	INVALID_COMPLETION_PARTS:
		'To complete the file, upload every part from 1 to the last, and list each part number once with its ETag, quotes included.',
	OBJECT_SIZE_MISMATCH: 'Register the file with its exact size, and upload the file again in a new session.',
};

/** The failure of a file. Where the service names parts, it is about the item that gave the first of them. */
function aboutParts(error: unknown, { fileId, parts }: GivenFile): unknown {
	if (!isServiceError(error)) return error;
	const { details } = error.failure;
	const numbers: unknown[] = Array.isArray(details?.part_numbers) ? details.part_numbers : [];
	const places = issuesIn(details).map(({ path: [, place] }) => place);
	const named = parts.find((part, place) => numbers.includes(part.part_number) || places.includes(place));
	return error.with({
		itemIndex: named?.itemIndex,
		details: { file_id: fileId, ...details },
		nextStep: NEXT_STEPS[error.code],
	});
}

/** The completed files of a session, as Extraction: Submit takes them. */
const sessionItem = (sessionId: string, completed: GivenFile[]): INodeExecutionData => ({
	json: {
		upload_session_id: sessionId,
		file_ids: completed.map(({ fileId }) => fileId),
		files: completed.map(({ fileId, fileName, parts }) => ({
			file_id: fileId,
			file_name: fileName ?? null,
			part_count: parts.length,
		})),
	},
	pairedItem: completed.flatMap(({ itemIndexes }) => itemIndexes).map((item) => ({ item })),
});

export const completeFileOperation: Operation = {
	name: 'Complete File',
	value: 'completeFile',
	action: 'Complete file of session',
	description: 'Complete files whose parts are all uploaded, so that an extraction can use them',
	properties: propertiesOf(parameters),
	async execute({ context, api }) {
		const failed: INodeExecutionData[] = [];
		const files = await collectFiles(context, failed);
		await concurrently(files, COMPLETIONS_AT_ONCE, async (file) => {
			const parts = file.parts.map(({ part_number, e_tag }) => ({ part_number, e_tag }));
			const done = await attempt(async () => await completeFile(api, file.sessionId, file.fileId, parts));
			if (done.ok) file.fileName = done.value.file_name;
			else {
				const error = aboutParts(done.error, file);
				file.failed = file.itemIndexes.map((itemIndex) => failedItem(context, error, itemIndex));
			}
		});
		const sessions = new Map<string, GivenFile[]>();
		for (const file of files)
			if (file.failed) failed.push(...file.failed);
			else sessions.set(file.sessionId, [...(sessions.get(file.sessionId) ?? []), file]);
		return { main: [...[...sessions].map(([id, completed]) => sessionItem(id, completed)), ...failed] };
	},
};
