/** The contract's codes: HTTP status and whether trying again can help. */
const CODES: Record<string, [status: number, retryable: boolean]> = {
	UNAUTHENTICATED: [401, false],
	NOT_FOUND: [404, false],
	RATE_LIMITED: [429, true],
	INTERNAL_ERROR: [500, true],
	INVALID_INPUT: [400, false],
	EXTRACTION_NOT_FOUND: [404, false],
	DUPLICATE_FILE_NAME: [400, false],
	DUPLICATE_FILE_ID: [400, false],
	INSUFFICIENT_CREDITS: [402, false],
	SESSION_ALREADY_INITIALIZED: [409, false],
	FILE_NOT_FOUND: [404, false],
	FILE_NOT_UPLOADABLE: [409, false],
	FILE_ABORTED: [409, false],
	INVALID_COMPLETION_PARTS: [400, false],
	OBJECT_SIZE_MISMATCH: [422, false],
	UPLOAD_ID_NOT_FOUND: [409, false],
	UPLOAD_COMPLETE_FAILED: [502, true],
	SUBMISSIONS_PAUSED: [503, true],
	SUBMISSION_ID_ALREADY_USED: [409, false],
	EXTRACTION_IN_PROGRESS: [409, false],
	EXTRACTION_NOT_CANCELLABLE: [409, false],
	OUTPUT_NOT_AVAILABLE: [404, false],
	OUTPUT_EXPIRED: [404, false],
};

/** Codes of failed extractions that may pass. */
export const RETRYABLE_FAILURES = ['CONCURRENT_TASK_LIMIT', 'SUBMISSION_STALLED', 'INTERNAL_ERROR'];

export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: unknown;
}

export class Refusal extends Error {
	constructor(
		readonly code: string,
		readonly details: unknown = null,
		readonly headers: Record<string, string> = {},
	) {
		super(code);
	}

	/** "Envelope: {success: false, error: {code, message, retryable, details: object or null}}". */
	answer(): Answer {
		const [status, retryable] = CODES[this.code] ?? [500, true];
		const { code, details } = this;
		const error = { code, message: `The service says ${code.toLowerCase()}`, retryable, details };
		return { status, headers: this.headers, body: { success: false, error } };
	}
}

/** "For INVALID_INPUT it is {issues: [{message, path}]}". */
export const invalid = (...issues: Array<{ message: string; path: Array<string | number> }>): Refusal =>
	new Refusal('INVALID_INPUT', { issues });
