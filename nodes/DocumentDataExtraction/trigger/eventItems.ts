import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { isServiceError, messageOf } from '../api/errors/ServiceError';
import { getExtractionDetails, getExtractionStatus } from '../api/endpoints/extractions';
import type { ApiClient } from '../api/http/client';
import type { RateClass } from '../api/limits';
import type { ExtractionDetails, ExtractionStatus, ListedExtraction } from '../api/schemas/extractions';
import { extractionJson, simplified } from '../extraction/status/extractionJson';
import { Account } from '../extraction/account/Account';
import { failedPagesOf } from '../extraction/account/failedPages';
import { ColumnNames } from '../extraction/rows/ColumnNames';
import { rowPages } from '../extraction/rows/pages';
import { shapedRows } from '../extraction/shapes/shapes';
import { SourceIndex } from '../extraction/rows/SourceIndex';
import { failureJson } from '../extraction/status/statusJson';
import { outputBinaries } from '../files/download/download';
import { without } from '../shared/json';
import type { TriggerEvent } from './known';
import type { EventKind } from './state';
import { passesFilters, waitsForPlace, type TriggerSettings } from './settings';

/** An event, and what is already known of its extraction: the entry of the list, the status, the full record. */
export interface KnownEvent extends Pick<
	TriggerEvent,
	'kind' | 'id' | 'passes' | 'item' | 'status' | 'unreadable'
> {
	details?: ExtractionDetails;
}

/** The record to output, if it is known. The list has neither the whole message of a failure nor the whole record. */
const recordOf = ({ kind, item, details }: KnownEvent, { simplify }: TriggerSettings) =>
	details ?? (simplify && kind !== 'failed' ? item : undefined);

/** Whether the filters let an event through; undefined as long as nothing that is known of it says so. */
export const verdictOf = (
	{ passes, item, details }: KnownEvent,
	settings: TriggerSettings,
): boolean | undefined => passes ?? passesFilters(settings, { ...item, ...details });

/** Whether an event is not for this trigger. What not even the record says, the filters do not let through. */
function isOut(event: KnownEvent, settings: TriggerSettings): boolean {
	const { kind, item, details, status } = event;
	const verdict = verdictOf(event, settings);
	if (verdict === false || (verdict === undefined && details)) return true;
	return kind === 'failed' && waitsForPlace(settings, details ?? status ?? item);
}

/** Whether an extraction that is completed is output with its rows. */
const needsRows = ({ completedOutput: output }: TriggerSettings): boolean =>
	output !== 'extraction' && output !== 'extractionWithFiles';

/** The requests that are still needed before the items of an event can be made. */
export function requestsFor(event: KnownEvent, settings: TriggerSettings): RateClass[] {
	const { kind, status, unreadable } = event;
	if (isOut(event, settings)) return [];
	const isJudged = verdictOf(event, settings) !== undefined;
	if (unreadable !== undefined) return isJudged ? [] : ['details'];
	const classes: RateClass[] = isJudged && recordOf(event, settings) ? [] : ['details'];
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

/** What a response says about the pages and doubts of an extraction. */
type Told = Partial<Pick<ExtractionStatus, 'pages' | 'review_needed'>>;

/** Picks what needs attention in a completed extraction from a response that is there already. */
function attentionIn({ pages, review_needed: review }: Told = {}): IDataObject {
	return {
		...(pages && {
			pages_failed: failedPagesOf(pages).count,
			failure_reasons: pages.failure_reasons as unknown as IDataObject[],
		}),
		...(typeof review?.count === 'number' && { review_count: review.count }),
	};
}

/** The names of its files, undefined if not all are known. */
function fileNamesOf({ item, details }: KnownEvent): string[] | undefined {
	if (details?.file_names) return details.file_names;
	return item && item.file_names_truncated !== true ? item.file_names_preview : undefined;
}

/** The fields that the trigger may add to a row or an invoice. */
const MARKS = ['event', 'extraction_id', 'pages_failed', 'files_without_rows', 'missing'];

/**
 * Makes the items of a completed extraction with its rows: one for all of them, one for each, or one for each invoice.
 *
 * @param jsonWith makes the item of the extraction with further fields, such as its rows
 * @throws ServiceError if the rows cannot be fetched, or do not have the columns to become invoices
 */
async function itemsOfRows(
	api: ApiClient,
	event: KnownEvent,
	jsonWith: (more: IDataObject) => IDataObject,
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const { completedOutput: output, scope, rowLimit: limit } = settings;
	const files = (fileNamesOf(event) ?? []).map((sessionName) => ({ sessionName, itemIndex: 0 }));
	const account = new Account(new SourceIndex(files));
	const isOfInvoices = output === 'invoices';
	const marks = isOfInvoices ? [...MARKS, 'notes'] : MARKS;
	const names = new ColumnNames(settings.columnNames).reserve(output === 'extractionWithRows' ? [] : marks);
	const how = { ...settings, isOfInvoices, names };
	const pages = rowPages(api, event.id, { scope, limit, account });
	const { main, hints } = await shapedRows(pages, account, how);
	const rows = main.map(({ json }) => json as IDataObject);
	const attention = attentionIn({ pages: account.pages, review_needed: account.reviewNeeded });
	const empty = account.filesWithoutRows();
	// Without rows there is still an event to announce.
	if (output === 'extractionWithRows' || rows.length === 0) {
		const more = { ...attention, ...(empty && { files_without_rows: empty }) };
		return [{ json: jsonWith({ rows, ...more }) }];
	}
	const { pages_failed } = attention;
	// A trigger has no place for notes but its items.
	const notes = hints.filter(({ type }) => type === 'warning');
	// A row goes into a table, so it gets a further column only if something needs attention.
	const more: IDataObject = {
		...(notes.length > 0 && { notes: notes.map(({ message }) => message) }),
		...(Number(pages_failed) > 0 && { pages_failed }),
		...(empty && empty.length > 0 && { files_without_rows: empty }),
		event: 'completed',
		extraction_id: event.id,
	};
	return rows.map((row) => ({ json: { ...row, ...more } }));
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
	event: KnownEvent,
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
	const told = { ...attentionIn(event.status), ...attentionIn(record as Told) };
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
export function incompleteItem({ kind, id, item, status }: KnownEvent, error: unknown): INodeExecutionData {
	const reason = isServiceError(error) ? error.failure : { code: 'NODE_ERROR', message: messageOf(error) };
	const asked = kind === 'input_required' && status ? questionsIn(status) : {};
	const more = { ...asked, missing: failureJson(reason) };
	if (!item) return { json: { status: kind, ...more, event: kind, extraction_id: id } };
	return { json: eventJson(kind, item, true, more) };
}
