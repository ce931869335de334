import { z } from 'zod';
import type { Issue } from '../errors';
import { MAX_ANSWER_TEXT } from '../limits';
import type { Extraction } from '../state/extraction';

const answer = z
	.object({
		question_id: z.string().min(1),
		choice_id: z.string().min(1).optional(),
		text: z.string().max(MAX_ANSWER_TEXT).regex(/\S/, 'must not be empty').optional(),
		// `false` says no more than leaving it out.
		accept_recommended: z.boolean().optional(),
	})
	.strict()
	.superRefine((value, context) => {
		const refuse = (field: string, message: string) =>
			context.addIssue({ code: 'custom', path: [field], message });
		const own = value.choice_id !== undefined || value.text !== undefined;
		if (value.accept_recommended && own)
			refuse('accept_recommended', 'must not be sent with choice_id or text');
		if (!value.accept_recommended && !own)
			refuse('text', 'choice_id, text or accept_recommended is required');
	});

/** Body of POST /extractions/{extraction_id}/answers. */
export const answersBody = z
	.object({
		answers: z
			.array(answer)
			.min(1)
			.superRefine((answers, context) => {
				const seen = new Set<string>();
				answers.forEach(({ question_id }, index) => {
					const path = [index, 'question_id'];
					if (seen.has(question_id)) context.addIssue({ code: 'custom', message: 'is answered twice', path });
					seen.add(question_id);
				});
			}),
	})
	.strict();
export type Answers = z.output<typeof answersBody>['answers'];

/** What is wrong with answers in view of the questions ever asked: a question never asked, a choice not offered, no recommendation. */
export function issuesOf(extraction: Extraction, answers: Answers): Issue[] {
	return answers.flatMap((given, index) => {
		const issue = (field: string, message: string) => [{ message, path: ['answers', index, field] }];
		const question = extraction.asked.get(given.question_id);
		if (!question) return issue('question_id', 'was never asked');
		if (
			given.choice_id !== undefined &&
			!question.choices.some(({ choice_id }) => choice_id === given.choice_id)
		) {
			return issue('choice_id', 'is not offered by this question');
		}
		const hasRecommendation =
			!!question.recommended_approach || question.choices.some((choice) => choice.recommended);
		if (given.accept_recommended && !hasRecommendation) {
			return issue('accept_recommended', 'this question has no recommendation');
		}
		return [];
	});
}
