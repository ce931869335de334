import type { ApiClient } from '../../../api/http/client';
import type { Doubts, ReviewedExtraction } from '../../../extraction/review/doubts';
import type { Drafts, RowDraft } from '../../../extraction/review/drafts';
import { judgeReview, withoutUnchanged, type ReviewProblem } from '../../../extraction/review/judge';
import { doubtfulRows, readNumberedRows, type DoubtfulRow } from '../../../extraction/review/rows';
import type { FindDocument } from '../../../pages/review/fields';
import type { Page } from '../../../pages/page';
import { readPostedReview, type PostedReview } from '../../../pages/review/postedReview';
import { reviewPage } from '../../../pages/review/reviewPage';
import type { PostedForm } from '../../../pages/postedForm';
import { joinNames, plural } from '../../../shared/text';
import type { ReviewedRows } from './reviewedItems';

/** More make a page that nobody reads to its end. */
const ROWS_PER_PAGE = 10;

const NOT_NOTED = 'Read it, and tick the box';

const UNDECIDED = 'This row is undecided. Accept it, change a value, or reject it';

/** A review under way. */
export interface Review {
	api: ApiClient;
	extraction: ReviewedExtraction;
	doubts: Doubts;
	findDocument: FindDocument;
}

/** A page to show, with what was sent so far. */
interface Shown extends Pick<PostedReview, 'drafts' | 'noted' | 'page'> {
	/** Whether points that were not taken note of are in the way of the end. */
	needsNotes?: boolean;
	problems?: ReviewProblem[];
	notices?: string[];
	/** Good news. */
	note?: string;
}

type Answered = { page: Page } | { reviewed: ReviewedRows };

/** The numbers of the rows of each page. Without rows, there is a page as well. */
function pagesOf({ doubts }: Review): number[][] {
	const numbers = [...doubts.concerns.keys()];
	const count = Math.max(1, Math.ceil(numbers.length / ROWS_PER_PAGE));
	return Array.from({ length: count }, (_, index) =>
		numbers.slice(index * ROWS_PER_PAGE, (index + 1) * ROWS_PER_PAGE),
	);
}

async function pageRows(review: Review, page: number): Promise<DoubtfulRow[]> {
	const { api, extraction, doubts } = review;
	const read = await readNumberedRows(api, extraction, pagesOf(review)[page - 1]);
	return doubtfulRows({ ...read, concerns: doubts.concerns });
}

/** Nothing of a draft holds for a row that has changed: what it shows as typed may be the value as it was. */
function currentDraft({ number, digest }: DoubtfulRow, drafts: Drafts): RowDraft | undefined {
	const draft = drafts.get(number);
	return draft?.digest === digest ? draft : undefined;
}

function show(review: Review, rows: DoubtfulRow[], shown: Shown): Page {
	const { page, drafts, noted, needsNotes = false, problems = [], notices = [], note } = shown;
	const { extraction, doubts, findDocument } = review;
	const pages = pagesOf(review);
	const onPage = new Set(pages[page - 1]);
	const elsewhere = problems.filter(({ rowNumber }) => !onPage.has(rowNumber));
	return reviewPage({
		extractionId: extraction.extractionId,
		rows: rows.map((doubtful) => ({
			doubtful,
			draft: currentDraft(doubtful, drafts),
			problems: problems.filter(({ rowNumber }) => rowNumber === doubtful.number),
		})),
		rowsElsewhere: [...new Set(elsewhere.map(({ rowNumber }) => rowNumber))],
		page,
		pages: pages.length,
		rowsInAll: doubts.concerns.size,
		points: doubts.points.map((point) => {
			const isNoted = noted.has(point.id);
			return { point, isNoted, problem: needsNotes && !isNoted ? NOT_NOTED : undefined };
		}),
		others: new Map([...drafts].filter(([rowNumber]) => !onPage.has(rowNumber))),
		notices,
		note,
		findDocument,
	});
}

