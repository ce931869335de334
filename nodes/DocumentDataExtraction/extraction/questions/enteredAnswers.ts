import type { GivenAnswer } from '../../api/extractions';
import type { Question } from '../../api/schemas/extractions';
import { typedText } from '../../shared/text';
import { optionsOf, SOMETHING_ELSE, type Option } from './options';

/** What a person has entered for a question: the place of the chosen option (see `optionsOf`), and words. */
export interface Entered {
	option?: number;
	words: string;
}

/** The longest free text. The contract says only that there is a limit, so the service may refuse a shorter one. */
const LONGEST_WORDS = 20_000;

/** The fields of a question on the page, by its number on it. */
export const fieldNames = (number: number) => ({
	id: `question_${number}`,
	option: `choice_${number}`,
	words: `text_${number}`,
});

/** What a posted page holds, by the ID of the question. */
export function enteredIn(form: ReadonlyMap<string, string>): Map<string, Entered> {
	const entered = new Map<string, Entered>();
	for (let number = 1; ; number++) {
		const names = fieldNames(number);
		const id = form.get(names.id);
		if (id === undefined) return entered;
		const option = form.get(names.option) ?? '';
		entered.set(id, {
			option: option === '' ? undefined : Number(option),
			words: typedText(form.get(names.words) ?? ''),
		});
	}
}

interface EnteredAnswers {
	/** One for each open question, if there are no problems. */
	answers: GivenAnswer[];
	/** What is wrong, by the ID of the question. */
	problems: Map<string, string>;
}

/** Whether a question has one field for words and nothing to choose. The recommendation, if there is one, is filled in there. */
export const isInWordsOnly = ({ choices }: Question): boolean => choices.length === 0;

const isOwnWords = (option: Option): boolean => Object.keys(option).length === 0;

/**
 * Whether a person has written words, and has chosen, or left, another answer. Only they know which of both holds: the recommendation is
 * chosen beforehand, and is easily overlooked.
 */
export function saysTwoThings(question: Question, { option, words }: Entered): boolean {
	if (isInWordsOnly(question) || words === '' || option === undefined) return false;
	const chosen = optionsOf(question)[option];
	return chosen !== undefined && !isOwnWords(chosen);
}

/** The same words; a browser sends line breaks of its own. */
const sameWords = (one: string, other: string): boolean =>
	one.replace(/\s+/g, ' ').trim() === other.replace(/\s+/g, ' ').trim();

function wordsFor({ question_id, recommended_approach: approach }: Question, words: string): GivenAnswer {
	const isRecommendation = approach && sameWords(words, approach);
	return isRecommendation ? { question_id, accept_recommended: true } : { question_id, text: words };
}

/** The answer, which is a choice or words, never both; a text says what is wrong. */
function answerIn(question: Question, entered: Entered): GivenAnswer | string {
	const { option, words } = entered;
	if (words.length > LONGEST_WORDS)
		return `The text has ${words.length} characters. Shorten it to at most ${LONGEST_WORDS}`;
	if (isInWordsOnly(question)) return words ? wordsFor(question, words) : 'Write your answer';
	const chosen = option === undefined ? undefined : optionsOf(question)[option];
	if (option !== undefined && !chosen) return 'This choice is not offered. Choose another answer';
	if (saysTwoThings(question, entered))
		return `You wrote an explanation, but did not choose "${SOMETHING_ELSE}". Choose it to send the explanation, or delete the explanation`;
	if (words) return { question_id: question.question_id, text: words };
	if (!chosen) return 'Choose an answer';
	if (isOwnWords(chosen)) return 'Write an explanation, or choose another answer';
	return { question_id: question.question_id, ...chosen };
}

/** The answers to the open questions, from what was entered; questions that are not open are not answered. */
export function enteredAnswers(open: Question[], entered: ReadonlyMap<string, Entered>): EnteredAnswers {
	const result: EnteredAnswers = { answers: [], problems: new Map() };
	for (const question of open) {
		const { question_id: id } = question;
		const answer = answerIn(question, entered.get(id) ?? { words: '' });
		if (typeof answer === 'string') result.problems.set(id, answer);
		else result.answers.push(answer);
	}
	return result;
}
