import type { IDataObject } from 'n8n-workflow';
import { LOCAL_CODES, type ServiceError, serviceError } from '../../api/errors/ServiceError';
import type { ExtractionStatus } from '../../api/schemas/extractions';
import { sha256, plural } from '../../shared/text';
import { MINUTE_MS, timeOf } from '../../shared/time';
import { statusJson } from '../status/statusJson';

/** Whether an extraction waits for answers, though it may list its questions only a moment later. */
export const isAsking = ({ status }: ExtractionStatus): boolean => status === 'input_required';

/**
 * Stands for the questions that are open and for what they offer. It changes when one is answered, added, or asked again after a
 * refused answer, so that answers to an earlier page are not sent.
 */
export function fingerprintOf({ extraction_id, questions }: ExtractionStatus): string {
	const open = (questions ?? []).map((question) => [
		question.question_id,
		question.previous_answer_rejected === true,
		question.choices.map(({ choice_id }) => choice_id),
		question.recommended_approach ?? null,
	]);
	return sha256(JSON.stringify([extraction_id, open])).slice(0, 32);
}

/** The item of a status, with how many questions are open. */
export const openCountJson = (status: ExtractionStatus): IDataObject => ({
	...statusJson(status),
	open_questions: status.questions?.length ?? 0,
});

/** The error of an extraction whose questions nothing can answer: they have no recommendation, and no output. */
export const questionsOpenError = (count: number): ServiceError =>
	serviceError(LOCAL_CODES.questionsOpen, `${plural(count, 'question')} without a recommendation`);

/** How long before `answer_by` the node stops waiting, so that the workflow can still accept the recommendations. */
export const TIME_TO_ACT_MINUTES = 15;

/**
 * When to stop waiting for answers, in milliseconds since the epoch.
 *
 * @param latest when the user wants the wait to end
 * @param serviceTime the time of day at the service, to which `answer_by` belongs
 */
export function endOfWait(
	{ answer_by: answerBy }: ExtractionStatus,
	{ latest, now, serviceTime = now }: { latest: number; now: number; serviceTime?: number },
): number {
	const leftMs = timeOf(answerBy ?? '') - serviceTime;
	if (Number.isNaN(leftMs)) return latest;
	// If little is left, most of it is for the person.
	const timeToActMs = Math.min(TIME_TO_ACT_MINUTES * MINUTE_MS, leftMs / 4);
	return Math.max(now, Math.min(latest, now + leftMs - timeToActMs));
}
