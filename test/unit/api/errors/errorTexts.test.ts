import { ERROR_TEXTS, isRetryable } from '../../../../nodes/DocumentDataExtraction/api/errors/errorTexts';
import { LOCAL_CODES } from '../../../../nodes/DocumentDataExtraction/api/errors/ServiceError';
import { said } from '../../../../nodes/DocumentDataExtraction/shared/problems';
import { PROCESSING_FAILURES } from '../../../support/processingFailures';

// The tables of the contract ("Errors"), copied by hand: code and whether it is retryable.
const GENERAL: Array<[string, boolean]> = [
	['UNAUTHENTICATED', false],
	['API_KEY_EXPIRED', false],
	['API_KEY_REVOKED', false],
	['NOT_FOUND', false],
	['RATE_LIMITED', true],
	['INTERNAL_ERROR', true],
	['INVALID_INPUT', false],
	['FORBIDDEN', false],
	['EXTRACTION_NOT_FOUND', false],
];
const UPLOAD_AND_SUBMISSION: Array<[string, boolean]> = [
	['DUPLICATE_FILE_NAME', false],
	['DUPLICATE_FILE_ID', false],
	['FILE_TOO_LARGE', false],
	['TOTAL_UPLOAD_SIZE_LIMIT_EXCEEDED', false],
	['INSUFFICIENT_CREDITS', false],
	['SESSION_ALREADY_INITIALIZED', false],
	['FILE_NOT_FOUND', false],
	['FILE_NOT_UPLOADABLE', false],
	['FILE_ABORTED', false],
	['INVALID_COMPLETION_PARTS', false],
	['OBJECT_SIZE_MISMATCH', false],
	['UPLOAD_ID_NOT_FOUND', false],
	['UPLOAD_COMPLETE_FAILED', true],
	['SUBMISSIONS_PAUSED', true],
];
const OTHER_ENDPOINTS: Array<[string, boolean]> = [
	['EXTRACTION_IN_PROGRESS', false],
	['EXTRACTION_NOT_CANCELLABLE', false],
	['OUTPUT_NOT_AVAILABLE', false],
	['OUTPUT_EXPIRED', false],
];
/** Of the published service, newer than the contract. */
const NEWER: Array<[string, boolean]> = [['SUBMISSION_ID_ALREADY_USED', false]];
const ALL = [...GENERAL, ...UPLOAD_AND_SUBMISSION, ...OTHER_ENDPOINTS, ...PROCESSING_FAILURES, ...NEWER];

describe('the texts of the errors', () => {
	it.each(ALL)('says of %s what happened and what to do, and whether it may pass (%s)', (code, retryable) => {
		const text = ERROR_TEXTS[code];
		expect(text?.message).toMatch(/^[A-Z].*[^.]$/);
		expect(said(text?.nextStep)).toMatch(/^[A-Z].*\.$/);
		expect(isRetryable(code)).toBe(retryable);
	});

	it('has no code that neither the contract nor this package knows', () => {
		const known = [...ALL.map(([code]) => code), ...Object.values(LOCAL_CODES)];
		expect(Object.keys(ERROR_TEXTS).sort()).toEqual([...new Set(known)].sort());
	});

	it('promises nothing about charges that only the run can know', () => {
		for (const { nextStep } of Object.values(ERROR_TEXTS))
			expect(said(nextStep)).not.toMatch(
				/charged twice|with the same Submission ID|nothing (is|was) charged/i,
			);
	});

	it('gives every code a sentence of its own', () => {
		const sentences = Object.values(ERROR_TEXTS).map(({ message }) => message);
		expect(new Set(sentences).size).toBe(sentences.length);
	});
});
