import { compact } from '../fields/normalise';
import { isLineKey, wordsFor, type FieldKey, type InvoiceKey, type LineKey } from '../fields/vocabulary';
import type { Invoice } from '../invoices/invoices';
import { printedLabels } from '../invoices/printedLabels';
import type { PromptObject } from '../types';
import { exactKey, likelyKey } from './matchField';
import { mentionedKeys } from './mentions';
import type { OutputStructure } from './structure';

export interface Column {
	name: string;
	/** The value it shows; null when nothing matched, or when `printedLabel` says where to look. */
	key: FieldKey | null;
	/** A label the documents print that the vocabulary has no word for, in compact form. */
	printedLabel?: string;
	/** The field wants its value as a string that holds JSON. */
	asJson?: boolean;
}

const usualInvoiceColumns: InvoiceKey[] = [
	...(['invoice_number', 'invoice_date', 'due_date', 'supplier', 'customer', 'po_number'] as const),
	...(['currency', 'net_amount', 'tax_amount', 'total_amount'] as const),
];
const usualLineColumns: LineKey[] = ['description', 'quantity', 'unit_price', 'line_amount'];
const usualInvoiceColumnsOfLines: InvoiceKey[] = ['invoice_number', 'invoice_date', 'supplier', 'currency'];

/** The result's columns: the fields' names exactly as written, or for a text prompt names of the service's choosing. */
export function columnsFor(
	prompt: string | PromptObject,
	structure: OutputStructure,
	invoices: Invoice[],
): Column[] {
	if (typeof prompt === 'string') return chosenColumns(prompt, structure);
	const labels = printedLabels(invoices);
	return prompt.fields.map(({ name, prompt: instructions = '' }) => {
		const column = { name, asJson: /json/i.test(`${name} ${instructions}`) };
		const exact = exactKey(name, instructions, structure);
		if (exact) return { ...column, key: exact };
		const printedLabel = compact(name);
		if (labels.has(printedLabel)) return { ...column, key: null, printedLabel };
		return { ...column, key: likelyKey(name, instructions) };
	});
}

function chosenColumns(prompt: string, structure: OutputStructure): Column[] {
	const rowsAreLines = structure === 'per_line_item';
	const mentioned = mentionedKeys(prompt, rowsAreLines).filter((key) => rowsAreLines || !isLineKey(key));
	const keys = mentioned.length < 2 ? usualColumns(rowsAreLines) : withLines(mentioned, rowsAreLines);
	return keys.map((key) => ({ name: wordsFor(key).column, key }));
}

function usualColumns(rowsAreLines: boolean): FieldKey[] {
	return rowsAreLines ? [...usualInvoiceColumnsOfLines, ...usualLineColumns] : usualInvoiceColumns;
}

function withLines(keys: FieldKey[], rowsAreLines: boolean): FieldKey[] {
	return !rowsAreLines || keys.some(isLineKey) ? keys : [...keys, ...usualLineColumns];
}
