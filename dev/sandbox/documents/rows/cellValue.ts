import { isLineKey, type FieldKey, type LineKey } from '../fields/vocabulary';
import type { Invoice } from '../invoices/invoices';
import { printedValues } from '../invoices/printedLabels';
import type { ReadValue } from '../invoices/values';
import { isAmbiguousDate, orderInDocument } from '../ambiguities/dateOrder';
import { namedSupplier, remitTo, type SupplierChoice } from '../ambiguities/supplierName';
import type { Column } from '../prompt/columns';
import { currencyIn, parseAmount } from '../values/amount';
import { parseDate, type DateOrder } from '../values/date';

export type CellValue = string | number | boolean | null;

export interface Decisions {
	dateOrder: DateOrder;
	supplier: SupplierChoice;
	/** The invoices the supplier decision is about. */
	supplierDoubts: Invoice[];
}

/** What a column's cell holds for an invoice as a whole. */
export function cellValue(column: Column, invoice: Invoice, decisions: Decisions): CellValue {
	if (column.printedLabel) return printedValue(invoice, column.printedLabel, decisions);
	if (column.key === null) return null;
	if (isLineKey(column.key)) return lineValues(column.key, invoice);
	if (column.key === 'line_items') return lineItemsText(invoice);
	const value = invoiceValue(column.key, invoice, decisions);
	return column.asJson && value !== null ? JSON.stringify({ [column.name]: String(value) }) : value;
}

function invoiceValue(key: FieldKey, invoice: Invoice, decisions: Decisions): CellValue {
	const fields = invoice.fields as Partial<Record<FieldKey, ReadValue>>;
	if (key === 'supplier') return supplierValue(invoice, decisions);
	if (key === 'document_type') return invoice.documentType;
	if (key === 'is_credit_note') return invoice.documentType === 'Credit Note';
	if (key === 'is_paid') return saysPaid(invoice);
	if (key === 'currency') return currencyValue(fields.currency, invoice);
	if (key === 'total_amount') return plain(fields.total_amount ?? fields.amount_due, invoice, decisions);
	if (key === 'amount_due') return plain(fields.amount_due ?? fields.total_amount, invoice, decisions);
	return plain(fields[key], invoice, decisions);
}

function plain(value: ReadValue | undefined, invoice: Invoice, decisions: Decisions): CellValue {
	if (value === undefined) return null;
	if (typeof value !== 'object') return value;
	if (!isAmbiguousDate(value)) return value.iso;
	const order = orderInDocument(invoice) ?? decisions.dateOrder;
	return order === 'day_first' ? value.dayFirst : value.monthFirst;
}

function supplierValue(invoice: Invoice, { supplier, supplierDoubts }: Decisions): string | null {
	if (!supplierDoubts.includes(invoice) || supplier === 'letterhead') return namedSupplier(invoice);
	return supplier === 'remit_to' ? remitTo(invoice) : supplier.name;
}

function currencyValue(read: ReadValue | undefined, invoice: Invoice): string | null {
	if (typeof read === 'string') return currencyIn(read) ?? read;
	return invoice.lines.map((line) => currencyIn(line.text)).find((currency) => currency !== null) ?? null;
}

function saysPaid(invoice: Invoice): boolean {
	return invoice.lines.some(
		(line) => /\bpaid\b/i.test(line.text) && !/\b(not|to be|un)\s*-?paid\b/i.test(line.text),
	);
}

function printedValue(invoice: Invoice, label: string, decisions: Decisions): CellValue {
	const text = printedValues(invoice.lines).get(label);
	if (text === undefined) return null;
	const date = parseDate(text);
	return date ? plain(date, invoice, decisions) : (parseAmount(text) ?? text);
}

/** In a row for a whole invoice the lines' values stand side by side. */
function lineValues(key: LineKey, invoice: Invoice): CellValue {
	const values = invoice.lineItems.flatMap((item) => item.values[key] ?? []);
	return values.length <= 1 ? (values[0] ?? null) : values.join('; ');
}

/** JSON whose inner values are strings, as the contract has it for fields that ask for JSON (POST /extractions). */
function lineItemsText(invoice: Invoice): string | null {
	if (invoice.lineItems.length === 0) return null;
	const items = invoice.lineItems.map(({ values }) =>
		Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)])),
	);
	return JSON.stringify(items);
}
