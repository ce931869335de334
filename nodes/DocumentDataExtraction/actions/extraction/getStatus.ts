import type { ApiClient } from '../../api/http/client';
import { getExtractionStatus, type Scope } from '../../api/extractions';
import { LIMITS } from '../../api/limits';
import type { ExtractionStatus } from '../../api/schemas/extractions';
import { isServiceError } from '../../api/errors/ServiceError';
import { latestAnswer } from '../../parameters/execution';
import { scope } from '../../parameters/filters';
import { extractionIdOfItem } from '../../parameters/ids/extraction';
import { number } from '../../parameters/param';
import type { Operation } from '../operation';
import { itemOperation } from '../perItem';
import { findingsOf } from '../../extraction/ledger/Account';
import { statusJson } from '../../extraction/statusJson';
import { waitForExtraction } from '../../extraction/wait';
import { attempt } from '../../shared/attempt';
import { steadyNow } from '../../shared/time';

const parameters = {
	extractionId: extractionIdOfItem,
	seconds: number({
		displayName: 'Wait Up To (Seconds)',
		name: 'waitUpTo',
		min: 0,
		max: LIMITS.waitSeconds.max,
		default: 0,
		description:
			'How long to wait if the extraction is still processing, up to 45 seconds. With 0, the node does not wait.',
	}),
};

/** Waits for a final status, and gets the status that there is when the time is up. A proxy that cuts held requests does no harm. */
async function statusWithin(
	api: ApiClient,
	extractionId: string,
	{ deadline, scope }: { deadline: number; scope: Scope | undefined },
): Promise<ExtractionStatus> {
	const waited =
		deadline > steadyNow()
			? await attempt(async () => await waitForExtraction(api, extractionId, { deadline, scope }))
			: undefined;
	if (waited?.ok) return waited.value;
	if (waited && !(isServiceError(waited.error) && waited.error.failure.retryable)) throw waited.error;
	return await getExtractionStatus(api, extractionId, { scope });
}

export const getStatus: Operation = {
	name: 'Get Status',
	value: 'getStatus',
	action: 'Get status of extraction',
	description: 'See how far an extraction is, and which questions it asks',
	...itemOperation(
		parameters,
		{ scope },
		async ({ extractionId, scope, seconds }, { context, api, find }) => {
			const now = steadyNow();
			const deadline = Math.min(now + seconds * 1000, latestAnswer(context, now));
			const status = await statusWithin(api, extractionId, { deadline, scope });
			find(findingsOf(status));
			return statusJson(status);
		},
	),
};