const showPage = async (review: Review, shown: Shown): Promise<Page> =>
	show(review, await pageRows(review, shown.page), shown);

/** The first page, with nothing decided. */
export const firstReviewPage = async (review: Review, notices: string[] = []): Promise<Page> =>
	await showPage(review, { page: 1, drafts: new Map(), noted: new Set(), notices });

/** Says that drafts were ignored, if they are of rows that do not need review. */
function noticesOf(strange: number[]): string[] {
	if (strange.length === 0) return [];
	const rows = joinNames(strange.map(String));
	return [
		`Some decisions were ignored, because these rows do not need review now: ${rows}. Check the other rows and send them again`,
	];
}

/** Judges all rows. Whatever is in the way of the end is shown on its page. */
async function finish(review: Review, { page, drafts, noted, notices = [] }: Shown): Promise<Answered> {
	const { concerns, points } = review.doubts;
	const read = await readNumberedRows(review.api, review.extraction);
	const doubtful = doubtfulRows({ ...read, concerns });
	const { decided, problems: wrong, undecided } = judgeReview(doubtful, drafts);
	const problems = [...wrong, ...undecided.map((rowNumber) => ({ rowNumber, text: UNDECIDED }))].sort(
		(a, b) => a.rowNumber - b.rowNumber,
	);
	const [first] = problems;
	const needsNotes = points.some(({ id }) => !noted.has(id));
	if (!first && !needsNotes && notices.length === 0)
		return { reviewed: { rows: read.rows, concerns, decided } };
	const pages = pagesOf(review);
	// The points are on the last page.
	const otherwise = needsNotes ? pages.length : page;
	const problemPage = first ? pages.findIndex((numbers) => numbers.includes(first.rowNumber)) + 1 : otherwise;
	const rows = doubtful.filter(({ number }) => pages[problemPage - 1]?.includes(number));
	const kept = { drafts: withoutUnchanged(drafts, doubtful), noted };
	return { page: show(review, rows, { page: problemPage, ...kept, needsNotes, problems, notices }) };
}

/**
 * Answers a posted page with the next page, with the same page and its problems, or with the decisions about all rows. Nothing is
 * stored between two posts, because each carries the decisions of the other pages.
 *
 * @throws ServiceError when the rows cannot be read
 */
export async function answerPost(review: Review, form: PostedForm): Promise<Answered> {
	const posted = readPostedReview(form);
	if (posted.extractionId !== review.extraction.extractionId) {
		const notice = 'The page you sent was about another extraction. These are the rows to review now';
		return { page: await firstReviewPage(review, [notice]) };
	}
	const { noted, step } = posted;
	const { concerns } = review.doubts;
	const drafts = new Map([...posted.drafts].filter(([rowNumber]) => concerns.has(rowNumber)));
	const notices = noticesOf([...posted.drafts.keys()].filter((rowNumber) => !drafts.has(rowNumber)));
	const last = pagesOf(review).length;
	const page = Math.min(posted.page, last);
	if (step === 'finish') return await finish(review, { page, drafts, noted, notices });
	const rows = await pageRows(review, page);
	const { problems, undecided } = judgeReview(rows, drafts);
	const kept = { drafts: withoutUnchanged(drafts, rows), noted };
	if (step === 'back')
		return { page: await showPage(review, { page: Math.max(1, page - 1), ...kept, notices }) };
	const isInTheWay = problems.length > 0 || notices.length > 0;
	if (step === 'next' && !isInTheWay && page < last)
		return { page: await showPage(review, { page: page + 1, ...kept }) };
	const left = `${plural(undecided.length, 'row')} ${undecided.length === 1 ? 'is' : 'are'} undecided. `;
	const standing = undecided.length > 0 ? left : '';
	const note = isInTheWay
		? undefined
		: `There are no problems on this page. ${standing}Continue with the button at its end`;
	return { page: show(review, rows, { page, ...kept, problems, notices, note }) };
}
