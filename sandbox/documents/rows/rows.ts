import type { Invoice } from '../invoices/invoices';
import type { LineItem } from '../invoices/lineItems';
import type { Column } from '../prompt/columns';
import type { OutputStructure } from '../prompt/structure';
import type { ExtractedRow } from '../types';
import { cellValue, type Decisions } from './cellValue';

export interface InvoiceRows {
	invoice: Invoice;
	rows: ExtractedRow[];
	/** 1-based among all rows. */
	rowNumbers: number[];
}

/** The rows of each invoice in order: one, or one per line item; an invoice without any lines still gives a row. */
export function rowsOf(
	invoices: Invoice[],
	columns: Column[],
	structure: OutputStructure,
	decisions: Decisions,
): InvoiceRows[] {
	let count = 0;
	return invoices.map((invoice) => {
		const perLine = structure === 'per_line_item' && invoice.lineItems.length > 0;
		const lines: Array<LineItem | null> = perLine ? invoice.lineItems : [null];
		const rows = lines.map((line) => ({
			values: Object.fromEntries(
				columns.map((column) => [column.name, cellValue(column, invoice, line, decisions)]),
			),
			fileName: invoice.fileName,
			page: line?.page ?? invoice.page,
		}));
		return { invoice, rows, rowNumbers: rows.map(() => ++count) };
	});
}
