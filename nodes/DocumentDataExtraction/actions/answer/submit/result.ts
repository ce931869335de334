import type { INodeExecutionData } from 'n8n-workflow';
import type { ExtractionStatus, Question } from '../../../api/schemas/extractions';
import { LIMITS } from '../../../api/limits';
import type { Hint } from '../../../extraction/ledger/hints';
import { recommendedAnswers } from '../../../extraction/questions/answers';
import { outcomeError } from '../../../extraction/outcome';
import { statusJson } from '../../../extraction/statusJson';
import type { AnswerBatch } from './batches';

/** Questions that were answered just now and are asked again, because the service refused the answer. */
const refusedQuestions = ({ answers }: AnswerBatch, { questions }: ExtractionStatus): string[] => {
	const answered = new Set(answers.map(({ answer }) => answer.question_id));
	return (questions ?? [])
		.filter(({ question_id, previous_answer_rejected: rejected }) => rejected && answered.has(question_id))
		.map(({ question_id }) => question_id);
};

const idsOf = (entries: Array<{ questionId: string }>): string[] => [
	...new Set(entries.map(({ questionId }) => questionId)),
];

/** Questions that are open and were not answered just now. */
function unansweredQuestions({ answers }: AnswerBatch, { questions }: ExtractionStatus): string[] {
	const answered = new Set(answers.map(({ answer }) => answer.question_id));
	return (questions ?? []).map(({ question_id }) => question_id).filter((id) => !answered.has(id));
}

/** The status after the answers, and how the service took them. */
export function resultItem(batch: AnswerBatch, status: ExtractionStatus): INodeExecutionData {
	const { answers, before, itemIndexes, notWaiting } = batch;
	return {
		json: {
			...statusJson(status),
			open_questions: status.questions?.length ?? 0,
			answers_sent: answers.length,
			refused_questions: refusedQuestions(batch, status),
			unanswered_questions: unansweredQuestions(batch, status),
			...(before ? { not_waiting: idsOf(notWaiting) } : {}),
		},
		pairedItem: itemIndexes.map((item) => ({ item })),
	};
}

/** Why questions have no answer. A recommendation is not accepted again after the service has refused an answer. */
function unansweredText({ forms }: AnswerBatch, { questions = [] }: ExtractionStatus, ids: string[]): string {
	if (forms.length > 0)
		return `The form has no answer to ${ids.join(', ')}. The extraction still waits. Create the form again with Get Questions`;
	const left = questions.filter(({ question_id }) => ids.includes(question_id));
	const reasonFor = (question: Question): string => {
		if (question.previous_answer_rejected) return 'The service refused the earlier answer to';
		return recommendedAnswers([question]).length > 0
			? 'The service has since asked'
			: 'The service recommends no answer to';
	};
	const reasons = [...new Set(left.map(reasonFor))].map((reason) => {
		const ofReason = left.filter((question) => reasonFor(question) === reason);
		return `${reason} ${ofReason.map(({ question_id }) => question_id).join(', ')}`;
	});
	return [...reasons, 'The extraction still waits', 'Use Ask in a Form'].join('. ');
}

/** Notes to show on the node, so that answers without effect do not go unseen. */
export function answerHints(batch: AnswerBatch, status: ExtractionStatus): Hint[] {
	const hint = (message: string): Hint => ({ message, type: 'warning' });
	const hints: Hint[] = [];
	const refused = refusedQuestions(batch, status);
	if (refused.length > 0)
		hints.push(
			hint(
				`The service rejected the answer to ${refused.join(', ')} and asks again. After ${LIMITS.refusedAnswers} rejected answers, it cancels the extraction`,
			),
		);
	if (status.status === 'cancelled')
		hints.push(hint(`The extraction was cancelled: ${outcomeError(status)?.failure.message}`));
	if (batch.notWaiting.length > 0)
		hints.push(
			hint(
				`No longer waiting for an answer: ${idsOf(batch.notWaiting).join(', ')}. The extraction has the status ${status.status}`,
			),
		);
	const unanswered = unansweredQuestions(batch, status);
	if (batch.answersAll && unanswered.length > 0)
		hints.push(hint(`${unansweredText(batch, status, unanswered)}, or answer in the dashboard`));
	return hints;
}
