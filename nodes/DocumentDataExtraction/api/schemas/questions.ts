import { z } from 'zod';
import { readableList, maybe } from './tolerant';

const choice = z
	.object({
		choice_id: z.string(),
		label: z.string().catch(''),
		cell_would_contain: z.unknown(),
		recommended: maybe(z.boolean()),
	})
	.passthrough()
	.transform((given) => ({ ...given, label: given.label || given.choice_id }));

/** "Question". It can be answered if its ID is known, whatever else is missing. */
export const question = z
	.object({
		question_id: z.string(),
		type: z.string().catch(''),
		question: z.string().catch(''),
		example_from_documents: maybe(z.string()),
		scope: maybe(z.object({ level: maybe(z.string()), applies_to: maybe(z.string()) }).passthrough()),
		choices: readableList(choice),
		recommended_approach: maybe(z.string()),
		previous_answer_rejected: maybe(z.boolean()),
	})
	.passthrough()
	.transform((given) => ({ ...given, question: given.question || given.question_id }));
export type Question = z.infer<typeof question>;
