import { randomUUID } from 'crypto';
import type { AskedExtraction } from '../../extraction/questions/asked';
import {
	answerIn,
	fieldsOf,
	questionKey,
	type AnswerProblem,
	type EnteredAnswers,
} from '../../extraction/questions/enteredAnswers';
import { searchText } from '../../shared/text';
import { timeOf, readableTime } from '../../shared/time';
import {
	button,
	deskForm,
	deskPage,
	foot,
	notice,
	pager,
	problemList,
	progressBar,
	top,
	type Desk,
} from '../desk';
import { documentLinks, viewer, type DocumentPlace } from '../documents';
import { markup } from '../html';
import { messagePage } from '../messagePages';
import type { Page } from '../page';
import { say, type TextKey } from '../texts';
import { anchorOf, questionFields, type ShownQuestion } from './questionFields';

/** The field that tells a page from every other one, so that it is not sent twice. */
export const PAGE_ID_FIELD = 'page_id';

/** n8n reads 1,000 fields of a form. */
const QUESTIONS_PER_PAGE = 100;

/** What a page shows. */
export interface QuestionsPage {
	asked: AskedExtraction[];
	documents: Array<{ key: string; name: string }>;
	entered?: EnteredAnswers;
	/** 1-based. */
	page?: number;
	/** Whether missing answers are named. */
	tells?: boolean;
	said?: TextKey;
	/** What the service says of it. */
	reason?: string;
	status?: number;
}

/** The file and page that an example names, so that it can be seen. */
function placeIn(documents: QuestionsPage['documents'], example = ''): DocumentPlace | undefined {
	const text = searchText(example);
	const document = documents.find(({ name }) => text.includes(searchText(name)));
	if (!document) return undefined;
	return { document, source: document.name, page: Number(/\(Page (\d{1,6})\)/.exec(example)?.[1] ?? 1) };
}

/** The page that asks the open questions of some extractions. */
export function questionsPage(desk: Desk, at: QuestionsPage): Page {
	const { texts } = desk;
	const { asked, documents, entered = new Map(), said, reason } = at;
	const all = asked
		.flatMap(({ extractionId, questions }) =>
			questions.map((question) => ({ key: questionKey(extractionId, question), question })),
		)
		.map(({ key, question }, index): ShownQuestion => {
			const answer = answerIn(question, entered.get(key));
			const problem = at.tells && typeof answer === 'string' ? answer : undefined;
			// Nothing of an answer holds for a question that has changed.
			const kept = answer === 'questionChanged' ? undefined : entered.get(key);
			const place = placeIn(documents, question.example_from_documents ?? '');
			return { key, question, number: index + 1, entered: kept, problem, place };
		});
	const title = said === 'moreQuestions' ? 'thanksTitle' : 'goOnTitle';
	if (all.length === 0) return messagePage(texts, { kind: 'note', title, text: 'stillPreparing' });
	const pages = Math.ceil(all.length / QUESTIONS_PER_PAGE);
	const wrong = all.filter(({ problem }) => problem !== undefined);
	const firstWrong = wrong[0] && Math.ceil(wrong[0].number / QUESTIONS_PER_PAGE);
	const page = Math.max(1, Math.min(firstWrong ?? at.page ?? 1, pages));
	const shown = all.slice((page - 1) * QUESTIONS_PER_PAGE, page * QUESTIONS_PER_PAGE);
	const isAnswered = ({ key, question }: ShownQuestion) =>
		typeof answerIn(question, entered.get(key)) !== 'string';
	const done = all.filter(isAnswered).length;
	const entries = wrong.map(({ number, problem }) => ({
		anchor: anchorOf(number),
		where: say(texts, 'questionPlace', { n: number }),
		text: say(texts, problem as AnswerProblem),
	}));
	const [deadline] = asked.flatMap(({ answerBy }) => answerBy ?? []).sort((a, b) => timeOf(a) - timeOf(b));
	const kept = new Map([
		[PAGE_ID_FIELD, randomUUID()],
		['page', String(page)],
		['others', new URLSearchParams(fieldsOf(entered, new Set(shown.map(({ key }) => key)))).toString()],
	]);
	const progress = say(texts, 'answered', { done, all: all.length });
	const notices = [
		problemList(desk, entries),
		said &&
			notice(
				markup`${reason !== undefined && markup`${reason}. `}${say(texts, said)}`,
				at.status ? 'bad' : '',
			),
	];
	const body = markup`${top(desk, deadline !== undefined && say(texts, 'answerBy', { time: readableTime(deadline, desk.timeZone) }), notices)}
<div class="desk asks${desk.hasDocuments && ' has-viewer'}">${deskForm(
		desk,
		kept,
		markup`<main class="rows">${shown.map((question) => questionFields(desk, question, wrong.length === 1 && wrong[0] === question))}
${documents.length > 0 && markup`<p class="files"><span>${say(texts, 'allDocuments')}</span> ${documents.map((document) => documentLinks(desk, { document, source: document.name, page: 1 }, document.name))}</p>`}${pager(desk, page, pages)}</main>
${foot(progressBar(progress, done, all.length), [button('send', say(texts, 'send'), 'main')])}`,
		done > 0,
	)}
${viewer(desk, shown.find(({ place }) => place)?.place ?? (documents[0] && { document: documents[0], source: documents[0].name, page: 1 }))}</div>`;
	return deskPage(desk, body, entries, at.status ? { status: at.status } : {});
}
