import { createHash } from 'crypto';
import type { OpenQuestion } from './events';

/** A question that comes back because its answer was refused is a new one to answer, although its id is the same. */
const questionKey = ({ question_id, previous_answer_rejected }: OpenQuestion): string =>
	createHash('sha256')
		.update(JSON.stringify([question_id, previous_answer_rejected === true]))
		.digest('base64url')
		.slice(0, 12);

/** One short key for each open question, in a fixed order. */
export const questionKeys = (questions: readonly OpenQuestion[]): string[] =>
	[...new Set(questions.map(questionKey))].sort();
