import {
	NodeOperationError,
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
} from 'n8n-workflow';
import { checkBaseUrl } from './baseUrl';

export const CREDENTIAL_TYPE = 'documentDataExtractionApi';

export type ApiContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export interface Account {
	baseUrl: string;
	apiKey: string;
	/** Handed along with every request, so that n8n need not read and decrypt it from its database each time. */
	credential: ICredentialsDecrypted;
}

const usableKey = (apiKey: string): boolean => /^[\x21-\x7e]+$/.test(apiKey);

/**
 * Reads the node's credential.
 *
 * @throws NodeOperationError when its Base URL or API Key cannot be used
 */
export async function readAccount(context: ApiContext): Promise<Account> {
	const data: ICredentialDataDecryptedObject = await context.getCredentials(CREDENTIAL_TYPE);
	const check = checkBaseUrl(String(data.baseUrl ?? ''), data.allowInsecureHttp === true);
	if (!check.ok)
		throw new NodeOperationError(context.getNode(), check.problem, { description: check.nextStep });
	const apiKey = String(data.apiKey ?? '').trim();
	if (!usableKey(apiKey))
		throw new NodeOperationError(
			context.getNode(),
			'The API Key is empty or holds characters that no key has',
			{
				description: 'Open the credential and paste the API Key again, without spaces or line breaks.',
			},
		);
	const credential = { id: '', name: '', type: CREDENTIAL_TYPE, data };
	return { baseUrl: check.baseUrl, apiKey, credential };
}
