import { outcomeError } from '../../../../nodes/DocumentDataExtraction/extraction/status/outcome';
import type { ExtractionStatus } from '../../../../nodes/DocumentDataExtraction/api/schemas/extractions';

const ID = '11111111-2222-4333-8444-555555555555';
const failureOf = (status: string, more: Partial<ExtractionStatus> = {}) =>
	outcomeError({ extraction_id: ID, status, ...more })?.failure;

describe('why an extraction has no rows', () => {
	it.each(['completed', 'input_required'])('has no reason when it is %s', (status) =>
		expect(failureOf(status)).toBeUndefined(),
	);

	it('is the error of the service when it failed', () => {
		const error = {
			code: 'VALIDATION_FAILED',
			message: 'Two files are one',
			retryable: false,
			details: { file_names: ['a.pdf'] },
		};
		expect(failureOf('failed', { error })).toEqual({ ...error, extractionId: ID, stage: 'failed' });
		expect(failureOf('failed', { error: { ...error, code: 'ENCRYPTED_FILE' } })).toMatchObject({
			code: 'ENCRYPTED_FILE',
			message: '',
		});
		expect(failureOf('failed', { error: null })).toEqual({
			code: 'INTERNAL_ERROR',
			message: '',
			retryable: false,
			extractionId: ID,
			stage: 'failed',
		});
	});

	it.each([
		['user', 'somebody cancelled it'],
		['unanswered', 'its questions were not answered in time'],
		['answers_rejected', 'the service refused three answers'],
		['budget', 'budget'],
		[undefined, ''],
	])('is its cancellation (%s)', (cancellation_reason, message) =>
		expect(failureOf('cancelled', { cancellation_reason })).toEqual({
			code: 'EXTRACTION_CANCELLED',
			message,
			retryable: false,
			extractionId: ID,
		}),
	);

	it.each([
		['processing', 40, 'its status is processing (40%)'],
		['processing', 0, 'its status is processing (0%)'],
		['archived', undefined, 'its status is archived'],
	])('is that it goes on (%s)', (status, progress, message) =>
		expect(failureOf(status, { progress })).toEqual({
			code: 'WAIT_MAXIMUM_REACHED',
			message,
			retryable: false,
			extractionId: ID,
			stage: 'processing',
		}),
	);
});
