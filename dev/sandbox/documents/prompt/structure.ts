import { isLineKey } from '../fields/vocabulary';
import type { DocumentRequest, PromptObject } from '../types';
import { mentionedKeys } from './mentions';

export type OutputStructure = 'per_invoice' | 'per_line_item';

const linesWanted =
	/\b(line[\s-]?items?|items?|lines?|products?|positions?|articles?|per (line|item|product)|positionen|artikel)\b/i;
const invoicesWanted =
	/\b(one|a single) (row|line|object|record) (per|for each|for every) (invoice|document|receipt|file)\b/i;

/** The structure submitted, or for `automatic` line items when the prompt speaks of lines, items or products. */
export function decideStructure(
	submitted: DocumentRequest['outputStructure'],
	prompt: string | PromptObject,
): OutputStructure {
	if (submitted !== 'automatic') return submitted;
	const texts = typeof prompt === 'string' ? [prompt] : [prompt.general_prompt ?? '', ...fieldTexts(prompt)];
	if (texts.some((text) => invoicesWanted.test(text))) return 'per_invoice';
	const speaksOfLines = texts.some((text) => linesWanted.test(text) || mentionedKeys(text).some(isLineKey));
	return speaksOfLines ? 'per_line_item' : 'per_invoice';
}

/** A field that wants its lines as JSON keeps them in one cell: it does not ask for a row per line. */
function fieldTexts(prompt: PromptObject): string[] {
	return prompt.fields
		.filter((field) => !/json/i.test(`${field.name} ${field.prompt ?? ''}`))
		.map((field) => `${field.name}. ${field.prompt ?? ''}`);
}
