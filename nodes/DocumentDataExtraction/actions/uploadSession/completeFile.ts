import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { issuesIn } from '../../api/errors/issuesIn';
import { isServiceError, ServiceError } from '../../api/errors/ServiceError';
import type { CompletedFile } from '../../api/schemas/uploads';
import { completeFile, type UploadedPart } from '../../api/uploads';
import { fileId, uploadSessionId } from '../../parameters/ids/identifiers';
import { checkJsonList } from '../../parameters/jsonList';
import { param, propertiesOf, readItem } from '../../parameters/param';
import { attempt, type Attempt } from '../../shared/attempt';
import { concurrently } from '../../shared/concurrently';
import type { Operation } from '../operation';
import { failedItem, throwUnlessContinuing } from '../perItem';

const COMPLETIONS_AT_ONCE = 8;

const PARTS_JSON = 'Parts (JSON)';

const parameters = {
	uploadSessionId,
	fileId,
	parts: param(
		{
			displayName: PARTS_JSON,
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
				parameter: PARTS_JSON,
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
	for (const { parts } of files.values()) parts.sort((a, b) => a.part_number - b.part_number);
	return [...files.values()];
}

/** Where the service names parts, the failure is about the item that gave the first of them. */
function aboutParts(error: unknown, { parts, itemIndexes }: GivenFile): unknown {
	if (!isServiceError(error)) return error;
	const { details } = error.failure;
	const numbers: unknown[] = Array.isArray(details?.part_numbers) ? details.part_numbers : [];
	const places = issuesIn(details).map(({ path: [, place] }) => place);
	const named = parts.find((part, place) => numbers.includes(part.part_number) || places.includes(place));
	return new ServiceError({ ...error.failure, itemIndex: named?.itemIndex ?? itemIndexes[0] });
}

type Completed = GivenFile & { fileName: string | null };

/** The completed files of a session, as Extraction: Submit takes them. */
const sessionItem = (sessionId: string, completed: Completed[]): INodeExecutionData => ({
	json: {
		upload_session_id: sessionId,
		file_ids: completed.map(({ fileId }) => fileId),
		files: completed.map(({ fileId, fileName, parts }) => ({
			file_id: fileId,
			file_name: fileName,
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
		const results = new Map<GivenFile, Attempt<CompletedFile>>();
		await concurrently(files, COMPLETIONS_AT_ONCE, async (file) => {
			const { sessionId, fileId, itemIndexes } = file;
			const parts = file.parts.map(({ part_number, e_tag }) => ({ part_number, e_tag }));
			const result = await attempt(async () => await completeFile(api, sessionId, fileId, parts));
			const about: typeof result = result.ok ? result : { ok: false, error: aboutParts(result.error, file) };
			results.set(file, about);
			if (!about.ok) throwUnlessContinuing(context, about.error, itemIndexes[0] ?? 0);
		});
		const sessions = new Map<string, Completed[]>();
		for (const file of files) {
			const result = results.get(file);
			if (result?.ok) {
				const completed = { ...file, fileName: result.value.file_name ?? null };
				sessions.set(file.sessionId, [...(sessions.get(file.sessionId) ?? []), completed]);
			} else
				for (const itemIndex of file.itemIndexes) failed.push(failedItem(context, result?.error, itemIndex));
		}
		return { main: [...[...sessions].map(([id, completed]) => sessionItem(id, completed)), ...failed] };
	},
};
