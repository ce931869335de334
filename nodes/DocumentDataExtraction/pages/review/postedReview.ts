import { decisionIn, decodeDrafts, type RowDraft, type Drafts } from '../../extraction/review/drafts';
import { EXTRACTION_FIELD, type PostedForm } from '../postedForm';

/** What the buttons of a page do. `check` shows the same page again. */
const STEPS = ['check', 'next', 'back', 'finish'] as const;
export type ReviewStep = (typeof STEPS)[number];

/** The names of the form's fields. */
export const STEP_FIELD = 'step';
export const PAGE_FIELD = 'page';
export const OTHERS_FIELD = 'others';
export const pointField = (id: string): string => `point_${id}`;
export const digestField = (rowNumber: number): string => `digest_${rowNumber}`;
export const decisionField = (rowNumber: number): string => `decision_${rowNumber}`;
export const valueField = (rowNumber: number, place: number): string => `value_${rowNumber}_${place}`;

/** What a page of the review has sent. */
export interface PostedReview {
	step: ReviewStep;
	/** The extraction that the page was about. */
	extractionId: string;
	/** 1-based. */
	page: number;
	/** The drafts of all pages so far. */
	drafts: Drafts;
	/** The ids of the points that were taken note of. */
	noted: ReadonlySet<string>;
}

const POINT_FIELD = /^point_([\da-f]{16})$/;

const ROW_FIELD = /^(digest|decision|value)_(\d{1,9})(?:_(\d{1,5}))?$/;

/** Reads a posted page. Whether it fits the rows is judged later. */
export function readPostedReview(form: PostedForm): PostedReview {
	const shown = new Map<number, RowDraft>();
	for (const [name, value] of form) {
		const [, part, number, place] = ROW_FIELD.exec(name) ?? [];
		if (part === undefined) continue;
		const draft = shown.get(Number(number)) ?? { digest: '', decision: undefined, texts: new Map() };
		shown.set(Number(number), draft);
		if (part === 'digest') draft.digest = value;
		else if (part === 'decision') draft.decision = decisionIn(value);
		else if (place !== undefined) draft.texts.set(Number(place), value);
	}
	const page = Number(form.get(PAGE_FIELD));
	return {
		step: STEPS.find((step) => step === form.get(STEP_FIELD)) ?? 'check',
		extractionId: form.get(EXTRACTION_FIELD) ?? '',
		page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
		noted: new Set([...form.keys()].flatMap((name) => POINT_FIELD.exec(name)?.[1] ?? [])),
		drafts: new Map([...decodeDrafts(form.get(OTHERS_FIELD) ?? ''), ...shown]),
	};
}
