import type { GivenAnswer } from '../types';

/** A matter the documents leave open, once answers, recommendation and assumption have been weighed. */
export type Settled<Choice> =
	| { state: 'clear' }
	| { state: 'answered'; choice: Choice }
	/** Nobody was asked, or no answer could be understood: the recommendation holds, and a person should look. */
	| { state: 'assumed'; choice: Choice }
	| { state: 'open'; questionId: string };

const consent = /^\s*(yes|ok(ay)?|agreed|(as|as you|the|your)?\s*recommend\w*)\b/i;

interface Matter<Choice> {
	questionId: string;
	recommended: Choice;
	/** What an answer means, or null when it decides nothing. */
	interpret: (answer: GivenAnswer) => Choice | null;
}

/**
 * A vague answer brings the matter back once as a new question (`<id>_2`); a second vague one lets the recommendation
 * stand ("A vague or undecided answer is applied, and the matter may return as a new question").
 */
export function settle<Choice>(
	matter: Matter<Choice>,
	answers: GivenAnswer[],
	askQuestions: boolean,
): Settled<Choice> {
	const { questionId, recommended, interpret } = matter;
	for (const round of [questionId, `${questionId}_2`]) {
		const answer = answers.filter((candidate) => candidate.questionId === round).at(-1);
		if (!answer && askQuestions) return { state: 'open', questionId: round };
		if (!answer) break;
		const accepts = answer.acceptRecommended || (!answer.choiceId && consent.test(answer.text ?? ''));
		const choice = interpret(answer) ?? (accepts ? recommended : null);
		if (choice !== null) return { state: 'answered', choice };
	}
	return { state: 'assumed', choice: recommended };
}
