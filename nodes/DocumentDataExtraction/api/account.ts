import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { throwIfAny, type Problem } from '../shared/problems';
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
 * @throws InputProblems when its Base URL or API Key cannot be used
 */
export async function readAccount(context: ApiContext): Promise<Account> {
	const data: ICredentialDataDecryptedObject = await context.getCredentials(CREDENTIAL_TYPE);
	const check = checkBaseUrl(String(data.baseUrl ?? ''), data.allowInsecureHttp === true);
	const apiKey = String(data.apiKey ?? '').trim();
	const problems: Problem[] = check.ok ? [] : [{ text: check.problem, nextStep: check.nextStep }];
	if (!usableKey(apiKey))
		problems.push({
			text: 'The API Key is empty or holds characters that no key has',
			nextStep: 'Open the credential and paste the API Key again, without spaces or line breaks.',
		});
	throwIfAny(problems);
	const credential = { id: '', name: '', type: CREDENTIAL_TYPE, data };
	return { baseUrl: check.ok ? check.baseUrl : '', apiKey, credential };
}
