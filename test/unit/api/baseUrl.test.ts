import { checkBaseUrl, isLoopback } from '../../../nodes/DocumentDataExtraction/api/account';

const problemOf = (text: string, allowInsecureHttp = false): string | undefined => {
	const check = checkBaseUrl(text, allowInsecureHttp);
	return check.ok ? undefined : check.problems[0]?.text;
};

describe('the Base URL of the credential', () => {
	it.each([
		['https://api.example.com/v1', 'https://api.example.com/v1'],
		['  https://api.example.com/v1//  ', 'https://api.example.com/v1'],
		['https://API.example.com:8443/data/v1/', 'https://api.example.com:8443/data/v1'],
		['http://127.0.0.1:5000/v1', 'http://127.0.0.1:5000/v1'],
		['http://[::1]:5000/v1', 'http://[::1]:5000/v1'],
		['http://localhost/v1', 'http://localhost/v1'],
		['http://sandbox.localhost/v1', 'http://sandbox.localhost/v1'],
		['"https://api.example.com/v1"', 'https://api.example.com/v1'],
		['“https://api.example.com/v1/”\n', 'https://api.example.com/v1'],
		['\u200bhttps://api.example.com/v1\u200b', 'https://api.example.com/v1'],
		['https://api.example.com/v1/extractions', 'https://api.example.com/v1'],
		['https://api.example.com/v1/credits/balance?key=x#top', 'https://api.example.com/v1'],
		['https://api.example.com/v1/proxy/v1/extractions', 'https://api.example.com/v1/proxy/v1'],
	])('takes %j as %s', (text, value) => expect(checkBaseUrl(text, false)).toEqual({ ok: true, value }));

	it.each(['', ' ', '""'])('knows that %j is nothing', (text) =>
		expect(problemOf(text)).toBe('The Base URL is empty'),
	);

	it.each([
		'nonsense',
		'my account',
		'http',
		'https://',
		`https://api.example.com/${'x'.repeat(2_000)}/v1 `,
		'api.example.com/v1',
		'api.example.com:8443/v1',
		'127.0.0.1:4010/v1',
		'localhost:4010/v1',
		'ftp://api.example.com/v1',
		'file:///v1',
	])('does not guess how %j begins', (text) =>
		expect(problemOf(text)).toBe('The Base URL must start with https://'),
	);

	it.each([
		'https://api.example.com',
		'https://api.example.com/v2',
		'http://127.0.0.1:4010',
		'https://api.example.com/v1extractions',
		'https://api.example.com/av1',
		'https://api.example.com/V1',
		'https://api.example.com?/v1',
		'https://api.example.com#/v1',
	])('misses the version at the end of %s', (text) =>
		expect(problemOf(text)).toBe('The Base URL must end in /v1'),
	);

	it.each(['https://me:secret@api.example.com/v1', 'https://me@api.example.com/v1'])(
		'refuses a user name or password in it (%s)',
		(text) => expect(problemOf(text)).toBe('The Base URL contains a user name or password'),
	);

	it.each([
		'http://api.example.com/v1',
		'http://127.0.0.1.example.com/v1',
		'http://localhost.example.com/v1',
		'http://example.com#.localhost/v1',
		'http://10.0.0.1/v1',
	])('refuses plain http to another machine (%s)', (text) => {
		expect(problemOf(text)).toMatch(/uses http,|must end/);
		expect(checkBaseUrl(text, false).ok).toBe(false);
	});

	it('takes plain http to another machine where the credential allows it', () =>
		expect(problemOf('http://n8n.internal:8080/v1', true)).toBeUndefined());

	it('says how to correct each problem', () => {
		for (const text of [
			'',
			'https://a.example.com',
			'https://u:p@a.example.com/v1',
			'http://a.example.com/v1',
		]) {
			const check = checkBaseUrl(text, false);
			expect(check.ok ? '' : check.problems[0]?.nextStep).toMatch(
				/^(Copy it from the dashboard|Use https, or).*\.$/,
			);
		}
	});
});

it.each([
	['localhost', true],
	['127.0.0.1', true],
	['127.12.0.9', true],
	['[::1]', true],
	['a.localhost', true],
	['128.0.0.1', false],
	['notlocalhost', false],
	['127.0.0.1.example.com', false],
])('takes %s for this machine: %s', (host, expected) => expect(isLoopback(host)).toBe(expected));
