import type { Checked } from '../../shared/problems';
import { checkObject, checkText, type Prompt } from './checks';
import { promptFromJson } from './fromJson';

export type { Prompt } from './checks';

export type PromptInput =
	| { kind: 'text'; text: string }
	| { kind: 'fields'; fields: Array<{ name: string; instructions: string }>; generalInstructions: string }
	| { kind: 'json'; json: unknown };

/** The display names of the parameters that a prompt is given with. */
export interface PromptParameters {
	text: string;
	fields: string;
	generalInstructions: string;
	json: string;
}

/** Builds the prompt of a submission and checks it against the contract ("Prompt"). */
export function buildPrompt(input: PromptInput, parameters: PromptParameters): Checked<Prompt> {
	if (input.kind === 'text') return checkText(input.text, parameters.text);
	if (input.kind === 'json') return promptFromJson(input.json, parameters.json);
	const fields = input.fields.map(({ name, instructions }) => ({
		name: name.trim(),
		...(instructions.trim() ? { prompt: instructions.trim() } : {}),
	}));
	const general = input.generalInstructions.trim();
	return checkObject(
		{ fields, ...(general ? { general_prompt: general } : {}) },
		parameters.fields,
		parameters.generalInstructions,
	);
}
