import { uniqueNames, withExtension } from '../../files/input/fileNames';
import { fileTypeOf } from '../../files/input/fileTypes';
import type { InputFile, SessionFile } from '../../files/input/InputFile';
import { fileIdAt } from './identity';

const typedName = ({ fileName, mimeType }: InputFile): string =>
	withExtension(fileName, fileTypeOf(fileName, mimeType) ?? 'pdf');

/** Accented letters have two spellings that look the same; macOS uses another than most. */
const inOneSpelling = (file: InputFile): string => typedName(file).normalize('NFC');

/** Gives the files of one upload session their ids, and names that are unique and end in the extension of their type. */
export function sessionFiles(files: InputFile[], nameOf = typedName): SessionFile[] {
	const names = uniqueNames(files.map(nameOf));
	return files.map((file, index) => ({
		...file,
		fileId: fileIdAt(index),
		sessionName: names[index] ?? file.fileName,
	}));
}

/**
 * Like `sessionFiles`, but ids and names depend only on the files, not on their order: on their names, and on their contents where
 * these are known, otherwise on their sizes.
 *
 * @returns the files in the given order
 */
export function sessionFilesInAnyOrder(files: InputFile[]): SessionFile[] {
	const keyOf = (file: InputFile): string =>
		JSON.stringify([inOneSpelling(file), file.digest.sha256 ?? file.bytes]);
	const sorted = files
		.map((file) => ({ file, key: keyOf(file) }))
		.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
		.map(({ file }) => file);
	const named = sessionFiles(sorted, inOneSpelling);
	const byFile = new Map(sorted.map((file, index) => [file, named[index]]));
	return files.flatMap((file) => byFile.get(file) ?? []);
}

/** Files of which another one has the same name and size: only their contents tell them apart. */
export function alikeFiles(files: InputFile[]): InputFile[] {
	const keyOf = (file: InputFile): string => JSON.stringify([inOneSpelling(file), file.bytes]);
	const counts = new Map<string, number>();
	for (const file of files) counts.set(keyOf(file), (counts.get(keyOf(file)) ?? 0) + 1);
	return files.filter((file) => (counts.get(keyOf(file)) ?? 0) > 1);
}

/** The order of the input. */
export const byPlace = (a: InputFile, b: InputFile): number =>
	a.itemIndex - b.itemIndex || a.position - b.position;

const fileDigest = ({ digest }: InputFile): string => digest.sha256 ?? '';

/** Files in the order of their digests. It is the same whatever the files are called, and however they come. */
export const byDigest = <F extends InputFile>(files: F[]): F[] =>
	[...files].sort((a, b) => (fileDigest(a) < fileDigest(b) ? -1 : 1));

/**
 * Like `sessionFiles`, for files that only their contents tell apart: IDs follow the order of the digests. Names are those that people
 * see, so of two files with one name the later one gets a number.
 *
 * @param files of different contents
 * @returns the files in the order of their digests
 */
export function sessionFilesByContents(files: InputFile[]): SessionFile[] {
	const named = sessionFiles([...files].sort(byPlace), inOneSpelling);
	return byDigest(named).map((file, index) => ({ ...file, fileId: fileIdAt(index) }));
}

/** Files without those that are copies of another one. Of several with the same bytes, the first is sent. */
export const distinctFiles = (files: InputFile[]): InputFile[] => [
	...new Map([...files].reverse().map((file) => [fileDigest(file), file])).values(),
];

/** The files that are not sent, because they have the bytes of one that is. */
export function copiesOf(sent: InputFile[], files: InputFile[]): InputFile[] {
	const digests = new Set(sent.map(fileDigest));
	// All forms of one file share the object.
	const themselves = new Set(sent.map(({ digest }) => digest));
	return files.filter((file) => digests.has(fileDigest(file)) && !themselves.has(file.digest));
}
