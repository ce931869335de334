import type { PromptObject } from '../api/extractions';
import { LIMITS } from '../api/limits';
import type { Problem } from '../problems';

export type PromptInput =
	| { kind: 'text'; text: string }
	| { kind: 'fields'; fields: Array<{ name: string; instructions: string }>; generalInstructions: string }
	| { kind: 'json'; json: unknown };

export interface PromptParts {
	prompt: string | PromptObject;
	problems: Problem[];
}

/** n8n takes an item with a top-level `error` for a failed one, so no column may have that name. */
const RESERVED_FIELD_NAME = 'error';

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const count = (text: string): string => `${text.length} characters`;

function fieldProblems(fields: PromptObject['fields'], parameter: string): Problem[] {
	const { fieldName, fieldPrompt } = LIMITS;
	const seen = new Set<string>();
	return fields.flatMap(({ name, prompt }, index) => {
		const texts: string[] = [];
		const field = `Field ${index + 1} ("${name}")`;
		if (name.length < fieldName.min || name.length > fieldName.max)
			texts.push(`${field}: the name has ${count(name)}; it takes ${fieldName.min} to ${fieldName.max}`);
		if (name === RESERVED_FIELD_NAME)
			texts.push(
				`${field}: n8n would take rows with a column "error" for failures; use another name such as "Error Text"`,
			);
		if (seen.has(name)) texts.push(`${field}: the name is used twice; every field needs its own`);
		seen.add(name);
		if (prompt !== undefined && (prompt.length < fieldPrompt.min || prompt.length > fieldPrompt.max))
			texts.push(
				`${field}: the instructions have ${count(prompt)}; they take ${fieldPrompt.min} to ${fieldPrompt.max}`,
			);
		return texts.map((text) => ({ parameter, text }));
	});
}

function checkedObject(prompt: PromptObject, fieldsParameter: string, generalParameter: string): PromptParts {
	const problems = fieldProblems(prompt.fields, fieldsParameter);
	if (prompt.fields.length === 0)
		problems.push({ parameter: fieldsParameter, text: 'No field is given; add at least one' });
	const general = prompt.general_prompt ?? '';
	if (general.length > LIMITS.generalPrompt.max)
		problems.push({
			parameter: generalParameter,
			text: `The text has ${count(general)}; at most ${LIMITS.generalPrompt.max} are allowed`,
		});
	return { prompt, problems };
}

function checkedText(text: string, parameter: string): PromptParts {
	const problems: Problem[] = [];
	if (text.trim() === '')
		problems.push({ parameter, text: 'The prompt is empty; say which data to extract' });
	if (text.length > LIMITS.promptText.max)
		problems.push({
			parameter,
			text: `The prompt has ${count(text)}; at most ${LIMITS.promptText.max} are allowed`,
		});
	return { prompt: text, problems };
}

/** Reads `{fields: [{name, prompt?}], general_prompt?}`, as an object or as JSON text. */
function fromJson(json: unknown): PromptParts {
	const parameter = 'Prompt (JSON)';
	const refused = (text: string): PromptParts => ({ prompt: '', problems: [{ parameter, text }] });
	let value = json;
	if (typeof json === 'string') {
		try {
			value = JSON.parse(json);
		} catch {
			return refused('The text is not valid JSON');
		}
	}
	if (typeof value === 'string') return checkedText(value, parameter);
	if (!isRecord(value) || !Array.isArray(value.fields))
		return refused(
			'The JSON must be an object with a list "fields", such as {"fields": [{"name": "Invoice Number"}]}',
		);
	const isField = (field: unknown) =>
		isRecord(field) &&
		typeof field.name === 'string' &&
		['string', 'undefined'].includes(typeof field.prompt);
	const wrong = value.fields.findIndex((field) => !isField(field));
	if (wrong >= 0) return refused(`fields[${wrong}] must have a text "name", and may have a text "prompt"`);
	if (!['string', 'undefined'].includes(typeof value.general_prompt))
		return refused('"general_prompt" must be text');
	const unknown = Object.keys(value).find((key) => !['fields', 'general_prompt'].includes(key));
	if (unknown !== undefined)
		return refused(`"${unknown}" is unknown; an object prompt has "fields" and "general_prompt"`);
	return checkedObject(value as unknown as PromptObject, parameter, parameter);
}

/** Builds the prompt of a submission and checks it against the contract ("Prompt"). */
export function buildPrompt(input: PromptInput): PromptParts {
	if (input.kind === 'text') return checkedText(input.text, 'Prompt');
	if (input.kind === 'json') return fromJson(input.json);
	const fields = input.fields.map(({ name, instructions }) => ({
		name: name.trim(),
		...(instructions.trim() ? { prompt: instructions.trim() } : {}),
	}));
	const general = input.generalInstructions.trim();
	return checkedObject(
		{ fields, ...(general ? { general_prompt: general } : {}) },
		'Fields to Extract',
		'General Instructions',
	);
}
