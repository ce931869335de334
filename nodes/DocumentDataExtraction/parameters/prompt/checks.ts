import type { PromptObject } from '../../api/endpoints/extractions';
import { LIMITS } from '../../api/limits';
import { invalid, valid, type Checked, type Problem } from '../../shared/problems';

/** A prompt as the service takes it. */
export type Prompt = string | PromptObject;

/** The fields that the user describes, in their order. */
export interface Described {
	fields: PromptObject['fields'];
	/** The key of the list of line items; undefined if there is none. */
	lines?: string;
	/** Instructions for all fields; empty if there are none. */
	general: string;
}

/** Columns that rows have besides the fields. n8n treats a row with a column "error" as a failed item. */
const TAKEN_NAMES = new Set(['error', 'source file', 'review needed', 'review_message', 'review_fields']);

/** Names that differ in case or spaces only are easily taken for each other: by the service, a sheet or a database. */
const columnKey = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** What is wrong with the fields of a prompt ("Prompt"). */
export function fieldProblems(fields: PromptObject['fields']): Problem[] {
	const { fieldName, fieldPrompt } = LIMITS;
	if (fields.length === 0) return [{ text: 'There is no field. Add at least one' }];
	const problems: Problem[] = [];
	const seen = new Map<string, string>();
	for (const [index, { name, prompt }] of fields.entries()) {
		const wrong = (text: string) => problems.push({ text: `Field ${index + 1} ("${name}"): ${text}` });
		if (name.length < fieldName.min || name.length > fieldName.max)
			wrong(`The name must have ${fieldName.min} to ${fieldName.max} characters, not ${name.length}`);
		const key = columnKey(name);
		if (TAKEN_NAMES.has(key)) wrong(`This name is taken. Use another one, such as "${name} Text"`);
		const earlier = seen.get(key);
		if (earlier !== undefined)
			wrong(`"${earlier}" is the same name, apart from case and spaces. Use a clearly different name`);
		seen.set(key, earlier ?? name);
		if (prompt !== undefined && (prompt.length < fieldPrompt.min || prompt.length > fieldPrompt.max))
			wrong(
				`The instructions must have ${fieldPrompt.min} to ${fieldPrompt.max} characters, not ${prompt.length}`,
			);
	}
	return problems;
}

const checkLength = (what: string, text: string, max: number): Checked<string> =>
	text.length <= max
		? valid(text)
		: invalid({ text: `${what} has ${text.length} characters. At most ${max} are allowed` });

/** Instructions for all fields. */
export const checkGeneral = (text: string): Checked<string> =>
	checkLength('The text', text, LIMITS.generalPrompt.max);

/** A prompt in plain language. White space around it would make another request, at another charge. */
export const checkText = (text: string): Checked<string> =>
	text === ''
		? invalid({ text: 'The prompt is empty. Describe the data to extract' })
		: checkLength('The prompt', text, LIMITS.promptText.max);
