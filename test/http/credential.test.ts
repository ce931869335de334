import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { json, page, refusal, type Answer } from '../support/http/answers';
import { API, WELL } from '../support/http/service';
import { HttpFixture } from '../support/fixtures/HttpFixture';
import { CREDENTIAL_TYPE } from '../support/names';

let http: HttpFixture;
afterEach(async () => await http.close());

describe('the test of the credential', () => {
	beforeEach(async () => {
		http = await HttpFixture.open();
	});

	const test = async (data: ICredentialDataDecryptedObject) =>
		await http.engine.testCredential(CREDENTIAL_TYPE, { baseUrl: `${API}/v1`, apiKey: http.apiKey, ...data });

	it.each([`${API}/v1`, ` ${API}/v1/ `])('asks for the balance at %j with the key', async (baseUrl) => {
		http.plan('balance', WELL.balance);
		expect(await test({ baseUrl })).toMatchObject({ ok: true });
		expect(http.sent.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
			['GET', `${API}/v1/credits/balance`, `Bearer ${http.apiKey}`],
		]);
	});

	it('fails for a wrong key', async () => {
		// n8n tries a second time, for credentials that renew themselves.
		http.plan('balance', refusal(401, 'UNAUTHENTICATED'), refusal(401, 'UNAUTHENTICATED'));
		expect(await test({})).toMatchObject({ ok: false, status: 401 });
	});

	it.each([
		['a web page', page(200)],
		['no body', { status: 200, body: '', headers: {} }],
		['other JSON', json({ hello: 'world' })],
		['an error that calls itself a success', refusal(200, 'UNAUTHENTICATED')],
	] satisfies Array<[string, Answer]>)('fails where %s answers', async (_what, answer) => {
		http.plan('balance', answer);
		const { ok, message } = await test({});
		expect(ok).toBe(false);
		expect(message).toMatch(/^Something other than the API answered: the Base URL must be/);
	});

	it('passes for a balance of nothing', async () => {
		http.plan('balance', json({ success: true, credits_balance: 0, credits_reserved: 0 }));
		expect(await test({})).toMatchObject({ ok: true });
	});

	it.each([
		'http://api.example.com/v1',
		'http://127.0.0.1.example.com/v1',
		'http://api.example.com#.localhost/v1',
		'http://api.example.com?.localhost/v1',
		'http://api.example.com\\.localhost/v1',
		'http://me@api.example.com/v1',
		'http://localhost:1@api.example.com/v1',
		'ftp://api.example.com/v1',
	])('sends nothing to %s', async (baseUrl) => {
		expect((await test({ baseUrl })).ok).toBe(false);
		expect(http.unplanned.filter((request) => !request.includes('plain-http-is-refused.invalid'))).toEqual(
			[],
		);
		expect(http.sent).toEqual([]);
	});
});

describe('the node', () => {
	it.each([
		[{ baseUrl: 'http://api.example.com/v1' }, /^The Base URL uses plain http/],
		[{ baseUrl: 'https://api.example.com' }, /^The Base URL does not end in \/v1/],
		[{ baseUrl: 'nonsense' }, /^The Base URL is no web address/],
		[{ apiKey: ' ' }, /^The API Key is empty or holds characters that no key has/],
		[{ apiKey: 'pasted\u200b-key' }, /^The API Key is empty or holds characters that no key has/],
	])('sends nothing with the credential %j', async (credential, message) => {
		http = await HttpFixture.open(credential);
		const run = await http.extract();
		expect(run.error?.message).toMatch(message);
		expect(run.error?.description).toMatch(/^Open the credential/);
		expect(http.sent).toEqual([]);
		expect(http.unplanned).toEqual([]);
	});

	it('forgives a slash after the Base URL and spaces around the key', async () => {
		http = await HttpFixture.open({ baseUrl: `${API}/v1/`, apiKey: '\tthe-key \n' });
		http.plan('balance', WELL.balance);
		expect((await http.getBalance()).error).toBeUndefined();
		expect(http.sent[0]?.url).toBe(`${API}/v1/credits/balance`);
		expect(http.sent[0]?.headers.authorization).toBe('Bearer the-key');
	});
});
