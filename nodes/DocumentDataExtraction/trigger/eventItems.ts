import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { Api } from '../api/connection';
import { getExtractionDetails, getExtractionStatus } from '../api/extractions';
import type { ExtractionDetails, ExtractionStatus, ListedExtraction } from '../api/schemas/extractions';
import { extractionJson, simplified } from '../extraction/extractionJson';
import { safeColumns } from '../extraction/rowItems';
import { rowPages } from '../extraction/rows';
import { outputBinaries } from '../files/outputBinaries';
import type { EventKind } from './events';
import type { TriggerSettings } from './settings';

/** An event, and what is known of its extraction already: the item of the list, or the full record. */
export interface KnownEvent {
	kind: EventKind;
	id: string;
	listed?: ListedExtraction;
	details?: ExtractionDetails;
	status?: ExtractionStatus;
}

/** The fields that a row gets besides its columns. */
const rowMarks = (id: string): IDataObject => ({ event: 'completed', extraction_id: id });

async function rowsOf(
	api: Api,
	id: string,
	{ scope, rowLimit }: TriggerSettings,
	taken: readonly string[],
): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	for await (const page of rowPages(api, id, { scope, limit: rowLimit }))
		for (const row of page.rows) rows.push(safeColumns(row, taken) as IDataObject);
	return rows;
}

async function completedItems(
	api: Api,
	context: IPollFunctions,
	id: string,
	json: IDataObject,
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const { completed, scope } = settings;
	if (completed.extra === 'nothing') return [{ json }];
	if (completed.extra === 'files') {
		const { formats, fieldName } = completed;
		const output = { extractionId: id, taskName: String(json.task_name ?? ''), formats, fieldName, scope };
		return [{ json, binary: await outputBinaries(api, context, output) }];
	}
	const marks = completed.perRow ? rowMarks(id) : {};
	const rows = await rowsOf(api, id, settings, Object.keys(marks));
	// Without rows there is still an event to announce.
	if (!completed.perRow || rows.length === 0) return [{ json: { ...json, rows } }];
	return rows.map((row) => ({ json: { ...row, ...marks } }));
}

/**
 * The items that announce an event, with what the user wants to go with them.
 *
 * @throws ServiceError when something that belongs to them cannot be fetched
 */
export async function eventItems(
	api: Api,
	context: IPollFunctions,
	{ kind, id, listed, details, status: known }: KnownEvent,
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const { scope, simplify, includeQuestions } = settings;
	// The list tells neither the whole message of a failure nor the whole record.
	const isEnough = simplify && kind !== 'failed' ? listed : undefined;
	const record = details ?? isEnough ?? (await getExtractionDetails(api, id, scope));
	const json: IDataObject = { event: kind, ...(simplify ? simplified(record) : extractionJson(record)) };
	if (kind === 'completed') return await completedItems(api, context, id, json, settings);
	if (kind === 'failed') return [{ json }];
	const status = known ?? (await getExtractionStatus(api, id, { scope }));
	if (kind === 'cancelled')
		return [{ json: { ...json, cancellation_reason: status.cancellation_reason ?? null } }];
	const { answer_by = null, questions } = status;
	const asked = includeQuestions ? { questions: (questions ?? []) as IDataObject[] } : {};
	return [{ json: { ...json, answer_by, ...asked } }];
}
