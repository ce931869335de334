import type { ResultRow } from '../../api/schemas/extractions';
import type { Account } from '../ledger/Account';
import type { Hint } from '../ledger/hints';
import { invoiceItems, type InvoiceOptions } from './invoices/invoiceItems';
import type { RowsPage } from './pages';
import { rowItems, type RoutedRows, type RowItemOptions } from './rowItems';
import type { RowLinks } from './SourceIndex';

interface ShapeOptions extends RowItemOptions, InvoiceOptions {
	/** Whether an item is an invoice with its rows as lines, instead of a row. */
	isOfInvoices: boolean;
}

/** The items of an extraction. */
interface ShapedRows extends RoutedRows {
	/** How many rows or invoices follow; null if nobody knows. */
	keptBack: number | null;
	/** Notes on how rows became invoices, if that may be wrong. */
	hints: Hint[];
}

/**
 * Makes items of the rows of an extraction: of each page as it passes, or of all at once if they become invoices, because an invoice may
 * have rows anywhere.
 *
 * @param account what is told of the pages
 * @throws ServiceError if the rows cannot be had, or do not have the columns that tell the invoices apart
 */
export async function shapedRows(
	pages: AsyncIterable<RowsPage>,
	account: Account,
	links: Pick<RowLinks, 'pairingOf'>,
	how: ShapeOptions,
): Promise<ShapedRows> {
	const routed: RoutedRows = { main: [], review: [] };
	const rows: ResultRow[] = [];
	for await (const page of pages)
		if (!how.isOfInvoices) rowItems(page, links, how, routed);
		// One by one: a page may have more rows than a call takes arguments.
		else for (const row of page.rows) rows.push(row);
	return how.isOfInvoices
		? invoiceItems(account, rows, links, how)
		: { ...routed, keptBack: account.rowsLeft, hints: [] };
}
