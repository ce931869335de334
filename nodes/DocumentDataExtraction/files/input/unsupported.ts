import { LOCAL_CODES } from '../../api/errors/ServiceError';
import { inMegabytes } from '../../api/limits';
import type { Problem } from '../../shared/problems';
import { isDocument, type Contents } from './contents';
import {
	claimedType,
	extensionOf,
	mayBeDocument,
	sizeLimitOf,
	SUPPORTED_TYPES,
	type FileType,
} from './fileTypes';

/** The display name of the parameter that chooses the files. Problems with all files together are reported under it. */
export const FILES_PARAMETER = 'Input Files';

/** What decides whether the service takes a file. */
interface FileTraits {
	fileName: string;
	mimeType: string;
	contents: Contents;
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
	/**
	 * Whether it is another type of file, such as the calendar entry of a mail. A document that is too large or empty is none, nor is what
	 * claims to be a document: somebody misses that one.
	 */
	isOtherType: boolean;
}

/** A type of file that n8n can read or convert by itself, or that people often have. */
interface OtherType {
	reason: string;
	/** Follows "It is ". */
	what: string;
	contents?: Contents;
	/** Fits a text such as `.csv text/csv`: the extension and the MIME type. It counts where the contents say too little. */
	looks?: RegExp;
	nextStep: string;
}

const TO_JPEG = 'Edit Image: choose Resize, 4000 x 4000, Only if Larger, and set the option Format to jpeg';

const AS_PDF = 'Ask the sender for a PDF, or save it as PDF in the program that made it.';

const OPENED_BY_SENDER = 'n8n cannot open it. Ask the sender for the documents themselves.';

/** Compression goes by the extension. */
const OPENED_BY_COMPRESSION = /^\.zip /;

/** How macOS calls the files that it keeps beside others. */
const MAC_NAME = /^(\._|\.DS_Store$)/;

/** Contents that many types of files have in common, or that say nothing. */
const VAGUE = new Set<Contents>(['zip', 'ole', 'text', 'xml', 'other']);

const OTHER_TYPES: OtherType[] = [
	{
		reason: 'spreadsheet',
		what: 'a spreadsheet',
		looks: /^\.(csv|ods|xls|xlsm|xlsx) |text\/csv|spreadsheet|ms-excel/,
		nextStep: 'Read its rows with Extract from File.',
	},
	{
		reason: 'office_document',
		what: 'an Office document',
		contents: 'rtf',
		looks:
			/^\.(docx?|odp|odt|pptx?|rtf) |msword|wordprocessingml|ms-powerpoint|presentationml|opendocument\.(presentation|text)|\/rtf/,
		nextStep: AS_PDF,
	},
	{
		reason: 'email',
		what: 'an email',
		contents: 'email',
		looks: /^\.(eml|msg) |message\/rfc822|ms-outlook/,
		nextStep:
			'n8n cannot open an attached email. Ask the sender for the documents themselves, or forward that email to the mailbox that the workflow reads.',
	},
	{
		reason: 'email',
		what: 'the winmail.dat of an Outlook email',
		contents: 'tnef',
		looks: /^\.dat application\/(ms|vnd\.ms)-tnef/,
		nextStep:
			'n8n cannot open it. Ask the sender to send the email in the format HTML or plain text, not Rich Text.',
	},
	{
		reason: 'signed',
		what: 'a signed or encrypted file (P7M)',
		contents: 'signed',
		looks: /^\.(p7m|p7s) |pkcs7/,
		nextStep: OPENED_BY_SENDER,
	},
	{
		reason: 'heic',
		what: 'a HEIC or AVIF photo',
		contents: 'heic',
		looks: /^\.(avif|hei[cf]) |image\/(avif|hei[cf])/,
		nextStep: 'Have it sent as JPG (on an iPhone: Settings > Camera > Formats > Most Compatible).',
	},
	{
		reason: 'tiff',
		what: 'a TIFF image',
		contents: 'tiff',
		looks: /^\.tiff? |image\/tiff/,
		nextStep: `If it has one page, convert it with ${TO_JPEG}. Of several pages, Edit Image keeps the first only: have it scanned or saved as PDF, which keeps all.`,
	},
	{
		reason: 'image_format',
		what: 'an image of another format',
		contents: 'image',
		looks: /^\.(bmp|gif|webp) |image\/(bmp|gif|webp|x-ms-bmp)/,
		nextStep: `Convert it with ${TO_JPEG}.`,
	},
	{
		reason: 'archive',
		what: 'an archive (7z or RAR)',
		contents: 'closedArchive',
		looks: /^\.(7z|rar) |x-(7z-compressed|rar)|vnd\.rar/,
		nextStep: 'n8n cannot open it. Ask the sender for the documents themselves, or for a ZIP.',
	},
	{
		reason: 'archive',
		what: 'an archive',
		contents: 'archive',
		looks: /^\.(gz|tar|tgz) |application\/(x-)?(g?zip|tar)/,
		nextStep:
			'Unpack it with Compression (Decompress), and set the option Unsupported Files to Skip for what is no document in it.',
	},
	{
		reason: 'web_page',
		what: 'a web page',
		contents: 'page',
		looks: /^\.html? |text\/html/,
		nextStep:
			'Check the node that brings the file: if a sign-in is needed, a web page comes instead of the document. If the page is the document, print it as PDF.',
	},
	{
		reason: 'mac_file',
		what: 'a file that macOS keeps beside others, without a document',
		contents: 'macFile',
		looks: /^\.ds_store /,
		nextStep: 'Leave it out.',
	},
	{
		reason: 'form_body',
		what: 'the whole body of a form, not the file in it',
		contents: 'multipart',
		nextStep: 'Send it to n8n as multipart/form-data. In an old Webhook node, turn off Binary File.',
	},
	{
		reason: 'xml',
		what: 'XML',
		contents: 'xml',
		looks: /^\.xml |(application|text)\/([^;]+\+)?xml/,
		nextStep: 'Read it with Extract from File (Extract From XML), then XML. E-invoices need no extraction.',
	},
	{
		reason: 'text',
		what: 'a text',
		contents: 'text',
		looks: /^\.(txt|md|json) |text\/plain/,
		nextStep: 'A text needs no extraction. If a document is missing, ask the sender for a PDF.',
	},
];

