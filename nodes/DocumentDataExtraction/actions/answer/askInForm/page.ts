import { randomUUID } from 'crypto';
import { describeFailure } from '../../../api/errors/describeFailure';
import { hasCode, isServiceError, mayHaveBeenCarriedOut } from '../../../api/errors/ServiceError';
import { getExtractionStatus, isTerminal, type GivenAnswer, type Scope } from '../../../api/extractions';
import type { ApiClient } from '../../../api/http/client';
import type { ExtractionStatus } from '../../../api/schemas/extractions';
import { fingerprintOf, isAsking, openCountJson } from '../../../extraction/questions/asked';
import { enteredAnswers, enteredIn } from '../../../extraction/questions/enteredAnswers';
import { sendAllAnswers } from '../../../extraction/questions/sendAnswers';
import {
	extractionGonePage,
	goesOnPage,
	nothingOpenPage,
	PAGE_FIELDS,
	questionsPage,
	type QuestionsPage,
	type QuestionsSetting,
} from '../../../pages/questions/questionsPage';
import type { PostedForm } from '../../../pages/postedForm';
import { attempt } from '../../../shared/attempt';
import { oneAtATime } from '../../../shared/concurrently';
import type { PageAnswer, PageRun } from '../../operation';
import { unchanged } from '../../person';
import { takenOnPages } from '../../Taken';

/** What the parked node is about, read when somebody opens its page. */
export interface AskedExtraction extends QuestionsSetting {
	extractionId: string;
	scope?: Scope;
}

/** How long a person's browser waits for further questions after the answers, in seconds. */
const FURTHER_QUESTIONS_SECONDS = 8;

/** Two people may answer at once. The second person's answers wait until the first person's are sent. */
const oneAfterTheOther = oneAtATime();

/** The status of the extraction; undefined if the service does not know it any more. */
async function findStatus(
	api: ApiClient,
	{ extractionId, scope }: AskedExtraction,
): Promise<ExtractionStatus | undefined> {
	const found = await attempt(async () => await getExtractionStatus(api, extractionId, { scope }));
	if (found.ok) return found.value;
	if (hasCode(found.error, 'EXTRACTION_NOT_FOUND')) return undefined;
	throw found.error;
}

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
	const status = await findStatus(api, asked);
	if (!status) return { page: extractionGonePage(asked.extractionId) };
	return isAsking(status) ? asking(status, asked, { notice }) : { page: nothingOpenPage(status) };
}

/** Handles a posted page. Answers go to the service only if its questions are still those of the page. */
export async function postPage(
	{ context, api }: PageRun,
	asked: AskedExtraction,
	form: PostedForm,
): Promise<PageAnswer> {
	if (form.get(PAGE_FIELDS.extraction) !== asked.extractionId)
		return await lookAtPage(
			api,
			asked,
			'The page you sent was about another extraction, so nothing was sent. These are the open questions now.',
		);
	return await oneAfterTheOther(asked.extractionId, async () => {
		const status = await findStatus(api, asked);
		if (!status) return { page: goesOnPage(undefined, false), outputs: unchanged(context) };
		return isAsking(status) ? await takeAnswers(api, asked, form, status) : goingOn(status, false);
	});
}

async function takeAnswers(
	api: ApiClient,
	asked: AskedExtraction,
	form: PostedForm,
	before: ExtractionStatus,
): Promise<PageAnswer> {
	const entered = enteredIn(form);
	const again = (page: Omit<QuestionsPage, 'entered' | 'pageId'>) =>
		asking(before, asked, { entered, ...page });
	if (form.get(PAGE_FIELDS.fingerprint) !== fingerprintOf(before))
		return again({
			notice:
				'The questions have changed since you opened the page. Someone may have answered them. Nothing was sent. Please check the questions and send your answers again.',
		});
	const pageId = form.get(PAGE_FIELDS.page) ?? '';
	// A page that is sent twice counts once: a refused answer counts each time.
	if (takenOnPages.has(pageId))
		return again({
			notice: 'This page was sent before, so it was not sent again. These are the open questions now.',
		});
	const { answers, problems } = enteredAnswers(before.questions ?? [], entered);
	if (problems.size > 0) return again({ problems });

	takenOnPages.take(pageId);
	const { extractionId, scope } = asked;
	const sent = await attempt(async () => await sendAllAnswers(api, extractionId, answers, { before, scope }));
	if (sent.ok) return await afterAnswers(api, asked, answers, sent.value);
	const failure = isServiceError(sent.error) ? sent.error.failure : undefined;
	const isLost = failure !== undefined && mayHaveBeenCarriedOut(failure);
	if (!isLost) takenOnPages.release(pageId);
	const reason = failure ? describeFailure(failure).message : 'The answers could not be sent';
	const known = isLost
		? 'It is not known whether the answers arrived, and a refused answer counts each time. They are kept below, and the workflow is still waiting. Open this page again in a minute to see which questions are still open.'
		: 'The answers were not accepted. They are kept below, and the workflow is still waiting. Send them again in a moment.';
	return again({ status: 503, notice: `${reason}. ${known}` });
}

/** Shows refused answers and further questions on the same page; otherwise the execution goes on. */
async function afterAnswers(
	api: ApiClient,
	asked: AskedExtraction,
	answers: GivenAnswer[],
	after: ExtractionStatus,
): Promise<PageAnswer> {
	const answered = new Set(answers.map(({ question_id }) => question_id));
	const refused = (after.questions ?? []).some(
		({ question_id, previous_answer_rejected }) => previous_answer_rejected && answered.has(question_id),
	);
	let status = after;
	if (!isAsking(after) && !isTerminal(after.status)) {
		const { extractionId, scope } = asked;
		const later = await attempt(
			async () => await getExtractionStatus(api, extractionId, { scope, wait: FURTHER_QUESTIONS_SECONDS }),
		);
		if (later.ok) status = later.value;
	}
	if (!isAsking(status)) return goingOn(status, true);
	return asking(status, asked, {
		notice: refused
			? 'The service refused an answer. Please answer the questions below again.'
			: 'Your answers were sent. The service has more questions.',
	});
}
