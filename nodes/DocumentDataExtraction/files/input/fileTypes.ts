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

const TYPES_BY_MIME = new Map<string, FileType>([
	['application/pdf', 'pdf'],
	['application/x-pdf', 'pdf'],
	['image/jpeg', 'jpg'],
	['image/jpg', 'jpg'],
	['image/pjpeg', 'jpg'],
	['image/png', 'png'],
	['image/x-png', 'png'],
]);

/** The MIME type of each type. */
export const MIME_TYPES: Readonly<Record<FileType, string>> = {
	jpg: 'image/jpeg',
	pdf: 'application/pdf',
	png: 'image/png',
};

/** What programs call a file whose type they do not know. */
const ANY_BYTES = new Set([
	'',
	'application/binary',
	'application/download',
	'application/force-download',
	'application/octet-stream',
	'application/unknown',
	'application/x-download',
	'binary/octet-stream',
]);

export const SUPPORTED_TYPES = 'PDF, JPG or PNG';

/** The last extension of a file name in lower case, without the dot; empty when there is none. */
export const extensionOf = (fileName: string): string =>
	/[^/\\]\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';

const withoutParameters = (mimeType: string): string => mimeType.split(';')[0]?.trim().toLowerCase() ?? '';

/** Whether a MIME type says nothing of a file. */
export const isAnyBytes = (mimeType: string): boolean => ANY_BYTES.has(withoutParameters(mimeType));

/** Extensions that say as little. */
const ANY_EXTENSION = new Set(['bin', 'dat', 'file', 'tmp']);

/** What an extension looks like: "Invoice No. 5" has none. */
const EXTENSION = /^[a-z][a-z\d]{1,4}$/;

/** Whether neither the name nor the MIME type says what a file is. */
function saysNothing(fileName: string, mimeType: string): boolean {
	const extension = extensionOf(fileName.trim());
	return isAnyBytes(mimeType) && (!EXTENSION.test(extension) || ANY_EXTENSION.has(extension));
}

const typeOfName = (fileName: string): FileType | undefined =>
	TYPES_BY_EXTENSION.get(extensionOf(fileName.trim()));

const typeOfMime = (mimeType: string): FileType | undefined => TYPES_BY_MIME.get(withoutParameters(mimeType));

/** Whether the name says that a file is a document, and the MIME type says something else, such as a web page under the name of a PDF. */
function contradicts(fileName: string, mimeType: string): boolean {
	const type = typeOfName(fileName);
	return type !== undefined && typeOfMime(mimeType) !== type && !isAnyBytes(mimeType);
}

/** Whether only its bytes tell what a file is. */
export const isUnclear = (fileName: string, mimeType: string): boolean =>
	saysNothing(fileName, mimeType) || contradicts(fileName, mimeType);

/**
 * The type as which the service would read a file. The MIME type decides, unless it says nothing; then the extension does.
 *
 * @returns undefined when the service does not take the file
 */
export const fileTypeOf = (fileName: string, mimeType: string): FileType | undefined =>
	isAnyBytes(mimeType) ? typeOfName(fileName) : typeOfMime(mimeType);

/** Whether the extension of a file name already says its type. */
export const extensionSays = (fileName: string, type: FileType): boolean =>
	TYPES_BY_EXTENSION.get(extensionOf(fileName)) === type;

/** The most bytes a file of the type may have ("Sizes and counts"). */
export const sizeLimitOf = (type: FileType): number => (type === 'pdf' ? LIMITS.pdfBytes : LIMITS.imageBytes);
