import type { PromptObject } from '../../api/extractions';
import { LIMITS } from '../../api/limits';
import { checked, type Checked, type Problem } from '../../shared/problems';
import { plural } from '../../shared/text';

/** A prompt as the service takes it. */
export type Prompt = string | PromptObject;

/** Columns that rows have besides the fields, and why a field cannot be called so; by `columnKey`. */
const RESERVED_NAMES: ReadonlyMap<string, string> = new Map([
	['error', 'n8n treats a row with a column "error" as a failed item'],
	['source file', 'every row already has a column of this name with its file and page'],
	['review needed', 'every row already has a column of this name'],
	['review_message', 'rows that need review get a column of this name'],
	['review_fields', 'rows that need review get a column of this name'],
]);

/** Names that differ in case or spaces only are easily taken for each other: by the service, a sheet or a database. */
const columnKey = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

const lengthText = ({ length }: string): string => plural(length, 'character');

function fieldProblems(fields: PromptObject['fields'], parameter: string): Problem[] {
	const { fieldName, fieldPrompt } = LIMITS;
	const seen = new Map<string, string>();
	return fields.flatMap(({ name, prompt }, index) => {
		const texts: string[] = [];
		const field = `Field ${index + 1} ("${name}")`;
		if (name.length < fieldName.min || name.length > fieldName.max)
			texts.push(
				name === ''
					? `Field ${index + 1} has no name. Enter a name such as Invoice Number, or delete the field`
					: `${field}: The name has ${lengthText(name)}. Use ${fieldName.min} to ${fieldName.max} characters`,
			);
		const key = columnKey(name);
		const reserved = RESERVED_NAMES.get(key);
		if (reserved !== undefined)
			texts.push(
				`${field} needs another name, such as "${name.charAt(0).toUpperCase()}${name.slice(1)} Text", because ${reserved}`,
			);
		const earlier = seen.get(key);
		if (earlier === name) texts.push(`${field}: The name is used twice. Every field needs its own name`);
		else if (earlier !== undefined)
			texts.push(
				`${field}: The name differs from "${earlier}" only in case or spaces. Use a clearly different name`,
			);
		seen.set(key, earlier ?? name);
		if (prompt !== undefined && (prompt.length < fieldPrompt.min || prompt.length > fieldPrompt.max))
			texts.push(
				`${field}: The instructions have ${lengthText(prompt)}. Use ${fieldPrompt.min} to ${fieldPrompt.max} characters`,
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
		problems.push({ parameter: fieldsParameter, text: 'There is no field. Add at least one' });
	const general = prompt.general_prompt ?? '';
	if (general.length > LIMITS.generalPrompt.max)
		problems.push({
			parameter: generalParameter,
			text: `The text has ${lengthText(general)}. At most ${LIMITS.generalPrompt.max} are allowed`,
		});
	return checked(prompt, problems);
}

/** A prompt in plain language, without the white space around it: it would make another request, at another charge. */
export function checkText(given: string, parameter: string): Checked<Prompt> {
	const text = given.trim();
	const problems: Problem[] = [];
	if (text === '') problems.push({ parameter, text: 'The prompt is empty. Describe the data to extract' });
	if (text.length > LIMITS.promptText.max)
		problems.push({
			parameter,
			text: `The prompt has ${lengthText(text)}. At most ${LIMITS.promptText.max} are allowed`,
		});
	return checked(text, problems);
}
