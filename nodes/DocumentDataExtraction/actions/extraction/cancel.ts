import { extractionId } from '../../parameters/ids/extraction';
import type { Operation } from '../operation';
import { perItem } from '../perItem';
import { scope } from '../../parameters/filters';
import { propertiesOf, readItem, toggle } from '../../parameters/param';
import { statusJson } from '../../extraction/statusJson';
import { MINUTE_MS, steadyNow } from '../../shared/time';
import type { ApiClient } from '../../api/http/client';
import { cancelExtraction, isTerminal, type Scope } from '../../api/extractions';
import type { ExtractionStatus } from '../../api/schemas/extractions';
import { LOCAL_CODES, serviceError } from '../../api/errors/ServiceError';
import { waitForExtraction } from '../../extraction/wait';

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
async function stopExtraction(
	api: ApiClient,
	extractionId: string,
	{ deadline, scope }: StopOptions,
): Promise<ExtractionStatus> {
	const asked = await cancelExtraction(api, extractionId, { scope });
	if (deadline === undefined || isTerminal(asked.status)) return asked;
	const status = await waitForExtraction(api, extractionId, { deadline, scope, throughQuestions: true });
	if (isTerminal(status.status)) return status;
	throw serviceError(
		LOCAL_CODES.waitExceeded,
		`it was asked to stop, and its status is still ${status.status}`,
		{ extractionId },
	);
}

const LONGEST_STOP_MS = 10 * MINUTE_MS;

const parameters = { extractionId };
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
	properties: propertiesOf(parameters, options),
	execute: perItem(async ({ context, api, itemIndex }) => {
		const { extractionId, scope, waitUntilStopped } = readItem(context, itemIndex, parameters, options);
		const deadline = waitUntilStopped ? steadyNow() + LONGEST_STOP_MS : undefined;
		return statusJson(await stopExtraction(api, extractionId, { deadline, scope }));
	}),
};
