import type { IDataObject } from 'n8n-workflow';
import { LOCAL_CODES, type ServiceError, serviceError } from '../../api/errors/ServiceError';
import type { ExtractionStatus } from '../../api/schemas/extractions';
import { sha256, plural } from '../../shared/text';
import { statusJson } from '../statusJson';

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
