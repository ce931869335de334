import type { GivenAnswer } from '../../api/endpoints/extractions';
import type { Question } from '../../api/schemas/extractions';
import { typedText } from '../../shared/text';
import { optionsOf, SOMETHING_ELSE } from './options';

/** What a person has entered for a question: the place of the chosen option (see `optionsOf`), and words. */
export interface Entered {
	option?: number;
	words: string;
}

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

/**
 * Whether a person has written words, and has chosen, or left, another answer. Only they know which of both holds: the recommendation is
 * chosen beforehand, and is easily overlooked.
 */
export const saysTwoThings = (question: Question, { option = -1, words }: Entered): boolean =>
	words !== '' && optionsOf(question)[option]?.answer !== undefined;

/** The answer, which is a choice or words, never both; a text says what is wrong. */
function answerIn(question: Question, entered: Entered): GivenAnswer | string {
	const { option, words } = entered;
	const options = optionsOf(question);
	const chosen = option === undefined ? undefined : options[option];
	if (option !== undefined && !chosen) return 'This choice is not offered. Choose another answer';
	if (saysTwoThings(question, entered))
		return `You wrote an explanation, but did not choose "${SOMETHING_ELSE}". Choose it to send the explanation, or delete the explanation`;
	if (words) return { question_id: question.question_id, text: words };
	if (options.length === 0) return 'Write your answer';
	if (!chosen) return 'Choose an answer';
	return chosen.answer ?? 'Write an explanation, or choose another answer';
}

/** The answers to the open questions, or what is wrong, by the ID of the question. Questions that are not open are not answered. */
export function enteredAnswers(
	open: Question[],
	entered: ReadonlyMap<string, Entered>,
): { answers: GivenAnswer[]; problems: Map<string, string> } {
	const answers: GivenAnswer[] = [];
	const problems = new Map<string, string>();
	for (const question of open) {
		const { question_id: id } = question;
		const answer = answerIn(question, entered.get(id) ?? { words: '' });
		if (typeof answer === 'string') problems.set(id, answer);
		else answers.push(answer);
	}
	return { answers, problems };
}
