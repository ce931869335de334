import type { IDataObject } from 'n8n-workflow';
import type { GivenAnswer } from '../../api/extractions';
import { LIMITS } from '../../api/limits';
import type { ExtractionStatus, Question } from '../../api/schemas/extractions';
import type { Hint } from '../../extraction/ledger/hints';
import { outcomeError } from '../../extraction/outcome';
import { recommendedAnswers } from '../../extraction/questions/answers';
import { openCountJson } from '../../extraction/questions/asked';

/** Answers to an extraction, with the status before and after them. */
export interface Submitted {
	answers: GivenAnswer[];
	before: ExtractionStatus;
	after: ExtractionStatus;
	/** Whether nothing should stay open. */
	answersAll: boolean;
}

const idsOf = (questions: Array<{ question_id: string }>): string[] =>
	questions.map(({ question_id }) => question_id);

/** What became of the questions. */
function questionsOf({ answers, before, after }: Submitted) {
	const isAnswered = ({ question_id }: Question) => idsOf(answers).includes(question_id);
	const open = after.questions ?? [];
	const wasOpen = new Set(idsOf(before.questions ?? []));
	return {
		/** Asked again, because the service refused the answer. */
		refused: open.filter((question) => question.previous_answer_rejected && isAnswered(question)),
		unanswered: open.filter((question) => !isAnswered(question)),
		/** Answered although they were not open. */
		notWaiting: answers.filter(({ question_id }) => !wasOpen.has(question_id)),
	};
}

/** The status after the answers, and how the service took them. */
export function answeredJson(submitted: Submitted): IDataObject {
	const { refused, unanswered, notWaiting } = questionsOf(submitted);
	return {
		...openCountJson(submitted.after),
		answers_sent: submitted.answers.length,
		refused_questions: idsOf(refused),
		unanswered_questions: idsOf(unanswered),
		not_waiting: idsOf(notWaiting),
	};
}

/** The earlier and the later answers to one extraction, as one submission. */
export const together = (earlier: Submitted, later: Submitted): Submitted => ({
	...later,
	answers: [...earlier.answers, ...later.answers],
	before: {
		...earlier.before,
		questions: [...(earlier.before.questions ?? []), ...(later.before.questions ?? [])],
	},
});

/** Why questions have no answer. A recommendation is not accepted again after the service has refused an answer. */
function unansweredText(questions: Question[]): string {
	const reasonFor = (question: Question): string => {
		if (question.previous_answer_rejected) return 'The service refused the earlier answer to';
		return recommendedAnswers([question]).length > 0
			? 'The service has since asked'
			: 'The service recommends no answer to';
	};
	const reasons = [...new Set(questions.map(reasonFor))].map(
		(reason) =>
			`${reason} ${idsOf(questions.filter((question) => reasonFor(question) === reason)).join(', ')}`,
	);
	return `${reasons.join('. ')}. The extraction still waits. Use Ask in a Form, or answer in the dashboard`;
}

/** Notes to show on the node, so that answers without effect do not go unseen. */
export function answerHints(submitted: Submitted): Hint[] {
	const { after, answersAll } = submitted;
	const { refused, unanswered, notWaiting } = questionsOf(submitted);
	const texts: string[] = [];
	if (refused.length > 0)
		texts.push(
			`The service rejected the answer to ${idsOf(refused).join(', ')} and asks again. After ${LIMITS.refusedAnswers} rejected answers, it cancels the extraction`,
		);
	if (after.status === 'cancelled')
		texts.push(`The extraction was cancelled: ${outcomeError(after)?.failure.message}`);
	if (notWaiting.length > 0)
		texts.push(
			`No longer waiting for an answer: ${idsOf(notWaiting).join(', ')}. The extraction has the status ${after.status}`,
		);
	if (answersAll && unanswered.length > 0) texts.push(unansweredText(unanswered));
	return texts.map((message) => ({ message, type: 'warning' }));
}
