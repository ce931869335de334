import { ServiceError } from '../../../../nodes/DocumentDataExtraction/api/errors/ServiceError';
import { idUsedBy } from '../../../../nodes/DocumentDataExtraction/extraction/request/claim';
import { refusedFiles } from '../../../../nodes/DocumentDataExtraction/extraction/run/Session';

const refusal = (code: string, details?: Record<string, unknown>) =>
	new ServiceError({ code, message: '', retryable: false, details });
const issues = (...paths: unknown[]) =>
	refusal('INVALID_INPUT', { issues: paths.map((path) => ({ message: 'is wrong', path })) });

describe('why a submission was refused', () => {
	it.each([
		['files that are not completed', issues(['file_ids', 2], ['file_ids', 0]), false, [2, 0]],
		['files without their places', issues(['file_ids']), false, []],
		['a session that is none', issues(['upload_session_id']), true, []],
		['a session that is gone', refusal('UPLOAD_ID_NOT_FOUND'), true, []],
		['a file that is gone', refusal('FILE_NOT_FOUND'), true, []],
		['nothing that is told', refusal('INVALID_INPUT'), false, []],
		['no list', refusal('INVALID_INPUT', { issues: 'many' }), false, []],
		[
			'a code of a later version of the service',
			new ServiceError({ code: 'FILES_MISSING', message: '', retryable: false, httpStatus: 409 }),
			false,
			[],
		],
		['strange issues', refusal('INVALID_INPUT', { issues: [null, 'x', { path: 7 }] }), false, []],
	])('%s', (_what, error, sessionIsGone, places) =>
		expect(refusedFiles(error)).toEqual({ sessionIsGone, places }),
	);

	it.each([
		['a prompt', issues(['prompt'])],
		['an option', issues(['options', 'output_language'])],
		[
			'a failure of a later version of the service',
			new ServiceError({ code: 'MISLAID', message: '', retryable: false, httpStatus: 500 }),
		],
		['something else', refusal('FORBIDDEN', { issues: [{ path: ['file_ids', 0] }] })],
	])('is not about files: %s', (_what, error) => expect(refusedFiles(error)).toBeUndefined());

	it('names the extraction that has the ID, where it says so', () => {
		expect(idUsedBy(refusal('SUBMISSION_ID_ALREADY_USED', { extraction_id: 'x' }))).toBe('x');
		expect(idUsedBy(refusal('SUBMISSION_ID_ALREADY_USED', { extraction_id: 7 }))).toBeUndefined();
		expect(idUsedBy(refusal('INVALID_INPUT', { extraction_id: 'x' }))).toBeUndefined();
		expect(idUsedBy(new Error('x'))).toBeUndefined();
	});
});
