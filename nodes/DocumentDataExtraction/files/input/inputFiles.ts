import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import type { Problem } from '../../shared/problems';
import { allBinaries, namedBinaries, type BinaryRef } from './binaryRefs';
import { isDocument, readContents } from './contents';
import { isClear, MIME_TYPES } from './fileTypes';
import type { FoundFile, InputFile } from './InputFile';
import { attempt } from '../../shared/attempt';
import { keepsFilesInJson } from '../../shared/n8nFeatures';

/** The display name of the parameter that names binary fields. */
export const FIELD_NAME_PARAMETER = 'Input Data Field Name';

/** Divisible by three: base64 writes three bytes as four characters. */
const READ_CHUNK_BYTES = 255 * 1024;

async function exactSize(context: IExecuteFunctions, data: IBinaryData) {
	if (typeof data.bytes === 'number') return data.bytes;
	if (data.id) return (await context.helpers.getBinaryMetadata(data.id)).fileSize;
	return Buffer.byteLength(withoutBreaks(data.data), 'base64');
}

/** Takes out the line breaks of a mail. Without them, every four characters are three bytes. */
const withoutBreaks = (base64: string): string =>
	/[^\w+/=-]/.test(base64) ? base64.replace(/[^\w+/=-]/g, '') : base64;

/** Decodes the base64 that an item holds itself, piece by piece: decoded as a whole, the file would be in memory twice. */
function* chunksInMemory(base64: string) {
	const characters = (READ_CHUNK_BYTES / 3) * 4;
	for (let at = 0; at < base64.length; at += characters)
		yield Buffer.from(base64.slice(at, at + characters), 'base64');
}

const { port1: nowhere } = new MessageChannel();
nowhere.close();

/**
 * Frees the memory of a buffer at once and leaves the buffer empty. Otherwise the chunks of a large file pile up until the garbage
 * collector runs, and make it run often: that took more time than the upload itself. Use it only for a buffer that nothing else refers
 * to and that no request is sending.
 *
 * It transfers the memory to a closed port: it leaves this side, and nobody receives it.
 */
export function releaseMemory({ buffer, length }: Buffer): void {
	// A smaller buffer may be a slice of memory that others use.
	if (buffer instanceof ArrayBuffer && length === buffer.byteLength) nowhere.postMessage(buffer, [buffer]);
}

/** Reads in bounded chunks if the store can. A file that its item holds, as n8n 1 keeps all files, has no ID. */
async function* chunksOf(context: IExecuteFunctions, data: IBinaryData, bytes: number) {
	if (!data.id) {
		yield* chunksInMemory(withoutBreaks(data.data));
		return;
	}
	// The store reserves a whole chunk for a file of any size.
	const chunkBytes = Math.max(1, Math.min(bytes, READ_CHUNK_BYTES));
	const isOnDisk = data.id.startsWith('filesystem');
	for await (const chunk of await context.helpers.getBinaryStream(data.id, chunkBytes)) {
		yield chunk as Buffer;
		// Other stores may still use the chunk.
		if (isOnDisk) releaseMemory(chunk as Buffer);
	}
}

/** The MIME type of a file: by its first bytes, unless its name and its MIME type agree. */
async function mimeTypeOf(
	fileName: string,
	mimeType: string,
	read: () => AsyncIterable<Buffer>,
): Promise<string> {
	if (isClear(fileName, mimeType)) return mimeType;
	const contents = await readContents(read());
	return isDocument(contents) ? MIME_TYPES[contents] : mimeType;
}

/** Opens a file of n8n's binary store. @param place where an item has it */
export async function openFile(
	context: IExecuteFunctions,
	place: Pick<InputFile, 'itemIndex' | 'position' | 'fieldName'>,
	data: IBinaryData,
): Promise<InputFile> {
	const bytes = await exactSize(context, data);
	const fileName = data.fileName || place.fieldName;
	const read = () => chunksOf(context, data, bytes);
	return {
		...place,
		data,
		fileName,
		mimeType: await mimeTypeOf(fileName, data.mimeType ?? '', read),
		bytes,
		inOnePiece: data.id?.startsWith('database') === true,
		read,
		digest: {},
	};
}

/** Says that a field holds no file, and which fields do. */
function noFileIn(fieldName: string, all: BinaryRef[]): string {
	const others = all.map((place) => place.fieldName).join(', ');
	return others === ''
		? `There is no file in the field "${fieldName}", nor in any other field`
		: `There is no file in the field "${fieldName}". The files are in: ${others}. Choose one of these, or set Input Files to All Files`;
}

/**
 * Opens the files of one item, in the order of its fields.
 *
 * @param fieldNames the names of binary fields; undefined for all
 * @returns the files, and what is wrong with the others
 */
export async function filesOfItem(
	context: IExecuteFunctions,
	itemIndex: number,
	fieldNames?: string[],
): Promise<{ files: FoundFile[]; problems: Problem[] }> {
	const files: FoundFile[] = [];
	const problems: Problem[] = [];
	const item = context.getInputData()[itemIndex] ?? { json: {} };
	const all = allBinaries(item, keepsFilesInJson(context));
	const places = fieldNames ? namedBinaries(all, fieldNames) : all;
	for (const [position, { fieldName, parameter }] of places.entries()) {
		const data = await attempt(async () => context.helpers.assertBinaryData(itemIndex, parameter));
		if (!data.ok) {
			problems.push({ parameter: FIELD_NAME_PARAMETER, text: noFileIn(fieldName, all), itemIndex });
			continue;
		}
		const place = { itemIndex, position, fieldName };
		const file = await attempt(async () => await openFile(context, place, data.value));
		if (file.ok) files.push(file.value);
		else
			problems.push({
				text: `${data.value.fileName || fieldName} is no longer in the binary data of n8n`,
				nextStep: 'Run the node that brings the file again.',
				itemIndex,
				namesFile: true,
			});
	}
	return { files, problems };
}
