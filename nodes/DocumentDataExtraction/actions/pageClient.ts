import type { IWebhookFunctions } from 'n8n-workflow';
import { LOCAL_CODES } from '../api/errors/ServiceError';
import { isCutOff, withCancelSignal } from '../api/http/cancelSignal';
import { createClient, type ApiClient } from '../api/http/client';
import { BRIEF } from '../api/http/retry';
import { explain } from '../shared/attempt';

/**
 * How long a page waits for each response of the service, over all tries. A page needs two in a row that matter, and a proxy before n8n
 * gives up after a minute or less. Then what a person has typed would be lost.
 */
export const RESPONSE_WITHIN = { ms: 10_000 };

/** A request that was cut off for being late is not repeated. The person decides, and opening the page again shows the current state. */
const asLate = (error: unknown): unknown =>
	isCutOff(error) ? error.with({ code: LOCAL_CODES.timeout }) : error;

/**
 * The connection of a page, for which a person waits.
 *
 * @throws InputProblems when the credential cannot be used
 */
export async function createPageClient(context: IWebhookFunctions): Promise<ApiClient> {
	let late: AbortSignal | undefined;
	// A page has no stop button: its own limit cuts requests off.
	const api = await createClient(
		withCancelSignal(context, () => late),
		{ retry: BRIEF },
	);
	const call: ApiClient['call'] = async (request) => {
		late = AbortSignal.timeout(RESPONSE_WITHIN.ms);
		return await explain(async () => await api.call(request), asLate);
	};
	// Nothing else of a page is cut off, such as a pause between two requests.
	return Object.create(api, { call: { value: call }, signal: { value: undefined } }) as ApiClient;
}
