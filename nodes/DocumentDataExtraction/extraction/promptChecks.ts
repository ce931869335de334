import type { PromptObject } from '../api/extractions';
import { LIMITS } from '../api/limits';
import type { Problem } from '../problems';

export interface PromptParts {
	prompt: string | PromptObject;
	problems: Problem[];
}

/** n8n takes an item with a top-level `error` for a failed one, so no column may have that name. */
const RESERVED_FIELD_NAME = 'error';

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

/** A prompt object with what is wrong with the lengths and names in it ("Prompt"). */
export function checkedObject(
	prompt: PromptObject,
	fieldsParameter: string,
	generalParameter: string,
): PromptParts {
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

/** A prompt in plain language with what is wrong with its length. */
export function checkedText(text: string, parameter: string): PromptParts {
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
