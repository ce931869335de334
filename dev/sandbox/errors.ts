/** The contract's error table ("Errors"): HTTP status, retryable flag and a default sentence for every code. */
interface ErrorRule {
	status: number;
	retryable: boolean;
	message: string;
}

const rule = (status: number, retryable: boolean, message: string): ErrorRule => ({
	status,
	retryable,
	message,
});

export const REQUEST_ERRORS: Record<string, ErrorRule> = {
	UNAUTHENTICATED: rule(401, false, 'The API key is missing or invalid.'),
	API_KEY_EXPIRED: rule(401, false, 'The API key has expired.'),
	API_KEY_REVOKED: rule(401, false, 'The API key has been revoked.'),
	NOT_FOUND: rule(404, false, 'There is no such endpoint.'),
	RATE_LIMITED: rule(429, true, 'Too many requests. Try again later.'),
	INTERNAL_ERROR: rule(500, true, 'Something went wrong on our side. Try again shortly.'),
	INVALID_INPUT: rule(400, false, 'The request does not match the contract.'),
	FORBIDDEN: rule(403, false, 'Only a team admin may use scope=team.'),
	EXTRACTION_NOT_FOUND: rule(404, false, 'There is no such extraction.'),
	DUPLICATE_FILE_NAME: rule(400, false, 'A file name is used more than once.'),
	DUPLICATE_FILE_ID: rule(400, false, 'A file id is used more than once.'),
	FILE_TOO_LARGE: rule(400, false, 'A file is too large.'),
	TOTAL_UPLOAD_SIZE_LIMIT_EXCEEDED: rule(400, false, 'The files are larger than 2 GB together.'),
	INSUFFICIENT_CREDITS: rule(402, false, 'There are fewer available credits than needed.'),
	SESSION_ALREADY_INITIALIZED: rule(409, false, 'This upload session exists with different files.'),
	FILE_NOT_FOUND: rule(404, false, 'The file is not registered in this upload session.'),
	FILE_NOT_UPLOADABLE: rule(409, false, 'The file is already completed or was aborted.'),
	FILE_ABORTED: rule(409, false, 'The upload of this file was aborted.'),
	INVALID_COMPLETION_PARTS: rule(400, false, 'The parts do not cover the whole file with their ETags.'),
	OBJECT_SIZE_MISMATCH: rule(422, false, 'The uploaded bytes differ from the declared size.'),
	UPLOAD_ID_NOT_FOUND: rule(409, false, 'The upload session is no longer available.'),
	UPLOAD_COMPLETE_FAILED: rule(502, true, 'The upload could not be completed. Try again.'),
	// Not of the contract: see `newer.ts`.
	SUBMISSION_ID_ALREADY_USED: rule(409, false, 'This submission id was used for another request.'),
	SUBMISSIONS_PAUSED: rule(503, true, 'Submissions are paused for a deploy.'),
	EXTRACTION_IN_PROGRESS: rule(
		409,
		false,
		'The extraction is still in progress. Wait for it or cancel it first.',
	),
	EXTRACTION_NOT_CANCELLABLE: rule(409, false, 'The extraction has already ended.'),
	OUTPUT_NOT_AVAILABLE: rule(404, false, 'This output is not available.'),
	OUTPUT_EXPIRED: rule(404, false, 'The output has expired.'),
};

/** "Processing failures (`status: failed`)": whether a new submission can help, and a default sentence. */
export const PROCESSING_FAILURES: Record<string, { retryable: boolean; message: string }> = {
	INSUFFICIENT_CREDITS: { retryable: false, message: 'There are fewer available credits than pages.' },
	FILE_PAGE_LIMIT_EXCEEDED: { retryable: false, message: 'A file has too many pages.' },
	ENCRYPTED_FILE: { retryable: false, message: 'A file is encrypted.' },
	CONCURRENT_TASK_LIMIT: { retryable: true, message: 'Too many extractions are in progress.' },
	NO_PAGES_FOUND: { retryable: false, message: 'No pages were found.' },
	VALIDATION_FAILED: { retryable: false, message: 'The files did not pass validation.' },
	PROMPT_REJECTED: { retryable: false, message: 'The prompt does not describe data extraction.' },
	PROMPT_UNCLEAR: { retryable: false, message: 'The prompt is unclear.' },
	FILE_SIZE_LIMIT_EXCEEDED: { retryable: false, message: 'A file grew past the size limit.' },
	PROCESSING_FILE_SIZE_LIMIT_EXCEEDED: { retryable: false, message: 'Part of a PDF grew too large.' },
	SUBMISSION_STALLED: { retryable: true, message: 'The extraction was never picked up.' },
	INTERNAL_ERROR: { retryable: true, message: 'Something went wrong on our side.' },
};

/** One entry of an `INVALID_INPUT` error's `details.issues`. */
export interface Issue {
	message: string;
	path: Array<string | number>;
}

/** An error a request ends with; `toBody()` is the contract's envelope. */
export class ApiError extends Error {
	readonly status: number;
	readonly retryable: boolean;

	constructor(
		readonly code: string,
		readonly details: Record<string, unknown> | null = null,
		overrides: { message?: string; status?: number; retryable?: boolean } = {},
	) {
		const known = REQUEST_ERRORS[code];
		const status = overrides.status ?? known?.status ?? 500;
		super(overrides.message ?? known?.message ?? `Error ${code}.`);
		this.status = status;
		this.retryable = overrides.retryable ?? known?.retryable ?? status >= 500;
	}

	toBody() {
		const { code, message, retryable, details } = this;
		return { success: false, error: { code, message, retryable, details } };
	}
}

/** `INVALID_INPUT` with its issues. */
export const invalidInput = (...issues: Issue[]) => new ApiError('INVALID_INPUT', { issues });
