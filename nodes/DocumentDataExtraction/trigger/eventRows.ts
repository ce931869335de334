import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { ApiClient } from '../api/http/client';
import type { ExtractionDetails, ExtractionStatus, ListedExtraction } from '../api/schemas/extractions';
import { Account } from '../extraction/ledger/Account';
import { failedPagesBySource, failedPagesOf } from '../extraction/ledger/failedPages';
import { invoiceHints } from '../extraction/ledger/hints';
import { ExtractionRows } from '../extraction/rows/invoices/ExtractionRows';
import type { InvoiceChoice } from '../extraction/rows/invoices/InvoiceChoice';
import { invoiceItems } from '../extraction/rows/invoices/invoiceItems';
import { rowPages, type RowsPage } from '../extraction/rows/pages';
import { safeColumns, type RowItem } from '../extraction/rows/rowItems';
import type { RowsOutput, TriggerSettings } from './settings';

/** A completed extraction, and what is already known of it: the entry of the list, the full record. */
interface Completed {
	id: string;
	listed?: ListedExtraction;
	details?: ExtractionDetails;
}

/** What a response says about the pages and doubts of an extraction. */
export type Told = Pick<ExtractionStatus, 'pages' | 'review_needed'>;

/** Picks what needs attention in a completed extraction from a response that is there already. */
export function attentionIn(told: Told | undefined): IDataObject {
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
function fileNamesOf({ listed, details }: Completed): string[] | undefined {
	if (details?.file_names) return details.file_names;
	return listed && listed.file_names_truncated !== true ? listed.file_names_preview : undefined;
}

/** The fields that the trigger may add to a row or an invoice. */
const MARKS = ['event', 'extraction_id', 'pages_failed', 'files_without_rows', 'missing'];

/** The trigger has no input. */
const NO_INPUT = { pairingOf: () => [] };

/** Invoices with what is in doubt about them as `notes`: a trigger has no place for notes but its items. */
function invoicesIn(
	read: ExtractionRows,
	choice: InvoiceChoice,
	told: RowsPage['page'] | undefined,
): Array<RowItem['json']> {
	const { main, grouping } = invoiceItems(read, NO_INPUT, choice, {
		taken: [...MARKS, 'notes'],
		failedPagesOf: failedPagesBySource(told?.pages),
	});
	const notes = invoiceHints([grouping]).flatMap(({ type, message }) =>
		type === 'warning' ? [message] : [],
	);
	return main.map(({ json }) => (notes.length > 0 ? { ...json, notes } : json));
}

/**
 * Makes the items of a completed extraction with its rows: one for all of them, one for each, or one for each invoice.
 *
 * @param jsonWith makes the item of the extraction with further fields, such as its rows
 * @throws ServiceError if the rows cannot be fetched, or do not have the columns to become invoices
 */
export async function eventRows(
	api: ApiClient,
	event: Completed,
	jsonWith: (more: IDataObject) => IDataObject,
	settings: TriggerSettings & { completed: RowsOutput },
): Promise<INodeExecutionData[]> {
	const { completed, scope, rowLimit } = settings;
	const read = new ExtractionRows();
	const names = fileNamesOf(event);
	const account = new Account(names?.map((sessionName) => ({ sessionName, itemIndex: 0 })));
	let told: RowsPage['page'] | undefined;
	for await (const page of rowPages(api, event.id, { scope, limit: rowLimit })) {
		told ??= page.page;
		account.addPage(page);
		read.add(page);
	}
	const { rows } = read;
	const without = account.filesWithoutRows();
	// Without rows there is still an event to announce.
	if (completed.output === 'extractionWithRows' || rows.length === 0) {
		const attention = { ...attentionIn(told), ...(without && { files_without_rows: without }) };
		return [{ json: jsonWith({ rows: rows.map((row) => safeColumns(row) as IDataObject), ...attention }) }];
	}
	const marks = { event: 'completed', extraction_id: event.id };
	const { pages_failed: failed = 0 } = attentionIn(told);
	// A row goes into a table, so it gets a further column only if something needs attention.
	const alarm: IDataObject = {
		...(Number(failed) > 0 && { pages_failed: failed }),
		...(without && without.length > 0 && { files_without_rows: without }),
	};
	const made =
		completed.output === 'invoices'
			? invoicesIn(read, completed.invoices, told)
			: rows.map((row) => safeColumns(row, MARKS));
	return made.map((each) => ({ json: { ...(each as IDataObject), ...alarm, ...marks } }));
}
