import { LIMITS } from '../../api/limits';

export type FileType = 'pdf' | 'jpg' | 'png';

// Maps, because an object would also answer to the extension `constructor`.
const TYPES_BY_EXTENSION = new Map<string, FileType>([
	['pdf', 'pdf'],
	['jpg', 'jpg'],
	['jpeg', 'jpg'],
	['png', 'png'],
]);

/** How the name of a document ends, for a pattern. */
export const DOCUMENT_ENDING = String.raw`\.(?:${[...TYPES_BY_EXTENSION.keys()].join('|')})`;

/** The MIME type of each type. */
export const MIME_TYPES: Readonly<Record<FileType, string>> = {
	jpg: 'image/jpeg',
	pdf: 'application/pdf',
	png: 'image/png',
};

export const SUPPORTED_TYPES = 'PDF, JPG or PNG';

/** The last extension of a file name in lower case, without the dot; empty when there is none. */
export const extensionOf = (fileName: string): string =>
	/[^/\\]\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';

const typeOfName = (fileName: string): FileType | undefined =>
	TYPES_BY_EXTENSION.get(extensionOf(fileName.trim()));

/** Whether a MIME type says nothing of a file. */
const saysNothing = (mimeType: string): boolean => mimeType === '' || mimeType.includes('octet-stream');

/**
 * The type as which the service would read a file. The MIME type decides, unless it says nothing; then the extension does.
 *
 * @returns undefined when the service does not take the file
 */
export const fileTypeOf = (fileName: string, mimeType: string): FileType | undefined =>
	saysNothing(mimeType)
		? typeOfName(fileName)
		: (Object.keys(MIME_TYPES) as FileType[]).find((type) => MIME_TYPES[type] === mimeType);

/** What a file claims to be by its name, or else by its MIME type. It is no evidence: the first bytes say what it is. */
export const claimedType = (fileName: string, mimeType: string): FileType | undefined =>
	typeOfName(fileName) ?? fileTypeOf(fileName, mimeType);

/** Whether a file may have been meant as a document, by its claim or because nothing says what it is. */
export const mayBeDocument = (fileName: string, mimeType: string): boolean =>
	claimedType(fileName, mimeType) !== undefined || saysNothing(mimeType);

/** Whether the extension of a file name already says its type. */
export const extensionSays = (fileName: string, type: FileType): boolean =>
	TYPES_BY_EXTENSION.get(extensionOf(fileName)) === type;

/** The most bytes a file of the type may have ("Sizes and counts"). */
export const sizeLimitOf = (type: FileType): number => (type === 'pdf' ? LIMITS.pdfBytes : LIMITS.imageBytes);
