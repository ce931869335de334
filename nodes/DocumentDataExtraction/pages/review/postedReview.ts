import { DECISIONS, type Drafts, type RowDraft } from '../../extraction/review/validate';
import type { PostedForm } from '../form';

/** What the buttons of a page do. `check` shows the same page again. */
const STEPS = ['check', 'next', 'back', 'finish'] as const;
export type ReviewStep = (typeof STEPS)[number];

/** The names of the form's fields. */
export const STEP_FIELD = 'step';
export const PAGE_FIELD = 'page';
export const OTHERS_FIELD = 'others';
export const digestField = (rowNumber: number): string => `digest_${rowNumber}`;
export const decisionField = (rowNumber: number): string => `decision_${rowNumber}`;
export const valueField = (rowNumber: number, place: number): string => `value_${rowNumber}_${place}`;

const ROW_FIELD = /^(?<part>digest|decision|value)_(?<row>\d{1,9})(?:_(?<place>\d{1,5}))?$/;

/** What a page of the review has sent. */
interface PostedReview {
	step: ReviewStep;
	/** 1-based. */
	page: number;
	/** The fields of the rows of all pages so far. */
	entered: PostedForm;
}

/** Reads a posted page. Whether it fits the rows is judged later. */
export function readPostedReview(form: PostedForm): PostedReview {
	const page = Number(form.get(PAGE_FIELD));
	const others = new URLSearchParams(form.get(OTHERS_FIELD) ?? '');
	return {
		step: STEPS.find((step) => step === form.get(STEP_FIELD)) ?? 'check',
		page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
		entered: new Map([...others, ...form].filter(([name]) => ROW_FIELD.test(name))),
	};
}

/** The fields of the rows that a page does not show, as one text: n8n reads only so many fields of a form. */
export const othersOf = (entered: PostedForm, onPage: ReadonlySet<number>): string =>
	new URLSearchParams(
		[...entered].filter(([name]) => !onPage.has(Number(ROW_FIELD.exec(name)?.groups?.row))),
	).toString();

/** What the fields say about each row. */
export function draftsIn(entered: PostedForm): Drafts {
	const drafts = new Map<number, RowDraft>();
	for (const [name, value] of entered) {
		const { part, row, place } = ROW_FIELD.exec(name)?.groups ?? {};
		const draft = drafts.get(Number(row)) ?? { digest: '', decision: undefined, texts: new Map() };
		drafts.set(Number(row), draft);
		if (part === 'digest') draft.digest = value;
		else if (part === 'decision') draft.decision = DECISIONS.find((decision) => decision === value);
		else if (place !== undefined) draft.texts.set(Number(place), value);
	}
	return drafts;
}
