import type { Question } from '../../api/schemas/extractions';
import { hasRecommendation } from '../../extraction/questions/answers';
import {
	fieldNames,
	isInWordsOnly,
	saysTwoThings,
	type Entered,
} from '../../extraction/questions/enteredAnswers';
import { optionsOf, scopeOf, SOMETHING_ELSE, type Option } from '../../extraction/questions/options';
import { hidden, markup, type Html } from '../html';

/** The place on the page that a question has. */
export const anchorOf = (number: number): string => `question-${number}`;

function optionField(question: Question, option: Option, place: number, chosen: boolean, name: string): Html {
	const choice = question.choices.find(({ choice_id }) => choice_id === option.choice_id);
	const isRecommended = choice?.recommended === true || option.accept_recommended === true;
	const label = choice?.label ?? (option.accept_recommended ? question.recommended_approach : SOMETHING_ELSE);
	const value = choice?.cell_would_contain;
	const cell = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	return markup`<label class="choice"><input type="radio" name="${name}" value="${place}"${chosen && markup` checked`} required>
<span><span dir="auto">${label}</span>${isRecommended && markup` <span class="tag">Recommended</span>`}${cell !== '' && markup`<br><span class="hint">The cell would contain: <span dir="auto">${cell}</span></span>`}</span></label>
`;
}

/** The choices, with the recommendation selected. A person who says two things has to choose again. */
function choiceFields(question: Question, name: string, entered: Entered | undefined): Html[] {
	const options = optionsOf(question);
	const untouched = hasRecommendation(question) ? 0 : undefined;
	const kept = entered && !saysTwoThings(question, entered) ? entered.option : undefined;
	const chosen = entered ? kept : untouched;
	return options.map((option, place) => optionField(question, option, place, place === chosen, name));
}

function wordsLabel(question: Question, words: string): Html {
	const { recommended_approach: approach } = question;
	if (!isInWordsOnly(question)) return markup`Explanation (only with "${SOMETHING_ELSE}")`;
	if (!approach) return markup`Your answer`;
	return words === approach
		? markup`Your answer. The recommendation is filled in. Change it if it is wrong`
		: markup`Your answer. Recommended: <span dir="auto">${approach}</span>`;
}

/** One open question with its choices, if it has any, and a field for words. */
export function questionFields(
	question: Question,
	number: number,
	{ isOnly, entered, problem }: { isOnly: boolean; entered?: Entered; problem?: string },
): Html {
	const names = fieldNames(number);
	const anchor = anchorOf(number);
	const inWordsOnly = isInWordsOnly(question);
	const words = entered?.words ?? (inWordsOnly ? (question.recommended_approach ?? '') : '');
	const { example_from_documents: example, previous_answer_rejected: rejected } = question;
	return markup`<fieldset id="${anchor}" aria-describedby="${anchor}-about">
<legend><span dir="auto">${!isOnly && `${number}. `}${question.question}</span></legend>
<div id="${anchor}-about">
${problem !== undefined && markup`<p class="wrong">${problem}.</p>`}
${rejected && markup`<p class="wrong">The service refused an earlier answer to this question. After three refused answers it cancels the extraction.</p>`}
${example && markup`<p class="hint">Example from the documents: <q dir="auto">${example}</q></p>`}
<p class="hint">Your answer applies to: <span dir="auto">${scopeOf(question)}</span></p>
</div>
${hidden(names.id, question.question_id)}
${!inWordsOnly && choiceFields(question, names.option, entered)}
<label for="${names.words}">${wordsLabel(question, words)}</label>
<textarea id="${names.words}" name="${names.words}" rows="3"${inWordsOnly && markup` required`}${problem !== undefined && markup` aria-invalid="true" aria-describedby="${anchor}-about"`}>
${words}</textarea>
</fieldset>
`;
}
