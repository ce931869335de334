import type { GivenAnswer } from '../../api/extractions';
import type { ExtractionStatus, Question } from '../../api/schemas/extractions';
import { readableTime } from '../../shared/readableTime';
import { withoutTags } from '../../shared/text';

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

/** What a person can choose, and what it means as an answer; nothing for "something else". */
export interface FormOption {
	label: string;
	answer: Omit<GivenAnswer, 'question_id' | 'text'>;
}

/** The choice of an answer that is not offered. */
export const SOMETHING_ELSE = 'Something else (explain below)';

/** More than anybody reads above a field. */
const LONGEST_FORM_TEXT = 5000;

/**
 * Changes a text so that n8n's forms return it as it is. They trim it, turn `<` and `>` into entities, and insert the definition with
 * `String.replace`, which interprets `$&` and the like.
 */
export const formText = (text: string): string =>
	withoutTags(text.slice(0, LONGEST_FORM_TEXT).replace(/\s+/g, ' ').trim()).replace(
		/\$(?=[$&'`])/g,
		'$\u2060',
	);

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

export const recommendedFirst = (choices: Question['choices']): Question['choices'] =>
	[...choices].sort((a, b) => Number(b.recommended === true) - Number(a.recommended === true));

/** The options of a question, the recommendation first. There are none if it can only be answered in words. */
export function optionsOf({ choices, recommended_approach: approach }: Question): FormOption[] {
	const sorted = recommendedFirst(choices);
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
	all.push({ label: SOMETHING_ELSE, answer: {} });
	const labels = distinct(all.map(({ label }) => label));
	return all.map((option, index) => ({ ...option, label: labels[index] ?? option.label }));
}

/** How the label of a question begins. The only one needs no number. */
export const questionLabelStart = (number: number, { question }: Question, isOnly: boolean): string =>
	formText(isOnly ? question : `Question ${number}`);

/** The label of the field for free text beside the choices of a question. */
export const commentLabel = (number: number, isOnly: boolean): string =>
	isOnly ? 'Comment' : `Comment on question ${number}`;

/** An answer governs the whole extraction only at this level; one that is not known is to be treated as narrower ("Versioning"). */
const holdsForAll = ({ scope }: Question): boolean => scope?.level === 'extraction';

/** Says what the answer to a question applies to. */
export const scopeOf = (question: Question): string =>
	question.scope?.applies_to || (holdsForAll(question) ? 'all documents of this task' : 'not known');

/** How the questions of one form are shown. */
interface FormStyle {
	choiceField: ChoiceField;
	showScope: boolean;
	isOnly: boolean;
}

/** A text that ends like a sentence. */
const ended = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);

function questionLabel(question: Question, number: number, { showScope, isOnly }: FormStyle): string {
	const { question: text, example_from_documents: example, previous_answer_rejected: rejected } = question;
	const start = questionLabelStart(number, question, isOnly);
	const instance = example && !text.includes(example) ? ` Example from the documents: ${ended(example)}` : '';
	const scope = showScope ? ` Your answer applies to: ${ended(scopeOf(question))}` : '';
	const again = rejected ? ' (The service refused an earlier answer.)' : '';
	return formText(`${isOnly ? start : `${start}: ${text}`}${instance}${scope}${again}`);
}

function fieldsOf(question: Question, number: number, style: FormStyle): FormField[] {
	const { choiceField, isOnly } = style;
	const label = questionLabel(question, number, style);
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
	const placeholder = `Required if you chose "${SOMETHING_ELSE}"`;
	return [id, choice, { ...words, fieldLabel: commentLabel(number, isOnly), placeholder }];
}

/** A form that asks a person the open questions of an extraction. The fields carry everything needed to understand the answers. */
export function questionForm(
	{ extraction_id, questions, answer_by: answerBy }: ExtractionStatus,
	{ choiceField, timeZone }: { choiceField: ChoiceField; timeZone: string },
): { form_title: string; form_description: string; form_fields: FormField[] } {
	const open = questions ?? [];
	const isOnly = open.length === 1;
	const until = answerBy ? ` by ${readableTime(answerBy, timeZone)}` : '';
	const showScope = !open.every(holdsForAll);
	const scope = showScope
		? 'Each question says what its answer applies to.'
		: `${isOnly ? 'Your answer applies' : 'Your answers apply'} to all documents of this task.`;
	const extraction: FormField = {
		fieldType: 'hiddenField',
		fieldName: 'extraction_id',
		fieldValue: extraction_id,
	};
	return {
		form_title: 'Questions About Your Documents',
		form_description: `Please answer${until}. ${scope}`,
		form_fields:
			open.length === 0
				? []
				: [
						extraction,
						...open.flatMap((question, index) =>
							fieldsOf(question, index + 1, { choiceField, showScope, isOnly }),
						),
					],
	};
}
