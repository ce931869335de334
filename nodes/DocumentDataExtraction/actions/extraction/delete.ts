import type { ApiClient } from '../../api/http/client';
import { deleteExtraction, type Scope } from '../../api/extractions';
import { hasCode } from '../../api/errors/ServiceError';
import { extractionLocator, readExtractionId } from '../../parameters/ids/extraction';
import type { Operation } from '../operation';
import { perItem } from '../perItem';
import { readScope, scopeOption } from '../../parameters/filters';
import { deadlineOf, DEFAULT_STOP_MINUTES, maximumWaitProperty } from '../../parameters/maximumWait';
import { optionsProperty, readOptions } from '../../parameters/options';
import { stopExtraction } from '../../extraction/stop';
import { attempt } from '../../shared/attempt';
import { steadyNow } from '../../shared/time';

/** Stops an extraction so that it can be deleted. It may have ended in the meantime. */
async function stopFirst(
	api: ApiClient,
	extractionId: string,
	deadline: number,
	scope?: Scope,
): Promise<void> {
	const stopped = await attempt(async () => await stopExtraction(api, extractionId, { deadline, scope }));
	if (!stopped.ok && !hasCode(stopped.error, 'EXTRACTION_NOT_CANCELLABLE')) throw stopped.error;
}

export const remove: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete extraction',
	description: 'Permanently delete a finished extraction with its rows, output files and documents',
	properties: [
		extractionLocator,
		optionsProperty(
			{
				displayName: 'Cancel First',
				name: 'cancelFirst',
				type: 'boolean',
				default: false,
				description:
					'Whether to cancel an extraction that is still processing before deleting it. Otherwise the item fails.',
			},
			maximumWaitProperty(DEFAULT_STOP_MINUTES, 'How long to wait with Cancel First'),
			scopeOption,
		),
	],
	execute: perItem(async ({ context, api, itemIndex }) => {
		const extractionId = readExtractionId(context, itemIndex);
		const options = readOptions(context, itemIndex);
		const scope = readScope(options);
		const deadline = deadlineOf(options.maximumWait ?? DEFAULT_STOP_MINUTES, steadyNow());
		const deleted = await attempt(async () => await deleteExtraction(api, extractionId, scope));
		if (!deleted.ok) {
			if (options.cancelFirst !== true || !hasCode(deleted.error, 'EXTRACTION_IN_PROGRESS'))
				throw deleted.error;
			await stopFirst(api, extractionId, deadline, scope);
			await deleteExtraction(api, extractionId, scope);
		}
		return { deleted: true };
	}),
};
