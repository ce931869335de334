import type { ApiClient } from '../../../api/http/client';
import { doubtfulRows, type DoubtfulRow } from '../../../extraction/review/doubtfulRows';
import type { Drafts, RowDraft } from '../../../extraction/review/drafts';
import {
	judgeReview,
	withoutUnchanged,
	type DecidedRow,
	type ReviewProblem,
} from '../../../extraction/review/judge';
import {
	readNumberedRows,
	type Doubts,
	type NumberedRows,
	type ReviewedExtraction,
} from '../../../extraction/review/readRows';
import type { Page } from '../../../pages/page';
import { readPostedReview } from '../../../pages/review/postedReview';
import { reviewPage } from '../../../pages/review/reviewPage';
import type { FindDocument } from '../../../pages/review/sourceList';
import type { PostedForm } from '../../../pages/postedForm';
import { joinNames, plural } from '../../../shared/text';

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

/** A finished review. */
export interface Reviewed {
	rows: NumberedRows['rows'];
	decided: Map<number, DecidedRow>;
}

interface Shown {
	page: number;
	drafts: Drafts;
	/** The ids of the points that were taken note of. */
	noted: ReadonlySet<string>;
	/** Whether the others are in the way of the end. */
	needsNotes?: boolean;
	problems?: ReviewProblem[];
	notices?: string[];
	/** Good news. */
	note?: string;
}

const numbersOf = ({ doubts }: Review): number[] => [...doubts.concerns.keys()];

const pagesOf = (review: Review): number =>
	Math.max(1, Math.ceil(review.doubts.concerns.size / ROWS_PER_PAGE));

const numbersOn = (review: Review, page: number): number[] =>
	numbersOf(review).slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE);

const pageWith = (review: Review, rowNumber: number): number =>
	Math.floor(numbersOf(review).indexOf(rowNumber) / ROWS_PER_PAGE) + 1;

const doubtfulAmong = ({ doubts }: Review, read: NumberedRows): DoubtfulRow[] =>
	doubtfulRows({ ...read, concerns: doubts.concerns });

async function pageRows(review: Review, page: number): Promise<DoubtfulRow[]> {
	return doubtfulAmong(
		review,
		await readNumberedRows(review.api, review.extraction, numbersOn(review, page)),
	);
}

/** Nothing of a draft holds for a row that has changed: what it shows as typed may be the value as it was. */
function currentDraft({ number, digest }: DoubtfulRow, drafts: Drafts): RowDraft | undefined {
	const draft = drafts.get(number);
	return draft?.digest === digest ? draft : undefined;
}

function show(review: Review, rows: DoubtfulRow[], shown: Shown): Page {
	const { page, drafts, noted, needsNotes = false, problems = [], notices = [], note } = shown;
	const onPage = new Set(numbersOn(review, page));
	const elsewhere = problems.filter(({ rowNumber }) => !onPage.has(rowNumber));
	return reviewPage({
		extractionId: review.extraction.extractionId,
		rows: rows.map((doubtful) => ({
			doubtful,
			draft: currentDraft(doubtful, drafts),
			problems: problems.filter(({ rowNumber }) => rowNumber === doubtful.number),
		})),
		rowsElsewhere: [...new Set(elsewhere.map(({ rowNumber }) => rowNumber))],
		page,
		pages: pagesOf(review),
		rowsInAll: review.doubts.concerns.size,
		points: review.doubts.points.map((point) => {
			const isNoted = noted.has(point.id);
			return { point, isNoted, problem: needsNotes && !isNoted ? NOT_NOTED : undefined };
		}),
		others: new Map([...drafts].filter(([rowNumber]) => !onPage.has(rowNumber))),
		notices,
		note,
		findDocument: review.findDocument,
	});
}

const showPage = async (review: Review, shown: Shown): Promise<Page> =>
	show(review, await pageRows(review, shown.page), shown);

/** The first page, with nothing decided. */
export const firstReviewPage = async (review: Review): Promise<Page> =>
	await showPage(review, { page: 1, drafts: new Map(), noted: new Set() });

