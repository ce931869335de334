import type { PromptObject } from '../../api/extractions';
import { isRecord, parseJson } from '../../shared/json';
import { invalid, valid, type Checked } from '../../shared/problems';
import { checkObject, checkText, type Prompt } from './checks';

const isOptionalText = (value: unknown): boolean => value === undefined || typeof value === 'string';

const unknownKeys = (value: object, known: string[]): string[] =>
	Object.keys(value).filter((key) => !known.includes(key));

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
export function promptFromJson(given: unknown, parameter: string): Checked<Prompt> {
	const wrong = (...texts: string[]) => invalid(...texts.map((text) => ({ parameter, text })));
	const json = typeof given === 'string' ? parseJson(given) : valid(given);
	if (!json.ok) return wrong('The text is not valid JSON');
	const { value } = json;
	if (typeof value === 'string') return checkText(value, parameter);
	if (!isRecord(value) || !Array.isArray(value.fields))
		return wrong(
			'The JSON must be an object with a list "fields", such as {"fields": [{"name": "Invoice Number"}]}',
		);
	const problems = shapeProblems(value, value.fields);
	if (problems.length > 0) return wrong(...problems);
	return checkObject(value as unknown as PromptObject, parameter, parameter);
}
