import type { Question } from '../../api/schemas/extractions';
import { digestOf } from '../../extraction/questions/asked';
import { fieldNames, type AnswerProblem, type Entered } from '../../extraction/questions/enteredAnswers';
import { optionsOf, type Option } from '../../extraction/questions/options';
import { notice, type Desk } from '../desk';
import { documentLinks, type DocumentPlace } from '../documents';
import { hidden, markup, type Html } from '../html';
import { say } from '../texts';

/** A question as a page shows it. */
export interface ShownQuestion {
	extractionId: string;
	/** Among those of all extractions. */
	key: string;
	question: Question;
	/** Among those of the page and of all others, from 1. */
	number: number;
	entered?: Entered;
	isAnswered: boolean;
	problem?: AnswerProblem;
	/** The file and page that its example names. */
	place?: DocumentPlace;
}

/** The place on the page that a question has. */
export const anchorOf = (number: number): string => `q_${number}`;

function optionField(
	{ texts }: Desk,
	{ label, isRecommended, cell, answer }: Option,
	place: number,
	name: string,
	more: Html,
): Html {
	const shown = typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '';
	return markup`<label class="option${!answer && ' else'}"><input type="radio" name="${name}" value="${place}"${more}><span><span class="label" dir="auto">${answer ? label : say(texts, 'somethingElse')}</span>${isRecommended && markup` <small class="tag">${say(texts, 'recommended')}</small>`}${shown !== '' && markup`<span class="cellwould">${say(texts, 'wouldContain')} <code dir="auto">${shown}</code></span>`}</span></label>`;
}

/** One open question with its options, if it has any, and a field for words. Nothing is chosen beforehand: the recommendation comes first. */
export function questionFields(desk: Desk, shown: ShownQuestion, hasFocus: boolean): Html {
	const { key, question, number, entered, problem, place } = shown;
	const { texts } = desk;
	const names = fieldNames(number);
	const anchor = anchorOf(number);
	const options = optionsOf(question);
	const { example_from_documents: example, previous_answer_rejected: rejected, scope } = question;
	const wordsLabel = say(texts, options.length > 0 ? 'yourWords' : 'yourAnswer');
	const more = (index: number) =>
		markup`${entered?.option === index && markup` checked`}${hasFocus && index === 0 && markup` autofocus`}`;
	return markup`<article class="question${problem && ' wrong'}" id="${anchor}"><fieldset aria-describedby="${anchor}_about"><legend dir="auto"><b>${number}</b> <span>${question.question}</span></legend>${hidden(names.key, key)}${hidden(names.digest, digestOf(question))}
<div id="${anchor}_about" class="around">${problem && markup`<p class="flaw">${say(texts, problem)}</p>`}${rejected && notice(say(texts, 'refusedBefore'), 'warn')}<p class="about">${example && markup`<span>${say(texts, 'example')} <q dir="auto">${example}</q> ${place && documentLinks(desk, place, say(texts, 'openPage', place))}</span> `}${scope?.applies_to && markup`<span dir="auto">${say(texts, 'appliesTo', { what: scope.applies_to })}</span>`}</p></div>
${options.length > 0 && markup`<div class="options">${options.map((option, index) => optionField(desk, option, index, names.option, more(index)))}</div>`}
<label class="words"><span>${wordsLabel}</span><textarea name="${names.words}" rows="3" placeholder=" " dir="auto"${problem && markup` aria-invalid="true"`}${hasFocus && options.length === 0 && markup` autofocus`}>
${entered?.words}</textarea></label></fieldset></article>`;
}
