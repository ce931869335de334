import type { PromptObject } from '../../api/extractions';
import { LIMITS } from '../../api/limits';
import { checked, type Checked, type Problem } from '../../shared/problems';

/** A prompt as the service takes it. */
export type Prompt = string | PromptObject;

/** Columns that rows have besides the fields, and why a field cannot be called so; by `columnKey`. */
const RESERVED_NAMES: ReadonlyMap<string, string> = new Map([
	['error', 'n8n would take rows with a column "error" for failures'],
	['source file', 'every row has a column of this name with its file and page'],
	['review needed', 'every row has a column of this name'],
	['review_message', 'rows to review get a column of this name'],
	['review_fields', 'rows to review get a column of this name'],
]);

/** Names that differ in case or spaces only are easily taken for each other: by the service, a sheet or a database. */
const columnKey = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

const lengthText = (text: string): string => `${text.length} characters`;

function fieldProblems(fields: PromptObject['fields'], parameter: string): Problem[] {
	const { fieldName, fieldPrompt } = LIMITS;
	const seen = new Map<string, string>();
	return fields.flatMap(({ name, prompt }, index) => {
		const texts: string[] = [];
		const field = `Field ${index + 1} ("${name}")`;
		if (name.length < fieldName.min || name.length > fieldName.max)
			texts.push(`${field}: the name has ${lengthText(name)}; it takes ${fieldName.min} to ${fieldName.max}`);
		const key = columnKey(name);
		const reserved = RESERVED_NAMES.get(key);
		if (reserved !== undefined)
			texts.push(
				`${field}: ${reserved}; use another name, such as "${name.charAt(0).toUpperCase()}${name.slice(1)} Text"`,
			);
		const earlier = seen.get(key);
		if (earlier === name) texts.push(`${field}: the name is used twice; every field needs its own`);
		else if (earlier !== undefined)
			texts.push(`${field}: the name differs from "${earlier}" in case or spaces only`);
		seen.set(key, earlier ?? name);
		if (prompt !== undefined && (prompt.length < fieldPrompt.min || prompt.length > fieldPrompt.max))
			texts.push(
				`${field}: the instructions have ${lengthText(prompt)}; they take ${fieldPrompt.min} to ${fieldPrompt.max}`,
			);
		return texts.map((text) => ({ parameter, text }));
	});
}

/** Checks the lengths and names in a prompt object ("Prompt"). */
export function checkObject(
	prompt: PromptObject,
	fieldsParameter: string,
	generalParameter: string,
): Checked<Prompt> {
	const problems = fieldProblems(prompt.fields, fieldsParameter);
	if (prompt.fields.length === 0)
		problems.push({ parameter: fieldsParameter, text: 'No field is given; add at least one' });
	const general = prompt.general_prompt ?? '';
	if (general.length > LIMITS.generalPrompt.max)
		problems.push({
			parameter: generalParameter,
			text: `The text has ${lengthText(general)}; at most ${LIMITS.generalPrompt.max} are allowed`,
		});
	return checked(prompt, problems);
}

/** Checks the length of a prompt in plain language. */
export function checkText(text: string, parameter: string): Checked<Prompt> {
	const problems: Problem[] = [];
	if (text.trim() === '')
		problems.push({ parameter, text: 'The prompt is empty; say which data to extract' });
	if (text.length > LIMITS.promptText.max)
		problems.push({
			parameter,
			text: `The prompt has ${lengthText(text)}; at most ${LIMITS.promptText.max} are allowed`,
		});
	return checked(text, problems);
}
