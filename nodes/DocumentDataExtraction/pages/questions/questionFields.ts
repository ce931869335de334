import type { Question } from '../../api/schemas/extractions';
import { fieldNames, saysTwoThings, type Entered } from '../../extraction/questions/enteredAnswers';
import { optionsOf, SOMETHING_ELSE, type Option } from '../../extraction/questions/options';
import { hidden, markup, type Html } from '../html';

/** The place on the page that a question has. */
export const anchorOf = (number: number): string => `question-${number}`;

function optionField({ label, isRecommended, cell }: Option, place: number, name: string, chosen: boolean) {
	const shown = typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '';
	return markup`<label class="choice"><input type="radio" name="${name}" value="${place}"${chosen && markup` checked`} required>
<span><span dir="auto">${label}</span>${isRecommended && markup` <span class="tag">Recommended</span>`}${shown !== '' && markup`<br><span class="hint">The cell would contain: <span dir="auto">${shown}</span></span>`}</span></label>
`;
}

/** The options, with the recommendation selected. A person who says two things has to choose again. */
function optionFields(question: Question, name: string, entered: Entered | undefined): Html[] {
	const options = optionsOf(question);
	const untouched = options[0]?.isRecommended ? 0 : undefined;
	const kept = entered && !saysTwoThings(question, entered) ? entered.option : undefined;
	const chosen = entered ? kept : untouched;
	return options.map((option, place) => optionField(option, place, name, place === chosen));
}

/** One open question with its options, if it has any, and a field for words. */
export function questionFields(
	question: Question,
	number: number,
	entered: Entered | undefined,
	problem: string | undefined,
): Html {
	const names = fieldNames(number);
	const anchor = anchorOf(number);
	const options = optionFields(question, names.option, entered);
	const { example_from_documents: example, previous_answer_rejected: rejected, scope } = question;
	return markup`<fieldset id="${anchor}" aria-describedby="${anchor}-about">
<legend><span dir="auto">${number}. ${question.question}</span></legend>
<div id="${anchor}-about">
${problem !== undefined && markup`<p class="wrong">${problem}.</p>`}
${rejected && markup`<p class="wrong">The service refused an earlier answer to this question. After three refused answers it cancels the extraction.</p>`}
${example && markup`<p class="hint">Example from the documents: <q dir="auto">${example}</q></p>`}
<p class="hint">Your answer applies to: <span dir="auto">${scope?.applies_to ?? 'not known'}</span></p>
</div>
${hidden(names.id, question.question_id)}
${options}
<label for="${names.words}">${options.length > 0 ? `Explanation (only with "${SOMETHING_ELSE}")` : 'Your answer'}</label>
<textarea id="${names.words}" name="${names.words}" rows="3"${options.length === 0 && markup` required`}${problem !== undefined && markup` aria-invalid="true" aria-describedby="${anchor}-about"`}>
${entered?.words}</textarea>
</fieldset>
`;
}