/** Removes drafts of rows that do not need review, and says so. */
function withoutStrangers({ doubts }: Review, drafts: Drafts): { known: Drafts; notices: string[] } {
	const known = new Map([...drafts].filter(([rowNumber]) => doubts.concerns.has(rowNumber)));
	const strange = [...drafts.keys()].filter((rowNumber) => !known.has(rowNumber));
	if (strange.length === 0) return { known, notices: [] };
	const text = `Some decisions were ignored, because these rows do not need review now: ${joinNames(strange.map(String))}. Check the other rows and send them again`;
	return { known, notices: [text] };
}

/** Keeps only changed texts in the drafts of some rows. */
function shortened(drafts: Drafts, rows: DoubtfulRow[]): Drafts {
	const result = new Map(drafts);
	for (const doubtful of rows) {
		const draft = drafts.get(doubtful.number);
		if (draft) result.set(doubtful.number, withoutUnchanged(draft, doubtful));
	}
	return result;
}

/** Judges all rows. Whatever is in the way of the end is shown on its page. */
async function finish(
	review: Review,
	{ page, drafts, noted, notices = [] }: Shown,
): Promise<{ page: Page } | { reviewed: Reviewed }> {
	const read = await readNumberedRows(review.api, review.extraction);
	const doubtful = doubtfulAmong(review, read);
	const { decided, problems: wrong, undecided } = judgeReview(doubtful, drafts);
	const problems = [...wrong, ...undecided.map((rowNumber) => ({ rowNumber, text: UNDECIDED }))].sort(
		(a, b) => a.rowNumber - b.rowNumber,
	);
	const [first] = problems;
	const needsNotes = review.doubts.points.some(({ id }) => !noted.has(id));
	if (!first && !needsNotes && notices.length === 0) return { reviewed: { rows: read.rows, decided } };
	// The points are on the last page.
	const otherwise = needsNotes ? pagesOf(review) : page;
	const problemPage = first ? pageWith(review, first.rowNumber) : otherwise;
	const onPage = new Set(numbersOn(review, problemPage));
	const rows = doubtful.filter(({ number }) => onPage.has(number));
	const kept = { drafts: shortened(drafts, doubtful), noted };
	return { page: show(review, rows, { page: problemPage, ...kept, needsNotes, problems, notices }) };
}

/**
 * Answers a posted page with the next page, with the same page and its problems, or with the decisions about all rows. Nothing is
 * stored between two posts, because each carries the decisions of the other pages.
 *
 * @throws ServiceError when the rows cannot be read
 */
export async function answerPost(
	review: Review,
	form: PostedForm,
): Promise<{ page: Page } | { reviewed: Reviewed }> {
	const posted = readPostedReview(form);
	if (posted.extractionId !== review.extraction.extractionId) {
		const notice = 'The page you sent was about another extraction. These are the rows to review now';
		const shown = { page: 1, drafts: new Map(), noted: new Set<string>(), notices: [notice] };
		return { page: await showPage(review, shown) };
	}
	const { noted, step } = posted;
	const { known, notices } = withoutStrangers(review, posted.drafts);
	const page = Math.max(1, Math.min(posted.page, pagesOf(review)));
	if (step === 'finish') return await finish(review, { page, drafts: known, noted, notices });
	const rows = await pageRows(review, page);
	const { problems, undecided } = judgeReview(rows, known);
	const kept = { drafts: shortened(known, rows), noted };
	if (step === 'back')
		return { page: await showPage(review, { page: Math.max(1, page - 1), ...kept, notices }) };
	const isInTheWay = problems.length > 0 || notices.length > 0;
	if (step === 'next' && !isInTheWay && page < pagesOf(review))
		return { page: await showPage(review, { page: page + 1, ...kept }) };
	const left = `${plural(undecided.length, 'row')} ${undecided.length === 1 ? 'is' : 'are'} undecided. `;
	const standing = undecided.length > 0 ? left : '';
	const note = isInTheWay
		? undefined
		: `There are no problems on this page. ${standing}Continue with the button at its end`;
	return { page: show(review, rows, { page, ...kept, problems, notices, note }) };
}
