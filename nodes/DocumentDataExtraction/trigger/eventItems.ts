import type { IBinaryKeyData, IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { Api } from '../api/connection';
import { getExtractionDetails, getExtractionStatus } from '../api/extractions';
import type { ExtractionDetails, ExtractionStatus, ListedExtraction } from '../api/schemas/extractions';
import { extractionJson, simplified } from '../extraction/extractionJson';
import { safeColumns } from '../extraction/rowItems';
import { rowPages } from '../extraction/rows';
import { outputBinaries } from '../files/outputBinaries';
import type { EventKind } from './events';
import type { TriggerSettings } from './settings';

/** An event, and what is known of its extraction already. */
export interface KnownEvent {
	kind: EventKind;
	id: string;
	record: ListedExtraction | ExtractionDetails;
	status?: ExtractionStatus;
}

async function rowsOf(api: Api, id: string, { scope }: TriggerSettings): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	for await (const page of rowPages(api, id, { scope }))
		for (const row of page.rows) rows.push(safeColumns(row) as IDataObject);
	return rows;
}

async function completedItems(
	api: Api,
	context: IPollFunctions,
	{ id, record }: KnownEvent,
	json: IDataObject,
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const { completed, scope } = settings;
	if (completed.extra === 'nothing') return [{ json }];
	if (completed.extra === 'files') {
		const { formats, fieldName } = completed;
		const output = { extractionId: id, taskName: record.task_name ?? '', formats, fieldName, scope };
		const binary: IBinaryKeyData = await outputBinaries(api, context, output);
		return [{ json, binary }];
	}
	const rows = await rowsOf(api, id, settings);
	if (!completed.perRow || rows.length === 0) return [{ json: { ...json, rows } }];
	return rows.map((row) => ({ json: { ...row, event: 'completed', extraction_id: id } }));
}

/**
 * The items that announce an event, with what the user wants to go with them.
 *
 * @throws ServiceError when something that belongs to them cannot be fetched
 */
export async function eventItems(
	api: Api,
	context: IPollFunctions,
	event: KnownEvent,
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const { kind, id } = event;
	const { scope, simplify, includeQuestions } = settings;
	// The list tells neither the whole message of a failure nor the whole record.
	const needsDetails = kind === 'failed' || !simplify;
	const record = needsDetails ? await getExtractionDetails(api, id, scope) : event.record;
	const json: IDataObject = { event: kind, ...(simplify ? simplified(record) : extractionJson(record)) };
	if (kind === 'completed') return await completedItems(api, context, event, json, settings);
	if (kind === 'failed') return [{ json }];
	const status = event.status ?? (await getExtractionStatus(api, id, { scope }));
	if (kind === 'cancelled')
		return [{ json: { ...json, cancellation_reason: status.cancellation_reason ?? null } }];
	const { answer_by = null, questions } = status;
	return [
		{
			json: {
				...json,
				answer_by,
				...(includeQuestions ? { questions: (questions ?? []) as IDataObject[] } : {}),
			},
		},
	];
}
