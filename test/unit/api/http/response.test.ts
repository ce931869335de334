import { z } from 'zod';
import { readResponse, type HttpResponse } from '../../../../nodes/DocumentDataExtraction/api/http/response';

const NOW = Date.parse('2026-03-04T10:00:00Z');

const answer = (statusCode: number, body: unknown, headers: Record<string, unknown> = {}): HttpResponse => ({
	statusCode,
	headers,
	body,
});

const envelope = (code: string, more: Record<string, unknown> = {}): string =>
	JSON.stringify({
		success: false,
		error: { code, message: 'In words', retryable: false, details: null, ...more },
	});

const schema = z.object({ id: z.string() }).passthrough();

const refusalOf = (given: HttpResponse) => {
	const read = readResponse(given, schema, NOW);
	if (read.ok) throw new Error('It was taken');
	return read.failure;
};

describe('reading an answer', () => {
	it('gives the body with the fields that the schema does not know', () => {
		const body = { id: 'a', new_field: { deep: [1] } };
		expect(readResponse(answer(200, JSON.stringify(body)), schema, NOW)).toEqual({ ok: true, value: body });
		expect(readResponse(answer(202, body), schema, NOW)).toEqual({ ok: true, value: body });
	});

	it('says which promised fields are missing, and does not call it passing', () => {
		expect(refusalOf(answer(200, '{"id": 7}'))).toEqual({
			code: 'UNREADABLE_RESPONSE',
			message: 'The response does not have the documented form (id: Expected string, received number)',
			retryable: false,
			httpStatus: 200,
		});
		expect(refusalOf(answer(200, '[]')).code).toBe('UNREADABLE_RESPONSE');
	});

	it.each([['{"id": "a'], [''], ['"text"'], ['null']])('takes the body %j for one that was cut off', (body) =>
		expect(refusalOf(answer(200, body))).toMatchObject({ code: 'UNREADABLE_RESPONSE', retryable: true }),
	);

	it.each([302, 404, 409])('takes a refusal with HTTP %d that is cut off for one that may pass', (status) =>
		expect(refusalOf(answer(status, envelope('FILE_NOT_UPLOADABLE').slice(0, 40)))).toMatchObject({
			code: 'UNREADABLE_RESPONSE',
			retryable: true,
			httpStatus: status,
		}),
	);

	it.each([
		[200, '<!doctype html><p>Sign in</p>', 'HTTP 200 with a web page instead of JSON'],
		[403, '\n<html>Blocked</html>', 'HTTP 403 with a web page instead of JSON'],
		[300, '{}', 'HTTP 300 with an unknown body instead of JSON'],
		[302, '', 'HTTP 302 with an unknown body instead of JSON'],
		[404, '{"message": "no Route matched"}', 'HTTP 404: no Route matched'],
		[404, '{"error": "not found"}', 'HTTP 404: not found'],
		[
			422,
			'{"detail": [{"loc": ["a"], "msg": "x", "message": "field required"}]}',
			'HTTP 422: field required',
		],
		[400, '{"error": {"message": "Bad", "status": 1}}', 'HTTP 400: Bad'],
		[400, '{"errors": ["One", {"message": "Two"}]}', 'HTTP 400: One; Two'],
		[404, '{"hello": "world"}', 'HTTP 404 with an unknown body instead of JSON'],
	])('knows that HTTP %d with %j is not from the API', (status, body, message) =>
		expect(refusalOf(answer(status, body))).toMatchObject({
			code: 'NOT_THE_API',
			message,
			retryable: false,
			httpStatus: status,
		}),
	);

	it.each([408, 425, 500])('repeats what was said with HTTP %d, without signatures', (status) =>
		expect(
			refusalOf(answer(status, '{"message": "Lost https://s.example.com/a?X-Amz-Signature=s3cret"}')),
		).toMatchObject({
			code: 'CONNECTION_FAILED',
			message: `A proxy or gateway responded with HTTP ${status}: Lost https://s.example.com/a?…`,
			retryable: true,
		}),
	);

	it('takes an envelope with HTTP 200 for the error that it is', () =>
		expect(refusalOf(answer(200, envelope('INSUFFICIENT_CREDITS')))).toMatchObject({
			code: 'INSUFFICIENT_CREDITS',
			message: '',
			httpStatus: 200,
		}));

	it.each([
		['INVALID_INPUT', 'In words'],
		['SOMETHING_NEW', 'In words'],
		['EXTRACTION_NOT_FOUND', ''],
	])('keeps what the service says unless the sentence of the code already says it: %s', (code, message) =>
		expect(refusalOf(answer(400, envelope(code)))).toMatchObject({ code, message }),
	);

	it.each([
		['{"success": false, "error": "Nothing works"}', 'Nothing works'],
		['{"success": false, "message": "Nothing works", "id": "a"}', 'Nothing works'],
		['{"success": false, "id": "a"}', ''],
	])('takes %s with HTTP 200 for an error, and shows what it says', (body, message) =>
		expect(refusalOf(answer(200, body))).toMatchObject({ code: 'UNKNOWN_ERROR', message, retryable: false }),
	);

	it('takes a failed extraction for an answer', () => {
		const failed = { success: false, status: 'failed', extraction_id: 'e', id: 'a', error: { code: 'X' } };
		expect(readResponse(answer(200, failed), schema, NOW)).toEqual({ ok: true, value: failed });
	});

	it('needs no body where there is none to have', () =>
		expect(readResponse(answer(204, ''), z.object({}), NOW)).toEqual({ ok: true, value: {} }));

	it.each([408, 425, 500, 502, 503, 504])(
		'takes HTTP %d with a web page for a failure that may pass',
		(status) =>
			expect(refusalOf(answer(status, '<html>Bad Gateway</html>'))).toMatchObject({
				code: 'CONNECTION_FAILED',
				message: `A proxy or gateway responded with HTTP ${status}`,
				retryable: true,
			}),
	);

	it('takes HTTP 429 from anybody for a rate limit, with its Retry-After', () =>
		expect(refusalOf(answer(429, '<html>Slow down</html>', { 'retry-after': '7' }))).toMatchObject({
			code: 'RATE_LIMITED',
			retryable: true,
			retryAfterMs: 7000,
		}));
});

