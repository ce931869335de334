import { randomUUID } from 'crypto';
import type { AskedExtraction } from '../../extraction/questions/asked';
import {
	answerIn,
	hiddenIn,
	questionKey,
	type AnswerProblem,
	type EnteredAnswers,
} from '../../extraction/questions/enteredAnswers';
import type { CardDocument } from '../../extraction/review/cards';
import { searchText } from '../../shared/text';
import { timeOf, readableTime } from '../../shared/time';
import { button, deskForm, deskPage, foot, notice, pager, progressBar, top, type Desk } from '../desk';
import { documentLinks, viewer, type DocumentPlace } from '../documents';
import { keptFields } from '../form';
import { markup, type Html } from '../html';
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
	/** The documents of each extraction that n8n has, and its name, by its ID. There are also those of which nothing is open any more. */
	files: ReadonlyMap<string, { name: string; documents: CardDocument[] }>;
	entered?: EnteredAnswers;
	/** 1-based. */
	page?: number;
	/** Whether missing answers are named. */
	tells?: boolean;
	said?: TextKey;
	/** What else there is to say, such as the words of the service. */
	reason?: string;
	status?: number;
}

/** The first page of a document, or that n8n has none: the viewer must not keep showing that of another extraction. */
const firstPage = (document?: CardDocument) => ({ document, source: document?.name ?? '', page: 1 });

/** The file and page that an example names, so that it can be seen. Another extraction may have a file of the same name. */
function placeIn(documents: CardDocument[], example: string): DocumentPlace | undefined {
	const text = searchText(example);
	const document = documents.find(({ name }) => text.includes(searchText(name)));
	const page = Number(/\(Page (\d{1,6})\)/.exec(example)?.[1] ?? 1);
	return document && { ...firstPage(document), page };
}

/** The questions of an extraction. Among several, each has a heading: they may ask the same. */
function section(desk: Desk, { files }: QuestionsPage, id: string, questions: Html[]): Html {
	const { texts } = desk;
	const { name, documents } = files.get(id)!;
	const isNamed = files.size > 1;
	const isAlike = [...files.values()].filter((one) => one.name === name).length > 1;
	const links = documents.map((one) => documentLinks(desk, firstPage(one), one.name));
	if (isNamed && links.length === 0) links.push(documentLinks(desk, firstPage(), say(texts, 'noFileTitle')));
	return markup`<section${isNamed && markup` aria-labelledby="e_${id}"><h2 class="file" id="e_${id}" dir="auto">${name}${isAlike && ` · ${id}`}</h2`}>
${questions}
${desk.hasDocuments && markup`<p class="files"><span>${say(texts, 'allDocuments')}</span> ${links}</p>`}</section>`;
}

/** The open questions of all extractions, each with what was entered for it. */
const shownQuestions = ({ asked, files, entered = new Map(), tells }: QuestionsPage): ShownQuestion[] =>
	asked
		.flatMap(({ extractionId, questions }) => questions.map((question) => ({ extractionId, question })))
		.map(({ extractionId, question }, index) => {
			const key = questionKey(extractionId, question);
			const answer = answerIn(question, entered.get(key));
			const problem = tells && typeof answer === 'string' ? answer : undefined;
			// Nothing of an answer holds for a question that has changed.
			const kept = answer === 'questionChanged' ? undefined : entered.get(key);
			const { documents } = files.get(extractionId)!;
			const place = placeIn(documents, question.example_from_documents ?? '');
			const isAnswered = typeof answer !== 'string';
			return { extractionId, key, question, number: index + 1, entered: kept, isAnswered, problem, place };
		});

/** The place that the viewer begins with: the first example of the first extraction that is shown, or its first document. */
function firstPlace(shown: ShownQuestion[], { files }: QuestionsPage): DocumentPlace {
	const { extractionId } = shown[0]!;
	const found = shown.find((one) => one.extractionId === extractionId && one.place);
	return found?.place ?? firstPage(files.get(extractionId)!.documents[0]);
}

/** The page that asks the open questions of some extractions. */
export function questionsPage(desk: Desk, at: QuestionsPage): Page {
	const { texts } = desk;
	const { asked, files, entered = new Map(), said, reason } = at;
	const all = shownQuestions(at);
	const title = said === 'moreQuestions' ? 'thanksTitle' : 'goOnTitle';
	if (all.length === 0) return messagePage(texts, 'note', title, 'stillPreparing');
	const pages = Math.ceil(all.length / QUESTIONS_PER_PAGE);
	const wrong = all.filter(({ problem }) => problem !== undefined);
	const firstWrong = wrong[0] && Math.ceil(wrong[0].number / QUESTIONS_PER_PAGE);
	const page = Math.max(1, Math.min(firstWrong ?? at.page ?? 1, pages));
	const shown = all.slice((page - 1) * QUESTIONS_PER_PAGE, page * QUESTIONS_PER_PAGE);
	const done = all.filter(({ isAnswered }) => isAnswered).length;
	const entries = wrong.map(({ number, problem }) => ({
		anchor: anchorOf(number),
		where: say(texts, 'questionPlace', { n: number }),
		text: say(texts, problem as AnswerProblem),
	}));
	const [deadline] = asked.flatMap(({ answerBy }) => answerBy ?? []).sort((a, b) => timeOf(a) - timeOf(b));
	const others = hiddenIn(entered, new Set(shown.map(({ key }) => key)));
	const kept = new Map([[PAGE_ID_FIELD, randomUUID()], ...keptFields(page, others)]);
	const words = [reason, said && say(texts, said)].filter(Boolean).join(' ');
	const notices = [words !== '' && notice(words, at.status ? 'bad' : '')];
	const focus = wrong.length === 1 ? wrong[0] : undefined;
	const sections = [...files.keys()].flatMap((id) => {
		const own = shown.filter(({ extractionId }) => extractionId === id);
		const fields = own.map((question) => questionFields(desk, question, question === focus));
		return own.length > 0 ? section(desk, at, id, fields) : [];
	});
	const body = markup`${top(desk, deadline !== undefined && say(texts, 'answerBy', { time: readableTime(deadline, desk.timeZone) }), notices, entries)}
<div class="desk asks${desk.hasDocuments && ' has-viewer'}">${deskForm(
		desk,
		kept,
		markup`<main class="rows">${sections}
${pager(desk, page, pages)}</main>
${foot(progressBar(say(texts, 'answered', { done, all: all.length }), done, all.length), [button('send', say(texts, 'send'), 'main')])}`,
		done > 0,
	)}
${viewer(desk, firstPlace(shown, at))}</div>`;
	return deskPage(desk, body, entries, at.status ? { status: at.status } : {});
}
