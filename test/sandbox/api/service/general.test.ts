import { fetch } from 'undici';
import {
	issuePaths,
	startSandboxFixture,
	type SandboxFixture,
} from '../../../support/fixtures/sandboxFixture';

const ID = '123e4567-e89b-42d3-a456-426614174000';
/** The thirteen endpoints of the contract. */
const ENDPOINTS: Array<[string, string]> = [
	['POST', '/uploads/sessions'],
	['POST', '/uploads/sessions/s/parts'],
	['POST', '/uploads/sessions/s/complete'],
	['POST', '/extractions'],
	['GET', '/extractions'],
	['GET', `/extractions/${ID}`],
	['DELETE', `/extractions/${ID}`],
	['GET', `/extractions/${ID}/results`],
	['GET', `/extractions/${ID}/details`],
	['GET', `/extractions/${ID}/output?format=csv`],
	['POST', `/extractions/${ID}/cancel`],
	['POST', `/extractions/${ID}/answers`],
	['GET', '/credits/balance'],
];

/** The general, upload, submission and other error codes of the contract: code, HTTP status, retryable. */
const ERRORS: Array<[string, number, boolean]> = [
	['UNAUTHENTICATED', 401, false],
	['API_KEY_EXPIRED', 401, false],
	['API_KEY_REVOKED', 401, false],
	['NOT_FOUND', 404, false],
	['RATE_LIMITED', 429, true],
	['INTERNAL_ERROR', 500, true],
	['INVALID_INPUT', 400, false],
	['FORBIDDEN', 403, false],
	['EXTRACTION_NOT_FOUND', 404, false],
	['DUPLICATE_FILE_NAME', 400, false],
	['DUPLICATE_FILE_ID', 400, false],
	['FILE_TOO_LARGE', 400, false],
	['TOTAL_UPLOAD_SIZE_LIMIT_EXCEEDED', 400, false],
	['INSUFFICIENT_CREDITS', 402, false],
	['SESSION_ALREADY_INITIALIZED', 409, false],
	['FILE_NOT_FOUND', 404, false],
	['FILE_NOT_UPLOADABLE', 409, false],
	['FILE_ABORTED', 409, false],
	['INVALID_COMPLETION_PARTS', 400, false],
	['OBJECT_SIZE_MISMATCH', 422, false],
	['UPLOAD_ID_NOT_FOUND', 409, false],
	['UPLOAD_COMPLETE_FAILED', 502, true],
	['SUBMISSIONS_PAUSED', 503, true],
	['EXTRACTION_IN_PROGRESS', 409, false],
	['EXTRACTION_NOT_CANCELLABLE', 409, false],
	['OUTPUT_NOT_AVAILABLE', 404, false],
	['OUTPUT_EXPIRED', 404, false],
];

describe('what every endpoint shares', () => {
	let sandbox: SandboxFixture;
	beforeAll(async () => (sandbox = await startSandboxFixture()));
	beforeEach(() => sandbox.control.clearRequests());
	afterAll(() => sandbox.server.close());

	test.each(ENDPOINTS)('%s %s needs a key that is valid', async (method, path) => {
		sandbox.control.addKey({ key: 'expired-key', state: 'expired' });
		sandbox.control.addKey({ key: 'revoked-key', state: 'revoked' });
		for (const [key, code] of [
			[null, 'UNAUTHENTICATED'],
			['wrong-key', 'UNAUTHENTICATED'],
			['expired-key', 'API_KEY_EXPIRED'],
			['revoked-key', 'API_KEY_REVOKED'],
		] as const) {
			const answer = await sandbox.as(key).send(method, path);
			expect(answer.status).toBe(401);
			expect(answer.body).toEqual({
				success: false,
				error: { code, message: expect.any(String), retryable: false, details: null },
			});
		}
	});

	test.each(['Basic abc', 'abc', 'Bearer', 'bearer abc'])(
		'the header "%s" is no credential',
		async (authorization) => {
			const response = await fetch(`${sandbox.server.baseUrl}/credits/balance`, {
				headers: { authorization },
			});
			expect(response.status).toBe(401);
		},
	);

	test.each(ERRORS)('%s is answered with %i, retryable %s', async (code, status, retryable) => {
		sandbox.control.addFault({ endpoint: 'GET /credits/balance', kind: 'error', code });
		const answer = await sandbox.client.get('/credits/balance');
		expect(answer.status).toBe(status);
		expect(answer.body).toMatchObject({ success: false, error: { code, retryable } });
		expect(answer.body.error).toHaveProperty('details');
	});

	test.each([
		['GET', '/nothing'],
		['GET', '/uploads/sessions'],
		['PUT', '/extractions'],
		['PATCH', `/extractions/${ID}`],
		['GET', '/credits/balance/'],
		['HEAD', '/credits/balance'],
	])('%s %s is no endpoint', async (method, path) => {
		const answer = await sandbox.client.send(method, path);
		expect(answer.status).toBe(404);
		if (method !== 'HEAD') expect(answer.body.error).toMatchObject({ code: 'NOT_FOUND', details: null });
	});

	test('outside /v1 there is no API', async () => {
		const response = await fetch(sandbox.server.baseUrl.replace('/v1', '/credits/balance'));
		expect(response.status).toBe(404);
		expect(await response.json()).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
	});

	test.each([
		['no JSON', '{"answers": [', 'application/json'],
		['another type of content', '<a/>', 'application/xml'],
		['no object', '[]', 'application/json'],
		['null', 'null', 'application/json'],
	])('a body that is %s is INVALID_INPUT', async (_what, body, contentType) => {
		const answer = await sandbox.client.send('POST', '/extractions', body, { 'content-type': contentType });
		expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_INPUT']);
		expect(answer.body.error.details.issues[0]).toEqual({
			message: expect.any(String),
			path: expect.any(Array),
		});
	});

	test('JSON with a charset is JSON', async () => {
		const headers = { 'content-type': 'application/json; charset=utf-8' };
		const answer = await sandbox.client.send('POST', '/extractions', '{}', headers);
		expect(issuePaths(answer)).toContain('submission_id');
	});

	test('X-SDK-Name may have 32 characters, and the log shows it', async () => {
		const named = (name: string) =>
			sandbox.client.send('GET', '/credits/balance', undefined, {
				'x-sdk-name': name,
				'x-sdk-version': '1.2.3',
			});
		expect((await named('x'.repeat(32))).status).toBe(200);
		const refused = await named('x'.repeat(33));
		expect(refused.status).toBe(400);
		expect(issuePaths(refused)).toEqual(['X-SDK-Name']);
		expect(sandbox.control.requests()[0]!.headers).toMatchObject({
			xSdkName: 'x'.repeat(32),
			xSdkVersion: '1.2.3',
		});
	});

	test('GET /credits/balance: the fields, and no parameters', async () => {
		sandbox.control.setCredits({ balance: 70, reserved: 4 });
		const answer = await sandbox.client.get('/credits/balance');
		expect(answer.body).toEqual({ success: true, credits_balance: 70, credits_reserved: 4 });
		expect(issuePaths(await sandbox.client.get('/credits/balance?scope=own'))).toEqual(['scope']);
	});
});
