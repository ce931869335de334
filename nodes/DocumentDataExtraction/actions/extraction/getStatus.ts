import { getExtractionStatus } from '../../api/endpoints/extractions';
import { LIMITS } from '../../api/limits';
import { latestAnswer } from '../execution';
import { extractionIdOfItem, scope } from '../../parameters/ids/extraction';
import { number } from '../../parameters/param';
import { type Operation, itemOperation } from '../operation';
import { findingsOf } from '../../extraction/account/Account';
import { statusJson } from '../../extraction/status/statusJson';
import { waitForExtraction } from '../../extraction/status/wait';
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
			const status =
				deadline > now
					? await waitForExtraction(api, extractionId, { deadline, scope })
					: await getExtractionStatus(api, extractionId, { scope });
			find(findingsOf(status));
			return statusJson(status);
		},
	),
};
