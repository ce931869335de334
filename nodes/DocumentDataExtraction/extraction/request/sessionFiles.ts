import { uniqueNames, withExtension } from '../../files/input/fileNames';
import { fileTypeOf } from '../../files/input/fileTypes';
import type { InputFile } from '../../files/input/InputFile';
import type { SessionFile } from '../../files/upload/uploadFiles';
import { fileIdAt } from './identity';

/** Gives the files of one upload session their ids, and names that are unique and end in the extension of their type. */
export function sessionFiles(files: InputFile[]): SessionFile[] {
	const names = uniqueNames(
		files.map(({ fileName, mimeType }) => withExtension(fileName, fileTypeOf(fileName, mimeType) ?? 'pdf')),
	);
	return files.map((file, index) => ({
		...file,
		fileId: fileIdAt(index),
		sessionName: names[index] ?? file.fileName,
	}));
}
