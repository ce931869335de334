import type { GivenAnswer } from '../../api/extractions';
import type { ExtractionStatus, Question } from '../../api/schemas/extractions';

/** A field as n8n's forms take it under "Define Form: Using JSON". */
export interface FormField {
	fieldType: 'dropdown' | 'hiddenField' | 'radio' | 'textarea';
	/** What newer forms call the answer; the label is what older ones call it. */
	fieldName: string;
	fieldLabel?: string;
	fieldValue?: string;
	fieldOptions?: { values: Array<{ option: string }> };
	placeholder?: string;
	requiredField?: boolean;
}

export type ChoiceField = 'dropdown' | 'radio';

/** What a person can choose, and what it means as an answer; nothing for "in my own words". */
export interface FormOption {
	label: string;
	answer: Omit<GivenAnswer, 'question_id' | 'text'>;
}

export const OWN_WORDS = 'None of these: see my own words below';

/** More than anybody reads above a field. */
const LONGEST_FORM_TEXT = 5000;

/**
 * Changes a text so that n8n's forms return it as it is. They trim it, turn `<` and `>` into entities, and insert the definition with a
 * function to which `$&` and the like are commands.
 */
export const formText = (text: string): string =>
	text
		.slice(0, LONGEST_FORM_TEXT)
		.replace(/\s+/g, ' ')
		.trim()
		.replace(/</g, '‹')
		.replace(/>/g, '›')
		.replace(/\$(?=[$&'`])/g, '$\u2060');

function distinct(labels: string[]): string[] {
	const taken = new Set<string>();
	// Where the count of a label went on last: many equal labels must not be counted through from the start each time.
	const counts = new Map<string, number>();
	return labels.map((label) => {
		let candidate = label;
		let number = counts.get(label) ?? 1;
		while (taken.has(candidate)) candidate = `${label} (${++number})`;
		counts.set(label, number);
		taken.add(candidate);
		return candidate;
	});
}

function choiceLabel({ label, cell_would_contain: cell, recommended }: Question['choices'][number]): string {
	const shown = typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '';
	const result = shown && !label.includes(shown) ? `${label} → ${shown}` : label;
	return formText(recommended ? `${result} (recommended)` : result);
}

/** The options of a question, the recommendation first. There are none if it can only be answered in words. */
export function optionsOf({ choices, recommended_approach: approach }: Question): FormOption[] {
	const sorted = [...choices].sort((a, b) => Number(b.recommended === true) - Number(a.recommended === true));
	const options = sorted.map((choice) => ({
		label: choiceLabel(choice),
		answer: { choice_id: choice.choice_id },
	}));
	const accept = {
		label: formText(`Accept the recommendation: ${approach ?? ''}`),
		answer: { accept_recommended: true },
	};
	const all: FormOption[] = approach && !sorted[0]?.recommended ? [accept, ...options] : options;
	if (all.length === 0) return [];
	all.push({ label: OWN_WORDS, answer: {} });
	const labels = distinct(all.map(({ label }) => label));
	return all.map((option, index) => ({ ...option, label: labels[index] ?? option.label }));
}

export const questionLabelStart = (number: number): string => `Question ${number}`;
export const textLabelStart = (number: number): string => `Answer ${number} in your own words`;

/** An answer governs the whole extraction only at this level; one that is not known is to be treated as narrower ("Versioning"). */
const holdsForAll = ({ scope }: Question): boolean => scope?.level === 'extraction';

/** What the answer to a question holds for, in words. */
export const scopeOf = (question: Question): string =>
	question.scope?.applies_to || (holdsForAll(question) ? 'all documents of the extraction' : 'not told');

function questionLabel(question: Question, number: number, showScope: boolean): string {
	const { question: text, example_from_documents: example, previous_answer_rejected: rejected } = question;
	const again = rejected ? ' (the earlier answer was refused)' : '';
	const instance = example && !text.includes(example) ? ` Example from the documents: ${example}` : '';
	const scope = showScope ? ` Applies to: ${scopeOf(question)}` : '';
	return formText(`${questionLabelStart(number)}${again}: ${text}${instance}${scope}`);
}

function fieldsOf(
	question: Question,
	number: number,
	{ choiceField, showScope }: { choiceField: ChoiceField; showScope: boolean },
): FormField[] {
	const label = questionLabel(question, number, showScope);
	const options = optionsOf(question);
	const id: FormField = {
		fieldType: 'hiddenField',
		fieldName: `question_${number}`,
		fieldValue: question.question_id,
	};
	const words: FormField = { fieldType: 'textarea', fieldName: `text_${number}` };
	if (options.length === 0) return [id, { ...words, fieldLabel: label, requiredField: true }];
	const choice: FormField = {
		fieldType: choiceField,
		fieldName: `choice_${number}`,
		fieldLabel: label,
		fieldOptions: { values: options.map((option) => ({ option: option.label })) },
		requiredField: true,
	};
	const placeholder = 'Optional with a choice; needed without one';
	return [id, choice, { ...words, fieldLabel: textLabelStart(number), placeholder }];
}

/** Such as `2026-05-03 14:30 UTC`; the text itself when it is no time. */
function deadlineText(time: string): string {
	const date = new Date(time);
	return Number.isNaN(date.getTime())
		? formText(time)
		: `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A form that asks a person the open questions of an extraction. The fields carry everything needed to understand the answers. */
export function questionForm(
	{ extraction_id, questions, answer_by: answerBy }: ExtractionStatus,
	choiceField: ChoiceField,
): { form_title: string; form_description: string; form_fields: FormField[] } {
	const open = questions ?? [];
	const until = answerBy ? ` until ${deadlineText(answerBy)}` : '';
	const showScope = !open.every(holdsForAll);
	const scope = showScope
		? 'Each answer holds for what its question applies to.'
		: 'Each answer holds for all documents of the extraction.';
	const extraction: FormField = {
		fieldType: 'hiddenField',
		fieldName: 'extraction_id',
		fieldValue: extraction_id,
	};
	return {
		form_title: 'Questions About Your Documents',
		form_description: `The extraction waits for ${open.length === 1 ? 'an answer' : `${open.length} answers`}${until}. Choose, or answer in your own words; you can do both. ${scope}`,
		form_fields:
			open.length === 0
				? []
				: [
						extraction,
						...open.flatMap((question, index) => fieldsOf(question, index + 1, { choiceField, showScope })),
					],
	};
}
