import type { IDataObject } from 'n8n-workflow';
import { LOCAL_CODES, type ServiceError, serviceError } from '../../api/errors/ServiceError';
import { extractionStatus, type ExtractionStatus, type Question } from '../../api/schemas/extractions';
import { sha256, plural } from '../../shared/text';
import { MINUTE_MS, timeOf } from '../../shared/time';
import { statusJson } from '../status/statusJson';

/** Whether an extraction waits for answers, though it may list its questions only a moment later. */
export const isAsking = ({ status }: ExtractionStatus): boolean => status === 'input_required';

/** Stands for a question as it is asked. It changes when it is asked again after a refused answer, or in other words. */
export const digestOf = (question: Question): string => sha256(JSON.stringify(question)).slice(0, 16);

/** An extraction as a page asks about it. */
export interface AskedExtraction {
	extractionId: string;
	questions: Question[];
	answerBy?: string;
}

/** An extraction with the questions that are open now. */
export const askedOf = (status: ExtractionStatus): AskedExtraction => ({
	extractionId: status.extraction_id,
	questions: isAsking(status) ? (status.questions ?? []) : [],
	answerBy: status.answer_by ?? undefined,
});

/**
 * The questions that items of an extraction carry, as the output Questions of Extract Documents has them. A look at a page shows them, so that
 * a link preview costs no request.
 *
 * @returns undefined if they carry none
 */
export function carriedQuestions(extraction_id: string, items: IDataObject[]): AskedExtraction | undefined {
	const item = items.find(({ questions }) => Array.isArray(questions) && questions.length > 0);
	const read = extractionStatus.safeParse({ ...item, extraction_id, status: 'input_required' });
	return item && read.success ? askedOf(read.data) : undefined;
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
