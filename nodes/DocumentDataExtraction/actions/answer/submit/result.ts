import type { INodeExecutionData } from 'n8n-workflow';
import type { ExtractionStatus } from '../../../api/schemas/extractions';
import { LIMITS } from '../../../api/limits';
import type { Hint } from '../../../extraction/ledger/hints';
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

/** The open questions that no form of the input, or no recommendation, answers. */
function unansweredQuestions(
	{ answers, unanswered }: AnswerBatch,
	{ questions }: ExtractionStatus,
): string[] {
	const answered = new Set(answers.map(({ answer }) => answer.question_id));
	const open = new Set((questions ?? []).map(({ question_id }) => question_id));
	return idsOf(unanswered).filter((id) => open.has(id) && !answered.has(id));
}

/** The status after the answers, and how the service took them. */
export function resultItem(batch: AnswerBatch, status: ExtractionStatus): INodeExecutionData {
	const { answers, before, forms, itemIndexes, notWaiting } = batch;
	return {
		json: {
			...statusJson(status),
			open_questions: status.questions?.length ?? 0,
			answers_sent: answers.length,
			refused_questions: refusedQuestions(batch, status),
			...(before ? { not_waiting: idsOf(notWaiting) } : {}),
			...(forms.length > 0 ? { unanswered_questions: unansweredQuestions(batch, status) } : {}),
		},
		pairedItem: itemIndexes.map((item) => ({ item })),
	};
}

/** Why questions have no answer. A recommendation is not accepted again after the service has refused an answer. */
function unansweredText({ forms }: AnswerBatch, { questions }: ExtractionStatus, ids: string[]): string {
	if (forms.length > 0)
		return `The form has no answer to ${ids.join(', ')}. The extraction still waits. Send the form again`;
	const isRefused = new Set(
		(questions ?? []).flatMap((question) =>
			question.previous_answer_rejected ? [question.question_id] : [],
		),
	);
	const refused = ids.filter((id) => isRefused.has(id)).join(', ');
	const others = ids.filter((id) => !isRefused.has(id)).join(', ');
	return [
		refused && `The service refused the earlier answer to ${refused}`,
		others && `The service recommends no answer to ${others}`,
		'The extraction still waits',
		'Use Ask in a Form',
	]
		.filter(Boolean)
		.join('. ');
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
	if (unanswered.length > 0)
		hints.push(hint(`${unansweredText(batch, status, unanswered)}, or answer in the dashboard`));
	return hints;
}
