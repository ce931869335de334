import { invalid, valid, type Checked } from '../shared/problems';

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

const invalidUrl = (text: string, nextStep: string) => invalid({ text, nextStep });

function parseUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}

/** Loopback as the contract of the credential means it: this machine, also under a name that ends in `.localhost`. */
export const isLoopback = (hostname: string): boolean =>
	LOOPBACK_HOSTS.has(hostname) || hostname.endsWith('.localhost') || /^127(\.\d{1,3}){3}$/.test(hostname);

/** No longer address makes sense, and taking one apart costs time. */
const LONGEST_URL = 2000;

function withoutEndSlashes(path: string): string {
	let end = path.length;
	while (path[end - 1] === '/') end--;
	return path.slice(0, end);
}

/**
 * Checks the Base URL of the credential before anything is sent to it.
 *
 * @returns the URL without a trailing slash
 */
export function checkBaseUrl(text: string, allowInsecureHttp: boolean): Checked<string> {
	const given = text.trim();
	const url = given.length > LONGEST_URL ? undefined : parseUrl(given);
	const example = 'Open the credential and enter an address such as https://api.example.com/v1.';
	if (!url || !['http:', 'https:'].includes(url.protocol))
		return invalidUrl('The Base URL is no web address', example);
	if (url.username || url.password) return invalidUrl('The Base URL holds a user name or password', example);
	const path = withoutEndSlashes(url.pathname);
	if (!path.endsWith('/v1') || url.search || url.hash)
		return invalidUrl('The Base URL does not end in /v1', example);
	if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowInsecureHttp)
		return invalidUrl(
			'The Base URL uses plain http, which would send the API key unprotected',
			'Open the credential and use https, or turn on Allow Insecure HTTP if this network is trusted.',
		);
	return valid(url.origin + path);
}
