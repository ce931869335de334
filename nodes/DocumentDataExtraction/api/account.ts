import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { invalid, problemsOf, said, throwIfAny, valid, valueOf, type Checked } from '../shared/problems';
import { checkBaseUrl } from './baseUrl';
import { withoutBearer } from './pasted';

/** The name of the credential type, for n8n. */
export const CREDENTIAL_TYPE = 'documentDataExtractionApi';

/** Every context of n8n in which the node sends requests. */
export type ApiContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

/** What a request needs of the node's credential, checked. */
export interface Account {
	baseUrl: string;
	apiKey: string;
	/** Handed along with every request, so that n8n need not read and decrypt it from its database each time. */
	credential: ICredentialsDecrypted;
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
): Checked<Pick<Account, 'baseUrl' | 'apiKey'>> {
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
export async function readAccount(context: ApiContext): Promise<Account> {
	const data: ICredentialDataDecryptedObject = await context.getCredentials(CREDENTIAL_TYPE);
	const checked = checkCredential(data);
	throwIfAny(
		problemsOf(checked).map((problem) => ({
			...problem,
			nextStep: `Open the credential. ${said(problem.nextStep)}`,
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
