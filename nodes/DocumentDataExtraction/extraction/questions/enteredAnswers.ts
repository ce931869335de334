import type { GivenAnswer } from '../../api/endpoints/extractions';
import type { Question } from '../../api/schemas/extractions';
import { typedText } from '../../shared/text';
import { digestOf } from './asked';
import { optionsOf } from './options';

/** What a person has entered for a question: the place of the chosen option (see `optionsOf`), and words. */
export interface Entered {
	/** The digest of the question when it was shown. */
	digest: string;
	option?: number;
	words: string;
}

/** By the key of the question. */
export type EnteredAnswers = ReadonlyMap<string, Entered>;

/** Stands for a question among those of several extractions. */
export const questionKey = (extractionId: string, { question_id }: Question): string =>
	`${extractionId} ${question_id}`;

/** How the names of the fields begin that hold the digest of a question. */
export const DIGEST_FIELD = 'f_';

/** The fields of a question on a page, by its number. */
export const fieldNames = (number: number) => ({
	key: `k_${number}`,
	digest: `${DIGEST_FIELD}${number}`,
	option: `o_${number}`,
	words: `w_${number}`,
});

export const QUESTION_FIELD = /^[kfow]_\d{1,6}$/;

/** What a posted page holds. */
export function enteredIn(fields: ReadonlyMap<string, string>): Map<string, Entered> {
	const entered = new Map<string, Entered>();
	for (const [name, key] of fields) {
		if (!name.startsWith('k_')) continue;
		const names = fieldNames(Number(name.slice(2)));
		const option = fields.get(names.option) ?? '';
		entered.set(key, {
			digest: fields.get(names.digest) ?? '',
			option: option === '' ? undefined : Number(option),
			words: typedText(fields.get(names.words) ?? ''),
		});
	}
	return entered;
}

/** What was entered for other questions than these. */
export const enteredBeside = (entered: EnteredAnswers, keys: ReadonlySet<string>) =>
	[...entered].filter(([key, { option = '', words }]) => !keys.has(key) && `${option}${words}` !== '');

/** The same as fields, for the questions that a page does not show. */
export const hiddenIn = (entered: EnteredAnswers, shown: ReadonlySet<string>): Array<[string, string]> =>
	enteredBeside(entered, shown).flatMap(([key, { digest, option = '', words }], index) => {
		const values = { key, digest, option: String(option), words };
		// Numbers that no page has.
		const names = Object.entries(fieldNames(100_000 + index));
		return names.map(([part, name]): [string, string] => [name, values[part as keyof typeof values]]);
	});

/** What is wrong with an answer, by the key of its text. */
export type AnswerProblem = 'chooseAnswer' | 'questionChanged' | 'twoAnswers' | 'writeAnswer';

/** The answer, which is a choice or words, never both. Words alone are the answer, too. */
export function answerIn(question: Question, entered: Entered | undefined): GivenAnswer | AnswerProblem {
	const options = optionsOf(question);
	const missing = options.length === 0 ? 'writeAnswer' : 'chooseAnswer';
	if (!entered) return missing;
	const { option, words, digest } = entered;
	if (digest !== digestOf(question)) return 'questionChanged';
	const chosen = option === undefined ? undefined : options[option];
	if (option !== undefined && !chosen) return missing;
	if (words !== '') return chosen?.answer ? 'twoAnswers' : { question_id: question.question_id, text: words };
	return chosen ? (chosen.answer ?? 'writeAnswer') : missing;
}
