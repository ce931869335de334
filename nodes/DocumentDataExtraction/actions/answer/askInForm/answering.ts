import type { IWebhookFunctions } from 'n8n-workflow';
import { getExtractionStatus, type GivenAnswer, type Scope } from '../../../api/endpoints/extractions';
import { isServiceError, mayHaveBeenCarriedOut } from '../../../api/errors/ServiceError';
import type { ApiClient } from '../../../api/http/client';
import { isTerminal, type ExtractionStatus } from '../../../api/schemas/extractions';
import { askedOf, isAsking } from '../../../extraction/questions/asked';
import { answerIn, questionKey, type Entered } from '../../../extraction/questions/enteredAnswers';
import { optionsOf } from '../../../extraction/questions/options';
import { sendAllAnswers } from '../../../extraction/questions/sendAnswers';
import type { PostedForm } from '../../../pages/form';
import { PAGE_ID_FIELD } from '../../../pages/questions/questionsPage';
import type { TextKey } from '../../../pages/texts';
import { attempt } from '../../../shared/attempt';
import { createPageClient, reasonOf } from '../../person/client';
import { takenOnPages } from '../../person/Taken';
import { stillAsks, type Told } from './extractions';

/** How long a person's browser waits for further questions after the answers, in seconds. */
const FURTHER_QUESTIONS_SECONDS = 8;

/** What was entered, with the recommendation for each question that has no answer. */
export function withRecommendations(told: Iterable<Told>, entered: ReadonlyMap<string, Entered>) {
	const filled = new Map(entered);
	for (const one of told) {
		if (!stillAsks(one)) continue;
		const { extractionId, questions } = askedOf(one.status);
		for (const question of questions) {
			const key = questionKey(extractionId, question);
			const given = entered.get(key);
			const isOpen = given?.option === undefined && (given?.words ?? '') === '';
			if (given && isOpen && optionsOf(question)[0]?.isRecommended) filled.set(key, { ...given, option: 0 });
		}
	}
	return filled;
}

/** The answers for an extraction; undefined while something is missing. */
function answersFor(
	status: ExtractionStatus,
	entered: ReadonlyMap<string, Entered>,
): GivenAnswer[] | undefined {
	const { extractionId, questions } = askedOf(status);
	const answers = questions.map((question) =>
		answerIn(question, entered.get(questionKey(extractionId, question))),
	);
	const complete = answers.filter((answer): answer is GivenAnswer => typeof answer !== 'string');
	return complete.length === answers.length ? complete : undefined;
}

/** Whether every open question has an answer. */
export const isComplete = (told: Iterable<Told>, entered: ReadonlyMap<string, Entered>): boolean =>
	[...told].every((one) => !stillAsks(one) || answersFor(one.status, entered) !== undefined);

/** A page that is sent twice counts once, because a refused answer counts each time. @returns whether it is sent for the first time */
export const takePage = (form: PostedForm): boolean => takenOnPages.take(form.get(PAGE_ID_FIELD) ?? '');

/** What came of the answers. */
interface Sent {
	/** As the service says it now. */
	told: Map<string, Told>;
	/** What a person has to know, if something is still open. */
	said: TextKey;
	/** Why something failed. */
	reason?: string;
	/** Whether what was entered is kept. */
	keeps: boolean;
}

/** Waits a little for further questions. */
async function afterAnswers(
	api: ApiClient,
	after: ExtractionStatus,
	scope: Scope | undefined,
): Promise<Told> {
	if (isAsking(after) || isTerminal(after.status)) return { status: after };
	const wait = FURTHER_QUESTIONS_SECONDS;
	const later = await attempt(
		async () => await getExtractionStatus(api, after.extraction_id, { scope, wait }),
	);
	return { status: later.ok ? later.value : after };
}

/** Whether nobody knows if the answers arrived. */
const wasLost = (error: unknown): boolean => isServiceError(error) && mayHaveBeenCarriedOut(error.failure);

/** Sends the answers of each extraction. What one refuses does not hold up the others. */
export async function sendAnswersOf(
	context: IWebhookFunctions,
	scope: Scope | undefined,
	before: ReadonlyMap<string, Told>,
	entered: ReadonlyMap<string, Entered>,
): Promise<Sent> {
	const api = await createPageClient(context);
	const told = new Map(before);
	const failures: unknown[] = [];
	for (const [id, one] of before) {
		if (!stillAsks(one)) continue;
		const answers = answersFor(one.status, entered) ?? [];
		const sent = await attempt(
			async () => await sendAllAnswers(api, id, answers, { before: one.status, scope }),
		);
		if (sent.ok) {
			told.set(id, await afterAnswers(api, sent.value, scope));
			continue;
		}
		failures.push(sent.error);
		if (wasLost(sent.error)) continue;
		// What came before the refusal has arrived.
		const now = await attempt(async () => await getExtractionStatus(api, id, { scope }));
		if (now.ok) told.set(id, { status: now.value });
	}
	const [failure] = failures;
	if (failure !== undefined)
		return {
			told,
			said: wasLost(failure) ? 'unknownAnswers' : 'notSent',
			reason: reasonOf(context, failure),
			keeps: true,
		};
	// A page answers every open question, so one with a refused answer was on it.
	const open = [...told.values()].flatMap((one) => (stillAsks(one) ? askedOf(one.status).questions : []));
	const isRefused = open.some(({ previous_answer_rejected: refused }) => refused === true);
	return { told, said: isRefused ? 'notSent' : 'moreQuestions', keeps: false };
}
