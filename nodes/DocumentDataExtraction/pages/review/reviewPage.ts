import type { Doubts, DoubtfulRow } from '../../extraction/review/rows';
import type { ReviewProblem } from '../../extraction/review/validate';
import { joinNames } from '../../shared/text';
import { formPage, type PostedForm } from '../form';
import { hidden, markup, type Html } from '../html';
import type { Page } from '../page';
import { rowFields, withoutRowNotice, type FindDocument, type ShownRow } from './fields';
import {
	decisionField,
	draftsIn,
	OTHERS_FIELD,
	othersOf,
	PAGE_FIELD,
	STEP_FIELD,
	valueField,
	type ReviewStep,
} from './postedReview';

interface ReviewPage {
	extractionId: string;
	doubts: Doubts;
	/** The numbers of the rows of each page. */
	pages: number[][];
	/** 1-based. */
	page: number;
	/** Those of the page. */
	rows: DoubtfulRow[];
	/** What was entered on all pages so far, as posted. */
	entered: PostedForm;
	/** Those of all pages. */
	problems: ReviewProblem[];
	/** What has happened meanwhile. */
	notice?: string;
	findDocument: FindDocument;
}

const button = (step: ReviewStep, label: string, kind = ''): Html =>
	markup`<button name="${STEP_FIELD}" value="${step}"${kind !== '' && markup` class="${kind}"`}>${label}</button> `;

/** The enter key presses the first button of a form. This one only checks, so that nobody finishes by mistake. */
const ENTER_BUTTON = markup`<button class="unseen" name="${STEP_FIELD}" value="check" tabindex="-1" aria-hidden="true">Check</button>`;

/** A page with rows to review. What the service says of no row stands on the last one. */
export function reviewPage(review: ReviewPage): Page {
	const { extractionId, doubts, pages, page, entered, problems, findDocument } = review;
	const drafts = draftsIn(entered);
	const rows = review.rows.map((doubtful): ShownRow => {
		const { number, digest } = doubtful;
		const draft = drafts.get(number);
		return {
			doubtful,
			// Nothing of a draft holds for a row that has changed: what it shows as typed may be the value as it was.
			draft: draft?.digest === digest ? draft : undefined,
			problems: problems.filter(({ rowNumber }) => rowNumber === number),
		};
	});
	const onPage = new Set(pages[page - 1]);
	const elsewhere = new Set(problems.map(({ rowNumber }) => rowNumber).filter((row) => !onPage.has(row)));
	const more = `Rows to check on other pages: ${joinNames([...elsewhere].map(String))}.`;
	const isLast = page === pages.length;
	return formPage({
		title: 'Review Extracted Rows',
		extractionId,
		notice: elsewhere.size > 0 ? more : review.notice,
		problems: rows.flatMap(({ doubtful: { number, cells }, problems: ofRow }) =>
			ofRow.map(({ place, text }) => ({
				anchor: place === undefined ? decisionField(number) : valueField(number, place),
				where: `Row ${number}${place === undefined ? '' : `, ${cells[place]?.column}`}`,
				text,
			})),
		),
		introduction: markup`<p>Rows that need review: ${doubts.concerns.size}. Issues without a row: ${doubts.withoutRow.length}. This is page ${page} of ${pages.length}. For each row: accept it, change what is wrong, or reject it.</p>`,
		fields: markup`${ENTER_BUTTON}
${hidden(PAGE_FIELD, page)}
${hidden(OTHERS_FIELD, othersOf(entered, onPage))}
${rows.map((row) => rowFields(row, findDocument))}
${isLast && doubts.withoutRow.map((entry) => withoutRowNotice(entry, findDocument))}
<p>${isLast ? button('finish', 'Finish Review') : button('next', 'Next Page')}${page > 1 && button('back', 'Previous Page', 'second')}</p>`,
	});
}
