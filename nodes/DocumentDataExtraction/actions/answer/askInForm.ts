import type { IWebhookFunctions } from 'n8n-workflow';
import { mayHaveBeenCarriedOut, isServiceError } from '../../api/errors/ServiceError';
import { getExtractionStatus, type Scope } from '../../api/endpoints/extractions';
import { LIMITS } from '../../api/limits';
import { type ExtractionStatus, isTerminal } from '../../api/schemas/extractions';
import {
	endOfWait,
	fingerprintOf,
	isAsking,
	openCountJson,
	TIME_TO_ACT_MINUTES,
} from '../../extraction/questions/asked';
import { enteredAnswers, enteredIn } from '../../extraction/questions/enteredAnswers';
import { sendAllAnswers } from '../../extraction/questions/sendAnswers';
import { OPEN_FIELD, type PostedForm } from '../../pages/form';
import {
	goesOnPage,
	nothingOpenPage,
	PAGE_ID_FIELD,
	questionsPage,
	type QuestionsPage,
	type QuestionsSetting,
} from '../../pages/questions/questionsPage';
import { extractionIdOfItem, scope } from '../../parameters/ids/extraction';
import { propertiesOf, readItem, text } from '../../parameters/param';
import { attempt } from '../../shared/attempt';
import { valueOf } from '../../shared/problems';
import type { ItemsByOutput, Operation, PageAnswer, PageRun } from '../operation';
import {
	expectOne,
	personPage,
	reasonOf,
	takenOnPages,
	linkNotice,
	parkedOptions,
	personWait,
} from '../person';

const NAME = 'Ask in a Form';

const TITLE = 'Questions About Your Documents';

const parameters = {
	extractionId: extractionIdOfItem,
	waitMs: personWait(
		LIMITS.answerHours,
		LIMITS.answerHours,
		`How long to wait for a person. The wait ends before the service would cancel the extraction: ${TIME_TO_ACT_MINUTES} minutes, or a quarter of the time left if that is less. Without answers, the node outputs its input item unchanged.`,
	),
};

const options = {
	introduction: text({
		displayName: 'Introduction',
		name: 'introduction',
		typeOptions: { rows: 3 },
		placeholder: 'e.g. These invoices came by email from Northwind Ltd.',
		description: 'Text above the questions, such as where the documents come from',
	}),
	scope,
	title: text({
		displayName: 'Page Title',
		name: 'pageTitle',
		default: TITLE,
		description: 'The heading of the page',
	}),
};

/** What the page is about. */
interface Asked extends QuestionsSetting {
	extractionId: string;
	scope?: Scope;
}

/** @throws InputProblems when the parameters cannot be read any more */
function readAsked(context: IWebhookFunctions): Asked {
	const { introduction, scope: of, title } = parkedOptions(context, options);
	return {
		extractionId: valueOf(parameters.extractionId.check(context.getNodeParameter('extractionId', ''))),
		scope: of,
		title: title || TITLE,
		introduction,
		timeZone: context.getTimezone(),
	};
}

const outputOf = (status: ExtractionStatus): ItemsByOutput => ({
	main: [{ json: openCountJson(status), pairedItem: { item: 0 } }],
});

const goingOn = (status: ExtractionStatus, answersSent: boolean): PageAnswer => ({
	page: goesOnPage(status, answersSent),
	outputs: outputOf(status),
});

/** How long a person's browser waits for further questions after the answers, in seconds. */
const FURTHER_QUESTIONS_SECONDS = 8;

/** Takes a posted page. Answers go to the service only if its questions are still those of the page. */
async function takeAnswers({ context, api }: PageRun, asked: Asked, form: PostedForm): Promise<PageAnswer> {
	const { extractionId, scope: of } = asked;
	const before = await getExtractionStatus(api, extractionId, { scope: of });
	if (!isAsking(before)) return goingOn(before, false);
	const entered = enteredIn(form);
	const again = (page: QuestionsPage): PageAnswer => ({
		page: questionsPage(before, asked, { entered, ...page }),
	});
	if (form.get(OPEN_FIELD) !== fingerprintOf(before))
		return again({
			notice:
				'The questions have changed since you opened the page. Someone may have answered them. Nothing was sent. Please check the questions and send your answers again.',
		});
	const { answers, problems } = enteredAnswers(before.questions ?? [], entered);
	if (problems.size > 0) return again({ problems });
	// A page that is sent twice counts once, because a refused answer counts each time.
	if (!takenOnPages.take(form.get(PAGE_ID_FIELD) ?? ''))
		return again({
			notice: 'This page was sent before, so it was not sent again. These are the open questions now.',
		});
	const sent = await attempt(
		async () => await sendAllAnswers(api, extractionId, answers, { before, scope: of }),
	);
	if (sent.ok) return await afterAnswers(api, asked, sent.value);
	const isLost = isServiceError(sent.error) && mayHaveBeenCarriedOut(sent.error.failure);
	const known = isLost
		? 'It is not known whether the answers arrived, and a refused answer counts each time. They are kept below, and the workflow is still waiting. Open this page again in a minute to see which questions are still open.'
		: 'The answers were not accepted. They are kept below, and the workflow is still waiting. Send them again in a moment.';
	return again({ status: 503, notice: `${reasonOf(context, sent.error)}. ${known}` });
}

/** Shows refused answers and further questions on the same page; otherwise the execution goes on. */
async function afterAnswers(api: PageRun['api'], asked: Asked, after: ExtractionStatus): Promise<PageAnswer> {
	const { extractionId, scope: of } = asked;
	const wait = FURTHER_QUESTIONS_SECONDS;
	const isDone = isAsking(after) || isTerminal(after.status);
	const later = await attempt(async () =>
		isDone ? after : await getExtractionStatus(api, extractionId, { scope: of, wait }),
	);
	const status = later.ok ? later.value : after;
	if (!isAsking(status)) return goingOn(status, true);
	// A page answers every open question, so one with a refused answer was on it.
	const isRefused = status.questions?.some((question) => question.previous_answer_rejected);
	const notice = isRefused
		? 'The service refused an answer. Please answer the questions below again.'
		: 'Your answers were sent. The service has more questions.';
	return { page: questionsPage(status, asked, { notice }) };
}

export const askInForm: Operation = {
	name: NAME,
	value: 'askInForm',
	action: 'Ask questions in form',
	description: 'Wait until a person has answered the open questions of an extraction in a form',
	properties: [linkNotice, ...propertiesOf(parameters, options)],
	...personPage<Asked>({
		name: NAME,
		instead: 'Use Get Questions and Submit as tools, or ask in a workflow.',
		async look({ context, api }) {
			expectOne(NAME, context.getInputData().length, 'input item');
			const { extractionId, scope: of, waitMs } = readItem(context, 0, parameters, options);
			const now = Date.now();
			const status = await getExtractionStatus(api, extractionId, { scope: of });
			if (!isAsking(status)) return outputOf(status);
			return new Date(endOfWait(status, { latest: now + waitMs, now, serviceTime: api.serviceTime() }));
		},
		subject: readAsked,
		async open({ api }, asked, notice) {
			const status = await getExtractionStatus(api, asked.extractionId, { scope: asked.scope });
			return isAsking(status) ? questionsPage(status, asked, { notice }) : nothingOpenPage(status);
		},
		post: takeAnswers,
	}),
};
