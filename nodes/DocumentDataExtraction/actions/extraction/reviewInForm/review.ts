import type { ApiClient } from '../../../api/http/client';
import {
	doubtfulRows,
	readNumberedRows,
	type DoubtfulRow,
	type Doubts,
	type ReviewedExtraction,
} from '../../../extraction/review/rows';
import { validateReview, type ReviewProblem } from '../../../extraction/review/validate';
import type { PostedForm } from '../../../pages/form';
import type { Page } from '../../../pages/page';
import type { FindDocument } from '../../../pages/review/fields';
import { draftsIn, fieldsOf, readPostedReview } from '../../../pages/review/postedReview';
import { reviewPage } from '../../../pages/review/reviewPage';
import { joinNames } from '../../../shared/text';
import type { ReviewedRows } from './reviewedItems';

/** More make a page that nobody reads to its end. */
const ROWS_PER_PAGE = 10;

/** A review under way. */
export interface Review {
	api: ApiClient;
	extraction: ReviewedExtraction;
	doubts: Doubts;
	findDocument: FindDocument;
}

/** A page to show, with what was entered so far. */
interface Shown {
	page: number;
	entered: PostedForm;
	problems?: ReviewProblem[];
	notice?: string;
}

/** The numbers of the rows of each page. Without rows, there is a page as well. */
function pagesOf({ doubts }: Review): number[][] {
	const numbers = [...doubts.concerns.keys()];
	const count = Math.max(1, Math.ceil(numbers.length / ROWS_PER_PAGE));
	return Array.from({ length: count }, (_, index) =>
		numbers.slice(index * ROWS_PER_PAGE, (index + 1) * ROWS_PER_PAGE),
	);
}

async function rowsOf({ api, extraction, doubts }: Review, numbers?: number[]): Promise<DoubtfulRow[]> {
	return doubtfulRows(await readNumberedRows(api, extraction, numbers), doubts.concerns);
}

/** @param rows those of the page, if they are read already */
async function show(review: Review, shown: Shown, rows?: DoubtfulRow[]): Promise<Page> {
	const { extraction, doubts, findDocument } = review;
	const pages = pagesOf(review);
	return reviewPage({
		...{ extractionId: extraction.extractionId, doubts, findDocument, pages, problems: [] },
		...shown,
		rows: rows ?? (await rowsOf(review, pages[shown.page - 1])),
	});
}

/** The first page, with nothing decided. */
export const firstReviewPage = async (review: Review, notice?: string): Promise<Page> =>
	await show(review, { page: 1, entered: new Map(), notice });

/** Judges all rows. Whatever is in the way of the end is shown on its page. */
async function finish(review: Review, shown: Shown): Promise<Page | ReviewedRows> {
	const { concerns } = review.doubts;
	const read = await readNumberedRows(review.api, review.extraction);
	const doubtful = doubtfulRows(read, concerns);
	const { decided, problems } = validateReview(doubtful, draftsIn(shown.entered));
	const [first] = problems;
	if (!first && shown.notice === undefined) return { rows: read.rows, concerns, decided };
	const pages = pagesOf(review);
	const index = first ? pages.findIndex((numbers) => numbers.includes(first.rowNumber)) : shown.page - 1;
	const rows = doubtful.filter(({ number }) => pages[index]?.includes(number));
	return await show(review, { ...shown, page: index + 1, problems }, rows);
}

/**
 * Answers a posted page with the next page, with the same page and its problems, or with the decisions about all rows. Nothing is
 * stored between two posts, because each carries what was entered on the other pages.
 *
 * @throws ServiceError when the rows cannot be read
 */
export async function answerPost(review: Review, form: PostedForm): Promise<Page | ReviewedRows> {
	const { step, fields, ...posted } = readPostedReview(form);
	const { concerns } = review.doubts;
	const entered = fieldsOf(fields, (rowNumber) => concerns.has(rowNumber));
	const strange = [...draftsIn(fields).keys()].filter((rowNumber) => !concerns.has(rowNumber));
	const notice =
		strange.length > 0
			? `Some decisions were ignored, because these rows do not need review now: ${joinNames(strange.map(String))}. Check the other rows and send them again.`
			: undefined;
	const pages = pagesOf(review);
	const page = Math.min(posted.page, pages.length);
	if (step === 'finish') return await finish(review, { page, entered, notice });
	if (step === 'back') return await show(review, { page: Math.max(1, page - 1), entered, notice });
	const rows = await rowsOf(review, pages[page - 1]);
	const { problems: all } = validateReview(rows, draftsIn(entered));
	const problems = all.filter(({ isUndecided }) => !isUndecided);
	if (problems.length > 0 || notice !== undefined)
		return await show(review, { page, entered, problems, notice }, rows);
	if (step === 'next' && page < pages.length) return await show(review, { page: page + 1, entered });
	const fine = `There are no problems on this page. Undecided rows: ${all.length}. Continue with the button at its end.`;
	return await show(review, { page, entered, notice: fine }, rows);
}