describe('reading an error envelope', () => {
	it('keeps code, message, details and status', () => {
		const details = { file_name: 'a.pdf', limit: 5 };
		expect(refusalOf(answer(400, envelope('SOMETHING_NEW', { details })))).toEqual({
			code: 'SOMETHING_NEW',
			message: 'In words',
			retryable: false,
			httpStatus: 400,
			details,
			retryAfterMs: undefined,
			extractionId: undefined,
		});
	});

	it('knows the extraction that the details name', () =>
		expect(
			refusalOf(answer(409, envelope('SUBMISSION_ID_ALREADY_USED', { details: { extraction_id: 'e1' } })))
				.extractionId,
		).toBe('e1'));

	it('appends the issues of an invalid input with their places', () => {
		const issues = [
			{ path: ['files', 0, 'file_name'], message: 'Wrong ending' },
			{ path: [], message: 'Too many' },
			{ message: 'Nowhere' },
			null,
			'text',
		];
		expect(refusalOf(answer(400, envelope('INVALID_INPUT', { details: { issues } }))).message).toBe(
			'In words (files 1 file_name: Wrong ending; Too many; Nowhere)',
		);
	});

	it('appends a single issue, and nothing where there is none', () => {
		const messageWith = (...issues: object[]) =>
			refusalOf(answer(400, envelope('INVALID_INPUT', { details: { issues } }))).message;
		expect(messageWith({ path: ['limit'], message: 'Too big' })).toBe('In words (limit: Too big)');
		expect(messageWith()).toBe('In words');
	});

	it('believes the service about a code that it does not know', () => {
		expect(refusalOf(answer(418, envelope('TEAPOT', { retryable: true }))).retryable).toBe(true);
		expect(refusalOf(answer(599, envelope('TEAPOT', { retryable: false }))).retryable).toBe(false);
	});

	it('judges by the status where the service does not say', () => {
		const unsaid = { retryable: undefined };
		expect(refusalOf(answer(503, envelope('TEAPOT', unsaid))).retryable).toBe(true);
		expect(refusalOf(answer(418, envelope('TEAPOT', unsaid))).retryable).toBe(false);
	});

	it.each([
		['message', null, { message: '' }],
		['message', 7, { message: '' }],
		['retryable', null, { retryable: false }],
		['retryable', 'no', { retryable: false }],
		['details', ['a'], { details: null }],
		['details', 'text', { details: null }],
	])('still knows the code where %s is %j', (field, value, expected) =>
		expect(refusalOf(answer(402, envelope('INSUFFICIENT_CREDITS', { [field]: value })))).toMatchObject({
			code: 'INSUFFICIENT_CREDITS',
			...expected,
		}),
	);
});

describe('how long the service asks to wait', () => {
	const asked = (details: Record<string, unknown> | null, headers: Record<string, unknown> = {}) =>
		refusalOf(answer(429, envelope('RATE_LIMITED', { details }), headers)).retryAfterMs;

	it.each([
		['the details', { retry_after_seconds: 12 }, {}, 12_000],
		['the header', null, { 'retry-after': '3' }, 3000],
		['the details before the header', { retry_after_seconds: 12 }, { 'retry-after': '3' }, 12_000],
		[
			'the header where the details make no sense',
			{ retry_after_seconds: 'soon' },
			{ 'retry-after': '3' },
			3000,
		],
		['no wait at all', { retry_after_seconds: 0 }, {}, 0],
		['a date in the header', null, { 'retry-after': 'Wed, 04 Mar 2026 10:00:30 GMT' }, 30_000],
		['the time of resumption', { resumes_at: '2026-03-04T10:00:40Z' }, {}, 40_000],
		['a time far away, which is advisory', { resumes_at: '2026-03-04T11:30:00Z' }, {}, 60_000],
		['a time that has almost come, a second later', { resumes_at: '2026-03-04T10:00:00.5Z' }, {}, 1000],
	])('takes it from %s', (_from, details, headers, ms) => expect(asked(details, headers)).toBe(ms));

	it.each([
		['nothing', null, {}],
		['an empty header', null, { 'retry-after': '' }],
		['a header of spaces', null, { 'retry-after': '  ' }],
		['a negative figure', { retry_after_seconds: -1 }, {}],
		['no date', { resumes_at: 'tomorrow' }, {}],
		['a time that has passed', { resumes_at: '2026-03-04T09:00:00Z' }, {}],
		['a figure for a date', { resumes_at: 5 }, {}],
	])('does not know it from %s', (_from, details, headers) =>
		expect(asked(details, headers)).toBeUndefined(),
	);
});
