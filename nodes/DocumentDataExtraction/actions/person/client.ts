import type { IWebhookFunctions } from 'n8n-workflow';
import { describeFailure } from '../../api/errors/describeFailure';
import { isCutOff, isServiceError, LOCAL_CODES } from '../../api/errors/ServiceError';
import { createClient, type ApiClient } from '../../api/http/client';
import { BRIEF } from '../../api/http/retry';
import { explain } from '../../shared/attempt';

/**
 * How long a page waits for each response of the service, over all tries. A proxy before n8n gives up after a minute or less, and what a
 * person has typed would be lost.
 */
export const RESPONSE_WITHIN = { ms: 10_000 };

/** The connection of a page, for which a person waits. @throws InputProblems when the credential cannot be used */
export const createPageClient = async (context: IWebhookFunctions): Promise<ApiClient> =>
	await createClient(context, {
		retry: BRIEF,
		// A page has no stop button. Its limit cuts off requests, and nothing else, such as a pause between two of them.
		signal: () => undefined,
		around: async (request, call) =>
			await explain(
				async () => await call({ ...request, signal: AbortSignal.timeout(RESPONSE_WITHIN.ms) }),
				// It is late, and not repeated: the person decides, and opening the page again shows the current state.
				(error) => (isCutOff(error) ? error.with({ code: LOCAL_CODES.timeout }) : error),
			),
	});

/** Why a page could not be made. It names no credential and no address. */
export function reasonOf(context: IWebhookFunctions, error: unknown): string {
	if (isServiceError(error)) return describeFailure(error.failure).message;
	context.logger.warn(`The page of "${context.getNode().name}" could not be made: ${String(error)}`);
	return 'The page could not be created';
}
