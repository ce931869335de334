import type { GivenAnswer } from '../../api/extractions';
import type { Question } from '../../api/schemas/extractions';
import { isRecord } from '../../shared/json';
import { invalid, valid, type Checked, type Problem } from '../../shared/problems';
import { typedText } from '../../shared/text';
import { commentLabel, formText, optionsOf, questionLabelStart, type FormOption } from './form';

export interface FormAnswers {
	answers: GivenAnswer[];
	/** Questions of the form that are not open any more. */
	notWaiting: string[];
	/** What is wrong with the answers, each naming its question. */
	problems: Problem[];
}

type Values = Record<string, unknown>;

/** A form node outputs the values at the top of the item; a "send and wait" node, under `data`. */
const formValues = (json: Values): Values => (isRecord(json.data) ? { ...json, ...json.data } : json);

const asText = (value: unknown): string => {
	const single: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
	return typeof single === 'string' ? typedText(single) : '';
};

/** Forms turn these signs of a field's definition into entities. */
const withEntities = (text: string): string => text.replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** An answer by its field's name, or by the beginning of its label, which is followed by other text or nothing. */
function enteredValue(values: Values, name: string, labelStart: string): string {
	if (name in values) return asText(values[name]);
	const label = Object.keys(values).find((key) => {
		const next = key.startsWith(labelStart) ? (key[labelStart.length] ?? ' ') : '';
		return next === ' ' || next === ':';
	});
	return label === undefined ? '' : asText(values[label]);
}

/** What a person has chosen and written, as one answer; undefined if that is nothing. */
function answerWith(
	{ question_id, recommended_approach: approach }: Question,
	chosen: FormOption['answer'],
	words: string,
): GivenAnswer | undefined {
	if (!words) return Object.keys(chosen).length > 0 ? { question_id, ...chosen } : undefined;
	// The recommendation cannot be accepted together with words, but it can be said in words.
	if (chosen.accept_recommended) return { question_id, text: `${approach ?? ''}\n${words}` };
	return { question_id, ...chosen, text: words };
}

function answerTo(
	question: Question,
	{ number, isOnly }: { number: number; isOnly: boolean },
	values: Values,
): Checked<GivenAnswer | undefined> {
	const name = `Question ${number} ("${question.question.slice(0, 80)}")`;
	const start = questionLabelStart(number, question, isOnly);
	const options = optionsOf(question);
	const chosen = enteredValue(values, `choice_${number}`, start);
	const words = enteredValue(
		values,
		`text_${number}`,
		options.length === 0 ? start : commentLabel(number, isOnly),
	);
	const option = options.find(({ label }) => label === formText(chosen));
	if (options.length > 0 && chosen && !option)
		return invalid({
			text: `${name}: "${chosen.slice(0, 80)}" is not one of its choices. Use a form made by Get Questions, and do not change its options`,
		});
	return valid(answerWith(question, option?.answer ?? {}, words));
}

/**
 * The answers that a person gave in a form made by `questionForm`.
 *
 * @param json the item that came from the form
 * @param open the questions that are open now
 */
export function formAnswers(json: Values, open: Question[]): FormAnswers {
	const values = formValues(json);
	const result: FormAnswers = { answers: [], notWaiting: [], problems: [] };
	const numbers = Object.keys(values)
		.map((key) => /^question_(\d+)$/.exec(key)?.[1])
		.filter((number) => number !== undefined)
		.map(Number);
	if (numbers.length === 0)
		result.problems.push({
			text: 'The item has no form answers. Create the form with the output Form Definition of Get Questions',
		});
	for (const number of numbers.sort((a, b) => a - b)) {
		const id = asText(values[`question_${number}`]);
		const question = open.find(({ question_id }) => [question_id, withEntities(question_id)].includes(id));
		if (!question) {
			result.notWaiting.push(id);
			continue;
		}
		const answer = answerTo(question, { number, isOnly: numbers.length === 1 }, values);
		if (!answer.ok) result.problems.push(...answer.problems);
		else if (answer.value) result.answers.push(answer.value);
	}
	return result;
}
