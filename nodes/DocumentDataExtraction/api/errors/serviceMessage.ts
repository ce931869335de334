/** Codes whose own sentence says all that the message of the service says. */
const SAID_ALREADY: ReadonlySet<string> = new Set([
	'UNAUTHENTICATED',
	'API_KEY_EXPIRED',
	'API_KEY_REVOKED',
	'NOT_FOUND',
	'RATE_LIMITED',
	'FORBIDDEN',
	'EXTRACTION_NOT_FOUND',
	'DUPLICATE_FILE_NAME',
	'DUPLICATE_FILE_ID',
	'INSUFFICIENT_CREDITS',
	'SESSION_ALREADY_INITIALIZED',
	'SUBMISSION_ID_ALREADY_USED',
	'FILE_NOT_FOUND',
	'FILE_NOT_UPLOADABLE',
	'FILE_ABORTED',
	'UPLOAD_ID_NOT_FOUND',
	'SUBMISSIONS_PAUSED',
	'EXTRACTION_IN_PROGRESS',
	'EXTRACTION_NOT_CANCELLABLE',
	'OUTPUT_NOT_AVAILABLE',
	'OUTPUT_EXPIRED',
	'ENCRYPTED_FILE',
	'CONCURRENT_TASK_LIMIT',
	'NO_PAGES_FOUND',
	'SUBMISSION_STALLED',
]);

/** What the message of the service adds to the sentence of its code; '' if it would only say the same again. */
export const serviceMessage = (code: string, message: string): string =>
	SAID_ALREADY.has(code) ? '' : message;
