import type { ApiClient } from '../../api/http/client';
import { pause } from '../../api/rate/sleep';
import {
	answerQuestions,
	getExtractionStatus,
	type GivenAnswer,
	type Scope,
} from '../../api/endpoints/extractions';
import { LIMITS } from '../../api/limits';
import { ONCE, pausesOf } from '../../api/http/retry';
import type { ExtractionStatus } from '../../api/schemas/extractions';
import { isServiceError, mayHaveBeenCarriedOut, withFacts } from '../../api/errors/ServiceError';
import { issuesIn } from '../../api/errors/serviceWords';
import { attempt, explain } from '../../shared/attempt';
import { steadyNow } from '../../shared/time';

/** The most answers in one request of the service. More answers go in several requests. */
export const ANSWERS_PER_REQUEST = 15;

/**
 * For how long the service may still be working on an answer whose reply was lost. Until then its question is open, as if nothing had
 * arrived.
 */
const WORKS_ON_IT_MS = 60_000;

interface SendOptions {
	/** The status before the answers, if it is known. It shows which questions already had a refused answer. */
	before?: ExtractionStatus;
	scope?: Scope;
}

/** What is known about an answer whose reply was lost. */
type AnswersArrived = 'answered' | 'open' | 'unknown';

/**
 * A question that is no longer open was answered. One whose answer was refused is open again. If an earlier answer was refused as
 * well, nobody knows whether this one was refused or lost.
 */
function arrivalOf(
	{ question_id }: GivenAnswer,
	now: ExtractionStatus,
	before: ExtractionStatus | undefined,
): AnswersArrived {
	const asked = now.questions?.find((question) => question.question_id === question_id);
	if (now.status !== 'input_required' || !asked) return 'answered';
	if (!asked.previous_answer_rejected) return 'open';
	const earlier = before?.questions?.find((question) => question.question_id === question_id);
	return earlier && !earlier.previous_answer_rejected ? 'answered' : 'unknown';
}

/**
 * Answers up to `ANSWERS_PER_REQUEST` questions. A refused answer counts each time it is sent, and the third one ends the extraction:
 * so after a try without a reply the status is asked for until it shows what became of the answers. Only those whose questions stay open
 * for long enough are sent again. If there is not so much time, the user is told.
 *
 * @throws ServiceError with the extraction's id
 */
export async function sendAnswers(
	api: ApiClient,
	extractionId: string,
	answers: GivenAnswer[],
	{ before, scope }: SendOptions = {},
): Promise<ExtractionStatus> {
	let left = answers;
	const pauseAfter = pausesOf(api.retry);
	for (;;) {
		const sent = await attempt(async () => await answerQuestions(api, extractionId, left, scope, ONCE));
		if (sent.ok) return sent.value;
		const { error } = sent;
		if (!isServiceError(error)) throw error;
		const mayHaveArrived = mayHaveBeenCarriedOut(error.failure);
		const lostAt = steadyNow();
		for (let isOpen = false; ; isOpen = true) {
			const pauseMs = pauseAfter(error);
			if (pauseMs === undefined) throw mayHaveArrived ? error.with({ stage: 'maybe answered' }) : error;
			const check = async (): Promise<ExtractionStatus | undefined> => {
				await pause(Math.max(pauseMs, isOpen ? LIMITS.pollPauseMs : 0), api.signal);
				return mayHaveArrived ? await getExtractionStatus(api, extractionId, { scope }) : undefined;
			};
			const now = await explain(check, (failed) =>
				withFacts(failed, { extractionId, stage: 'maybe answered' }),
			);
			if (!now) break;
			const arrivals = left.map((answer) => arrivalOf(answer, now, before));
			if (arrivals.includes('unknown')) throw error.with({ stage: 'maybe answered' });
			left = left.filter((_, index) => arrivals[index] === 'open');
			if (left.length === 0) return now;
			if (steadyNow() - lostAt >= WORKS_ON_IT_MS) break;
		}
	}
}

/** The fields of an answer, as their parameters are called. */
const FIELDS: Readonly<Record<string, string>> = { choice_id: ', Choice', text: ', Text' };

/** A refusal that names the questions. The service names the answers by their places (`details.issues`, such as `answers.2.choice_id`). */
function byQuestions(error: unknown, sent: GivenAnswer[]): unknown {
	if (!isServiceError(error)) return error;
	const texts = issuesIn(error.failure.details).flatMap(({ path: [, place, field], message }) => {
		const answer = sent[Number(place)];
		return answer ? [`Question "${answer.question_id}"${FIELDS[String(field)] ?? ''}: ${message}`] : [];
	});
	return texts.length > 0 ? error.with({ message: texts.join('; ') }) : error;
}

/**
 * Answers any number of questions, as many in a request as the service takes.
 *
 * @returns the status after the last of them
 * @throws ServiceError with the extraction's id; what came before it has been answered
 */
export async function sendAllAnswers(
	api: ApiClient,
	extractionId: string,
	answers: GivenAnswer[],
	options: SendOptions & { before: ExtractionStatus },
): Promise<ExtractionStatus> {
	let status = options.before;
	for (let sent = 0; sent < answers.length; sent += ANSWERS_PER_REQUEST) {
		const part = answers.slice(sent, sent + ANSWERS_PER_REQUEST);
		status = await explain(
			async () => await sendAnswers(api, extractionId, part, options),
			(error) => byQuestions(error, part),
		);
	}
	return status;
}
