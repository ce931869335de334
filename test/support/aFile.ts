import type { InputFile } from '../../nodes/DocumentDataExtraction/files/input/InputFile';

/** A file of an input item whose bytes nobody reads. */
export const aFile = (given: Partial<InputFile> = {}): InputFile => ({
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
