import type { GivenAnswer } from '../../api/endpoints/extractions';
import type { Question } from '../../api/schemas/extractions';
import { invalid, valid, type Checked } from '../../shared/problems';
import { typedText } from '../../shared/text';

/** Text that a person has typed, or an expression gives, without spaces at its ends. */
export const trimmed = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? typedText(String(value)) : '';

/** The answer as the service takes it. @param raw as the user enters it, perhaps among other fields. Empty values count as absent */
export function checkAnswer(raw: Record<string, unknown>): Checked<GivenAnswer> {
	const questionId = trimmed(raw.question_id);
	const choiceId = trimmed(raw.choice_id);
	const text = trimmed(raw.text);
	const accept = String(raw.accept_recommended) === 'true';
	if (!questionId)
		return invalid({
			text: 'The question ID is missing. Get Questions lists the IDs of the open questions',
		});
	if (!accept && !choiceId && !text)
		return invalid({
			text: `Question "${questionId}" has no answer. Enter a choice or a text, or accept the recommendation`,
		});
	return valid({
		question_id: questionId,
		...(choiceId && { choice_id: choiceId }),
		...(text && { text }),
		...(accept && { accept_recommended: true }),
	});
}

/** Whether there is something to accept: a recommended choice, or an approach in words. */
const hasRecommendation = ({ choices, recommended_approach }: Question): boolean =>
	Boolean(recommended_approach) || choices.some(({ recommended }) => recommended === true);

/**
 * Answers that accept the recommendations. One that was refused is not sent again: the service would refuse it until it cancels the
 * extraction.
 */
export const recommendedAnswers = (questions: Question[]): GivenAnswer[] =>
	questions
		.filter((question) => hasRecommendation(question) && !question.previous_answer_rejected)
		.map(({ question_id }) => ({ question_id, accept_recommended: true }));
