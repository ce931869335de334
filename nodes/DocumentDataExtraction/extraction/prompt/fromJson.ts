import { z } from 'zod';
import { parseJson } from '../../shared/json';
import { invalid, valid, type Checked } from '../../shared/problems';
import { checkObject, checkText, type Prompt } from './checks';

const NO_LIST =
	'The JSON must be an object with a list "fields", such as {"fields": [{"name": "Invoice Number"}]}';

/** The object form ("Prompt"). Strict, because the service takes no key that it does not know. */
const PROMPT_OBJECT = z
	.object({
		fields: z.array(z.object({ name: z.string().trim(), prompt: z.string().trim().optional() }).strict()),
		general_prompt: z.string().trim().optional(),
	})
	.strict();

function textsOf(issue: z.ZodIssue): string[] {
	const [key, index] = issue.path;
	const field = key === 'fields' && index !== undefined ? `fields[${index}]` : undefined;
	if (issue.code === 'unrecognized_keys')
		return issue.keys.map((name) =>
			field === undefined
				? `"${name}" is unknown. A prompt object has "fields" and "general_prompt"`
				: `"${name}" in ${field} is unknown. A field has "name" and "prompt"`,
		);
	if (field !== undefined) return [`${field} must have a text "name", and may have a text "prompt"`];
	return [key === 'general_prompt' ? '"general_prompt" must be text' : NO_LIST];
}

/** Reads `{fields: [{name, prompt?}], general_prompt?}`, as an object or as JSON text. */
export function promptFromJson(given: unknown, parameter: string): Checked<Prompt> {
	const wrong = (...texts: string[]) => invalid(...texts.map((text) => ({ parameter, text })));
	const json = typeof given === 'string' ? parseJson(given) : valid(given);
	if (!json.ok) return wrong('The text is not valid JSON');
	if (typeof json.value === 'string') return checkText(json.value, parameter);
	const prompt = PROMPT_OBJECT.safeParse(json.value);
	if (!prompt.success) return wrong(...new Set(prompt.error.issues.flatMap(textsOf)));
	return checkObject(prompt.data, parameter, parameter);
}
