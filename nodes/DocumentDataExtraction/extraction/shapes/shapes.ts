import type { ResultRow } from '../../api/schemas/extractions';
import type { Account } from '../account/Account';
import { invoiceItems, type InvoiceOptions } from './invoiceItems';
import type { RowsPage } from '../rows/pages';
import { rowItems, type RoutedRows, type RowItemOptions, type ShapedRows } from './rowItems';

/**
 * Makes items of the rows of an extraction: of each page as it passes, or of all at once if they become invoices, because an invoice may
 * have rows anywhere.
 *
 * @param account what is told of the pages
 * @param how `isOfInvoices` if an item is an invoice with its rows as lines, instead of a row
 * @throws ServiceError if the rows cannot be had, or do not have the columns that tell the invoices apart
 */
export async function shapedRows(
	pages: AsyncIterable<RowsPage>,
	account: Account,
	how: RowItemOptions & InvoiceOptions & { isOfInvoices: boolean },
): Promise<ShapedRows> {
	const routed: RoutedRows = { main: [], review: [] };
	const rows: ResultRow[] = [];
	for await (const page of pages)
		if (!how.isOfInvoices) rowItems(page, account, how, routed);
		// One by one: a page may have more rows than a call takes arguments.
		else for (const row of page.rows) rows.push(row);
	return how.isOfInvoices
		? invoiceItems(account, rows, how)
		: { ...routed, keptBack: account.rowsLeft, hints: [] };
}
