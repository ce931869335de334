import type { ExtractionStatus, Question } from '../../api/schemas/extractions';
import type { Entered } from '../../extraction/questions/enteredAnswers';
import { fingerprintOf } from '../../extraction/questions/asked';
import { buttonsForm, hidden, markup, type Html } from '../html';
import { tryAgainLink } from '../messagePages';
import type { Page } from '../page';
import { EXTRACTION_FIELD, OPEN_FIELD } from '../postedForm';
import { readableTime } from '../../shared/time';
import { anchorOf, questionFields } from './questionFields';

/** What every page about the questions of an extraction shows, as the workflow sets it. */
export interface QuestionsSetting {
	title: string;
	introduction: string;
	timeZone: string;
}

/** The names of the fields that say which page was posted. */
export const PAGE_FIELDS = { extraction: EXTRACTION_FIELD, fingerprint: OPEN_FIELD, page: 'page' } as const;

export interface QuestionsPage {
	/** Identifies this page, so that it is not sent twice. */
	pageId: string;
	entered?: ReadonlyMap<string, Entered>;
	problems?: ReadonlyMap<string, string>;
	/** What has happened meanwhile. */
	notice?: string;
	status?: number;
}

/** Lists the problems first, with links to them, for people who cannot see the whole page at once. */
function problemSummary(open: Question[], problems: ReadonlyMap<string, string>): Html {
	const entries = open.map(({ question_id }, index) => {
		const problem = problems.get(question_id);
		const number = open.length > 1 ? `Question ${index + 1}: ` : '';
		return (
			problem !== undefined && markup`<li><a href="#${anchorOf(index + 1)}">${number}${problem}</a></li>`
		);
	});
	return markup`<div class="notice problem" role="alert" tabindex="-1" autofocus>
<h2>Nothing was sent yet</h2>
<ul>${entries}</ul>
</div>`;
}

const deadline = (answerBy: string, { timeZone }: QuestionsSetting): Html =>
	markup`<p>Please answer by <time datetime="${answerBy}">${readableTime(answerBy, timeZone)}</time>. Without answers, the service then cancels the extraction. The workflow may continue a little earlier.</p>`;

/** The page that asks the open questions. */
export function questionsPage(
	extraction: ExtractionStatus,
	setting: QuestionsSetting,
	{ pageId, entered = new Map(), problems = new Map(), notice, status }: QuestionsPage,
): Page {
	const { questions, answer_by: answerBy, extraction_id: id } = extraction;
	const { title, introduction } = setting;
	const open = questions ?? [];
	const hasProblems = problems.size > 0;
	const said = notice !== undefined && markup`<p class="notice" role="status">${notice}</p>`;
	if (open.length === 0)
		return {
			title,
			body: markup`${said}<p>The service is still preparing its questions. Look again in a moment.</p>
${tryAgainLink('Look Again')}`,
		};
	return {
		title: hasProblems ? `Please check: ${title}` : title,
		status: status ?? (hasProblems ? 422 : 200),
		body: markup`${hasProblems && problemSummary(open, problems)}
${said}
${introduction !== '' && markup`<p class="text" dir="auto">${introduction}</p>`}
${answerBy && deadline(answerBy, setting)}
<form method="post">
${hidden(PAGE_FIELDS.extraction, id)}
${hidden(PAGE_FIELDS.fingerprint, fingerprintOf(extraction))}
${hidden(PAGE_FIELDS.page, pageId)}
${open.map((question, index) =>
	questionFields(question, index + 1, {
		isOnly: open.length === 1,
		entered: entered.get(question.question_id),
		problem: problems.get(question.question_id),
	}),
)}
<p><button type="submit">Send Answers</button></p>
</form>
<p class="hint">Extraction ${id}</p>`,
	};
}

const REASONS: Readonly<Record<string, string>> = {
	answers_rejected: 'The service refused three answers and cancelled the extraction.',
	unanswered: 'The questions were not answered in time, so the service cancelled the extraction.',
	user: 'Someone cancelled the extraction.',
};

/** Describes the status of an extraction that asks nothing, in one sentence. */
function standing({ status, cancellation_reason: reason }: ExtractionStatus): string {
	if (status === 'completed') return 'The extraction is completed.';
	if (status === 'failed') return 'The extraction has failed.';
	if (status === 'cancelled') return REASONS[reason ?? ''] ?? 'The extraction was cancelled.';
	return 'Processing continues.';
}

/** A button that lets the workflow go on. Looking at a page must not. */
const goOnForm = (extractionId: string): Html =>
	buttonsForm(
		[[PAGE_FIELDS.extraction, extractionId]],
		markup`<button type="submit">Continue the Workflow</button>`,
	);

/** For a person who opens the link when every question is answered but the workflow is still waiting. */
export const nothingOpenPage = (extraction: ExtractionStatus): Page => ({
	title: 'Nothing to Answer',
	body: markup`<p>Nothing is left to answer. ${standing(extraction)} The workflow is still waiting.</p>
${goOnForm(extraction.extraction_id)}`,
});

/** For an extraction that the service no longer knows. */
export const extractionGonePage = (extractionId: string): Page => ({
	title: 'The Extraction Does Not Exist',
	status: 404,
	body: markup`<p>The service does not know the extraction. It may have been deleted. The workflow is still waiting. It can continue without answers.</p>
${goOnForm(extractionId)}`,
});

/** For the person after whose post the workflow continues. */
export const goesOnPage = (extraction: ExtractionStatus | undefined, answersSent: boolean): Page => ({
	title: answersSent ? 'Thank You' : 'The Workflow Continues',
	body: markup`<p>${answersSent ? 'Your answers were sent.' : 'Nothing was left to answer, so nothing was sent.'}</p>
<p>${extraction ? standing(extraction) : 'The extraction no longer exists.'} The workflow continues. You can close this page.</p>`,
});