const ZIP_TYPE = OTHER_TYPES.find(({ contents }) => contents === 'archive')!;

const UNKNOWN_TYPE: OtherType = {
	reason: 'other_type',
	what: 'something else',
	nextStep: `Ask the sender for a ${SUPPORTED_TYPES} file.`,
};

/** The type of a file that is no document: by its contents, and by its name where these say too little. */
function typeOf(contents: Contents, look: string): OtherType {
	const byLook = OTHER_TYPES.find(({ looks }) => looks?.test(look));
	const byContents = contents === 'zip' ? ZIP_TYPE : OTHER_TYPES.find((type) => type.contents === contents);
	return (VAGUE.has(contents) ? (byLook ?? byContents) : byContents) ?? UNKNOWN_TYPE;
}

/** Says of a file that it is no document that the service reads. */
function otherType({ fileName, mimeType, contents }: FileTraits): Unsupported {
	const look = `.${extensionOf(fileName.trim())} ${mimeType.toLowerCase()}`;
	const isOfMac = MAC_NAME.test(fileName);
	const { reason, what, nextStep } = typeOf(isOfMac ? 'macFile' : contents, look);
	const claim = isOfMac || contents === 'macFile' ? undefined : claimedType(fileName, mimeType);
	const isOpened = reason !== 'archive' || contents === 'closedArchive' || OPENED_BY_COMPRESSION.test(look);
	return {
		reason,
		text: `is not a ${SUPPORTED_TYPES} file${claim ? `, although its name or type says so: it is ${what}` : ''}`,
		nextStep: isOpened ? nextStep : 'Ask the sender for the documents themselves, or for a ZIP.',
		isOtherType: claim === undefined,
	};
}

/** Says of a document that it is too large. Nobody knows the size of one behind a link: it was not downloaded. */
function tooLarge(type: FileType, bytes: number): Unsupported {
	const limit = inMegabytes(sizeLimitOf(type));
	const size = bytes > 0 ? `has ${inMegabytes(bytes)}` : 'is too large';
	const text = `${size}; a ${type.toUpperCase()} may have up to ${limit}`;
	const [reason, nextStep] =
		type === 'pdf'
			? [
					'pdf_too_large',
					'n8n cannot split it. Ask the sender for smaller PDFs, or split it in a PDF program.',
				]
			: ['image_too_large', `Make it smaller with ${TO_JPEG}.`];
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
function unsupportedLink(file: FileTraits, code?: string): Unsupported | undefined {
	const { linkEmpty, linkTooLarge, linkUnsupported } = LOCAL_CODES;
	if (code === linkEmpty) return { ...EMPTY, nextStep: 'Check the file behind the link.' };
	if (code !== linkTooLarge && code !== linkUnsupported) return undefined;
	const { contents, bytes } = file;
	const unsupported = isDocument(contents) ? tooLarge(contents, bytes) : otherType(file);
	return { ...unsupported, nextStep: `${DOWNLOAD_FIRST} ${unsupported.nextStep}` };
}

/** Says why the service would not take a file; undefined if it would ("Sizes and counts", "File entry"). */
export function unsupportedOf(file: FileTraits): Unsupported | undefined {
	const { bytes, contents, fileName, mimeType, problem } = file;
	if (problem) return unsupportedLink(file, problem.code);
	if (isDocument(contents)) return bytes > sizeLimitOf(contents) ? tooLarge(contents, bytes) : undefined;
	// An empty file may have been an invoice.
	const mayHaveBeen = contents === 'empty' && mayBeDocument(fileName, mimeType) && !MAC_NAME.test(fileName);
	return mayHaveBeen ? EMPTY : otherType(file);
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
	nextStep: ({ paidBeside }) => {
		// What was sent beside it was sent without it.
		if (paidBeside) return nextStep;
		// A document that is too large or empty is never skipped.
		return `${nextStep} ${isOtherType ? 'To run without such files, change the option Unsupported Files.' : 'To run without it, remove it before this step.'}`;
	},
});
