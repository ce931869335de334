import { inMegabytes, LIMITS } from '../limits';
import type { Step } from '../../shared/problems';
import {
	atNewCost,
	CHECK_BASE_URL,
	errorText,
	LOCAL_TEXTS,
	newId,
	toCorrect,
	toRepeat,
	type ErrorText,
} from './localTexts';

const PDF_LIMIT = inMegabytes(LIMITS.pdfBytes);
const IMAGE_LIMIT = inMegabytes(LIMITS.imageBytes);
const KEYS = 'Keys are managed in the dashboard.';
const NEW_KEY = `Create a new API key and enter it in the credential. ${KEYS}`;

const SENT_AGAIN = 'Run again to upload the file again.';

/** Under an ID that is made of the files, the next run makes the next session by itself, up to a limit. */
const inNewSession: Step = (how) =>
	`Run again to upload the file in a new session${how.idFrom === 'files' ? '. If it fails again,' : ', and'} ${newId(how)}.`;

/** The ID that is made of the files changes with them. Under any other, the service keeps the file as it was. */
const forChangedFile: Step = (how) => (how.idFrom === 'files' ? '' : `For a changed file, ${newId(how)}.`);

/** The text of a failure that only a changed file corrects. */
const toChange = (message: string, remedy: string): ErrorText => ({
	...toCorrect(message, remedy),
	last: forChangedFile,
	endsSame: true,
});

/** The text of a failure that another prompt or option corrects. With it, all files are asked for in another way. */
const toAskOtherwise = (message: string, remedy: string): ErrorText => ({
	...toCorrect(message, remedy),
	changesAll: true,
});

