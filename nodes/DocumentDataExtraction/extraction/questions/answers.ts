import type { GivenAnswer } from '../../api/extractions';
import type { Question } from '../../api/schemas/extractions';
import { invalid, valid, type Checked, type Problem } from '../../shared/problems';
import { typedText } from '../../shared/text';

const trimmed = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? typedText(String(value)) : '';

const YES = new Set<unknown>([true, 'true']);
const NO = new Set<unknown>([false, 'false', '', null, undefined]);

/** The answer as the service takes it. @param raw as the user enters it. Empty values count as absent */
export function checkAnswer(raw: Record<string, unknown>): Checked<GivenAnswer> {
	const wrong = (problem: string) => invalid({ text: problem });
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
export function repeatedAnswers(answers: GivenAnswer[]): Problem[] {
	const ids = answers.map(({ question_id }) => question_id);
	const repeated = ids.filter((id, index) => ids.indexOf(id) < index);
	return repeated.map((id) => ({ text: `Question "${id}" is answered twice. Answer it once` }));
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
export function unsuitableAnswers(answers: GivenAnswer[], open: Question[], parameter: string): Problem[] {
	const questions = new Map(open.map((question) => [question.question_id, question]));
	return answers.flatMap(({ question_id, choice_id: choiceId, accept_recommended: accept }) => {
		const question = questions.get(question_id);
		if (!question) return [];
		const ids = question.choices.map((choice) => choice.choice_id);
		const name = `Question "${question_id}"`;
		if (choiceId !== undefined && !ids.includes(choiceId)) {
			const offered = ids.length > 0 ? `It offers ${ids.join(', ')}` : 'It takes free text only';
			return [{ parameter, text: `${name} does not offer the choice "${choiceId}". ${offered}` }];
		}
		if (accept && !hasRecommendation(question))
			return [{ parameter, text: `${name} has no recommendation to accept. Enter a choice or a text` }];
		return [];
	});
}
