import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ApiClient } from '../../api/http/client';
import { missingField } from '../../api/errors/ServiceError';
import { createUploadSession, type FileEntry } from '../../api/endpoints/uploads';
import { withItemIndex } from '../../extraction/status/outcome';
import { derivedId } from '../../extraction/request/identity';
import { partCount } from '../../files/upload/PartCutter';
import { fileEntry } from '../../files/upload/uploadFiles';
import { runIdentity } from '../execution';
import { newSessionId } from '../../parameters/ids/identifiers';
import { checkJsonList } from '../../shared/json';
import { choice, oneChoiceInTool, param, propertiesOf, readItem } from '../../parameters/param';
import { explain } from '../../shared/attempt';
import { type Operation, type OperationRun, perItem } from '../operation';
import { perSession, sessionGroupProperties } from './sessionGroups';

const filesFrom = oneChoiceInTool(
	choice({
		displayName: 'Files From',
		name: 'filesFrom',
		of: {
			items: ['Input Items', 'Use the names and sizes of the input files, without uploading them'],
			json: ['JSON', 'Enter a list as JSON, or build it with an expression'],
		},
		default: 'items',
		description: 'Where the names and sizes of the files come from',
	}),
	'json',
);

const listParameters = {
	files: param(
		{
			displayName: 'Files (JSON)',
			name: 'filesJson',
			type: 'json',
			typeOptions: { rows: 5 },
			default: '[\n  { "file_id": "file-1", "file_name": "invoice.pdf", "file_size_bytes": 48213 }\n]',
			description:
				'A list of objects with file_id, file_name and file_size_bytes. Each item makes one session.',
		},
		(given) => checkJsonList(given, 'files'),
	),
};
const listOptions = { uploadSessionId: newSessionId };

const shownFor =
	(value: 'items' | 'json') =>
	({ displayOptions, ...property }: INodeProperties): INodeProperties => ({
		...property,
		displayOptions: { ...displayOptions, show: { filesFrom: [value], ...displayOptions?.show } },
	});

/** Creates a session, or finds it again. @returns each of its files, as File Part: Get Upload URLs takes it */
async function register(api: ApiClient, sessionId: string, entries: FileEntry[]): Promise<IDataObject[]> {
	const session = await createUploadSession(api, sessionId, entries);
	// All files of a session have the same part size.
	const [first] = session.files;
	if (!first) throw missingField('the part size');
	const { part_size } = first;
	return entries.map((entry) => ({
		upload_session_id: sessionId,
		...entry,
		part_size,
		part_count: partCount(entry.file_size_bytes, part_size),
	}));
}

/** Registers the files that the input items carry, without uploading them. */
const createFromItems = async (run: OperationRun) =>
	await perSession(run, 'execution', async ({ id, files }) => {
		const registered = await explain(
			async () => await register(run.api, id, files.map(fileEntry)),
			(error) => withItemIndex(error, files),
		);
		// The file stays with its item, so that File Part: Upload finds it.
		return files.map(({ itemIndex: item, fieldName: field, data }, index) => ({
			json: { ...registered[index], item, field },
			pairedItem: { item },
			...(data && { binary: { data } }),
		}));
	});

/** Registers the files that each input item lists, as they are entered. */
const createFromLists = perItem(async ({ context, api, itemIndex: item }) => {
	const given = readItem(context, item, listParameters, listOptions);
	const entries = given.files.map(
		({ file_id, file_name, file_size_bytes }) =>
			({ file_id, file_name, file_size_bytes }) as unknown as FileEntry,
	);
	const sessionId = given.uploadSessionId || derivedId(runIdentity(context), item + 1, entries);
	return (await register(api, sessionId, entries)).map((json) => ({ json, pairedItem: { item } }));
});

export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create upload session',
	description: 'Register files by name and size, to upload their parts one by one',
	properties: [
		...propertiesOf({ filesFrom }),
		...sessionGroupProperties.map(shownFor('items')),
		...propertiesOf(listParameters, listOptions).map(shownFor('json')),
	],
	execute: async (run) =>
		readItem(run.context, 0, { filesFrom }).filesFrom === 'items'
			? await createFromItems(run)
			: await createFromLists(run),
};
