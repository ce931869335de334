import { pause } from '../../api/rate/sleep';
import { LIMITS } from '../../api/limits';
import type { ExtractionStatus } from '../../api/schemas/extractions';
import { steadyNow } from '../../shared/time';
import { recommendedAnswers } from '../questions/answers';
import { ANSWERS_PER_REQUEST, sendAnswers } from '../questions/sendAnswers';
import { waitForExtraction, type AskedStatus } from '../status/wait';
import type { BatchRun } from './batch';

/** If questions come back this often, accepting the recommendation does not settle them. */
const ROUNDS_OF_QUESTIONS = 20;

/**
 * Waits until it has ended or asks questions. If the user wants it, accepts recommendations; a question without one is left to a person.
 *
 * @param asked the first request for its status, if it is under way
 */
export async function waitForOutcome(
	{ api, choice, deadline }: BatchRun,
	extractionId: string,
	asked?: AskedStatus,
): Promise<ExtractionStatus> {
	let first = asked;
	for (let rounds = 0; ;) {
		const status = await waitForExtraction(api, extractionId, { deadline, first });
		first = undefined;
		if (choice.questions !== 'accept' || status.status !== 'input_required') return status;
		const questions = status.questions ?? [];
		const answers = recommendedAnswers(questions).slice(0, ANSWERS_PER_REQUEST);
		const leftMs = deadline - steadyNow();
		if (questions.length === 0 && leftMs > 0) {
			// It waits for answers but lists no question yet: they are still to come.
			await pause(Math.min(leftMs, LIMITS.pollPauseMs), api.signal);
		} else if (answers.length === 0 || rounds++ >= ROUNDS_OF_QUESTIONS) {
			return status;
		} else {
			await sendAnswers(api, extractionId, answers, { before: status });
		}
	}
}
