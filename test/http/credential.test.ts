import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { DocumentDataExtractionApi } from '../../credentials/DocumentDataExtractionApi.credentials';
import { json, page, redirect, refusal, type Answer } from '../support/http/answers';
import { API, WELL } from '../support/http/service';
import { HttpFixture } from '../support/fixtures/HttpFixture';
import { CREDENTIAL_TYPE } from '../support/names';

const HOST = new URL(API).host;

const UNREACHED = 'The service could not be reached';

const CHECK_NETWORK =
	'Check the Base URL of the credential and the network of this n8n. Then run again. (CONNECTION_FAILED)';

const COPY_IT = 'Copy it from the dashboard. It looks like https://api.example.com/v1.';

/** The header that the credential gives to the requests of other nodes, such as HTTP Request. */
async function authorizationOf(apiKey: string): Promise<unknown> {
	const { headers } = await new DocumentDataExtractionApi().authenticate({ apiKey }, { url: API });
	return headers?.Authorization;
}

let http: HttpFixture;
afterEach(async () => await http.close());

describe('the test of the credential', () => {
	beforeEach(async () => {
		http = await HttpFixture.open();
	});

	const test = async (data: ICredentialDataDecryptedObject) =>
		await http.engine.testCredential(CREDENTIAL_TYPE, { baseUrl: `${API}/v1`, apiKey: http.apiKey, ...data });

	it.each([`${API}/v1`, ` ${API}/v1/ `, `"${API}/v1"`, `${API}/v1/extractions?limit=1`])(
		'asks for the balance at %j with the key',
		async (baseUrl) => {
			http.plan('balance', WELL.balance);
			expect(await test({ baseUrl })).toMatchObject({ ok: true });
			expect(http.sent.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
				['GET', `${API}/v1/credits/balance`, `Bearer ${http.apiKey}`],
			]);
		},
	);

	it.each([['"KEY"'], ['Bearer KEY'], ['bearer  KEY\n'], ['“Bearer KEY”'], ["Bearer 'KEY'"], [' KEY ']])(
		'takes the key out of %j, in requests of other nodes too',
		async (pasted) => {
			const apiKey = pasted.replace('KEY', http.apiKey);
			http.plan('balance', WELL.balance);
			expect(await test({ apiKey })).toMatchObject({ ok: true });
			expect(http.sent[0]?.headers.authorization).toBe(`Bearer ${http.apiKey}`);
			expect(await authorizationOf(apiKey)).toBe(`Bearer ${http.apiKey}`);
		},
	);

	it.each(['UNAUTHENTICATED', 'API_KEY_EXPIRED', 'API_KEY_REVOKED'])('fails for a key: %s', async (code) => {
		http.plan('balance', refusal(401, code));
		expect(await test({})).toEqual({
			ok: false,
			message: 'The API Key is wrong, expired or revoked. Create a new one in the dashboard.',
		});
	});

	it.each([
		['a web page', page(200), 'This URL does not open the service.'],
		['a web page that is not found', page(404), 'This URL does not open the service.'],
		['a page that asks for a sign-in', page(401), 'This URL does not open the service.'],
		['a redirect', redirect(302, 'https://example.com/sign-in'), 'This URL does not open the service.'],
		['no body', { status: 200, body: '', headers: {} }, 'This URL does not open the service.'],
		['other JSON', json({ hello: 'world' }), 'This URL does not open the service.'],
		['an unknown path', refusal(404, 'NOT_FOUND'), 'This URL does not open the service.'],
	] satisfies Array<[string, Answer, string]>)('fails if %s answers', async (_what, answer, message) => {
		http.plan('balance', answer);
		expect(await test({})).toEqual({
			ok: false,
			message: `${message} Copy the Base URL from the dashboard. It ends in /v1.`,
		});
	});

	it.each([
		['ECONNREFUSED', `${UNREACHED}: nothing responds at ${HOST} (ECONNREFUSED). ${CHECK_NETWORK}`],
		['ENOTFOUND', `${UNREACHED}: nothing responds at ${HOST} (ENOTFOUND). ${CHECK_NETWORK}`],
		['ECONNRESET', `${UNREACHED}: ECONNRESET at ${HOST}. ${CHECK_NETWORK}`],
		[
			'ETIMEDOUT',
			`The service did not respond in time: ETIMEDOUT at ${HOST}. Run again. If it happens every time, check the network of this n8n. (TIMEOUT)`,
		],
		[
			'CERT_HAS_EXPIRED',
			`${UNREACHED}: the certificate is not valid at ${HOST} (CERT_HAS_EXPIRED). ${CHECK_NETWORK}`,
		],
	])('fails without a response: %s', async (brokenBy, message) => {
		http.plan('balance', { brokenBy });
		expect(await test({})).toEqual({ ok: false, message });
	});

	it.each([
		[refusal(503, 'INTERNAL_ERROR'), /^The service had an internal error/],
		[refusal(429, 'RATE_LIMITED'), /^Too many requests/],
		[refusal(200, 'UNAUTHENTICATED'), /API key/],
	])('passes on what else the service says', async (answer, message) => {
		http.plan('balance', answer);
		const tested = await test({});
		expect(tested).toEqual({ ok: false, message: expect.stringMatching(message) });
		expect(tested.message).not.toContain(http.apiKey);
	});

	it('passes for a balance of nothing', async () => {
		http.plan('balance', json({ success: true, credits_balance: 0, credits_reserved: 0 }));
		expect(await test({})).toMatchObject({ ok: true });
	});

	it.each([
		[
			'http://api.example.com/v1',
			'The Base URL uses http, which sends the API key unprotected. Use https, or turn on Allow Insecure HTTP.',
		],
		['http://127.0.0.1:4010', `The Base URL must end in /v1. ${COPY_IT}`],
		['127.0.0.1:4010/v1', `The Base URL must start with https://. ${COPY_IT}`],
		['api.example.com/v1', `The Base URL must start with https://. ${COPY_IT}`],
		['ftp://api.example.com/v1', `The Base URL must start with https://. ${COPY_IT}`],
		['my account', `The Base URL must start with https://. ${COPY_IT}`],
		['http://127.0.0.1.example.com/v1', /^The Base URL uses http/],
		['http://api.example.com#.localhost/v1', /^The Base URL must end in/],
		['http://api.example.com?.localhost/v1', /^The Base URL must end in/],
		['http://api.example.com\\.localhost/v1', /^The Base URL uses http/],
		['http://me@api.example.com/v1', /^The Base URL contains a user name/],
		['http://localhost:1@api.example.com/v1', /^The Base URL contains a user name/],
	])('sends nothing to %s', async (baseUrl, message) => {
		const tested = await test({ baseUrl });
		expect(tested.ok).toBe(false);
		expect(tested.message).toMatch(message);
		expect(http.unplanned).toEqual([]);
		expect(http.sent).toEqual([]);
	});

	it('says all that is wrong at once', async () => {
		expect(await test({ baseUrl: '', apiKey: ' ' })).toEqual({
			ok: false,
			message: `The Base URL is empty. ${COPY_IT} The API Key is empty. Copy it again from the dashboard, without spaces or line breaks.`,
		});
	});
});

