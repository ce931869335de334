import { extractionId, scope } from '../../parameters/ids/extraction';
import { type Operation, itemOperation } from '../operation';
import { toggle } from '../../parameters/param';
import { statusJson } from '../../extraction/status/statusJson';
import { MINUTE_MS, steadyNow } from '../../shared/time';
import { cancelExtraction } from '../../api/endpoints/extractions';
import { LOCAL_CODES, serviceError } from '../../api/errors/ServiceError';
import { waitForExtraction } from '../../extraction/status/wait';
import { isTerminal } from '../../api/schemas/extractions';

const LONGEST_STOP_MS = 10 * MINUTE_MS;

const options = {
	scope,
	waitUntilStopped: toggle({
		displayName: 'Wait Until Stopped',
		name: 'waitUntilStopped',
		default: false,
		description:
			'Whether to wait up to 10 minutes until the extraction has stopped, and output its final status',
	}),
};

export const cancel: Operation = {
	name: 'Cancel',
	value: 'cancel',
	action: 'Cancel extraction',
	description: 'Stop an extraction that is still processing; the work done so far is charged',
	...itemOperation({ extractionId }, options, async ({ extractionId, scope, waitUntilStopped }, { api }) => {
		const deadline = steadyNow() + LONGEST_STOP_MS;
		const asked = await cancelExtraction(api, extractionId, { scope });
		if (!waitUntilStopped || isTerminal(asked.status)) return statusJson(asked);
		// An extraction that is nearly done may complete instead.
		const status = await waitForExtraction(api, extractionId, { deadline, scope, throughQuestions: true });
		if (isTerminal(status.status)) return statusJson(status);
		throw serviceError(
			LOCAL_CODES.waitExceeded,
			`it was asked to stop, and its status is still ${status.status}`,
			{ extractionId },
		);
	}),
};
