import type { ExtractionStatus } from '../../api/schemas/extractions';
import type { Entered } from '../../extraction/questions/enteredAnswers';
import { fingerprintOf } from '../../extraction/questions/asked';
import { markup, type Html } from '../html';
import { tryAgainLink } from '../messagePages';
import type { Page } from '../page';
import { readableTime } from '../../shared/time';
import { anchorOf, questionFields } from './questionFields';

/** What every page about the questions of an extraction shows, as the workflow sets it. */
export interface QuestionsSetting {
	title: string;
	introduction: string;
	timeZone: string;
}

/** The names of the fields that say which page was posted. */
export const PAGE_FIELDS = { extraction: 'extraction_id', fingerprint: 'open', page: 'page' } as const;

export interface QuestionsPage {
	/** Identifies this page, so that it is not sent twice. */
	pageId: string;
	entered?: ReadonlyMap<string, Entered>;
	problems?: ReadonlyMap<string, string>;
	/** What has happened meanwhile. */
	notice?: string;
	status?: number;
}

const hidden = (name: string, value: string): Html =>
	markup`<input type="hidden" name="${name}" value="${value}">
`;

/** Numbers a question for a person; the only one needs no number. */
const questionNumber = (number: number, { questions }: ExtractionStatus): string =>
	(questions ?? []).length > 1 ? `Question ${number}: ` : '';

/** Lists the problems first, with links to them, for people who cannot see the whole page at once. */
function problemSummary(status: ExtractionStatus, problems: ReadonlyMap<string, string>): Html {
	const entries = (status.questions ?? []).flatMap(({ question_id }, index) => {
		const problem = problems.get(question_id);
		return problem === undefined
			? []
			: [
					markup`<li><a href="#${anchorOf(index + 1)}">${questionNumber(index + 1, status)}${problem}</a></li>
`,
				];
	});
	return markup`<div class="notice problem" role="alert" tabindex="-1" autofocus>
<h2>Nothing was sent yet</h2>
<ul>
${entries}</ul>
</div>
`;
}

const deadline = (answerBy: string, { timeZone }: QuestionsSetting): Html =>
	markup`<p>Please answer by <time datetime="${answerBy}">${readableTime(answerBy, timeZone)}</time>. Without answers, the service then cancels the extraction. The workflow may continue a little earlier.</p>
`;

/** The page that asks the open questions. */
export function questionsPage(
	extraction: ExtractionStatus,
	setting: QuestionsSetting,
	{ pageId, entered = new Map(), problems = new Map(), notice, status }: QuestionsPage,
): Page {
	const { questions = [], answer_by: answerBy, extraction_id: id } = extraction;
	const open = questions ?? [];
	const hasProblems = problems.size > 0;
	const said =
		notice !== undefined &&
		markup`<p class="notice" role="status">${notice}</p>
`;
	if (open.length === 0)
		return {
			title: setting.title,
			body: markup`${said}<p>The service is still preparing its questions. Look again in a moment.</p>
${tryAgainLink('Look Again')}`,
		};
	return {
		title: hasProblems ? `Please check: ${setting.title}` : setting.title,
		status: status ?? (hasProblems ? 422 : 200),
		body: markup`${hasProblems && problemSummary(extraction, problems)}${said}${
			setting.introduction !== '' &&
			markup`<p class="text" dir="auto">${setting.introduction}</p>
`
		}${answerBy && deadline(answerBy, setting)}<form method="post">
${hidden(PAGE_FIELDS.extraction, id)}${hidden(PAGE_FIELDS.fingerprint, fingerprintOf(extraction))}${hidden(PAGE_FIELDS.page, pageId)}${open.map(
			(question, index) =>
				questionFields(question, index + 1, {
					isOnly: open.length === 1,
					entered: entered.get(question.question_id),
					problem: problems.get(question.question_id),
				}),
		)}<p><button type="submit">Send Answers</button></p>
</form>
<p class="hint">Extraction ${id}</p>
`,
	};
}
