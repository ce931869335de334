import { inMegabytes, LIMITS } from '../limits';
import {
	errorText,
	IF_SET,
	LOCAL_TEXTS,
	SENT_BEFORE,
	toCorrect,
	toRepeat,
	type ErrorText,
} from './localTexts';

const PDF_LIMIT = inMegabytes(LIMITS.pdfBytes);
const IMAGE_LIMIT = inMegabytes(LIMITS.imageBytes);
const KEYS = 'Keys are managed in the dashboard.';

const SENT_AGAIN = 'Run again to upload the file again.';

/** For a request that needs another ID, if the user set one. */
const NEW_ID = 'If you set a Submission ID or an Upload Session ID, use a new one.';

const IN_NEW_SESSION = `Run again to upload the file in a new session. ${NEW_ID}`;

/** For a request that was never sent, because other requests used up the minute's limit first. */
export const OUT_OF_TURN = errorText(
	'No request was free in time, because the triggers and executions with this API key need more requests than the service allows in a minute',
	'Poll less often, use fewer triggers with this API key, or run fewer executions at the same time.',
);

/** A sentence and a next step for every error code: those of the contract ("Errors"), and those of this package. */
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
		'The service does not know this URL',
		'Check the Base URL of the credential. It must be the API URL from the dashboard and end in /v1.',
	),
	RATE_LIMITED: toRepeat(
		'The service received too many requests in a minute',
		'Run again after a minute, or after the time in the message. To avoid this, run fewer executions with this API key at the same time.',
	),
	INTERNAL_ERROR: toRepeat('The service had an internal error', 'Run again in a few minutes.'),
	INVALID_INPUT: toCorrect(
		'The service refused the request as invalid',
		'Correct the parameters named in the message',
	),
	FORBIDDEN: errorText(
		'Only team admins can use the extractions of the team',
		'Set the option Owner to Me if it is set to My Team, or use the API key of a team admin.',
	),
	EXTRACTION_NOT_FOUND: errorText(
		'The extraction was not found',
		'Check the extraction ID. The extraction may be deleted, or it may belong to a teammate. Team admins find it where the option Owner is set to My Team (Admins Only).',
	),
	DUPLICATE_FILE_NAME: errorText(
		'Two files have the same name',
		'Give every file of the upload session a different name.',
	),
	DUPLICATE_FILE_ID: errorText(
		'Two files have the same file ID',
		'Give every file of the upload session a different file ID.',
	),
	FILE_TOO_LARGE: toCorrect(
		'A file is too large',
		`A PDF may have up to ${PDF_LIMIT}, an image up to ${IMAGE_LIMIT}. Split or compress the file`,
	),
	TOTAL_UPLOAD_SIZE_LIMIT_EXCEEDED: errorText(
		'The files exceed the total size limit',
		`One upload session takes up to ${inMegabytes(LIMITS.sessionBytes)}. Use several sessions, or send fewer files at once.`,
	),
	INSUFFICIENT_CREDITS: toCorrect('Not enough credits', 'Add credits in the dashboard'),
	SESSION_ALREADY_INITIALIZED: errorText(
		'The Submission ID or Upload Session ID was already used with other files',
		`Use a new ID for other files${IF_SET}. To collect the rows of the earlier run, send exactly the same files.`,
	),
	SUBMISSION_ID_ALREADY_USED: errorText(
		'This Submission ID was already used for another request',
		'Use a new ID for another request. Get shows how the earlier extraction ended. If it is completed, Get Rows with its ID outputs its rows at no cost.',
	),
	FILE_NOT_FOUND: errorText(
		'The file is not registered in the upload session',
		'Check the File ID and the Upload Session ID. Only files that were named when the session was created can be uploaded.',
	),
	FILE_NOT_UPLOADABLE: toRepeat(
		'The file is already completed or aborted, so it takes no more parts',
		IN_NEW_SESSION,
	),
	FILE_ABORTED: toRepeat('The service aborted the upload of this file', IN_NEW_SESSION),
	INVALID_COMPLETION_PARTS: toRepeat('The parts do not cover the whole file', SENT_AGAIN),
	OBJECT_SIZE_MISMATCH: toRepeat('The uploaded bytes differ from the registered file size', SENT_AGAIN),
	UPLOAD_ID_NOT_FOUND: toRepeat('The upload session is no longer available', `Run again. ${NEW_ID}`),
	UPLOAD_COMPLETE_FAILED: toRepeat(
		'The service could not finish the upload of this file',
		`Run again. ${SENT_BEFORE}`,
	),
	SUBMISSIONS_PAUSED: toRepeat(
		'The service is being updated and accepts no submissions right now',
		`Run again in a few minutes. ${SENT_BEFORE}`,
	),
	EXTRACTION_IN_PROGRESS: errorText(
		'The extraction has not ended, so it cannot be deleted',
		'Wait until it has ended, or stop it with Cancel and its option Wait Until Stopped, then delete it. If it asks questions, it goes on when they are answered.',
	),
	EXTRACTION_NOT_CANCELLABLE: errorText(
		'The extraction has already ended, so it cannot be cancelled',
		'Get shows how it ended. You can read or delete a completed extraction.',
	),
	OUTPUT_NOT_AVAILABLE: {
		...errorText(
			'This output is not available',
			'Only a completed extraction has rows and files. Get Status shows whether it is completed, and Wait waits until it is. Get lists the formats that you can download under available_outputs.',
		),
		// Where more is known of the extraction, there is one thing to do with it.
		remedy: '',
	},
	OUTPUT_EXPIRED: errorText(
		'The rows and files have expired, because the service keeps them for 90 days',
		`Extract the original documents again in a new execution, at new cost, with a new Submission ID${IF_SET}.`,
	),
	FILE_PAGE_LIMIT_EXCEEDED: toCorrect('A file has too many pages', 'Split the file into smaller ones'),
	ENCRYPTED_FILE: toCorrect('A file is protected with a password', 'Remove the password from the file'),
	CONCURRENT_TASK_LIMIT: toRepeat(
		'Too many extractions run at the same time',
		'Run again when others have finished.',
	),
	NO_PAGES_FOUND: toCorrect('The files contain no pages', 'Check that the files open and are not empty'),
	VALIDATION_FAILED: errorText(
		'The service refused the files',
		`Check the number, sizes and types of the files: PDF up to ${PDF_LIMIT}, JPG and PNG up to ${IMAGE_LIMIT}.`,
	),
	PROMPT_REJECTED: toCorrect(
		'The prompt does not describe data to extract',
		'Describe in the prompt which data to extract from the documents',
	),
	PROMPT_UNCLEAR: toCorrect('The prompt is unclear', 'Describe the data to extract more precisely'),
	FILE_SIZE_LIMIT_EXCEEDED: toCorrect(
		'A file exceeded the size limit while it was processed',
		'Split or compress the file',
	),
	PROCESSING_FILE_SIZE_LIMIT_EXCEEDED: toCorrect(
		'Part of a PDF exceeded the size limit while it was processed',
		'Split the PDF or lower the resolution of its images',
	),
	SUBMISSION_STALLED: toRepeat(
		'The service never started the extraction',
		'Run again. No page was processed.',
	),

	...LOCAL_TEXTS,
};

const RETRYABLE = new Set([
	'CONCURRENT_TASK_LIMIT',
	'INTERNAL_ERROR',
	'RATE_LIMITED',
	'SUBMISSION_STALLED',
	'SUBMISSIONS_PAUSED',
	'UPLOAD_COMPLETE_FAILED',
]);

/** Whether a retry can help after a code of the contract, if the service does not say so itself; undefined for another code. */
export const isRetryable = (code: string): boolean | undefined =>
	Object.hasOwn(ERROR_TEXTS, code) ? RETRYABLE.has(code) : undefined;