/** A sentence and a next step for every error code of the contract ("Errors"). */
const SERVICE_TEXTS: Readonly<Record<string, ErrorText>> = {
	UNAUTHENTICATED: errorText(
		'The API key is missing or wrong',
		`Open the credential and enter a valid API Key. ${KEYS}`,
	),
	API_KEY_EXPIRED: errorText('The API key has expired', NEW_KEY),
	API_KEY_REVOKED: errorText('The API key was revoked', NEW_KEY),
	NOT_FOUND: errorText('The service does not know this URL', CHECK_BASE_URL),
	RATE_LIMITED: toRepeat(
		'Too many requests in a minute with this API key',
		'Run again after a minute, or after the time in the message.',
		'To avoid this, poll less often, use fewer triggers with this API key, or run fewer executions at the same time.',
	),
	INTERNAL_ERROR: toRepeat('The service had an internal error', 'Run again in a few minutes.'),
	INVALID_INPUT: toAskOtherwise(
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
		{ endsSame: true },
	),
	DUPLICATE_FILE_ID: errorText(
		'Two files have the same file ID',
		'Give every file of the upload session a different file ID.',
		{ endsSame: true },
	),
	FILE_TOO_LARGE: toChange(
		'A file is too large',
		`A PDF may have up to ${PDF_LIMIT}, an image up to ${IMAGE_LIMIT}. Split or compress the file`,
	),
	TOTAL_UPLOAD_SIZE_LIMIT_EXCEEDED: errorText(
		'The files exceed the total size limit',
		`One upload session takes up to ${inMegabytes(LIMITS.sessionBytes)}. Use several sessions, or send fewer files at once.`,
		{ endsSame: true },
	),
	INSUFFICIENT_CREDITS: toCorrect('Not enough credits', 'Add credits in the dashboard'),
	SESSION_ALREADY_INITIALIZED: errorText(
		'The Submission ID or Upload Session ID was already used with other files',
		(how) =>
			`Get Many lists the earlier extraction, and Get Rows with its ID collects its rows at no cost. To send these files, at new cost, ${newId(how)}.`,
		{ endsSame: true, saysAll: true },
	),
	SUBMISSION_ID_ALREADY_USED: errorText(
		'This Submission ID was already used for another request',
		(how) =>
			`If the earlier extraction is completed, Get Rows with its ID outputs its rows at no cost. To send this request, at new cost, ${newId(how)}.`,
		{ endsSame: true, saysAll: true },
	),
	FILE_NOT_FOUND: errorText(
		'The file is not registered in the upload session',
		'Check the File ID and the Upload Session ID. Only files that were named when the session was created can be uploaded.',
		{ endsSame: true },
	),
	FILE_NOT_UPLOADABLE: toRepeat(
		'The file is already completed or aborted, so it takes no more parts',
		inNewSession,
	),
	FILE_ABORTED: { ...toRepeat('The service aborted the upload of this file', inNewSession), endsSame: true },
	INVALID_COMPLETION_PARTS: toRepeat('The parts do not cover the whole file', SENT_AGAIN),
	// It may be the file that has changed, or only its upload.
	OBJECT_SIZE_MISMATCH: {
		...toRepeat('The uploaded bytes differ from the registered file size', SENT_AGAIN, forChangedFile),
		endsSame: true,
	},
	UPLOAD_ID_NOT_FOUND: {
		...toRepeat('The upload session is no longer available', inNewSession),
		endsSame: true,
	},
	UPLOAD_COMPLETE_FAILED: toRepeat('The service could not finish the upload of this file', 'Run again.'),
	SUBMISSIONS_PAUSED: toRepeat(
		'The service is being updated and accepts no submissions right now',
		'Run again in a few minutes.',
	),
	EXTRACTION_IN_PROGRESS: errorText(
		'The extraction has not ended, so it cannot be deleted',
		'Wait until it has ended, or stop it with Cancel and its option Wait Until Stopped, then delete it. If it asks questions, it goes on when they are answered.',
	),
	EXTRACTION_NOT_CANCELLABLE: errorText(
		'The extraction has already ended, so it cannot be cancelled',
		'Get shows how it ended. You can read or delete a completed extraction.',
	),
	OUTPUT_NOT_AVAILABLE: errorText('This output is not available', '', {
		again:
			'Only a completed extraction has rows and files. Get Status shows whether it is completed, and Wait waits until it is. Get lists the formats that you can download under available_outputs.',
		endsSame: true,
	}),
	OUTPUT_EXPIRED: errorText(
		'The rows and files have expired, because the service keeps them for 90 days',
		atNewCost,
		{ endsSame: true, saysAll: true },
	),
	FILE_PAGE_LIMIT_EXCEEDED: toChange('A file has too many pages', 'Split the file into smaller ones'),
	ENCRYPTED_FILE: toChange('A file is protected with a password', 'Remove the password from the file'),
	CONCURRENT_TASK_LIMIT: toRepeat(
		'Too many extractions run at the same time',
		'Run again when others have finished.',
	),
	NO_PAGES_FOUND: toChange('The files contain no pages', 'Check that the files open and are not empty'),
	VALIDATION_FAILED: toChange(
		'The service refused the files',
		`Check the number, sizes and types of the files: PDF up to ${PDF_LIMIT}, JPG and PNG up to ${IMAGE_LIMIT}`,
	),
	PROMPT_REJECTED: toAskOtherwise(
		'The prompt does not describe data to extract',
		'Describe in the prompt which data to extract from the documents',
	),
	PROMPT_UNCLEAR: toAskOtherwise('The prompt is unclear', 'Describe the data to extract more precisely'),
	FILE_SIZE_LIMIT_EXCEEDED: toChange(
		'A file exceeded the size limit while it was processed',
		'Split or compress the file',
	),
	PROCESSING_FILE_SIZE_LIMIT_EXCEEDED: toChange(
		'Part of a PDF exceeded the size limit while it was processed',
		'Split the PDF or lower the resolution of its images',
	),
	SUBMISSION_STALLED: toRepeat(
		'The service never started the extraction',
		'Run again. No page was processed.',
	),
};

/** The texts of the contract's codes, and of those of this package. */
export const ERROR_TEXTS: Readonly<Record<string, ErrorText>> = { ...SERVICE_TEXTS, ...LOCAL_TEXTS };

/** Codes of the service whose words say more than the sentence here. */
const WITH_WORDS = new Set([
	'FILE_PAGE_LIMIT_EXCEEDED',
	'INTERNAL_ERROR',
	'INVALID_INPUT',
	'PROMPT_REJECTED',
	'PROMPT_UNCLEAR',
	'UPLOAD_COMPLETE_FAILED',
	'VALIDATION_FAILED',
]);

/** What the message of the service adds to the sentence of its code; '' if it would only say the same again. */
export const serviceMessage = (code: string, message: string): string =>
	Object.hasOwn(SERVICE_TEXTS, code) && !WITH_WORDS.has(code) ? '' : message;
