import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { ApiClient } from '../api/http/client';
import { getExtractionDetails, getExtractionStatus } from '../api/extractions';
import type { RateClass } from '../api/limits';
import type { ExtractionDetails, ExtractionStatus, ListedExtraction } from '../api/schemas/extractions';
import { isServiceError, messageOf } from '../api/errors/ServiceError';
import { extractionJson, simplified } from '../extraction/extractionJson';
import { failureJson } from '../extraction/statusJson';
import { outputBinaries } from '../files/download/download';
import { without } from '../shared/json';
import { attentionIn, eventRows, type Told } from './eventRows';
import type { EventKind } from './machine/events';
import { needsRows, type TriggerSettings } from './settings';

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
	const { completed } = settings;
	const classes: RateClass[] = recordOf(event, settings) ? [] : ['details'];
	if (kind === 'completed' && needsRows(completed)) classes.push('results');
	if (kind === 'completed' && completed.output === 'extractionWithFiles') classes.push('output');
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
	const asked = completed.output === 'extractionWithFiles' ? completed.formats : ['json'];
	return !there || asked.every((format) => there.includes(format));
}

/**
 * The fields of an item about an extraction. Simplified, they begin with what a person looks for in a table, and end as the items of rows
 * do: with the event and the IDs.
 */
function eventJson(
	kind: EventKind,
	record: ExtractionDetails | ListedExtraction,
	simplify: boolean,
	more: IDataObject = {},
): IDataObject {
	if (!simplify) return { event: kind, ...extractionJson(record), ...more };
	const fields = without(simplified(record), 'available_outputs');
	const { extraction_id, submission_id, task_name, status, file_names, created_at, ...simple } = fields;
	const { failure, credits_deducted, ...others } = simple;
	return {
		...{ task_name, status, file_names, created_at, ...more, credits_deducted, ...others },
		...(failure !== null && { failure }),
		event: kind,
		submission_id,
		extraction_id,
	};
}

async function completedItems(
	api: ApiClient,
	context: IPollFunctions,
	event: KnownEvent,
	record: ExtractionDetails | ListedExtraction,
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const { completed, scope, simplify } = settings;
	const known = { ...attentionIn(event.status), ...attentionIn(record as Told) };
	const jsonWith = (more: IDataObject = {}): IDataObject =>
		eventJson('completed', record, simplify, { ...known, ...more });
	if (needsRows(completed)) return await eventRows(api, event, jsonWith, { ...settings, completed });
	if (completed.output === 'extraction') return [{ json: jsonWith() }];
	const { formats, fieldName } = completed;
	const taskName = String(record.task_name ?? '');
	const output = { extractionId: event.id, taskName, formats, fieldName, scope };
	return [{ json: jsonWith(), binary: await outputBinaries(api, context, output) }];
}

const questionsIn = ({ answer_by, questions }: ExtractionStatus): IDataObject => ({
	answer_by: answer_by ?? null,
	questions: (questions ?? []) as IDataObject[],
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
	const { scope, simplify } = settings;
	const record = recordOf(event, settings) ?? (await getExtractionDetails(api, id, scope));
	if (kind === 'failed') return [{ json: eventJson(kind, record, simplify) }];
	if (kind === 'completed') return await completedItems(api, context, event, record, settings);
	const status = known ?? (await getExtractionStatus(api, id, { scope }));
	const more =
		kind === 'cancelled' ? { cancellation_reason: status.cancellation_reason ?? null } : questionsIn(status);
	return [{ json: eventJson(kind, record, simplify, more) }];
}

/**
 * Makes the item of an event whose extras could not be fetched: what is known without them, and the reason as `missing`. It is not called
 * `error`, because n8n takes an item with that field for a failed one.
 */
export function incompleteItem(
	{ kind, id, item, status }: Pick<KnownEvent, 'kind' | 'id' | 'status'> & { item?: ListedExtraction },
	error: unknown,
): INodeExecutionData {
	const reason = isServiceError(error) ? error.failure : { code: 'NODE_ERROR', message: messageOf(error) };
	const asked = kind === 'input_required' && status ? questionsIn(status) : {};
	const more = { ...asked, missing: failureJson(reason) };
	if (!item) return { json: { status: kind, ...more, event: kind, extraction_id: id } };
	return { json: eventJson(kind, item, true, more) };
}
