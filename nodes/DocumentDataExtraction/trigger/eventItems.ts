import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { isServiceError, messageOf } from '../api/errors/ServiceError';
import { getExtractionDetails, getExtractionStatus } from '../api/endpoints/extractions';
import type { ApiClient } from '../api/http/client';
import type { RateClass } from '../api/limits';
import type { ExtractionDetails, ExtractionStatus, ListedExtraction } from '../api/schemas/extractions';
import {
	attentionIn,
	failureJson,
	extractionJson,
	simplified,
	type StatusFacts,
} from '../extraction/status/statusJson';
import { outputBinaries } from '../files/download/download';
import { without } from '../shared/json';
import type { EventKind } from './state';
import { passesFilters, waitsForPlace, type TriggerSettings } from './settings';
import { itemsOfRows } from './eventRows';
import type { TriggerEvent } from './events';

/** The record to output, if it is known. The list has neither the whole message of a failure nor the whole record. */
const recordOf = ({ kind, item, details }: TriggerEvent, { simplify }: TriggerSettings) =>
	details ?? (simplify && kind !== 'failed' ? item : undefined);

/** Whether an event matches the filters; undefined if only its record can say that. If even the record lacks the field, it does not match. */
const matches = ({ item, details }: TriggerEvent, settings: TriggerSettings): boolean | undefined =>
	passesFilters(settings, { ...item, ...details }) ?? (details ? false : undefined);

/** Whether it is certain that an event is not for this trigger. */
function isOut(event: TriggerEvent, settings: TriggerSettings): boolean {
	const { kind, item, details, status } = event;
	if (matches(event, settings) === false) return true;
	return kind === 'failed' && waitsForPlace(settings, details ?? status ?? item);
}

/** Whether an extraction that is completed is output with its rows. */
const needsRows = ({ completedOutput: output }: TriggerSettings): boolean =>
	output !== 'extraction' && output !== 'extractionWithFiles';

/** The requests that are still needed before the items of an event can be made. */
export function requestsFor(event: TriggerEvent, settings: TriggerSettings): RateClass[] {
	const { kind, status, unreadable } = event;
	if (isOut(event, settings)) return [];
	const needsRecord = unreadable === undefined && !recordOf(event, settings);
	const classes: RateClass[] = needsRecord || matches(event, settings) === undefined ? ['details'] : [];
	if (unreadable !== undefined) return classes;
	if (kind === 'completed' && needsRows(settings)) classes.push('results');
	if (kind === 'completed' && settings.completedOutput === 'extractionWithFiles') classes.push('output');
	if ((kind === 'cancelled' || kind === 'input_required') && !status) classes.push('status');
	return classes;
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

const questionsIn = ({ answer_by, questions }: ExtractionStatus): IDataObject => ({
	answer_by: answer_by ?? null,
	questions: (questions ?? []) as IDataObject[],
});

/**
 * Makes the items that announce an event, with what the user wants to come with it; none if it is not for this trigger.
 *
 * @param event gets its record, if that has to be read
 * @throws ServiceError if something that belongs to them cannot be fetched
 */
export async function eventItems(
	api: ApiClient,
	context: IPollFunctions,
	event: TriggerEvent,
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const { kind, id, unreadable } = event;
	const { completedOutput: output, formats, fieldName, scope, simplify } = settings;
	if (requestsFor(event, settings).includes('details'))
		event.details = await getExtractionDetails(api, id, scope);
	if (isOut(event, settings)) return [];
	const record = recordOf(event, settings);
	if (unreadable !== undefined || !record) return [incompleteItem(event, unreadable)];
	const jsonWith = (more: IDataObject): IDataObject => eventJson(kind, record, simplify, more);
	if (kind === 'failed') return [{ json: jsonWith({}) }];
	if (kind !== 'completed') {
		const status = event.status ?? (await getExtractionStatus(api, id, { scope }));
		const { cancellation_reason: reason = null } = status;
		return [{ json: jsonWith(kind === 'cancelled' ? { cancellation_reason: reason } : questionsIn(status)) }];
	}
	const told = { ...attentionIn(event.status), ...attentionIn(record as StatusFacts) };
	if (needsRows(settings))
		return await itemsOfRows(api, event, (more) => jsonWith({ ...told, ...more }), settings);
	const json = jsonWith(told);
	if (output === 'extraction') return [{ json }];
	const given = { extractionId: id, taskName: String(record.task_name ?? ''), formats, fieldName, scope };
	return [{ json, binary: await outputBinaries(api, context, given) }];
}

/**
 * Makes the item of an event whose extras could not be fetched: what is known without them, and the reason as `missing`. It is not called
 * `error`, because n8n takes an item with that field for a failed one.
 */
export function incompleteItem({ kind, id, item, status }: TriggerEvent, error: unknown): INodeExecutionData {
	const reason = isServiceError(error) ? error.failure : { code: 'NODE_ERROR', message: messageOf(error) };
	const asked = kind === 'input_required' && status ? questionsIn(status) : {};
	const more = { ...asked, missing: failureJson(reason) };
	if (!item) return { json: { status: kind, ...more, event: kind, extraction_id: id } };
	return { json: eventJson(kind, item, true, more) };
}
