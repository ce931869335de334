import { redirectTarget, shownAddress } from '../../../../nodes/DocumentDataExtraction/api/links/openLink';

const FROM = new URL('https://example.com/a/b.pdf?sig=s3cret');

describe('a redirect', () => {
	it.each([
		['https://other.example.com/c.pdf?x=1', 'https://other.example.com/c.pdf?x=1'],
		['/c.pdf', 'https://example.com/c.pdf'],
		['c.pdf', 'https://example.com/a/c.pdf'],
		['//cdn.example.com/c', 'https://cdn.example.com/c'],
		['?page=2', 'https://example.com/a/b.pdf?page=2'],
	])('to %s leads to %s', (location, to) => expect(redirectTarget(FROM, location).href).toBe(to));

	it('from http to either is followed', () => {
		const from = new URL('http://example.com/a');
		expect(redirectTarget(from, 'http://example.com/b').href).toBe('http://example.com/b');
		expect(redirectTarget(from, 'https://example.com/b').href).toBe('https://example.com/b');
	});

	it.each([
		[
			'http://example.com/c.pdf?sig=s3cret',
			'redirects from https to http, without encryption, at example.com',
		],
		['https://me:s3cret@example.com/', 'redirects to a URL with a user name or password at example.com'],
		['ftp://example.com/', 'redirects to no URL with http:// or https://'],
		['javascript:alert(1)', 'redirects to no URL with http:// or https://'],
		['data:application/pdf,s3cret', 'redirects to no URL with http:// or https://'],
		['http://', 'redirects to no URL with http:// or https://'],
		[undefined, 'redirects to no URL with http:// or https://'],
		[['/a', '/b'], 'redirects to no URL with http:// or https://'],
	])('to %j is refused', (location, why) => {
		expect(() => redirectTarget(FROM, location)).toThrow(
			expect.objectContaining({ code: 'LINK_REDIRECT', message: `example.com/a/b.pdf ${why}` }),
		);
	});
});

it('an address is shown without its query, and not for ever', () => {
	expect(shownAddress(FROM)).toBe('example.com/a/b.pdf');
	expect(shownAddress(new URL(`https://example.com:8443/${'x'.repeat(500)}`))).toMatch(
		/^example\.com:8443\/x+…$/,
	);
	expect(shownAddress(new URL(`https://example.com/${'x'.repeat(500)}`)).length).toBeLessThan(160);
});