describe('the node', () => {
	it.each([
		[{ baseUrl: 'http://api.example.com/v1' }, /^The Base URL uses http,/],
		[{ baseUrl: 'https://api.example.com' }, /^The Base URL must end in \/v1/],
		[{ baseUrl: 'nonsense' }, /^The Base URL must start with https/],
		[{ apiKey: ' ' }, /^The API Key is empty/],
		[{ apiKey: 'Bearer ' }, /^The API Key is empty/],
		[{ apiKey: 'pasted\u200b-key' }, /^The API Key contains characters that no API key has/],
	])('sends nothing with the credential %j', async (credential, message) => {
		http = await HttpFixture.open(credential);
		const run = await http.extract();
		expect(run.error?.message).toMatch(message);
		expect(run.error?.description).toMatch(/^Open the credential/);
		expect(http.sent).toEqual([]);
		expect(http.unplanned).toEqual([]);
	});

	it('forgives a slash after the Base URL, and what is pasted along with the key', async () => {
		http = await HttpFixture.open({ baseUrl: `${API}/v1/`, apiKey: '\t"Bearer the-key" \n' });
		http.plan('balance', WELL.balance);
		expect((await http.getBalance()).error).toBeUndefined();
		expect(http.sent[0]?.url).toBe(`${API}/v1/credits/balance`);
		expect(http.sent[0]?.headers.authorization).toBe('Bearer the-key');
	});
});
