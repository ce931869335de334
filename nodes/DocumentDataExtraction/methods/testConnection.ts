import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	ICredentialsDecrypted,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { checkCredential, type ApiAccount } from '../api/account';
import { creditBalance } from '../api/endpoints/credits';
import { describeFailure } from '../api/errors/describeFailure';
import { LOCAL_CODES, type ServiceFailure } from '../api/errors/ServiceError';
import { networkFailure } from '../api/errors/networkFailure';
import { readResponse, type HttpResponse } from '../api/http/response';
import { attempt } from '../shared/attempt';
import { stepText } from '../shared/problems';

/** Somebody waits in the form of the credential. In milliseconds. */
const TIMEOUT_MS = 20_000;

/** What somebody reads who is editing the credential. */
function refusedConnection(failure: ServiceFailure): string {
	const { code, httpStatus } = failure;
	if (code === LOCAL_CODES.notTheApi || code === LOCAL_CODES.unreadable || httpStatus === 404)
		return 'This URL does not open the service. Copy the Base URL from the dashboard. It ends in /v1.';
	if (httpStatus === 401)
		return 'The API Key is wrong, expired or revoked. Create a new one in the dashboard.';
	const { message, nextStep } = describeFailure(failure);
	return `${message}. ${nextStep}`;
}

/** Asks for the balance, which costs nothing. @returns what is wrong, undefined if all is well */
async function connectionProblem(
	{ helpers }: ICredentialTestFunctions,
	{ baseUrl, apiKey }: Pick<ApiAccount, 'baseUrl' | 'apiKey'>,
): Promise<string | undefined> {
	const sent = await attempt<HttpResponse>(
		async () =>
			// The only helper that n8n gives to the test of a credential. Without `json`, the body stays text.
			await helpers.request({
				method: 'GET',
				uri: `${baseUrl}/credits/balance`,
				headers: { Accept: 'application/json', Authorization: `Bearer ${apiKey}` },
				timeout: TIMEOUT_MS,
				resolveWithFullResponse: true,
				simple: false,
				followRedirect: false,
			}),
	);
	if (!sent.ok) return refusedConnection(networkFailure(sent.error, new URL(baseUrl).host));
	const read = readResponse(sent.value, creditBalance, Date.now());
	return read.ok ? undefined : refusedConnection(read.failure);
}

/** What n8n runs for the button that tests the credential, and whenever it is saved. */
export async function testConnection(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const account = checkCredential(data);
	const message = account.ok
		? await connectionProblem(this, account.value)
		: account.problems.map(({ text, nextStep }) => `${text}. ${stepText(nextStep)}`).join(' ');
	return message === undefined
		? { status: 'OK', message: 'Connection successful' }
		: { status: 'Error', message };
}
