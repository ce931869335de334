import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { invalid, problemsOf, throwIfAny, valid, valueOf, type Checked } from '../shared/problems';
import { checkBaseUrl } from './baseUrl';

export const CREDENTIAL_TYPE = 'documentDataExtractionApi';

export type ApiContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

export interface Account {
	baseUrl: string;
	apiKey: string;
	/** Handed along with every request, so that n8n need not read and decrypt it from its database each time. */
	credential: ICredentialsDecrypted;
}

/** A header takes no other characters, and no key holds a space. */
const checkApiKey = (apiKey: string): Checked<string> =>
	/^[\x21-\x7e]+$/.test(apiKey)
		? valid(apiKey)
		: invalid({
				text: 'The API Key is empty or holds characters that no key has',
				nextStep: 'Open the credential and paste the API Key again, without spaces or line breaks.',
			});

/**
 * Reads the node's credential.
 *
 * @throws InputProblems when its Base URL or API Key cannot be used
 */
export async function readAccount(context: ApiContext): Promise<Account> {
	const data: ICredentialDataDecryptedObject = await context.getCredentials(CREDENTIAL_TYPE);
	const baseUrl = checkBaseUrl(String(data.baseUrl ?? ''), data.allowInsecureHttp === true);
	const apiKey = checkApiKey(String(data.apiKey ?? '').trim());
	throwIfAny([baseUrl, apiKey].flatMap(problemsOf));
	const credential = { id: '', name: '', type: CREDENTIAL_TYPE, data };
	return { baseUrl: valueOf(baseUrl), apiKey: valueOf(apiKey), credential };
}
