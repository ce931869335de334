import { LOCAL_CODES } from '../../api/errors/ServiceError';
import { inMegabytes } from '../../api/limits';
import type { Problem } from '../../shared/problems';
import { extensionOf, fileTypeOf, mayBeDocument, sizeLimitOf, SUPPORTED_TYPES } from './fileTypes';

/** The display name of the parameter that chooses the files. Problems with all files together are reported under it. */
export const FILES_PARAMETER = 'Input Files';

/** What decides whether the service takes a file. */
interface Described {
	fileName: string;
	mimeType: string;
	bytes: number;
	/** What is wrong with the link that it stands for. */
	problem?: Problem;
}

/** Why the service does not take a file, and how a workflow makes one of it that the service takes. */
export interface Unsupported {
	/** A code by which a workflow can tell the reasons apart. */
	reason: string;
	/** Follows the name of the file in a sentence. */
	text: string;
	nextStep: string;
	/** Whether it is another type of file, such as the calendar entry of a mail, and no document that is too large or empty. */
	isOtherType: boolean;
}

/** A type of file that n8n can read or convert by itself, or that people often have. */
interface OtherType {
	reason: string;
	/** Fits a text such as `.csv text/csv`: the extension and the MIME type. */
	looks: RegExp;
	nextStep: string;
}

const RESIZE = 'Edit Image: choose Resize, 4000 x 4000, Only if Larger';

const OTHER_TYPES: OtherType[] = [
	{
		reason: 'xml',
		looks: /^\.xml |(application|text)\/([^;]+\+)?xml/,
		nextStep: 'Read its data with Extract from File (Extract From XML). An e-invoice needs no extraction.',
	},
	{
		reason: 'spreadsheet',
		looks: /^\.(csv|ods|xls|xlsm|xlsx) |text\/csv|spreadsheet|ms-excel/,
		nextStep: 'Read its rows with Extract from File.',
	},
	{
		reason: 'office_document',
		looks:
			/^\.(docx?|odp|odt|pptx?|rtf) |msword|wordprocessingml|ms-powerpoint|presentationml|opendocument\.(presentation|text)|\/rtf/,
		nextStep:
			'Convert it to PDF. A Google Doc: set Google File Conversion to PDF in Google Drive: Download. A file in OneDrive: get it with HTTP Request from Microsoft Graph, with ?format=pdf.',
	},
	{
		reason: 'heic',
		looks: /^\.hei[cf] |image\/hei[cf]/,
		nextStep:
			'Have it sent as JPG (on an iPhone: Settings > Camera > Formats > Most Compatible), or convert it with a conversion service and HTTP Request.',
	},
	{
		reason: 'image_format',
		looks: /^\.(bmp|gif|tiff?|webp) |image\/(bmp|gif|tiff|webp|x-ms-bmp)/,
		nextStep: `Convert it with ${RESIZE}, and set the option Format to jpeg.`,
	},
	{
		reason: 'archive',
		looks: /^\.(gz|tgz|zip) |application\/(x-)?(zip|gzip)/,
		nextStep: 'Unpack it with Compression (Decompress).',
	},
];

const UNKNOWN_TYPE = {
	reason: 'other_type',
	nextStep: 'Convert it to PDF, JPG or PNG before this step.',
};

/** Says of a file that it is no document that the service reads. */
function otherType({ fileName, mimeType }: Described): Unsupported {
	const look = `.${extensionOf(fileName.trim())} ${mimeType.toLowerCase()}`;
	const { reason, nextStep } = OTHER_TYPES.find(({ looks }) => looks.test(look)) ?? UNKNOWN_TYPE;
	return { reason, text: `is not a ${SUPPORTED_TYPES} file`, nextStep, isOtherType: true };
}

/** Says of a document that it is too large. Nobody knows the size of one behind a link: it was not downloaded. */
function tooLarge({ fileName, mimeType, bytes }: Described): Unsupported {
	const type = fileTypeOf(fileName, mimeType) ?? 'pdf';
	const limit = inMegabytes(sizeLimitOf(type));
	const size = bytes > 0 ? `has ${inMegabytes(bytes)}` : 'is too large';
	const text = `${size}; a ${type.toUpperCase()} may have up to ${limit}`;
	const [reason, nextStep] =
		type === 'pdf'
			? ['pdf_too_large', 'Split it into smaller PDFs before this step.']
			: ['image_too_large', `Make it smaller with ${RESIZE}.`];
	return { reason, text, nextStep, isOtherType: false };
}

/** Says of a document that it holds nothing. */
const EMPTY: Unsupported = {
	reason: 'empty',
	text: 'is empty',
	nextStep: 'Check the node that brings the file.',
	isOtherType: false,
};

/** Before the next step. The node stops a download once its first bytes show that it is no document, or is too large. */
const DOWNLOAD_FIRST =
	'The node did not download it. Get it with HTTP Request, with Response Format set to File.';

/** Says why the service would not take the file behind a link; undefined if the link fails for something else. */
function unsupportedLink(file: Described, code?: string): Unsupported | undefined {
	const { linkEmpty, linkTooLarge, linkUnsupported } = LOCAL_CODES;
	if (code === linkEmpty) return { ...EMPTY, nextStep: 'Check the file behind the link.' };
	if (code !== linkTooLarge && code !== linkUnsupported) return undefined;
	const unsupported = code === linkTooLarge ? tooLarge(file) : otherType(file);
	return { ...unsupported, nextStep: `${DOWNLOAD_FIRST} ${unsupported.nextStep}` };
}

/** Says why the service would not take a file; undefined if it would ("Sizes and counts", "File entry"). */
export function unsupportedOf(file: Described): Unsupported | undefined {
	const { bytes, fileName, mimeType, problem } = file;
	if (problem) return unsupportedLink(file, problem.code);
	const type = fileTypeOf(fileName, mimeType);
	// An empty file may have been an invoice.
	if (bytes === 0 && (type || mayBeDocument(fileName, mimeType))) return EMPTY;
	if (!type) return otherType(file);
	return bytes > sizeLimitOf(type) ? tooLarge(file) : undefined;
}

/** Refuses a file that the service would not take. */
export const unsupportedProblem = (
	{ fileName, itemIndex }: { fileName: string; itemIndex: number },
	{ text, nextStep, isOtherType }: Unsupported,
): Problem => ({
	parameter: FILES_PARAMETER,
	text: `${fileName} ${text}`,
	itemIndex,
	namesFile: true,
	// A document that is too large or empty is never skipped.
	nextStep: `${nextStep} ${isOtherType ? 'To run without such files, change Unsupported Files.' : 'To run without it, remove it before this step.'}`,
});
