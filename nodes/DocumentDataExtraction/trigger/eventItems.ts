import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { ApiClient } from '../api/http/client';
import { getExtractionDetails, getExtractionStatus } from '../api/extractions';
import type { RateClass } from '../api/limits';
import type { ExtractionDetails, ExtractionStatus, ListedExtraction } from '../api/schemas/extractions';
import { isServiceError, messageOf } from '../api/errors/ServiceError';
import { extractionJson, simplified } from '../extraction/extractionJson';
import { failedPagesOf } from '../extraction/ledger/failedPages';
import { safeColumns } from '../extraction/rows/rowItems';
import { rowPages, type RowsPage } from '../extraction/rows/pages';
import { SOURCE_COLUMN, SourceIndex } from '../extraction/rows/SourceIndex';
import { failureJson } from '../extraction/statusJson';
import { outputBinaries } from '../files/download/downloadOutputs';
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

type Told = Pick<ExtractionStatus, 'pages' | 'review_needed'>;

/** Picks what needs attention in a completed extraction from a response that is there already. */
function attentionIn(told: Told | undefined): IDataObject {
	const { pages, review_needed: review } = told ?? {};
	return {
		...(pages && {
			pages_failed: failedPagesOf(pages).count,
			failure_reasons: pages.failure_reasons as unknown as IDataObject[],
		}),
		...(typeof review?.count === 'number' && { review_count: review.count }),
	};
}

/** The names of its files, undefined if not all are known. */
function fileNamesOf({ listed, details }: KnownEvent): string[] | undefined {
	if (details?.file_names) return details.file_names;
	return listed && listed.file_names_truncated !== true ? listed.file_names_preview : undefined;
}

/** The files that no row names; undefined if the rows do not say where they are from. */
function filesWithoutRows(names: string[] | undefined, rows: readonly object[]): string[] | undefined {
	if (!names || rows.some((row) => !(SOURCE_COLUMN in row))) return undefined;
	const index = new SourceIndex(names.map((sessionName, itemIndex) => ({ sessionName, itemIndex })));
	const named = new Set(
		rows.map((row) => index.fileOf((row as Record<string, unknown>)[SOURCE_COLUMN])?.sessionName),
	);
	return names.filter((name) => !named.has(name));
}

/** The fields that the trigger may add to a row. */
const ROW_MARKS = ['event', 'extraction_id', 'pages_failed', 'files_without_rows', 'missing'];

async function rowItemsOf(
	api: ApiClient,
	event: KnownEvent,
	json: IDataObject,
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const { completed, scope, rowLimit } = settings;
	const perRow = completed.extra === 'rows' && completed.perRow;
	const rows: IDataObject[] = [];
	let told: RowsPage['page'] | undefined;
	let isWhole = false;
	for await (const { rows: more, page, isLast } of rowPages(api, event.id, { scope, limit: rowLimit })) {
		told ??= page;
		isWhole = isLast;
		for (const row of more) rows.push(safeColumns(row, perRow ? ROW_MARKS : []) as IDataObject);
	}
	const without = isWhole ? filesWithoutRows(fileNamesOf(event), rows) : undefined;
	const attention = { ...attentionIn(told), ...(without && { files_without_rows: without }) };
	// Without rows there is still an event to announce.
	if (!perRow || rows.length === 0) return [{ json: { ...json, ...attention, rows } }];
	const marks = { event: 'completed', extraction_id: event.id };
	const { pages_failed: failed = 0 } = attentionIn(told);
	// A row goes into a table, so it gets a further column only if something needs attention.
	const alarm: IDataObject = {
		...(Number(failed) > 0 && { pages_failed: failed }),
		...(without && without.length > 0 && { files_without_rows: without }),
	};
	return rows.map((row) => ({ json: { ...row, ...alarm, ...marks } }));
}

async function completedItems(
	api: ApiClient,
	context: IPollFunctions,
	event: KnownEvent,
	json: IDataObject,
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const { completed, scope } = settings;
	if (completed.extra === 'rows') return await rowItemsOf(api, event, json, settings);
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
