import type { GivenAnswer } from '../../api/extractions';
import type { Question } from '../../api/schemas/extractions';
import { invalid, valid, type Checked, type Problem } from '../../shared/problems';
import { typedText } from '../../shared/text';

/** An answer and the input item that it came from. */
export interface ItemAnswer {
	itemIndex: number;
	answer: GivenAnswer;
}

/** An answer as the user enters it. Empty values count as absent. */
export interface RawAnswer {
	question_id?: unknown;
	choice_id?: unknown;
	text?: unknown;
	accept_recommended?: unknown;
}

const trimmed = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? typedText(String(value)) : '';

const YES = new Set<unknown>([true, 'true']);
const NO = new Set<unknown>([false, 'false', '', null, undefined]);

/** The answer as the service takes it. */
export function checkAnswer(raw: RawAnswer, parameter: string): Checked<GivenAnswer> {
	const wrong = (problem: string) => invalid({ parameter, text: problem });
	const questionId = trimmed(raw.question_id);
	const choiceId = trimmed(raw.choice_id);
	const text = trimmed(raw.text);
	const accept = YES.has(raw.accept_recommended);
	if (!questionId)
		return wrong('The question ID is missing. Get Questions lists the IDs of the open questions');
	const name = `Question "${questionId}"`;
	if (!accept && !NO.has(raw.accept_recommended))
		return wrong(`${name}: accept_recommended must be true or false`);
	if (accept && (choiceId || text))
		return wrong(
			`${name}: the recommendation cannot be accepted together with a choice or a text. Remove one of them`,
		);
	if (!accept && !choiceId && !text)
		return wrong(`${name} has no answer. Enter a choice or a text, or accept the recommendation`);
	return valid({
		question_id: questionId,
		...(choiceId ? { choice_id: choiceId } : {}),
		...(text ? { text } : {}),
		...(accept ? { accept_recommended: true } : {}),
	});
}

/** "A question answered twice in one request makes the whole request invalid." */
export function repeatedAnswers(answers: ItemAnswer[]): Problem[] {
	const items = new Map<string, number>();
	return answers.flatMap(({ itemIndex, answer: { question_id } }) => {
		const earlier = items.get(question_id);
		if (earlier === undefined) {
			items.set(question_id, itemIndex);
			return [];
		}
		const where = earlier === itemIndex ? '' : `. Item ${earlier + 1} answers it as well`;
		return [{ text: `Question "${question_id}" is answered twice${where}. Answer it once`, itemIndex }];
	});
}

/** Whether there is something to accept: a recommended choice, or an approach in words. */
export const hasRecommendation = ({ choices, recommended_approach }: Question): boolean =>
	Boolean(recommended_approach) || choices.some(({ recommended }) => recommended === true);

/**
 * Answers that accept the recommendations. One that was refused is not sent again: the service would refuse it until it cancels the
 * extraction.
 */
export const recommendedAnswers = (questions: Question[]): GivenAnswer[] =>
	questions
		.filter((question) => hasRecommendation(question) && !question.previous_answer_rejected)
		.map(({ question_id }) => ({ question_id, accept_recommended: true }));

/** Finds answers that the open questions do not allow: a choice that is not offered, or a recommendation that does not exist. */
export function unsuitableAnswers(answers: ItemAnswer[], open: Question[]): Problem[] {
	const questions = new Map(open.map((question) => [question.question_id, question]));
	return answers.flatMap(({ itemIndex, answer }) => {
		const question = questions.get(answer.question_id);
		if (!question) return [];
		const { choice_id: choiceId } = answer;
		const ids = question.choices.map((choice) => choice.choice_id);
		const name = `Question "${question.question_id}"`;
		if (choiceId !== undefined && !ids.includes(choiceId)) {
			const offered = ids.length > 0 ? `It offers ${ids.join(', ')}` : 'It takes free text only';
			return [{ text: `${name} does not offer the choice "${choiceId}". ${offered}`, itemIndex }];
		}
		if (answer.accept_recommended && !hasRecommendation(question))
			return [{ text: `${name} has no recommendation to accept. Enter a choice or a text`, itemIndex }];
		return [];
	});
}
