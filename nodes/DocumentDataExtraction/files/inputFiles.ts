import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { attempt } from '../api/ServiceError';
import type { Problem } from '../problems';
import { isChosen, type FileChoice } from './choose';
import { FILES_PARAMETER } from './fileChecks';
import type { InputFile } from './InputFile';

const READ_CHUNK_BYTES = 1024 * 1024;

/** Where an item keeps a file: the name of a binary field, or the value itself where the workflow keeps binary data in `json`. */
type Place = { fieldName: string; parameter: string | IBinaryData };

const isBinaryValue = (value: unknown): value is IBinaryData =>
	typeof value === 'object' &&
	value !== null &&
	typeof (value as IBinaryData).mimeType === 'string' &&
	(typeof (value as IBinaryData).id === 'string' || typeof (value as IBinaryData).data === 'string');

function everyPlace(item: INodeExecutionData): Place[] {
	const separate = Object.keys(item.binary ?? {}).map((fieldName) => ({ fieldName, parameter: fieldName }));
	const combined = Object.entries(item.json)
		.filter(([, value]) => isBinaryValue(value))
		.map(([fieldName, value]) => ({ fieldName, parameter: value as unknown as IBinaryData }));
	return [...separate, ...combined];
}

async function exactSize(context: IExecuteFunctions, itemIndex: number, place: Place, data: IBinaryData) {
	if (typeof data.bytes === 'number') return data.bytes;
	if (data.id) return (await context.helpers.getBinaryMetadata(data.id)).fileSize;
	return (await context.helpers.getBinaryDataBuffer(itemIndex, place.parameter)).length;
}

/** Reads in bounded chunks where the store can. The old in-memory mode has no id: there the bytes are with the item. */
async function* chunksOf(context: IExecuteFunctions, itemIndex: number, place: Place, data: IBinaryData) {
	if (!data.id) {
		yield await context.helpers.getBinaryDataBuffer(itemIndex, place.parameter);
		return;
	}
	for await (const chunk of await context.helpers.getBinaryStream(data.id, READ_CHUNK_BYTES))
		yield chunk as Buffer;
}

async function openFile(
	context: IExecuteFunctions,
	itemIndex: number,
	place: Place,
	data: IBinaryData,
): Promise<InputFile> {
	return {
		itemIndex,
		fieldName: place.fieldName,
		fileName: data.fileName ?? place.fieldName,
		mimeType: data.mimeType ?? '',
		bytes: await exactSize(context, itemIndex, place, data),
		read: () => chunksOf(context, itemIndex, place, data),
	};
}

export interface ItemFiles {
	files: InputFile[];
	problems: Problem[];
}

/** The chosen files of one item, in the order of its fields, and the named fields that it lacks. */
export async function filesOfItem(
	context: IExecuteFunctions,
	itemIndex: number,
	choice: FileChoice,
): Promise<ItemFiles> {
	const item = context.getInputData()[itemIndex];
	if (!item) return { files: [], problems: [] };
	const places =
		choice.fieldNames?.map((fieldName) => ({ fieldName, parameter: fieldName })) ?? everyPlace(item);
	const files: InputFile[] = [];
	const problems: Problem[] = [];
	for (const place of places) {
		const found = await attempt(async () => context.helpers.assertBinaryData(itemIndex, place.parameter));
		if (found.ok) files.push(await openFile(context, itemIndex, place, found.value));
		else
			problems.push({
				parameter: FILES_PARAMETER,
				text: `The item has no file in field "${place.fieldName}"`,
				itemIndex,
			});
	}
	return { files: files.filter(({ fileName, bytes }) => isChosen(choice, fileName, bytes)), problems };
}
