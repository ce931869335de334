import type { Contents } from '../../nodes/DocumentDataExtraction/files/input/contents';
import { fileTypeOf } from '../../nodes/DocumentDataExtraction/files/input/fileTypes';
import type { InputFile, SkippedFile } from '../../nodes/DocumentDataExtraction/files/input/InputFile';
import { unsupportedOf } from '../../nodes/DocumentDataExtraction/files/input/unsupported';

/** The contents of a file that is what it says. */
const contentsAsClaimed = ({
	fileName = 'invoice.pdf',
	mimeType = 'application/pdf',
	bytes,
}: Partial<InputFile>): Contents => (bytes === 0 ? 'empty' : (fileTypeOf(fileName, mimeType) ?? 'other'));

/** A file of an input item whose bytes nobody reads. */
export const aFile = (given: Partial<InputFile> = {}): InputFile => ({
	contents: contentsAsClaimed(given),
	itemIndex: 0,
	position: 0,
	data: { data: '', mimeType: 'application/pdf' },
	fieldName: 'data',
	fileName: 'invoice.pdf',
	mimeType: 'application/pdf',
	bytes: 1000,
	inOnePiece: false,
	read: () => {
		throw new Error('Its bytes are not to be read');
	},
	digest: {},
	...given,
});

/** A file of another type that the user wants skipped. */
export function aSkippedFile(given: Partial<InputFile> = {}): SkippedFile {
	const file = aFile({ mimeType: 'text/plain', ...given });
	return { ...file, unsupported: unsupportedOf(file)! };
}
