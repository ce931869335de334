import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { ApiClient } from '../api/http/client';
import { getExtractionDetails, getExtractionStatus } from '../api/extractions';
import type { RateClass } from '../api/limits';
import type { ExtractionDetails, ExtractionStatus, ListedExtraction } from '../api/schemas/extractions';
import { isServiceError, messageOf } from '../api/errors/ServiceError';
import { extractionJson, simplified } from '../extraction/extractionJson';
import { failureJson } from '../extraction/statusJson';
import { outputBinaries } from '../files/download/downloadOutputs';
import { attentionIn, eventRows, type Told } from './eventRows';
import type { EventKind } from './machine/events';
import type { TriggerSettings } from './settings';

/** An event, and what is already known of its extraction: the entry of the list, the full record, the status. */
export interface KnownEvent {
	kind: EventKind;
	id: string;
	listed?: ListedExtraction;
	details?: ExtractionDetails;
	status?: ExtractionStatus;
}

/** The record to output, if it is known. The list has neither the whole message of a failure nor the whole record. */
const recordOf = ({ kind, listed, details }: KnownEvent, { simplify }: TriggerSettings) =>
	details ?? (simplify && kind !== 'failed' ? listed : undefined);

/** The requests that are still needed before the items of an event can be made. */
export function requestsFor(event: KnownEvent, settings: TriggerSettings): RateClass[] {
	const { kind, status } = event;
	const { extra } = settings.completed;
	const classes: RateClass[] = recordOf(event, settings) ? [] : ['details'];
	if (kind === 'completed' && extra === 'rows') classes.push('results');
	if (kind === 'completed' && extra === 'files') classes.push('output');
	if ((kind === 'cancelled' || kind === 'input_required') && !status) classes.push('status');
	return classes;
}

/** Whether the outputs are only late on some server: the service does not find them, but by its record they are there. */
export function isStillToCome(
	error: unknown,
	{ listed, details }: KnownEvent,
	{ completed }: TriggerSettings,
): boolean {
	if (!isServiceError(error) || error.code !== 'OUTPUT_NOT_AVAILABLE') return false;
	const { available_outputs: there } = details ?? listed ?? {};
	const asked = completed.extra === 'files' ? completed.formats : ['json'];
	return !there || asked.every((format) => there.includes(format));
}

async function completedItems(
	api: ApiClient,
	context: IPollFunctions,
	event: KnownEvent,
	json: IDataObject,
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const { completed, scope } = settings;
	if (completed.extra === 'rows') return await eventRows(api, event, json, { ...settings, completed });
	if (completed.extra === 'nothing') return [{ json }];
	const { formats, fieldName } = completed;
	const taskName = String(json.task_name ?? '');
	const output = { extractionId: event.id, taskName, formats, fieldName, scope };
	return [{ json, binary: await outputBinaries(api, context, output) }];
}

const questionsIn = ({ answer_by, questions }: ExtractionStatus, include: boolean): IDataObject => ({
	answer_by: answer_by ?? null,
	...(include && { questions: (questions ?? []) as IDataObject[] }),
});

/**
 * Makes the items that announce an event, with what the user wants to come with it.
 *
 * @throws ServiceError if something that belongs to them cannot be fetched
 */
export async function eventItems(
	api: ApiClient,
	context: IPollFunctions,
	event: KnownEvent,
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const { kind, id, status: known } = event;
	const { scope, simplify, includeQuestions } = settings;
	const record = recordOf(event, settings) ?? (await getExtractionDetails(api, id, scope));
	const json: IDataObject = { event: kind, ...(simplify ? simplified(record) : extractionJson(record)) };
	if (kind === 'failed') return [{ json }];
	if (kind === 'completed') {
		const attention = { ...attentionIn(known), ...attentionIn(record as Told) };
		return await completedItems(api, context, event, { ...json, ...attention }, settings);
	}
	const status = known ?? (await getExtractionStatus(api, id, { scope }));
	if (kind === 'cancelled')
		return [{ json: { ...json, cancellation_reason: status.cancellation_reason ?? null } }];
	return [{ json: { ...json, ...questionsIn(status, includeQuestions) } }];
}

/**
 * Makes the item of an event whose extras could not be fetched: what is known without them, and the reason as `missing`. It is not called
 * `error`, because n8n takes an item with that field for a failed one.
 */
export function incompleteItem(
	{ kind, id, item, status }: Pick<KnownEvent, 'kind' | 'id' | 'status'> & { item?: ListedExtraction },
	error: unknown,
	includeQuestions = true,
): INodeExecutionData {
	const known: IDataObject = item ? simplified(item) : { extraction_id: id, status: kind };
	const reason = isServiceError(error) ? error.failure : { code: 'NODE_ERROR', message: messageOf(error) };
	const asked = kind === 'input_required' && status ? questionsIn(status, includeQuestions) : {};
	return { json: { event: kind, ...known, ...asked, missing: failureJson(reason) } };
}
