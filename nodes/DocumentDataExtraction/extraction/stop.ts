import type { ApiClient } from '../api/http/client';
import { cancelExtraction, isTerminal, type Scope } from '../api/extractions';
import type { ExtractionStatus } from '../api/schemas/extractions';
import { LOCAL_CODES, ServiceError } from '../api/errors/ServiceError';
import { waitForExtraction } from './wait';

interface StopOptions {
	/** When to stop waiting, by `steadyNow`; undefined: do not wait. */
	deadline?: number;
	scope?: Scope;
}

/**
 * Cancels an extraction. With a deadline, waits until it has ended. An extraction that was nearly done may complete instead.
 *
 * @throws ServiceError `WAIT_MAXIMUM_REACHED` with the extraction's id when the deadline comes first
 */
export async function stopExtraction(
	api: ApiClient,
	extractionId: string,
	{ deadline, scope }: StopOptions,
): Promise<ExtractionStatus> {
	const asked = await cancelExtraction(api, extractionId, { scope });
	if (deadline === undefined || isTerminal(asked.status)) return asked;
	const status = await waitForExtraction(api, extractionId, { deadline, scope, throughQuestions: true });
	if (isTerminal(status.status)) return status;
	throw new ServiceError({
		code: LOCAL_CODES.waitExceeded,
		message: `it was asked to stop, and its status is still ${status.status}`,
		retryable: false,
		extractionId,
	});
}
