import { checkedObject, checkedText, type PromptParts } from './checks';
import { promptFromJson } from './fromJson';

export type { PromptParts } from './checks';

export type PromptInput =
	| { kind: 'text'; text: string }
	| { kind: 'fields'; fields: Array<{ name: string; instructions: string }>; generalInstructions: string }
	| { kind: 'json'; json: unknown };

/** Builds the prompt of a submission and checks it against the contract ("Prompt"). */
export function buildPrompt(input: PromptInput): PromptParts {
	if (input.kind === 'text') return checkedText(input.text, 'Prompt');
	if (input.kind === 'json') return promptFromJson(input.json);
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
