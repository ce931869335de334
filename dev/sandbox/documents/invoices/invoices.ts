import { labelAt } from '../fields';
import { linesOf, type Line, type TextItem } from '../reading/lines';
import { currencyIn } from '../values';
import { findFields, type FieldValues } from './findFields';
import { findLineItems, type LineItem } from './lineItems';

/** One invoice, credit note or receipt, as read from one or more pages of one file. */
export interface Invoice {
	fileName: string;
	/** 1-based page on which it starts. */
	page: number;
	fields: FieldValues;
	lineItems: Array<{ values: LineItem; page: number }>;
}

/** Cuts a file into its invoices: a page with another invoice number starts a new one, any other goes on with the one before. */
export function invoicesIn(fileName: string, pages: TextItem[][]): Invoice[] {
	const invoices: Invoice[] = [];
	for (const [index, texts] of pages.entries()) {
		if (texts.length === 0) continue;
		const page = index + 1;
		const { fields, items } = readPage(linesOf(texts));
		const number = fields.invoice_number;
		let invoice = invoices.at(-1);
		if (!invoice || (number !== undefined && number !== invoice.fields.invoice_number)) {
			invoice = { fileName, page, fields, lineItems: [] };
			invoices.push(invoice);
		}
		const { net_amount, tax_amount, total_amount } = fields;
		// Sums stand on an invoice's last page; everything else is settled by its first.
		const sums = defined({ net_amount, tax_amount, total_amount });
		invoice.fields = { ...fields, ...invoice.fields, ...sums };
		invoice.lineItems.push(...items.map((values) => ({ values, page })));
	}
	return invoices;
}

function readPage(lines: Line[]): { fields: FieldValues; items: LineItem[] } {
	const { items, used } = findLineItems(lines);
	const fields = findFields(lines.filter((line) => !used.includes(line)));
	const texts = lines.flatMap(({ cells }) => cells.map(({ text }) => text));
	const currency = texts.map(currencyIn).find((code) => code !== undefined);
	return { fields: { ...defined({ supplier: letterheadOf(texts), currency }), ...fields }, items };
}

/** The supplier, if no label names it: the first text of the page that is no title, label or number. */
function letterheadOf(texts: string[]): string | undefined {
	const first = texts.find((text) => /^\p{L}.*\p{L}{2}/u.test(text) && !TITLE.test(text));
	return first && !labelAt(first) ? first : undefined;
}

const TITLE = /^((tax )?invoice|credit note|receipt|rechnung)\b.{0,12}$/i;

const defined = (values: FieldValues): FieldValues =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
