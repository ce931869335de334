import type { ApiClient } from '../api/http/client';
import { pause } from '../api/http/sleep';
import { LIMITS } from '../api/limits';
import type { ExtractionStatus } from '../api/schemas/extractions';
import { recommendedAnswers } from './questions/answers';
import { ANSWERS_PER_REQUEST, sendAnswers } from './questions/sendAnswers';
import { waitForExtraction } from './wait';
import { steadyNow } from '../shared/time';

/** If questions come back this often, accepting the recommendation does not settle them. */
const ROUNDS_OF_QUESTIONS = 20;

interface OutcomeSettings {
	/** When to stop waiting, by `steadyNow`. */
	deadline: number;
	acceptRecommendations: boolean;
}

/**
 * Waits until an extraction has ended or asks questions. If the user wants it, accepts recommendations; a question without one is left
 * to a person.
 *
 * @returns the status; an unfinished one if the deadline came first
 * @throws ServiceError with the extraction's id
 */
export async function waitForOutcome(
	api: ApiClient,
	extractionId: string,
	settings: OutcomeSettings,
): Promise<ExtractionStatus> {
	for (let rounds = 0; ;) {
		const status = await waitForExtraction(api, extractionId, settings);
		if (!settings.acceptRecommendations || status.status !== 'input_required') return status;
		const questions = status.questions ?? [];
		const answers = recommendedAnswers(questions).slice(0, ANSWERS_PER_REQUEST);
		const leftMs = settings.deadline - steadyNow();
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
