import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { GivenAnswer } from '../../../api/extractions';
import { checkAnswer, type RawAnswer } from '../../../extraction/questions/answers';
import { problemsOf, throwIfAny, valueOf, type Problem } from '../../../shared/problems';
import { readChosen } from '../../../parameters/choices';
import { checkJsonList } from '../../../parameters/jsonList';
import { typedText } from '../../../shared/text';
import { answerProperties, ANSWERS, CHOICE, COMMENT, FREE_TEXT, QUESTION } from './properties';

type AnswerBy = 'recommendation' | 'choice' | 'both' | 'text';

/** @throws InputProblems with all that is wrong with the answers of an item */
function readAnswers(raw: RawAnswer[], parameter: string): GivenAnswer[] {
	const answers = raw.map((answer) => checkAnswer(answer, parameter));
	throwIfAny(answers.flatMap(problemsOf));
	return answers.map(valueOf);
}

function answerFromFields(context: IExecuteFunctions, itemIndex: number): GivenAnswer[] {
	const text = (name: string): string =>
		typedText(String(context.getNodeParameter(name, itemIndex, '') ?? ''));
	const answerBy = readChosen(context, itemIndex, 'answerBy', answerProperties) as AnswerBy;
	const raw: RawAnswer = { question_id: text('questionId') };
	const problems: Problem[] = [];
	if (!raw.question_id) problems.push({ parameter: QUESTION, text: 'No question selected. Select one' });
	if (answerBy === 'recommendation') raw.accept_recommended = true;
	if (answerBy === 'choice' || answerBy === 'both') {
		raw.choice_id = text('choiceId');
		if (!raw.choice_id) problems.push({ parameter: CHOICE, text: 'No choice selected. Select one' });
	}
	if (answerBy === 'text' || answerBy === 'both') {
		raw.text = text('text');
		if (!raw.text)
			problems.push({ parameter: answerBy === 'both' ? COMMENT : FREE_TEXT, text: 'The text is empty' });
	}
	throwIfAny(problems);
	return readAnswers([raw], QUESTION);
}

function answerFromItem(context: IExecuteFunctions, itemIndex: number): GivenAnswer[] {
	const given: unknown = context.getNodeParameter('answers', itemIndex);
	const list = valueOf(checkJsonList(given, { parameter: ANSWERS, key: 'answers' }));
	if (list.length === 0) throwIfAny([{ parameter: ANSWERS, text: 'The list contains no answer' }]);
	return readAnswers(list, ANSWERS);
}

export type AnswersFrom = 'fields' | 'form' | 'items' | 'recommendations';

/**
 * The answers of an item. For a form, its JSON instead, because it can only be read once the open questions are known; for
 * recommendations, nothing yet.
 */
export function readItem(
	context: IExecuteFunctions,
	itemIndex: number,
	answersFrom: AnswersFrom,
): { answers: GivenAnswer[]; form?: IDataObject } {
	if (answersFrom === 'form') return { answers: [], form: context.getInputData()[itemIndex]?.json ?? {} };
	if (answersFrom === 'recommendations') return { answers: [] };
	return {
		answers:
			answersFrom === 'items' ? answerFromItem(context, itemIndex) : answerFromFields(context, itemIndex),
	};
}
