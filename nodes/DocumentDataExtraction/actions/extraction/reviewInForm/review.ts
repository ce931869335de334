import type { ApiClient } from '../../../api/http/client';
import {
	doubtfulRows,
	readNumberedRows,
	type DoubtfulRow,
	type Doubts,
	type ReviewedExtraction,
} from '../../../extraction/review/rows';
import { validateReview, type ReviewProblem } from '../../../extraction/review/validate';
import { Account } from '../../../extraction/account/Account';
import { findingHints, type Hint } from '../../../extraction/account/hints';
import { messagePage } from '../../../pages/messagePages';
import type { PostedForm } from '../../../pages/form';
import type { Page } from '../../../pages/page';
import type { FindDocument } from '../../../pages/review/fields';
import { draftsIn, readPostedReview } from '../../../pages/review/postedReview';
import { reviewPage } from '../../../pages/review/reviewPage';
import type { ReviewedRows } from './reviewedItems';

/** More make a page that nobody reads to its end. */
const ROWS_PER_PAGE = 10;

/** A review under way. */
export interface Review extends ReviewedExtraction {
	api: ApiClient;
	doubts: Doubts;
	findDocument: FindDocument;
}

/** A page to show, with what was entered so far. */
interface Shown {
	page: number;
	entered: PostedForm;
	problems?: ReviewProblem[];
	/** What has happened meanwhile. */
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

const rowsOf = async (review: Review, numbers?: number[]): Promise<DoubtfulRow[]> =>
	doubtfulRows(await readNumberedRows(review.api, review, numbers), review.doubts.concerns);

/** @param rows those of the page, if they are read already */
async function show(review: Review, shown: Shown, rows?: DoubtfulRow[]): Promise<Page> {
	const pages = pagesOf(review);
	const onPage = rows ?? (await rowsOf(review, pages[shown.page - 1]));
	return reviewPage({ ...review, pages, problems: [], ...shown, rows: onPage });
}

/** The first page, with nothing decided. */
export const firstReviewPage = async (review: Review, notice?: string): Promise<Page> =>
	await show(review, { page: 1, entered: new Map(), notice });

/** Judges all rows. Whatever is in the way of the end is shown on its page. */
async function finish(review: Review, entered: PostedForm): Promise<Page | ReviewedRows> {
	const { concerns } = review.doubts;
	const read = await readNumberedRows(review.api, review);
	const doubtful = doubtfulRows(read, concerns);
	const { decided, problems } = validateReview(doubtful, draftsIn(entered));
	const [first] = problems;
	if (!first) return { rows: read.rows, concerns, decided };
	const pages = pagesOf(review);
	const index = pages.findIndex((numbers) => numbers.includes(first.rowNumber));
	const rows = doubtful.filter(({ number }) => pages[index]?.includes(number));
	return await show(review, { page: index + 1, entered, problems }, rows);
}

/**
 * Answers a posted page with the next page, with the same page and its problems, or with the decisions about all rows. Nothing is
 * stored between two posts, because each carries what was entered on the other pages.
 *
 * @throws ServiceError when the rows cannot be read
 */
export async function answerPost(review: Review, form: PostedForm): Promise<Page | ReviewedRows> {
	const { step, entered, ...posted } = readPostedReview(form);
	if (step === 'finish') return await finish(review, entered);
	const pages = pagesOf(review);
	const page = Math.min(posted.page, pages.length);
	if (step === 'back') return await show(review, { page: Math.max(1, page - 1), entered });
	const rows = await rowsOf(review, pages[page - 1]);
	const { problems: all } = validateReview(rows, draftsIn(entered));
	const problems = all.filter(({ isUndecided }) => !isUndecided);
	if (problems.length > 0) return await show(review, { page, entered, problems }, rows);
	if (step === 'next' && page < pages.length) return await show(review, { page: page + 1, entered });
	const notice = `There are no problems on this page. Undecided rows: ${all.length}. Continue with the button at its end.`;
	return await show(review, { page, entered, notice }, rows);
}

/** The page after the last post. */
export function thanks(reviewed: ReviewedRows): Page {
	const decided = [...reviewed.decided.values()];
	const [accepted, corrected, rejected] = (['accepted', 'corrected', 'rejected'] as const).map(
		(decision) => decided.filter((row) => row.decision === decision).length,
	);
	return messagePage(
		'Thank You',
		`Rows accepted: ${accepted}, corrected: ${corrected}, rejected: ${rejected}. The workflow continues. You can close this page.`,
	);
}

/** The rows of an extraction in which nothing needs review, and the notes on it. @throws ServiceError when they cannot be read */
export async function rowsWithoutDoubts(
	api: ApiClient,
	extraction: ReviewedExtraction,
): Promise<ReviewedRows & { hints: Hint[] }> {
	const account = new Account();
	const { rows } = await readNumberedRows(api, { ...extraction, account });
	return { rows, concerns: new Map(), decided: new Map(), hints: findingHints([account.findings()]) };
}
