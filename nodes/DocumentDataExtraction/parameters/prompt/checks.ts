import type { PromptObject } from '../../api/extractions';
import { LIMITS } from '../../api/limits';
import { invalid, valid, type Checked, type Problem } from '../../shared/problems';
import { plural } from '../../shared/text';

/** A prompt as the service takes it. */
export type Prompt = string | PromptObject;

/** The fields that the user describes, in their order. */
export interface Described {
	fields: PromptObject['fields'];
	/** The key of the list of line items; undefined if there is none. */
	lines?: string;
	/** What is said of all fields together; empty if nothing is. */
	general: string;
}

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

/** What is wrong with the fields of a prompt ("Prompt"). */
export function fieldProblems(fields: PromptObject['fields']): Problem[] {
	const { fieldName, fieldPrompt } = LIMITS;
	if (fields.length === 0) return [{ text: 'There is no field. Add at least one' }];
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
		return texts.map((text) => ({ text }));
	});
}

/** A text without the white space around it. */
function checkLength(what: string, given: string, max: number): Checked<string> {
	const text = given.trim();
	if (text.length <= max) return valid(text);
	return invalid({ text: `${what} has ${lengthText(text)}. At most ${max} are allowed` });
}

/** Instructions for all fields. */
export const checkGeneral = (given: string): Checked<string> =>
	checkLength('The text', given, LIMITS.generalPrompt.max);

/** A prompt in plain language. White space around it would make another request, at another charge. */
export const checkText = (given: string): Checked<string> =>
	given.trim() === ''
		? invalid({ text: 'The prompt is empty. Describe the data to extract' })
		: checkLength('The prompt', given, LIMITS.promptText.max);
