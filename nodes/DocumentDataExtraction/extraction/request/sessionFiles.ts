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
