import type { IWebhookFunctions } from 'n8n-workflow';
import { getExtractionStatus, type GivenAnswer, type Scope } from '../../../api/endpoints/extractions';
import { isServiceError, mayHaveBeenCarriedOut } from '../../../api/errors/ServiceError';
import type { ApiClient } from '../../../api/http/client';
import { isTerminal, type ExtractionStatus } from '../../../api/schemas/extractions';
import { isAsking } from '../../../extraction/questions/asked';
import { answerIn, questionKey, type EnteredAnswers } from '../../../extraction/questions/enteredAnswers';
import { sendAllAnswers } from '../../../extraction/questions/sendAnswers';
import type { PostedForm } from '../../../pages/form';
import { PAGE_ID_FIELD } from '../../../pages/questions/questionsPage';
import type { TextKey } from '../../../pages/texts';
import { attempt } from '../../../shared/attempt';
import { createPageClient, reasonOf } from '../../person/client';
import { takenOnPages } from '../../person/Taken';
import { askingIn, openIn, type Told } from './extractions';

/** How long a person's browser waits for further questions after the answers, in seconds. */
const FURTHER_QUESTIONS_SECONDS = 8;

/** The answers for each extraction that asks; undefined while something is missing. */
export function answersIn(told: Told, entered: EnteredAnswers): Map<string, GivenAnswer[]> | undefined {
	const all = openIn(told).map(({ extractionId, questions }) => {
		const answers = questions.map((one) => answerIn(one, entered.get(questionKey(extractionId, one))));
		return [extractionId, answers.filter((answer) => typeof answer !== 'string'), answers.length] as const;
	});
	const isComplete = all.every(([, answers, questions]) => answers.length === questions);
	return isComplete ? new Map(all.map(([id, answers]) => [id, answers])) : undefined;
}

/** A page that is sent twice counts once, because a refused answer counts each time. @returns whether it is sent for the first time */
export const takePage = (form: PostedForm): boolean => takenOnPages.take(form.get(PAGE_ID_FIELD) ?? '');

/** Waits a little for further questions. */
async function afterAnswers(
	api: ApiClient,
	after: ExtractionStatus,
	scope?: Scope,
): Promise<ExtractionStatus> {
	if (isAsking(after) || isTerminal(after.status)) return after;
	const how = { scope, wait: FURTHER_QUESTIONS_SECONDS };
	const later = await attempt(async () => await getExtractionStatus(api, after.extraction_id, how));
	return later.ok ? later.value : after;
}

/** Whether nobody knows if the answers arrived. */
const wasLost = (error: unknown): boolean => isServiceError(error) && mayHaveBeenCarriedOut(error.failure);

/**
 * Sends the answers of each extraction. What one refuses does not hold up the others.
 *
 * @returns what the service says now, and what a person has to know of it if something is still open
 */
export async function sendAnswersOf(
	context: IWebhookFunctions,
	scope: Scope | undefined,
	before: Told,
	answers: ReadonlyMap<string, GivenAnswer[]>,
): Promise<{ told: Told; said: TextKey; reason?: string }> {
	const api = await createPageClient(context);
	const told = new Map(before);
	const failures: unknown[] = [];
	for (const status of askingIn(before)) {
		const id = status.extraction_id;
		const given = answers.get(id) ?? [];
		const sent = await attempt(async () => await sendAllAnswers(api, id, given, { before: status, scope }));
		if (sent.ok) {
			told.set(id, await afterAnswers(api, sent.value, scope));
			continue;
		}
		failures.push(sent.error);
		if (wasLost(sent.error)) continue;
		// What came before the refusal has arrived.
		const now = await attempt(async () => await getExtractionStatus(api, id, { scope }));
		if (now.ok) told.set(id, now.value);
	}
	const [failure] = failures;
	if (failure !== undefined)
		return {
			told,
			said: wasLost(failure) ? 'unknownAnswers' : 'notSent',
			reason: reasonOf(context, failure),
		};
	// A page answers every open question, so one with a refused answer was on it.
	const open = openIn(told).flatMap(({ questions }) => questions);
	const isRefused = open.some(({ previous_answer_rejected: refused }) => refused === true);
	return { told, said: isRefused ? 'notSent' : 'moreQuestions' };
}
