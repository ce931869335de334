import { encodeDrafts, type Drafts } from '../../extraction/review/drafts';
import { markup, type Html } from '../html';
import type { Page } from '../page';
import {
	decisionField,
	EXTRACTION_FIELD,
	OTHERS_FIELD,
	PAGE_FIELD,
	STEP_FIELD,
	valueField,
	type Step,
} from './postedReview';
import { rowFields, type FindDocument, type ShownRow } from './rowFields';

export interface ReviewPage {
	extractionId: string;
	rows: ShownRow[];
	/** 1-based. */
	page: number;
	pages: number;
	/** How many rows there are to review on all pages. */
	rowsInAll: number;
	/** What the service is unsure of without naming a row. */
	unplaced: string[];
	/** What was decided about the rows of the other pages. */
	others: Drafts;
	/** What to know besides the problems of the rows, such as that rows have gone. */
	notices: string[];
	/** What to know if nothing is in the way. */
	note?: string;
	findDocument: FindDocument;
}

const button = (step: Step, label: string, kind = ''): Html =>
	markup`<button name="${STEP_FIELD}" value="${step}"${kind !== '' && markup` class="${kind}"`}>${label}</button> `;

/** The enter key presses the first button of a form. This one only checks, so that nobody finishes by mistake. */
const ENTER_BUTTON = markup`<button class="unseen" name="${STEP_FIELD}" value="check" tabindex="-1" aria-hidden="true">Check</button>`;

/** The problems in one place, with links to their fields. */
function problemList(rows: ShownRow[]): Html | false {
	const problems = rows.flatMap(({ doubtful, problems: found }) =>
		found.map(({ rowNumber, place, text }) => {
			const target = place === undefined ? decisionField(rowNumber) : valueField(rowNumber, place);
			const column = place === undefined ? '' : `, ${doubtful.cells[place]?.column ?? ''}`;
			return markup`<li><a href="#${target}">Row ${rowNumber}${column}</a>: ${text}</li>`;
		}),
	);
	return (
		problems.length > 0 &&
		markup`<div class="notice problem" role="alert"><p>Nothing has been handed in yet. Look at this first:</p><ul>${problems}</ul></div>`
	);
}

/** A page with rows to review. */
export function reviewPage(review: ReviewPage): Page {
	const { extractionId, rows, page, pages, rowsInAll, unplaced, others, notices, note, findDocument } =
		review;
	const count = rowsInAll === 1 ? 'One row needs' : `${rowsInAll} rows need`;
	const place = pages === 1 ? '' : ` This is page ${page} of ${pages}.`;
	return {
		title: 'Review Extracted Rows',
		body: markup`<p>${count} a look.${place} The service is unsure of the marked values.</p>
${unplaced.length > 0 && markup`<div class="notice"><p>It also says, about no row:</p><ul>${unplaced.map((text) => markup`<li class="text">${text}</li>`)}</ul></div>`}
${notices.map((notice) => markup`<p class="notice problem" role="alert">${notice}.</p>`)}
${note !== undefined && markup`<p class="notice" role="status">${note}.</p>`}
${problemList(rows)}
<form method="post" accept-charset="utf-8">
${ENTER_BUTTON}
<input type="hidden" name="${EXTRACTION_FIELD}" value="${extractionId}">
<input type="hidden" name="${PAGE_FIELD}" value="${page}">
<input type="hidden" name="${OTHERS_FIELD}" value="${encodeDrafts(others)}">
${rows.map((row) => rowFields(row, findDocument))}
<p>${page < pages ? button('next', 'Next Page') : button('finish', 'Finish Review')}${page > 1 && button('back', 'Previous Page', 'second')}</p>
</form>`,
	};
}
