import { encodeDrafts, type Drafts } from '../../extraction/review/drafts';
import { joinNames, plural } from '../../shared/text';
import { buttonsForm, hidden, markup, type Html } from '../html';
import type { Page } from '../page';
import { EXTRACTION_FIELD, type PostedForm } from '../postedForm';
import {
	hiddenPoints,
	pointFields,
	rowFields,
	type FindDocument,
	type ShownPoint,
	type ShownRow,
} from './fields';
import {
	decisionField,
	OTHERS_FIELD,
	PAGE_FIELD,
	pointField,
	STEP_FIELD,
	valueField,
	type ReviewStep,
} from './postedReview';

interface ReviewPage {
	extractionId: string;
	rows: ShownRow[];
	/** The rows of other pages that something is wrong with, by their numbers. */
	rowsElsewhere: number[];
	/** 1-based. */
	page: number;
	pages: number;
	/** How many rows there are to review on all pages. */
	rowsInAll: number;
	/** What the service is unsure of without naming a row. The last page shows it. */
	points: ShownPoint[];
	/** What was decided about the rows of the other pages. */
	others: Drafts;
	/** Messages besides the problems of the rows, for example that rows no longer exist. */
	notices: string[];
	/** A message if there are no problems. */
	note?: string;
	findDocument: FindDocument;
}

const TITLE = 'Review Extracted Rows';

const button = (step: ReviewStep, label: string, kind = ''): Html =>
	markup`<button name="${STEP_FIELD}" value="${step}"${kind !== '' && markup` class="${kind}"`}>${label}</button> `;

/** The enter key presses the first button of a form. This one only checks, so that nobody finishes by mistake. */
const ENTER_BUTTON = markup`<button class="unseen" name="${STEP_FIELD}" value="check" tabindex="-1" aria-hidden="true">Check</button>`;

/** The problems in one place, with links to their fields. */
function problemList(rows: ShownRow[], points: ShownPoint[], rowsElsewhere: readonly number[]): Html | false {
	const ofPoints = points.map(
		({ point, problem }) =>
			problem !== undefined &&
			markup`<li><a href="#${pointField(point.id)}">Issue without a row</a>: ${problem}</li>`,
	);
	const ofRows = rows.flatMap(({ doubtful, problems: found }) =>
		found.map(({ rowNumber, place, text }) => {
			const target = place === undefined ? decisionField(rowNumber) : valueField(rowNumber, place);
			const column = place === undefined ? '' : `, ${doubtful.cells[place]?.column ?? ''}`;
			return markup`<li><a href="#${target}">Row ${rowNumber}${column}</a>: ${text}</li>`;
		}),
	);
	const others =
		rowsElsewhere.length > 0 &&
		markup`<li>On other pages: ${rowsElsewhere.length === 1 ? 'row' : 'rows'} ${joinNames(rowsElsewhere.map(String))}</li>`;
	const problems = [...ofRows, ...ofPoints, others].filter((problem) => problem !== false);
	return (
		problems.length > 0 &&
		markup`<div class="notice problem" role="alert"><p>Nothing was sent yet. Please fix this first:</p><ul>${problems}</ul></div>`
	);
}

/** Counts what needs review. While the execution waits, the service may have found that nothing does. */
function summary({ rowsInAll, points, page, pages }: ReviewPage): string {
	if (rowsInAll + points.length === 0)
		return 'Nothing needs review any more. Finish the review, and the workflow continues.';
	const counts = [
		...(rowsInAll > 0 ? [plural(rowsInAll, 'row')] : []),
		...(points.length > 0 ? [`${plural(points.length, 'issue')} without a row`] : []),
	];
	const verb = rowsInAll + points.length === 1 ? 'needs' : 'need';
	const place = pages === 1 ? '' : ` This is page ${page} of ${pages}.`;
	const marked = rowsInAll > 0 ? ' For each row: accept it, change what is wrong, or reject it.' : '';
	return `${counts.join(' and ')} ${verb} review.${place}${marked}`;
}

/** A page with rows to review. */
export function reviewPage(review: ReviewPage): Page {
	const { extractionId, rows, rowsElsewhere, page, pages, points, others, notices, note, findDocument } =
		review;
	const isLast = page === pages;
	const problems = problemList(rows, isLast ? points : [], rowsElsewhere);
	const isRefused = problems !== false || notices.length > 0;
	return {
		title: isRefused ? `Please check: ${TITLE}` : TITLE,
		status: isRefused ? 422 : 200,
		body: markup`<p>${summary(review)}</p>
${notices.map((notice) => markup`<p class="notice problem" role="alert">${notice}.</p>`)}
${note !== undefined && markup`<p class="notice" role="status">${note}.</p>`}
${problems}
<form method="post" accept-charset="utf-8">
${ENTER_BUTTON}
${hidden(EXTRACTION_FIELD, extractionId)}
${hidden(PAGE_FIELD, page)}
${hidden(OTHERS_FIELD, encodeDrafts(others))}
${rows.map((row) => rowFields(row, findDocument))}
${isLast ? points.map((point) => pointFields(point, findDocument)) : hiddenPoints(points)}
<p>${isLast ? button('finish', 'Finish Review') : button('next', 'Next Page')}${page > 1 && button('back', 'Previous Page', 'second')}</p>
</form>`,
	};
}

/** The field of the button that lets the workflow go on without a review. */
const GO_ON_FIELD = 'go_on';

/** Whether somebody lets the workflow go on without a review of this extraction. */
export const letsGoOn = (form: PostedForm, extractionId: string): boolean =>
	form.has(GO_ON_FIELD) && form.get(EXTRACTION_FIELD) === extractionId;

/**
 * For an extraction whose rows have expired or were deleted. Only a button lets the workflow continue, because looking at a page must not.
 * The page keeps what was sent, in case the rows are there again.
 */
export function gonePage(reason: string, extractionId: string, posted: PostedForm = new Map()): Page {
	const kept = new Map([...posted, [EXTRACTION_FIELD, extractionId]]);
	kept.delete(GO_ON_FIELD);
	const tryAgain = posted.size > 0 && markup` <button class="second">Try Again</button>`;
	const buttons = markup`<button name="${GO_ON_FIELD}" value="yes">Continue the Workflow</button>${tryAgain}`;
	return {
		title: 'No Rows to Review',
		status: 404,
		body: markup`<p>${reason}. The workflow is still waiting. It can continue with its input items, without a review.</p>
${buttonsForm(kept, buttons)}`,
	};
}
