import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { ListedExtraction } from '../api/schemas/extractions';
import { isServiceError, messageOf } from '../api/ServiceError';
import { simplified } from '../extraction/extractionJson';
import { failureJson } from '../extraction/statusJson';
import type { EventKind } from './events';

const reasonOf = (error: unknown): IDataObject =>
	failureJson(isServiceError(error) ? error.failure : { code: 'NODE_ERROR', message: messageOf(error) });

/**
 * The item of an event whose extras could not be fetched: what is known without them, and the reason as `missing`. Never as `error`, which
 * n8n takes for a failed item.
 */
export function incompleteItem(
	{ kind, id, item }: { kind: EventKind; id: string; item?: ListedExtraction },
	error: unknown,
): INodeExecutionData {
	const known: IDataObject = item ? simplified(item) : { extraction_id: id, status: kind };
	return { json: { event: kind, ...known, missing: reasonOf(error) } };
}
