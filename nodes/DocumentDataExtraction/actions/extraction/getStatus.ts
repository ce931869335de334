import type { ApiClient } from '../../api/http/client';
import { getExtractionStatus, type Scope } from '../../api/extractions';
import { LIMITS } from '../../api/limits';
import type { ExtractionStatus } from '../../api/schemas/extractions';
import { isServiceError } from '../../api/errors/ServiceError';
import { latestAnswer } from '../../parameters/execution';
import { extractionOfItemLocator, readExtractionId } from '../../parameters/ids/extraction';
import type { Operation } from '../operation';
import { perItem } from '../perItem';
import { readScope, scopeOption } from '../../parameters/filters';
import { readNumber } from '../../parameters/numbers';
import { optionsProperty, readOptions } from '../../parameters/options';
import type { ExtractionFindings } from '../../extraction/ledger/hints';
import { statusFindings } from '../../extraction/ledger/statusFindings';
import { showFindings } from './findingHints';
import { statusJson } from '../../extraction/statusJson';
import { waitForExtraction } from '../../extraction/wait';
import { attempt } from '../../shared/attempt';
import { steadyNow } from '../../shared/time';

const WAIT = 'Wait Up To (Seconds)';

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
	properties: [
		extractionOfItemLocator,
		{
			displayName: WAIT,
			name: 'waitUpTo',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: LIMITS.waitSeconds.max, numberPrecision: 0 },
			default: 0,
			description:
				'How long to wait if the extraction is still processing, up to 45 seconds. With 0, the node does not wait.',
		},
		optionsProperty(scopeOption),
	],
	async execute(run) {
		const findings: ExtractionFindings[] = [];
		const outputs = await perItem(async ({ context, api, itemIndex }) => {
			const extractionId = readExtractionId(context, itemIndex);
			const scope = readScope(readOptions(context, itemIndex));
			const seconds = readNumber(context.getNodeParameter('waitUpTo', itemIndex), {
				parameter: WAIT,
				min: 0,
				max: LIMITS.waitSeconds.max,
			});
			const now = steadyNow();
			const deadline = Math.min(now + seconds * 1000, latestAnswer(context, now));
			const status = await statusWithin(api, extractionId, { deadline, scope });
			findings.push(statusFindings(status));
			return statusJson(status);
		})(run);
		showFindings(run.context, findings);
		return outputs;
	},
};
