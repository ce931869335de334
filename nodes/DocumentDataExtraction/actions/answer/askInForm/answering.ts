import type { IWebhookFunctions } from 'n8n-workflow';
import { getExtractionStatus, type GivenAnswer, type Scope } from '../../../api/endpoints/extractions';
import { isServiceError, mayHaveBeenCarriedOut } from '../../../api/errors/ServiceError';
import { isTerminal, type ExtractionStatus } from '../../../api/schemas/extractions';
import { isAsking, type AskedExtraction } from '../../../extraction/questions/asked';
import {
	answerIn,
	enteredBeside,
	questionKey,
	type EnteredAnswers,
} from '../../../extraction/questions/enteredAnswers';
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

/** The extractions with an answer to a question that is not open any more. */
export function answeredBefore(told: Told, entered: EnteredAnswers): string[] {
	const keysOf = ({ extractionId, questions }: AskedExtraction) =>
		questions.map((one) => questionKey(extractionId, one));
	return enteredBeside(entered, new Set(openIn(told).flatMap(keysOf))).map(([key]) => key.split(' ')[0]!);
}

/** A page that is sent twice counts once, because a refused answer counts each time. @returns whether it is sent for the first time */
export const takePage = (form: PostedForm): boolean => takenOnPages.take(form.get(PAGE_ID_FIELD) ?? '');

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
	const send = async (status: ExtractionStatus): Promise<void> => {
		const id = status.extraction_id;
		const given = answers.get(id) ?? [];
		const sent = await attempt(async () => await sendAllAnswers(api, id, given, { before: status, scope }));
		if (sent.ok) told.set(id, sent.value);
		else failures.push(sent.error);
		const isSaid = sent.ok ? isAsking(sent.value) || isTerminal(sent.value.status) : wasLost(sent.error);
		if (isSaid) return;
		// There may be further questions in a moment. What came before a refusal has arrived.
		const how = { scope, wait: sent.ok ? FURTHER_QUESTIONS_SECONDS : undefined };
		const now = await attempt(async () => await getExtractionStatus(api, id, how));
		if (now.ok) told.set(id, now.value);
	};
	// All at once: a proxy before n8n gives up after a minute, and ten of them in turn may take longer.
	await Promise.all(askingIn(before).map(send));
	const [failure] = failures;
	if (failure !== undefined) {
		const reason = `${reasonOf(context, failure)}.`;
		return { told, said: wasLost(failure) ? 'unknownAnswers' : 'notSent', reason };
	}
	// A page answers every open question, so one with a refused answer was on it.
	const open = openIn(told).flatMap(({ questions }) => questions);
	const isRefused = open.some(({ previous_answer_rejected: refused }) => refused === true);
	return { told, said: isRefused ? 'notSent' : 'moreQuestions' };
}
