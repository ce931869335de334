import type { PromptObject } from '../types';

/** All that the prompt says, as one text: an instruction may stand in any part of it. */
export function promptText(prompt: string | PromptObject): string {
	if (typeof prompt === 'string') return prompt;
	return [prompt.general_prompt, ...prompt.fields.map((field) => `${field.name}: ${field.prompt ?? ''}`)]
		.filter(Boolean)
		.join('\n');
}
