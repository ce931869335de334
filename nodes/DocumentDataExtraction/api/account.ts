import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { invalid, problemsOf, stepText, throwIfAny, valid, valueOf, type Checked } from '../shared/problems';
import { withoutBearer, withoutQuotes } from './pasted';

/** The name of the credential type, for n8n. */
export const CREDENTIAL_TYPE = 'documentDataExtractionApi';

/** Every context of n8n in which the node sends requests. */
export type ApiContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

/** What a request needs of the node's credential, checked. */
export interface ApiAccount {
	baseUrl: string;
	apiKey: string;
	/** Handed along with every request, so that n8n need not read and decrypt it from its database each time. */
	credential: ICredentialsDecrypted;
}

/** No longer URL makes sense, and taking one apart costs time. */
const LONGEST_URL = 2000;

/** Loopback as the contract of the credential means it: this machine, also under a name that ends in `.localhost`. */
export const isLoopback = (hostname: string): boolean =>
	/^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

const COPY_IT = 'Copy it from the dashboard. It looks like https://api.example.com/v1.';

const wrong = (text: string, nextStep = COPY_IT) => invalid({ text, nextStep });

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
	if (given === '') return wrong('The Base URL is empty');
	const url = given.length <= LONGEST_URL && URL.canParse(given) ? new URL(given) : undefined;
	if (!url || !['http:', 'https:'].includes(url.protocol))
		return wrong('The Base URL must start with https://');
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

/** A header takes no other characters, and no key contains a space. */
const checkApiKey = (apiKey: string): Checked<string> =>
	/^[\x21-\x7e]+$/.test(apiKey)
		? valid(apiKey)
		: invalid({
				text: apiKey === '' ? 'The API Key is empty' : 'The API Key contains characters that no API key has',
				nextStep: 'Copy it again from the dashboard, without spaces or line breaks.',
			});

/** What a request needs of a credential, forgiving what people paste along with it. */
export function checkCredential(
	data: ICredentialDataDecryptedObject,
): Checked<Pick<ApiAccount, 'baseUrl' | 'apiKey'>> {
	const baseUrl = checkBaseUrl(String(data.baseUrl ?? ''), data.allowInsecureHttp === true);
	const apiKey = checkApiKey(withoutBearer(String(data.apiKey ?? '')));
	if (!baseUrl.ok || !apiKey.ok) return invalid(...[baseUrl, apiKey].flatMap(problemsOf));
	return valid({ baseUrl: baseUrl.value, apiKey: apiKey.value });
}

/**
 * Reads the node's credential.
 *
 * @throws InputProblems when its Base URL or API Key cannot be used
 */
export async function readAccount(context: ApiContext): Promise<ApiAccount> {
	const data: ICredentialDataDecryptedObject = await context.getCredentials(CREDENTIAL_TYPE);
	const checked = checkCredential(data);
	throwIfAny(
		problemsOf(checked).map((problem) => ({
			...problem,
			nextStep: `Open the credential. ${stepText(problem.nextStep)}`,
		})),
	);
	const account = valueOf(checked);
	// Its `authenticate` adds the key to each request.
	const credential = {
		id: '',
		name: '',
		type: CREDENTIAL_TYPE,
		data: { ...data, apiKey: account.apiKey },
	};
	return { ...account, credential };
}
