import { extractionLocator, readExtractionId } from '../../parameters/ids/extraction';
import type { Operation } from '../operation';
import { perItem } from '../perItem';
import { readScope, scopeOption } from '../../parameters/filters';
import { deadlineOf, DEFAULT_STOP_MINUTES, maximumWaitProperty } from '../../parameters/maximumWait';
import { optionsProperty, readOptions } from '../../parameters/options';
import { statusJson } from '../../extraction/statusJson';
import { stopExtraction } from '../../extraction/stop';
import { steadyNow } from '../../shared/time';

export const cancel: Operation = {
	name: 'Cancel',
	value: 'cancel',
	action: 'Cancel extraction',
	description: 'Stop an extraction that is still processing; the work done so far is charged',
	properties: [
		extractionLocator,
		optionsProperty(
			maximumWaitProperty(DEFAULT_STOP_MINUTES, 'How long to wait with Wait Until Stopped'),
			scopeOption,
			{
				displayName: 'Wait Until Stopped',
				name: 'waitUntilStopped',
				type: 'boolean',
				default: false,
				description: 'Whether to wait until the extraction has stopped, and output its final status',
			},
		),
	],
	execute: perItem(async ({ context, api, itemIndex }) => {
		const extractionId = readExtractionId(context, itemIndex);
		const { waitUntilStopped, maximumWait, ...options } = readOptions(context, itemIndex);
		const deadline =
			waitUntilStopped === true ? deadlineOf(maximumWait ?? DEFAULT_STOP_MINUTES, steadyNow()) : undefined;
		return statusJson(await stopExtraction(api, extractionId, { deadline, scope: readScope(options) }));
	}),
};
