import { randomUUID } from 'crypto';
import { type ExtractionStatus, isTerminal } from '../../api/schemas/extractions';
import { outcomeError } from '../../extraction/status/outcome';
import { fingerprintOf } from '../../extraction/questions/asked';
import type { Entered } from '../../extraction/questions/enteredAnswers';
import { readableTime } from '../../shared/time';
import { formPage, OPEN_FIELD } from '../form';
import { hidden, markup, type Html } from '../html';
import { goOnPage, messagePage, TRY_AGAIN } from '../messagePages';
import type { Page } from '../page';
import { anchorOf, questionFields } from './questionFields';

/** What every page about the questions of an extraction shows, as the workflow sets it. */
export interface QuestionsSetting {
	title: string;
	introduction: string;
	timeZone: string;
}

/** The field that tells the page from every other one, so that it is not sent twice. */
export const PAGE_ID_FIELD = 'page_id';

/** What a page shows besides the questions. */
export interface QuestionsPage {
	entered?: ReadonlyMap<string, Entered>;
	/** What is wrong, by the ID of the question. */
	problems?: ReadonlyMap<string, string>;
	/** What has happened meanwhile. */
	notice?: string;
	status?: number;
}

const deadline = (answerBy: string, timeZone: string): Html =>
	markup`<p>Please answer by <time datetime="${answerBy}">${readableTime(answerBy, timeZone)}</time>. Without answers, the service then cancels the extraction. The workflow may continue a little earlier.</p>`;

/** The page that asks the open questions. */
export function questionsPage(
	extraction: ExtractionStatus,
	{ title, introduction, timeZone }: QuestionsSetting,
	{ entered, problems, notice, status }: QuestionsPage = {},
): Page {
	const { answer_by: answerBy, extraction_id: extractionId } = extraction;
	const open = (extraction.questions ?? []).map((question, index) => ({
		question,
		number: index + 1,
		problem: problems?.get(question.question_id),
	}));
	if (open.length === 0) {
		const text = 'The service is still preparing its questions. Try again in a moment.';
		return messagePage(title, [notice, text].filter(Boolean).join(' '), 200, TRY_AGAIN);
	}
	return formPage({
		title,
		extractionId,
		notice,
		status,
		problems: open.flatMap(({ number, problem }) =>
			problem === undefined ? [] : [{ anchor: anchorOf(number), where: `Question ${number}`, text: problem }],
		),
		introduction: markup`${introduction !== '' && markup`<p class="text" dir="auto">${introduction}</p>`}
${answerBy && deadline(answerBy, timeZone)}`,
		fields: markup`${hidden(OPEN_FIELD, fingerprintOf(extraction))}
${hidden(PAGE_ID_FIELD, randomUUID())}
${open.map(({ question, number, problem }) => questionFields(question, number, entered?.get(question.question_id), problem))}
<p><button type="submit">Send Answers</button></p>
<p class="hint">Extraction ${extractionId}</p>`,
	});
}

/** The status of an extraction that asks nothing, and why it was cancelled or has failed. */
function statusText(extraction: ExtractionStatus): string {
	const { status } = extraction;
	const reason = isTerminal(status) ? outcomeError(extraction)?.failure.message : undefined;
	return `Status of the extraction: ${status}${reason ? `, ${reason}` : ''}.`;
}

/** For a person who opens the link when every question is answered but the workflow is still waiting. */
export const nothingOpenPage = (extraction: ExtractionStatus): Page =>
	goOnPage(
		'Nothing to Answer',
		`Nothing is left to answer. ${statusText(extraction)}`,
		200,
		extraction.extraction_id,
	);

/** For the person after whose post the workflow continues. */
export const goesOnPage = (extraction: ExtractionStatus, answersSent: boolean): Page =>
	messagePage(
		answersSent ? 'Thank You' : 'The Workflow Continues',
		`${answersSent ? 'Your answers were sent.' : 'Nothing was left to answer, so nothing was sent.'} ${statusText(extraction)} The workflow continues. You can close this page.`,
	);
