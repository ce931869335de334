import type { Invoice } from '../invoices/invoices';
import { isLineKey } from '../fields/vocabulary';
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
		const rows = rowsOfInvoice(invoice, columns, structure, decisions);
		return { invoice, rows, rowNumbers: rows.map(() => ++count) };
	});
}

function rowsOfInvoice(
	invoice: Invoice,
	columns: Column[],
	structure: OutputStructure,
	decisions: Decisions,
): ExtractedRow[] {
	// The invoice's own values once, however many lines repeat them; the columns keep their order.
	const values = Object.fromEntries(
		columns.map((column) => [column.name, cellValue(column, invoice, decisions)]),
	);
	const row = { values, fileName: invoice.fileName, page: invoice.page };
	if (structure === 'per_invoice' || invoice.lineItems.length === 0) return [row];
	const lineColumns = columns.flatMap(({ name, key }) => (key && isLineKey(key) ? [{ name, key }] : []));
	return invoice.lineItems.map((item) => {
		const ofLine = lineColumns.map(({ name, key }) => [name, item.values[key] ?? null] as const);
		return { ...row, values: { ...values, ...Object.fromEntries(ofLine) }, page: item.page };
	});
}
