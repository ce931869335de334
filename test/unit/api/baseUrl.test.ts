import { checkBaseUrl, isLoopback } from '../../../nodes/DocumentDataExtraction/api/baseUrl';

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
	])('takes %j as %s', (text, value) => expect(checkBaseUrl(text, false)).toEqual({ ok: true, value }));

	it.each(['', 'api.example.com/v1', 'nonsense', 'ftp://api.example.com/v1', 'file:///v1', 'https://'])(
		'knows that %j is no web address',
		(text) => expect(problemOf(text)).toBe('The Base URL is no web address'),
	);

	it.each([
		'https://api.example.com',
		'https://api.example.com/v2',
		'https://api.example.com/v1/extractions',
		'https://api.example.com/av1',
		'https://api.example.com/V1',
		'https://api.example.com/v1?key=x',
		'https://api.example.com/v1#top',
	])('misses the version at the end of %s', (text) =>
		expect(problemOf(text)).toBe('The Base URL does not end in /v1'),
	);

	it.each(['https://me:secret@api.example.com/v1', 'https://me@api.example.com/v1'])(
		'refuses a user name or password in it (%s)',
		(text) => expect(problemOf(text)).toBe('The Base URL holds a user name or password'),
	);

	it.each([
		'http://api.example.com/v1',
		'http://127.0.0.1.example.com/v1',
		'http://localhost.example.com/v1',
		'http://example.com#.localhost/v1',
		'http://10.0.0.1/v1',
	])('refuses plain http to another machine (%s)', (text) => {
		expect(problemOf(text)).toMatch(/plain http|does not end/);
		expect(checkBaseUrl(text, false).ok).toBe(false);
	});

	it('takes plain http to another machine where the credential allows it', () =>
		expect(problemOf('http://n8n.internal:8080/v1', true)).toBeUndefined());

	it('says how to mend each problem', () => {
		for (const text of [
			'',
			'https://a.example.com',
			'https://u:p@a.example.com/v1',
			'http://a.example.com/v1',
		]) {
			const check = checkBaseUrl(text, false);
			expect(check.ok ? '' : check.problems[0]?.nextStep).toMatch(/^Open the credential and .*\.$/);
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
