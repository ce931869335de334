import { describeFailure } from '../../../../nodes/DocumentDataExtraction/api/errors/describeFailure';
import { ERROR_TEXTS } from '../../../../nodes/DocumentDataExtraction/api/errors/errorTexts';
import { ServiceError } from '../../../../nodes/DocumentDataExtraction/api/errors/ServiceError';
import {
	withOthersStay,
	withSameId,
} from '../../../../nodes/DocumentDataExtraction/extraction/request/sameId';

const failed = (code: string, note?: string) =>
	new ServiceError({ code, message: '', retryable: false, note });
const noteAfter = (code: string, hasOwnId = true, note?: string): string | undefined =>
	(withSameId(failed(code, note), { hasOwnId }) as ServiceError).failure.note;

const PROMISE = /same Submission ID and files to continue where this run stopped\. Nothing is charged twice/;

describe('what a failure says of another run with the same Submission ID', () => {
	it.each([
		'CONNECTION_FAILED',
		'INSUFFICIENT_CREDITS',
		'WAIT_MAXIMUM_REACHED',
		'FILE_UNREADABLE',
		'EXTRACTION_UNKNOWN',
		'NEW_CODE',
	])('is that it goes on, after %s', (code) => expect(noteAfter(code)).toMatch(PROMISE));

	it.each([
		'ENCRYPTED_FILE',
		'FILE_PAGE_LIMIT_EXCEEDED',
		'NO_PAGES_FOUND',
		'OBJECT_SIZE_MISMATCH',
		'FILE_ABORTED',
		'UPLOAD_ID_NOT_FOUND',
		'SUBMISSION_ID_ALREADY_USED',
		'PAGES_FAILED',
	])('is nothing, after %s, which it would meet again', (code) => expect(noteAfter(code)).toBeUndefined());

	it.each(['EXTRACTION_CANCELLED', 'OUTPUT_EXPIRED'])('is what Extract Again does, after %s', (code) =>
		expect(noteAfter(code)).toBe(
			'With Extract Again, a run also finds what an earlier run of the same request extracted again, at no further cost.',
		),
	);

	it('names the files alone where the ID is made of them', () => {
		const id = { hasOwnId: true, isOfContents: true };
		expect((withSameId(failed('INSUFFICIENT_CREDITS'), id) as ServiceError).failure.note).toBe(
			'Run again with the same files to continue where this run stopped. Nothing is charged twice.',
		);
	});

	it('is how to find the earlier rows where other files came under it', () =>
		expect(noteAfter('SESSION_ALREADY_INITIALIZED')).toMatch(/Get Many lists the earlier extraction/));

	it('is nothing where the ID is made by the node', () =>
		expect(noteAfter('CONNECTION_FAILED', false)).toBeUndefined());

	it('another run with the same ID is mentioned once', () => {
		const said = 'A run with the same Submission ID "a" skips the failed extraction.';
		expect(noteAfter('PROMPT_UNCLEAR', true, said)).toBe(said);
	});
});

it('tells that the other files stay where one of them has to be changed', () => {
	expect(withOthersStay(failed('ENCRYPTED_FILE')).failure.note).toMatch(/^Send only the changed file/);
	expect(withOthersStay(failed('OBJECT_SIZE_MISMATCH')).failure.note).toBeUndefined();
	expect(withOthersStay(failed('UPLOAD_COMPLETE_FAILED')).failure.note).toBeUndefined();
});

describe('the next step where the ID is made of the files', () => {
	const stepAfter = (code: string): string => {
		const error = withSameId(failed(code), { hasOwnId: true, isOfContents: true }) as ServiceError;
		return describeFailure(error.failure).nextStep;
	};
	const NEW_ID = /new (Submission )?ID|new one|different Submission ID/;
	/** It is said only to those who give an ID. */
	const IF_GIVEN = 'needs a different Submission ID, if you set one';

	it.each(Object.keys(ERROR_TEXTS).filter((code) => NEW_ID.test(ERROR_TEXTS[code]!.nextStep)))(
		'is never a new one: %s',
		(code) => expect(stepAfter(code).replace(IF_GIVEN, '')).not.toMatch(NEW_ID),
	);

	it('is Extract Again, or an ID of the user', () => {
		expect(stepAfter('EXTRACTION_CANCELLED')).toMatch(/turn on the option Extract Again\..*no further cost/);
		expect(stepAfter('OUTPUT_EXPIRED')).toMatch(/turn on the option Extract Again\./);
		expect(stepAfter('UPLOAD_ID_NOT_FOUND')).toMatch(/set Prevent Duplicates By to My Own ID/);
	});
});
