import { invalid, valid, type Checked } from '../shared/problems';
import { withoutQuotes } from './pasted';

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Loopback as the contract of the credential means it: this machine, also under a name that ends in `.localhost`. */
export const isLoopback = (hostname: string): boolean =>
	LOOPBACK_HOSTS.has(hostname) || hostname.endsWith('.localhost') || /^127(\.\d{1,3}){3}$/.test(hostname);

/** No longer URL makes sense, and taking one apart costs time. */
const LONGEST_URL = 2000;

function parseUrl(text: string): URL | undefined {
	try {
		return text.length > LONGEST_URL ? undefined : new URL(text);
	} catch {
		return undefined;
	}
}

const COPY_IT = 'Copy it from the dashboard. It looks like https://api.example.com/v1.';

const wrong = (text: string, nextStep = COPY_IT) => invalid({ text, nextStep });

/** Whether a text lacks only the beginning of a URL, such as `api.example.com/v1`. */
const looksLikeHost = (text: string): boolean =>
	text.length <= LONGEST_URL && /^(?!https?:)[^\s/]+[.:]\S*$/.test(text);

/** The path up to `/v1`; undefined without one. */
function pathOfApi(path: string): string | undefined {
	const segments = path.split('/');
	const end = segments.lastIndexOf('v1');
	return end < 0 ? undefined : segments.slice(0, end + 1).join('/');
}

/**
 * Checks the Base URL of the credential before anything is sent to it. Forgives quotes and spaces around it, and what follows `/v1`; it never
 * guesses a host, nor makes https of http.
 *
 * @returns the URL up to `/v1`
 */
export function checkBaseUrl(text: string, allowInsecureHttp: boolean): Checked<string> {
	const given = withoutQuotes(text);
	const url = parseUrl(given);
	const isWeb = url !== undefined && ['http:', 'https:'].includes(url.protocol);
	if (given === '') return wrong('The Base URL is empty');
	if (!isWeb && (url || looksLikeHost(given))) return wrong('The Base URL must start with https://');
	if (!isWeb) return wrong('The Base URL is not a URL');
	if (url.username || url.password) return wrong('The Base URL contains a user name or password');
	const path = pathOfApi(url.pathname);
	if (path === undefined) return wrong('The Base URL must end in /v1');
	if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowInsecureHttp)
		return wrong(
			'The Base URL uses http, which sends the API key unprotected',
			'Use https, or turn on Allow Insecure HTTP.',
		);
	return valid(url.origin + path);
}
