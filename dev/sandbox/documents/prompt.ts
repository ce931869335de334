import { columnOf, isLineKey, keyNamed, wordsOf, type FieldKey } from './fields';
import type { DocumentRequest, PromptObject } from './types';

export type OutputStructure = 'per_invoice' | 'per_line_item';

export interface Column {
	name: string;
	/** The value it shows; undefined if the sandbox knows none of this name. */
	key?: FieldKey;
}

/** All that the prompt says, as one text: an instruction may stand in any part of it. */
export function promptText(prompt: string | PromptObject): string {
	if (typeof prompt === 'string') return prompt;
	const fields = prompt.fields.map((field) => `${field.name}: ${field.prompt ?? ''}`);
	return [prompt.general_prompt ?? '', ...fields].join('\n');
}

/** The structure submitted, or for `automatic` line items if the prompt speaks of lines, items or products. */
export function structureFor({ outputStructure, prompt }: DocumentRequest): OutputStructure {
	if (outputStructure !== 'automatic') return outputStructure;
	const text = promptText(prompt);
	const speaksOfLines = /\b(lines?|line[\s-]?items?|items?|products?)\b/i.test(text);
	return speaksOfLines || mentioned(text, true).some(isLineKey) ? 'per_line_item' : 'per_invoice';
}

const USUAL: FieldKey[] = [
	...(['invoice_number', 'invoice_date', 'due_date', 'supplier', 'customer', 'po_number'] as const),
	...(['currency', 'net_amount', 'tax_amount', 'total_amount'] as const),
];
const USUAL_OF_LINES: FieldKey[] = [
	...(['invoice_number', 'invoice_date', 'supplier', 'currency'] as const),
	...(['description', 'quantity', 'unit_price', 'line_amount'] as const),
];

/** The result's columns: the fields' names exactly as written, or for a text prompt names of the service's choosing. */
export function columnsFor(prompt: string | PromptObject, structure: OutputStructure): Column[] {
	const rowsAreLines = structure === 'per_line_item';
	if (typeof prompt !== 'string')
		return prompt.fields.map(({ name }) => ({ name, key: keyNamed(name, rowsAreLines) }));
	const keys = mentioned(prompt, rowsAreLines).filter((key) => rowsAreLines || !isLineKey(key));
	const usual = rowsAreLines ? USUAL_OF_LINES : USUAL;
	return (keys.length < 2 ? usual : keys).map((key) => ({ name: columnOf(key), key }));
}

/** Stand beside values on a page, and are everyday words in a sentence. */
const EVERYDAY = new Set(['from', 'item', 'product', 'service', 'due', 'number']);

/** The values that a text speaks of, in the order of their first mention, the longest wording first ("invoice date", not "date"). */
function mentioned(text: string, rowsAreLines: boolean): FieldKey[] {
	const keys = new Set<FieldKey>();
	// Part by part: in "VAT, total" stand two values.
	for (const part of text.split(/[,;:?!\n]|\band\b/)) {
		const words = wordsOf(part);
		while (words.length > 0) {
			const phrases = [3, 2, 1].map((length) => words.slice(0, length).join(' '));
			const phrase = phrases.find((each) => !EVERYDAY.has(each) && keyNamed(each, rowsAreLines));
			if (phrase) keys.add(keyNamed(phrase, rowsAreLines)!);
			words.splice(0, phrase?.split(' ').length ?? 1);
		}
	}
	return [...keys];
}
