import { ERROR_TEXTS } from '../../../../nodes/DocumentDataExtraction/api/errors/errorTexts';
import type { ErrorText } from '../../../../nodes/DocumentDataExtraction/api/errors/localTexts';
import { LOCAL_CODES } from '../../../../nodes/DocumentDataExtraction/api/errors/ServiceError';
import { stepText } from '../../../../nodes/DocumentDataExtraction/shared/problems';
import { PROCESSING_FAILURES } from '../../../support/processingFailures';

// The tables of the contract ("Errors"), copied by hand.
const GENERAL: string[] = [
	'UNAUTHENTICATED',
	'API_KEY_EXPIRED',
	'API_KEY_REVOKED',
	'NOT_FOUND',
	'RATE_LIMITED',
	'INTERNAL_ERROR',
	'INVALID_INPUT',
	'FORBIDDEN',
	'EXTRACTION_NOT_FOUND',
];
const UPLOAD_AND_SUBMISSION: string[] = [
	'DUPLICATE_FILE_NAME',
	'DUPLICATE_FILE_ID',
	'FILE_TOO_LARGE',
	'TOTAL_UPLOAD_SIZE_LIMIT_EXCEEDED',
	'INSUFFICIENT_CREDITS',
	'SESSION_ALREADY_INITIALIZED',
	'FILE_NOT_FOUND',
	'FILE_NOT_UPLOADABLE',
	'FILE_ABORTED',
	'INVALID_COMPLETION_PARTS',
	'OBJECT_SIZE_MISMATCH',
	'UPLOAD_ID_NOT_FOUND',
	'UPLOAD_COMPLETE_FAILED',
	'SUBMISSIONS_PAUSED',
];
const OTHER_ENDPOINTS: string[] = [
	'EXTRACTION_IN_PROGRESS',
	'EXTRACTION_NOT_CANCELLABLE',
	'OUTPUT_NOT_AVAILABLE',
	'OUTPUT_EXPIRED',
];
/** Of the published service, newer than the contract. */
const NEWER: string[] = ['SUBMISSION_ID_ALREADY_USED'];
const ALL = [
	...GENERAL,
	...UPLOAD_AND_SUBMISSION,
	...OTHER_ENDPOINTS,
	...PROCESSING_FAILURES.map(([code]) => code),
	...NEWER,
];

const stepsOf = ({ first, again, last }: ErrorText): string[] =>
	[first, again, last].map((step) => stepText(step)).filter(Boolean);

describe('the texts of the errors', () => {
	it.each(ALL)('says of %s what happened and what to do', (code) => {
		const text = ERROR_TEXTS[code]!;
		expect(text.message).toMatch(/^[A-Z].*[^.]$/);
		expect(stepsOf(text)).not.toEqual([]);
		for (const step of stepsOf(text)) expect(step).toMatch(/^[A-Z].*\.$/);
	});

	it('has no code that neither the contract nor this package knows', () => {
		const known = [...ALL, ...Object.values(LOCAL_CODES)];
		expect(Object.keys(ERROR_TEXTS).sort()).toEqual([...new Set(known)].sort());
	});

	it('promises nothing about charges that only the run can know', () => {
		for (const text of Object.values(ERROR_TEXTS))
			expect(stepsOf(text).join(' ')).not.toMatch(
				/charged twice|with the same Submission ID|nothing (is|was) charged/i,
			);
	});

	it('gives every code a sentence of its own', () => {
		const sentences = Object.values(ERROR_TEXTS).map(({ message }) => message);
		expect(new Set(sentences).size).toBe(sentences.length);
	});
});
