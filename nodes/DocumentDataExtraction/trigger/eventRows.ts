import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { ApiClient } from '../api/http/client';
import { Account } from '../extraction/account/Account';
import { ColumnNames } from '../extraction/rows/ColumnNames';
import { rowPages } from '../extraction/rows/pages';
import { shapedRows } from '../extraction/shapes/shapes';
import { indexOfNames } from '../extraction/rows/uploadedFiles';
import { attentionIn } from '../extraction/status/statusJson';
import type { TriggerEvent } from './events';
import { type TriggerSettings } from './settings';

/** The names of its files, undefined if not all are known. */
function fileNamesOf({ item, details }: TriggerEvent): string[] | undefined {
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
export async function itemsOfRows(
	api: ApiClient,
	event: TriggerEvent,
	jsonWith: (more: IDataObject) => IDataObject,
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const { completedOutput: output, scope, rowLimit: limit } = settings;
	const account = new Account(indexOfNames(fileNamesOf(event) ?? []));
	const isOfInvoices = output === 'invoices';
	const marks = isOfInvoices ? [...MARKS, 'notes'] : MARKS;
	const names = new ColumnNames(settings.columnNames, settings.addRowId ? event.id : undefined);
	names.reserve(output === 'extractionWithRows' ? [] : marks);
	const how = { ...settings, isOfInvoices, names };
	const pages = rowPages(api, event.id, { scope, limit, account });
	const { main, hints } = await shapedRows(pages, account, how);
	const rows = main.map(({ json }) => json as IDataObject);
	const attention = attentionIn({ pages: account.pages, review_needed: account.reviewNeeded });
	const empty = account.filesWithoutRows();
	// Without rows there is still an event to announce.
	if (output === 'extractionWithRows' || rows.length === 0) {
		return [{ json: jsonWith({ rows, ...attention, ...(empty && { files_without_rows: empty }) }) }];
	}
	// A row goes into a table, so it gets a further column only if something needs attention.
	const more: IDataObject = {
		// A trigger has no place for notes but its items.
		...(hints.length > 0 && { notes: hints.map(({ message }) => message) }),
		...(Number(attention.pages_failed) > 0 && { pages_failed: attention.pages_failed }),
		...(empty && empty.length > 0 && { files_without_rows: empty }),
		event: 'completed',
		extraction_id: event.id,
	};
	return rows.map((row) => ({ json: { ...row, ...more } }));
}
