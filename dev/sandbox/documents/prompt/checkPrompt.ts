import type { PromptObject } from '../types';
import { isBadFaith, isOtherErrand } from './badFaith';
import { mentionedKeys } from './mentions';

export interface PromptProblem {
	code: 'PROMPT_REJECTED' | 'PROMPT_UNCLEAR';
	message: string;
}

const errandWords =
	/\b(extract|extrac\w+|invoices?|receipts?|bills?|documents?|fields?|columns?|rows?|data|values?|tables?|rechnung\w*|factur\w*)\b/i;
const extractionWords = /\b(extract\w*|columns?|fields?|rows?)\b/i;
const fewWords = 3;

/** Why a prompt cannot be followed, or null ("Processing failures": PROMPT_REJECTED, PROMPT_UNCLEAR). */
export function checkPrompt(prompt: string | PromptObject): PromptProblem | null {
	const isObject = typeof prompt !== 'string';
	const texts = isObject
		? [prompt.general_prompt ?? '', ...prompt.fields.flatMap((field) => [field.name, field.prompt ?? ''])]
		: [prompt];
	const isErrand = texts.some(isOtherErrand) && !texts.some((text) => extractionWords.test(text));
	const namesData = texts.some((text) => errandWords.test(text) || mentionedKeys(text).length > 0);
	if (texts.some(isBadFaith) || isErrand) {
		return {
			code: 'PROMPT_REJECTED',
			message: 'The prompt does not describe data to extract from documents.',
		};
	}
	const isEmptyOfSense = isObject
		? prompt.fields.some((field) => !/\p{L}/u.test(field.name))
		: !/\p{L}/u.test(prompt) || (!namesData && prompt.trim().split(/\s+/).length < fewWords);
	if (!isEmptyOfSense) return null;
	return {
		code: 'PROMPT_UNCLEAR',
		message: 'The prompt does not say clearly what to extract. Name the values you need.',
	};
}
