import type { IDataObject, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import { isServiceError } from '../../api/errors/ServiceError';
import * as uploads from '../../api/endpoints/uploads';
import { fileId, uploadSessionId } from '../../parameters/ids/identifiers';
import { checkJsonList, getOrAdd } from '../../shared/json';
import { param, propertiesOf, readItem } from '../../parameters/param';
import { attempt } from '../../shared/attempt';
import { type Operation, failedItem } from '../operation';

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
		(given) => checkJsonList(given, 'parts'),
	),
};

/** A file with the parts that all its items give, as they are entered. */
interface GivenFile {
	sessionId: string;
	fileId: string;
	items: number[];
	parts: uploads.UploadedPart[];
}

/** The output item of a session, for its completed files: what Extraction: Submit takes. */
const itemOf = (upload_session_id: string) => ({
	json: { upload_session_id, file_ids: [] as string[], files: [] as IDataObject[] },
	pairedItem: [] as IPairedItemData[],
});

export const completeFile: Operation = {
	name: 'Complete File',
	value: 'completeFile',
	action: 'Complete file of session',
	description: 'Complete files whose parts are all uploaded, so that an extraction can use them',
	properties: propertiesOf(parameters),
	async execute({ context, api }) {
		const failed: INodeExecutionData[] = [];
		const files = new Map<string, GivenFile>();
		for (const item of context.getInputData().keys()) {
			const read = await attempt(async () => readItem(context, item, parameters));
			if (!read.ok) {
				failed.push(failedItem(context, read.error, item));
				continue;
			}
			const { uploadSessionId: sessionId, fileId, parts } = read.value;
			const key = JSON.stringify([sessionId, fileId]);
			const file = getOrAdd(files, key, () => ({ sessionId, fileId, items: [], parts: [] }));
			file.items.push(item);
			for (const { part_number, e_tag } of parts)
				file.parts.push({ part_number, e_tag } as uploads.UploadedPart);
		}
		const sessions = new Map<string, ReturnType<typeof itemOf>>();
		for (const { sessionId, fileId, items, parts } of files.values()) {
			// Items may come in any order, and storages expect the parts in theirs.
			parts.sort((a, b) => a.part_number - b.part_number);
			const done = await attempt(async () => await uploads.completeUpload(api, sessionId, fileId, parts));
			if (!done.ok) {
				const { error } = done;
				const ofFile = isServiceError(error)
					? error.with({ details: { file_id: fileId, ...error.failure.details } })
					: error;
				failed.push(...items.map((item) => failedItem(context, ofFile, item)));
				continue;
			}
			const { json, pairedItem } = getOrAdd(sessions, sessionId, () => itemOf(sessionId));
			json.file_ids.push(fileId);
			const file_name = done.value.file_name ?? null;
			json.files.push({ file_id: fileId, file_name, part_count: parts.length });
			pairedItem.push(...items.map((item) => ({ item })));
		}
		return { main: [...sessions.values(), ...failed] };
	},
};
