import { setImmediate } from 'node:timers/promises';
import type { TextItem } from '../reading/reading';
import { linesOf, type Line } from '../reading/lines';
import { findFields, type FieldValues } from './findFields';
import { documentTypeOf, letterheadOf, type DocumentType } from './letterhead';
import { findLineItems, type LineItem, type TableOnPage } from './lineItems';

/** One invoice, credit note or receipt, as read from one or more pages of one file. */
export interface Invoice {
	fileName: string;
	/** 1-based page on which it starts. */
	page: number;
	documentType: DocumentType;
	fields: FieldValues;
	letterhead: string | null;
	lineItems: LineItem[];
	/** All of its text, for values under labels this package has no word for. */
	lines: Line[];
}

/**
 * Cuts a file into its invoices: a page with another invoice number starts a new one, any other page goes on with the
 * one before. Pages without text (empty lists) are passed over.
 */
export async function invoicesIn(fileName: string, pages: TextItem[][]): Promise<Invoice[]> {
	const invoices: Invoice[] = [];
	let columns: TableOnPage['columns'] = null;
	for (const [index, items] of pages.entries()) {
		if (items.length === 0) continue;
		// Between pages the server gets its turn: a long document must not hold up its answers.
		await setImmediate();
		const lines = linesOf(items);
		const number = findFields(lines).invoice_number;
		const open = invoices.at(-1);
		const isNew = !open || (number !== undefined && number !== open.fields.invoice_number);
		const invoice = isNew ? startInvoice(fileName, index + 1, lines) : open;
		if (isNew) invoices.push(invoice);
		const table = findLineItems(lines, isNew ? null : columns);
		columns = table.columns;
		addPage(invoice, index + 1, lines, table);
	}
	return invoices;
}

function startInvoice(fileName: string, page: number, lines: Line[]): Invoice {
	return {
		fileName,
		page,
		documentType: documentTypeOf(lines) ?? 'Invoice',
		fields: {},
		letterhead: letterheadOf(lines),
		lineItems: [],
		lines: [],
	};
}

function addPage(invoice: Invoice, page: number, lines: Line[], table: TableOnPage): void {
	const rest = lines.filter((line) => !table.used.has(line));
	const found = findFields(rest);
	const amounts: FieldValues = {
		net_amount: found.net_amount,
		tax_amount: found.tax_amount,
		total_amount: found.total_amount,
		amount_due: found.amount_due,
	};
	// Sums stand on an invoice's last page; everything else is settled by its first.
	invoice.fields = { ...found, ...invoice.fields, ...withoutUndefined(amounts) };
	invoice.lineItems.push(...table.items.map((values) => ({ values, page })));
	for (const line of lines) invoice.lines.push(line);
}

function withoutUndefined(values: FieldValues): FieldValues {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
