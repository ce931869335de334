import { randomUUID } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import { describeFailure } from '../../../api/errors/describeFailure';
import { hasCode, isServiceError, mayHaveBeenCarriedOut } from '../../../api/errors/ServiceError';
import { getExtractionStatus, isTerminal, type GivenAnswer } from '../../../api/extractions';
import type { ApiClient } from '../../../api/http/client';
import type { ExtractionStatus } from '../../../api/schemas/extractions';
import { fingerprintOf, isAsking, openCountJson } from '../../../extraction/questions/asked';
import { enteredAnswers, enteredIn } from '../../../extraction/questions/enteredAnswers';
import { sendAllAnswers } from '../../../extraction/questions/sendAnswers';
import { extractionGonePage, goesOnPage, nothingOpenPage } from '../../../pages/questions/outcomePages';
import { PAGE_FIELDS, questionsPage, type QuestionsPage } from '../../../pages/questions/questionsPage';
import type { PostedForm } from '../../../pages/postedForm';
import { attempt } from '../../../shared/attempt';
import { oneAtATime } from '../../../shared/oneAtATime';
import type { PageAnswer } from '../../operation';
import { unchanged } from '../../person';
import { Taken } from '../../Taken';
import type { AskedExtraction } from './parameters';

/** How long a person's browser waits for further questions after the answers, in seconds. */
const FURTHER_QUESTIONS_SECONDS = 8;

/** The pages whose answers were sent, so that a page that is sent twice counts once: a refused answer counts each time. */
const sentPages = new Taken();

/** Two people may answer at once. The second person's answers wait until the first person's are sent. */
const oneAfterTheOther = oneAtATime();

interface Posting {
	api: ApiClient;
	asked: AskedExtraction;
	form: PostedForm;
}

const statusOf = async (
	api: ApiClient,
	{ extractionId, scope }: AskedExtraction,
): Promise<ExtractionStatus> => await getExtractionStatus(api, extractionId, { scope });

const isGone = (error: unknown): boolean => hasCode(error, 'EXTRACTION_NOT_FOUND');

const reasonOf = (error: unknown): string =>
	isServiceError(error) ? describeFailure(error.failure).message : 'The answers could not be sent';

const asking = (
	status: ExtractionStatus,
	asked: AskedExtraction,
	page: Omit<QuestionsPage, 'pageId'> = {},
): PageAnswer => ({ page: questionsPage(status, asked, { ...page, pageId: randomUUID() }) });

const goingOn = (status: ExtractionStatus, answersSent: boolean): PageAnswer => ({
	page: goesOnPage(status, answersSent),
	outputs: { main: [{ json: openCountJson(status), pairedItem: { item: 0 } }] },
});

/** Shows the open questions. It changes nothing. */
export async function lookAtPage(
	api: ApiClient,
	asked: AskedExtraction,
	notice?: string,
): Promise<PageAnswer> {
	const looked = await attempt(async () => await statusOf(api, asked));
	if (!looked.ok) {
		if (!isGone(looked.error)) throw looked.error;
		return { page: extractionGonePage(asked.extractionId) };
	}
	const status = looked.value;
	return isAsking(status) ? asking(status, asked, { notice }) : { page: nothingOpenPage(status) };
}

/** Handles a posted page. Answers go to the service only if its questions are still those of the page. */
export async function postPage(context: IWebhookFunctions, posting: Posting): Promise<PageAnswer> {
	const { api, asked, form } = posting;
	if (form.get(PAGE_FIELDS.extraction) !== asked.extractionId)
		return await lookAtPage(
			api,
			asked,
			'The page you sent was about another extraction, so nothing was sent. These are the open questions now.',
		);
	return await oneAfterTheOther(asked.extractionId, async () => {
		const looked = await attempt(async () => await statusOf(api, asked));
		if (looked.ok) return await takeAnswers(posting, looked.value);
		if (!isGone(looked.error)) throw looked.error;
		return { page: goesOnPage(undefined, false), outputs: unchanged(context) };
	});
}

async function takeAnswers({ api, asked, form }: Posting, before: ExtractionStatus): Promise<PageAnswer> {
	if (!isAsking(before)) return goingOn(before, false);
	const entered = enteredIn(form);
	const pageId = form.get(PAGE_FIELDS.page) ?? '';
	if (form.get(PAGE_FIELDS.fingerprint) !== fingerprintOf(before))
		return asking(before, asked, {
			entered,
			notice:
				'The questions have changed since you opened the page. Someone may have answered them. Nothing was sent. Please check the questions and send your answers again.',
		});
	if (sentPages.has(pageId))
		return asking(before, asked, {
			entered,
			notice: 'This page was sent before, so it was not sent again. These are the open questions now.',
		});
	const { answers, problems } = enteredAnswers(before.questions ?? [], entered);
	if (problems.size > 0) return asking(before, asked, { entered, problems });

	sentPages.take(pageId);
	const { extractionId, scope } = asked;
	const sent = await attempt(async () => await sendAllAnswers(api, extractionId, answers, { before, scope }));
	if (sent.ok) return await afterAnswers(api, asked, { answers, after: sent.value });
	const isLost = isServiceError(sent.error) && mayHaveBeenCarriedOut(sent.error.failure);
	if (!isLost) sentPages.release(pageId);
	const known = isLost ? 'It is not known whether the answers arrived.' : 'The answers were not accepted.';
	return asking(before, asked, {
		entered,
		status: 503,
		notice: `${reasonOf(sent.error)}. ${known} They are kept below, and the workflow is still waiting. Send them again in a moment.`,
	});
}

/** Shows refused answers and further questions on the same page; otherwise the execution goes on. */
async function afterAnswers(
	api: ApiClient,
	asked: AskedExtraction,
	{ answers, after }: { answers: GivenAnswer[]; after: ExtractionStatus },
): Promise<PageAnswer> {
	const answered = new Set(answers.map(({ question_id }) => question_id));
	const refused = (after.questions ?? []).some(
		({ question_id, previous_answer_rejected }) => previous_answer_rejected && answered.has(question_id),
	);
	const status = isAsking(after) || isTerminal(after.status) ? after : await aLittleLater(api, asked, after);
	if (!isAsking(status)) return goingOn(status, true);
	return asking(status, asked, {
		notice: refused
			? 'The service refused an answer. Please answer the questions below again.'
			: 'Your answers were sent. The service has more questions.',
	});
}

/** The status once the service has had time to ask again; the given one if it cannot be asked for. */
async function aLittleLater(
	api: ApiClient,
	{ extractionId, scope }: AskedExtraction,
	after: ExtractionStatus,
): Promise<ExtractionStatus> {
	const later = await attempt(
		async () => await getExtractionStatus(api, extractionId, { scope, wait: FURTHER_QUESTIONS_SECONDS }),
	);
	return later.ok ? later.value : after;
}
