import { createHash } from 'crypto';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { LOCAL_CODES } from '../../api/errors/ServiceError';
import { isRecord } from '../../shared/json';
import type { Problem } from '../../shared/problems';
import { allBinaries, namedBinaries, type BinaryRef } from './binaryRefs';
import { contentsOf, ENOUGH, isDocument, readContents, type Contents } from './contents';
import { MIME_TYPES } from './fileTypes';
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
	return Buffer.byteLength(base64Of(data), 'base64');
}

/**
 * The base64 that an item holds itself, without the beginning of a data URL and the line breaks of a mail. Without breaks, every four
 * characters are three bytes.
 *
 * @throws if it is only the name of a store, from a reference that was copied without its ID
 */
function base64Of({ data }: IBinaryData): string {
	if (/^(filesystem(-v2)?|s3|azure|database)$/.test(data)) throw new Error('The file has no ID in the store');
	const base64 = data.replace(/^data:[^,]{0,200};base64,/, '');
	return /[^\w+/=-]/.test(base64) ? base64.replace(/[^\w+/=-]/g, '') : base64;
}

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
		yield* chunksInMemory(base64Of(data));
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

/**
 * Looks at the first bytes of a file. A store that hands it out whole is asked once: the digest is found by the way. Files are looked at one
 * after the other, so one of them is in memory at most.
 */
async function look(context: IExecuteFunctions, data: IBinaryData, { bytes, digest, inOnePiece }: InputFile) {
	if (!inOnePiece) return await readContents(chunksOf(context, data, Math.min(bytes, ENOUGH)));
	const hash = createHash('sha256');
	let contents: Contents | undefined;
	for await (const chunk of chunksOf(context, data, bytes)) {
		hash.update(chunk);
		contents ??= contentsOf(chunk, true);
	}
	digest.sha256 = hash.digest('hex');
	return contents ?? 'empty';
}

/** The name of a file. An expression may have made a number of it. */
function nameOfBinary(data: IBinaryData, fieldName: string): string {
	const name: unknown = data.fileName;
	return (typeof name === 'string' || typeof name === 'number' ? String(name) : '') || fieldName;
}

/** Where an item has a file. */
type FilePlace = Pick<InputFile, 'itemIndex' | 'position' | 'fieldName'>;

/** Opens a file of n8n's binary store. */
export async function openFile(
	context: IExecuteFunctions,
	place: FilePlace,
	data: IBinaryData,
): Promise<InputFile> {
	const bytes = await exactSize(context, data);
	const file: InputFile = {
		...place,
		data,
		fileName: nameOfBinary(data, place.fieldName),
		mimeType: typeof data.mimeType === 'string' ? data.mimeType : '',
		contents: 'other',
		bytes,
		inOnePiece: data.id?.startsWith('database') === true,
		read: () => chunksOf(context, data, bytes),
		digest: {},
	};
	const contents = await look(context, data, file);
	return { ...file, contents, mimeType: isDocument(contents) ? MIME_TYPES[contents] : file.mimeType };
}

/** Says that a field holds no file, and which fields do. */
function noFileIn(fieldName: string, all: BinaryRef[]): string {
	const others = all.map((place) => place.fieldName).join(', ');
	return others === ''
		? `There is no file in the field "${fieldName}", nor in any other field`
		: `There is no file in the field "${fieldName}". The files are in: ${others}. Choose one of these, or set Input Files to All Files`;
}

/** A file that is not there: what is known of it, and why it is missing. @param error what reading it says */
export const absentFile = (
	about: Omit<FoundFile, 'bytes' | 'inOnePiece' | 'digest' | 'read'> & { problem: Problem },
	error: unknown,
): FoundFile => ({
	...{ ...about, bytes: 0, inOnePiece: false, digest: {} },
	read: () => {
		throw error;
	},
});

/** A file that n8n does not have, or not now. If it has an ID, the next run may find it, so its request waits for it. */
function lostFile(place: FilePlace, data: IBinaryData, error: unknown): FoundFile {
	const fileName = nameOfBinary(data, place.fieldName);
	const problem = {
		text: `${fileName} is no longer in the binary data of n8n`,
		nextStep: 'Run the node that brings the file again.',
		itemIndex: place.itemIndex,
		namesFile: true,
		code: LOCAL_CODES.fileUnreadable,
		retryable: Boolean(data.id),
		isMistake: !data.id,
	};
	return absentFile({ ...place, fileName, mimeType: '', contents: 'other', problem }, error);
}

/**
 * Opens the files of one item, in the order of its fields.
 *
 * @param fieldNames the names of binary fields; undefined for all
 * @returns the files, also those that n8n has lost, and what is wrong with the names of fields
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
		if (!data.ok || !isRecord(data.value)) {
			problems.push({
				parameter: FIELD_NAME_PARAMETER,
				text: noFileIn(fieldName, all),
				itemIndex,
				isMistake: true,
			});
			continue;
		}
		const place = { itemIndex, position, fieldName };
		const file = await attempt(async () => await openFile(context, place, data.value));
		files.push(file.ok ? file.value : lostFile(place, data.value, file.error));
	}
	return { files, problems };
}
