import { inMegabytes, LIMITS } from '../limits';
import { errorText, type ErrorText } from './ErrorText';
import { LINK_TEXTS } from './linkTexts';
import { LOCAL_TEXTS, SENT_BEFORE } from './localTexts';

const PDF_LIMIT = inMegabytes(LIMITS.pdfBytes);
const IMAGE_LIMIT = inMegabytes(LIMITS.imageBytes);
const KEYS = 'Keys are managed in the web dashboard of the service.';

const SENT_ANEW = 'Run Extract Documents or Upload Files again: they send the file anew.';

const CHANGED_FILE = 'A changed file is another file: if you give a Submission ID, give a new one.';

/** For a request that was not sent, because the requests of the minute were used up and its turn did not come in time. */
export const OUT_OF_TURN = errorText(
	'No request was free in time: the triggers and executions with this API key need more requests than the service allows in a minute',
	'Let the triggers poll less often, use fewer triggers with this API key, or run fewer executions at the same time.',
	true,
);

/** A sentence and a next step for every error code of the contract ("Errors"), and for the failures on the way to it. */
export const ERROR_TEXTS: Readonly<Record<string, ErrorText>> = {
	UNAUTHENTICATED: errorText(
		'The API key is missing or wrong',
		`Open the credential and enter a valid API Key. ${KEYS}`,
	),
	API_KEY_EXPIRED: errorText(
		'The API key has expired',
		`Create a new API key and enter it in the credential. ${KEYS}`,
	),
	API_KEY_REVOKED: errorText(
		'The API key was revoked',
		`Create a new API key and enter it in the credential. ${KEYS}`,
	),
	NOT_FOUND: errorText(
		'The service does not know this address',
		'Check the Base URL of the credential: it must be the address of the API and end in /v1.',
	),
	RATE_LIMITED: errorText(
		'The service received too many requests in a minute',
		'Run again after a minute, or after the time that the message names. Running fewer executions at the same time with this API key avoids it.',
		true,
	),
	INTERNAL_ERROR: errorText('The service had an internal error', 'Run again in a few minutes.', true),
	INVALID_INPUT: errorText(
		'The service refused the request as invalid',
		'Correct the parameters named in the message, then run again.',
	),
	FORBIDDEN: errorText(
		'Only team admins can use the scope Team',
		'Set the option Scope to Own or remove it, or use the API key of a team admin.',
	),
	EXTRACTION_NOT_FOUND: errorText(
		'The extraction was not found',
		'Check the extraction ID. It may have been deleted, or belong to a teammate: team admins see those with the option Scope set to Team.',
	),
	DUPLICATE_FILE_NAME: errorText(
		'Two files have the same name',
		'Give every file of the upload session its own name.',
	),
	DUPLICATE_FILE_ID: errorText(
		'Two files have the same file ID',
		'Give every file of the upload session its own file ID.',
	),
	FILE_TOO_LARGE: errorText(
		'A file is too large',
		`A PDF may have up to ${PDF_LIMIT}, an image up to ${IMAGE_LIMIT}. Split or compress the file, then run again.`,
	),
	TOTAL_UPLOAD_SIZE_LIMIT_EXCEEDED: errorText(
		'The files are too large together',
		`One upload session takes up to ${inMegabytes(LIMITS.sessionBytes)}. Turn on the option Split Large Batches, or send fewer files at once.`,
	),
	INSUFFICIENT_CREDITS: errorText(
		'There are too few credits',
		'Add credits in the web dashboard, then run again.',
	),
	SESSION_ALREADY_INITIALIZED: errorText(
		'This Submission ID or upload session ID was already used with other files',
		'Use a new ID for other files. To collect the rows of the earlier run, send exactly the same files.',
	),
	SUBMISSION_ID_ALREADY_USED: errorText(
		'This Submission ID was already used for another request',
		'Use a new ID for another request. If the earlier extraction is completed, Get Rows with its ID gives its rows at no cost; Get tells how it ended.',
	),
	FILE_NOT_FOUND: errorText(
		'The file is not registered in the upload session',
		'Check the File ID and the Upload Session ID: only files named when the session was created can be uploaded.',
	),
	FILE_NOT_UPLOADABLE: errorText(
		'The file is already completed or aborted, so it takes no more parts',
		'Use Complete File to see which: a completed file can be submitted as it is, an aborted one needs a new upload session.',
	),
	FILE_ABORTED: errorText(
		'The service aborted the upload of this file',
		'Upload the file again in a new session: run again with a new Submission ID or upload session ID.',
	),
	INVALID_COMPLETION_PARTS: errorText(
		'The parts do not cover the whole file',
		`${SENT_ANEW} For Complete File, upload every part from 1 to the last, and give each part number once with the ETag of its upload.`,
	),
	OBJECT_SIZE_MISMATCH: errorText(
		'The uploaded bytes differ from the size the file was registered with',
		`${SENT_ANEW} For Complete File, upload it again in a new session. ${CHANGED_FILE}`,
	),
	UPLOAD_ID_NOT_FOUND: errorText(
		'The upload session is no longer available',
		'Run again with a new Submission ID or upload session ID.',
	),
	UPLOAD_COMPLETE_FAILED: errorText(
		'The service could not finish the upload of this file',
		'Run again. With a Submission ID of your own, files already uploaded are not sent again.',
		true,
	),
	SUBMISSIONS_PAUSED: errorText(
		'The service has paused submissions for a deploy',
		'Run again in a few minutes. With a Submission ID of your own, files already uploaded are not sent again.',
		true,
	),
	EXTRACTION_IN_PROGRESS: errorText(
		'The extraction is still processing, so it cannot be deleted',
		'Wait until it has finished, or turn on the option Cancel First.',
	),
	EXTRACTION_NOT_CANCELLABLE: errorText(
		'The extraction has already ended, so it cannot be cancelled',
		'Use Get to see how it ended. A completed extraction can be read or deleted.',
	),
	OUTPUT_NOT_AVAILABLE: errorText(
		'There is no such output, or not yet',
		'Only a completed extraction has rows and files: see with Get Status whether it is, and wait for it with Wait. Download Output has the formats that Get lists under available outputs.',
	),
	OUTPUT_EXPIRED: errorText(
		'The output has expired: rows and files are kept for 90 days',
		'Extract the original documents again. The same Submission ID finds the expired extraction: use a new one, or turn on the option Extract Again.',
	),
	FILE_PAGE_LIMIT_EXCEEDED: errorText(
		'A file has too many pages',
		`Split the file into smaller ones, then run again. ${CHANGED_FILE}`,
	),
	ENCRYPTED_FILE: errorText(
		'A file is protected with a password',
		`Remove the password from the file, then run again. ${CHANGED_FILE}`,
	),
	CONCURRENT_TASK_LIMIT: errorText(
		'Too many extractions run at the same time',
		'Run again when others have finished. Extract Documents waits for that as long as its Maximum Wait allows.',
		true,
	),
	NO_PAGES_FOUND: errorText(
		'The files hold no pages',
		`Check that the files open and are not empty, then run again. ${CHANGED_FILE}`,
	),
	VALIDATION_FAILED: errorText(
		'The service refused the files',
		`Check the number, sizes and types of the files: PDF up to ${PDF_LIMIT}, JPG and PNG up to ${IMAGE_LIMIT}.`,
	),
	PROMPT_REJECTED: errorText(
		'The prompt does not describe data to extract',
		'Say in the prompt which data to take from the documents, then run again.',
	),
	PROMPT_UNCLEAR: errorText(
		'The prompt is unclear',
		'Say more exactly which data to take from the documents, then run again.',
	),
	FILE_SIZE_LIMIT_EXCEEDED: errorText(
		'A file grew over the size limit while it was processed',
		`Split or compress the file, then run again. ${CHANGED_FILE}`,
	),
	PROCESSING_FILE_SIZE_LIMIT_EXCEEDED: errorText(
		'Part of a PDF grew too large while it was processed',
		`Split the PDF or lower the resolution of its images, then run again. ${CHANGED_FILE}`,
	),
	SUBMISSION_STALLED: errorText(
		'The service never started the extraction',
		'Run again: no page was processed.',
		true,
	),

	...LOCAL_TEXTS,
	...LINK_TEXTS,
};
