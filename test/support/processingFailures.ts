/** "Processing failures (`status: failed`)" of the contract, copied by hand: code and whether it is retryable. */
export const PROCESSING_FAILURES: Array<[code: string, retryable: boolean]> = [
	['INSUFFICIENT_CREDITS', false],
	['FILE_PAGE_LIMIT_EXCEEDED', false],
	['ENCRYPTED_FILE', false],
	['CONCURRENT_TASK_LIMIT', true],
	['NO_PAGES_FOUND', false],
	['VALIDATION_FAILED', false],
	['PROMPT_REJECTED', false],
	['PROMPT_UNCLEAR', false],
	['FILE_SIZE_LIMIT_EXCEEDED', false],
	['PROCESSING_FILE_SIZE_LIMIT_EXCEEDED', false],
	['SUBMISSION_STALLED', true],
	['INTERNAL_ERROR', true],
];
