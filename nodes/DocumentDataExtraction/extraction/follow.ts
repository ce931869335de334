import { openApi, type Api } from '../api/connection';
import { answerQuestions, cancelExtraction } from '../api/extractions';
import { BRIEF } from '../api/retry';
import type { ExtractionStatus } from '../api/schemas/extractions';
import { attempt, isServiceError, LOCAL_CODES } from '../api/ServiceError';
import { waitForExtraction } from './wait';

/** A question that comes back this often is not settled by accepting the recommendation. */
const ROUNDS_OF_QUESTIONS = 20;

export interface FollowSettings {
	/** When to stop waiting, in milliseconds since the epoch. */
	deadline: number;
	acceptRecommendations: boolean;
	/** Whether the extraction is cancelled at the service when the execution is stopped. */
	cancelWhenStopped: boolean;
}

/**
 * Follows an extraction to its end, or to its questions.
 *
 * @returns the status; still an unfinished one when the deadline came first
 * @throws ServiceError with the extraction's id
 */
export async function followExtraction(
	api: Api,
	extractionId: string,
	settings: FollowSettings,
): Promise<ExtractionStatus> {
	const followed = await attempt(async () => await waitAndAnswer(api, extractionId, settings));
	if (followed.ok) return followed.value;
	const stopped = isServiceError(followed.error) && followed.error.code === LOCAL_CODES.cancelled;
	if (stopped && settings.cancelWhenStopped) {
		const afterwards = await openApi(api.context, { outlivesExecution: true, retry: BRIEF });
		await attempt(async () => await cancelExtraction(afterwards, extractionId));
	}
	throw followed.error;
}

async function waitAndAnswer(
	api: Api,
	extractionId: string,
	settings: FollowSettings,
): Promise<ExtractionStatus> {
	let status = await waitForExtraction(api, extractionId, settings);
	for (let round = 1; settings.acceptRecommendations && round <= ROUNDS_OF_QUESTIONS; round++) {
		if (status.status !== 'input_required') break;
		const answers = (status.questions ?? []).map(({ question_id }) => ({
			question_id,
			accept_recommended: true,
		}));
		await answerQuestions(api, extractionId, answers);
		status = await waitForExtraction(api, extractionId, settings);
	}
	return status;
}
