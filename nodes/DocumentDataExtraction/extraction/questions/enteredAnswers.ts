import type { GivenAnswer } from '../../api/extractions';
import type { Question } from '../../api/schemas/extractions';
import { invalid, valid, type Checked } from '../../shared/problems';
import { optionsOf } from './form';
import { answerWith } from './formAnswers';

/** What a person has entered for a question: the place of the chosen option (see `optionsOf`), and words. */
export interface Entered {
	option?: number;
	words: string;
}

/** The longest answer in words. The contract says only that there is a limit; what the service finds too long it refuses itself. */
export const LONGEST_WORDS = 20_000;

/** The fields of a question on the page, by its number on it. */
export const fieldNames = (number: number) => ({
	id: `question_${number}`,
	option: `choice_${number}`,
	words: `text_${number}`,
});

/** More questions than any page has. */
const MOST_QUESTIONS = 300;

/** What a posted page holds, by the ID of the question. */
export function enteredIn(form: ReadonlyMap<string, string>): Map<string, Entered> {
	const entered = new Map<string, Entered>();
	for (let number = 1; number <= MOST_QUESTIONS; number++) {
		const names = fieldNames(number);
		const id = form.get(names.id);
		if (id === undefined) break;
		const option = form.get(names.option) ?? '';
		entered.set(id, {
			option: option === '' ? undefined : Number(option),
			words: (form.get(names.words) ?? '').trim(),
		});
	}
	return entered;
}

export interface EnteredAnswers {
	/** One for each open question, if there are no problems. */
	answers: GivenAnswer[];
	/** What is wrong, by the ID of the question. */
	problems: Map<string, string>;
}

function answerIn(question: Question, { option, words }: Entered): Checked<GivenAnswer> {
	const options = optionsOf(question);
	const chosen = option === undefined ? { answer: {} } : options[option];
	if (!chosen) return invalid({ text: 'This choice is not offered. Choose one of those below' });
	if (words.length > LONGEST_WORDS)
		return invalid({
			text: `The text has ${words.length} characters. Shorten it to ${LONGEST_WORDS} at most`,
		});
	const answer = answerWith(question, chosen.answer, words);
	if (answer) return valid(answer);
	const hasOptions = options.length > 0;
	return invalid({
		text: hasOptions ? 'Choose one of the options, or write your answer below' : 'Write your answer',
	});
}

/** The answers to the open questions, from what was entered; questions that are not open are not answered. */
export function enteredAnswers(open: Question[], entered: ReadonlyMap<string, Entered>): EnteredAnswers {
	const result: EnteredAnswers = { answers: [], problems: new Map() };
	for (const question of open) {
		const { question_id: id } = question;
		const answer = answerIn(question, entered.get(id) ?? { words: '' });
		if (answer.ok) result.answers.push(answer.value);
		else result.problems.set(id, answer.problems.map(({ text }) => text).join('. '));
	}
	return result;
}
