import type { PromptObject } from '../../api/extractions';
import { checkedObject, checkedText, type PromptParts } from './checks';

const PARAMETER = 'Prompt (JSON)';

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const isOptionalText = (value: unknown): boolean => value === undefined || typeof value === 'string';

const unknownKeys = (value: object, known: string[]): string[] =>
	Object.keys(value).filter((key) => !known.includes(key));

const invalidPrompt = (...texts: string[]): PromptParts => ({
	prompt: '',
	problems: texts.map((text) => ({ parameter: PARAMETER, text })),
});

function fieldShapeProblems(field: unknown, index: number): string[] {
	if (!isRecord(field) || typeof field.name !== 'string' || !isOptionalText(field.prompt))
		return [`fields[${index}] must have a text "name", and may have a text "prompt"`];
	return unknownKeys(field, ['name', 'prompt']).map(
		(key) => `"${key}" in fields[${index}] is unknown; a field has "name" and "prompt"`,
	);
}

/** What the service would refuse whatever the texts say, for it takes no key that it does not know. */
const shapeProblems = (value: Record<string, unknown>, fields: unknown[]): string[] => [
	...fields.flatMap(fieldShapeProblems),
	...(isOptionalText(value.general_prompt) ? [] : ['"general_prompt" must be text']),
	...unknownKeys(value, ['fields', 'general_prompt']).map(
		(key) => `"${key}" is unknown; an object prompt has "fields" and "general_prompt"`,
	),
];

/** Reads `{fields: [{name, prompt?}], general_prompt?}`, as an object or as JSON text. */
export function promptFromJson(json: unknown): PromptParts {
	let value = json;
	if (typeof json === 'string') {
		try {
			value = JSON.parse(json);
		} catch {
			return invalidPrompt('The text is not valid JSON');
		}
	}
	if (typeof value === 'string') return checkedText(value, PARAMETER);
	if (!isRecord(value) || !Array.isArray(value.fields))
		return invalidPrompt(
			'The JSON must be an object with a list "fields", such as {"fields": [{"name": "Invoice Number"}]}',
		);
	const problems = shapeProblems(value, value.fields);
	if (problems.length > 0) return invalidPrompt(...problems);
	return checkedObject(value as unknown as PromptObject, PARAMETER, PARAMETER);
}
