import type { Point } from '../../extraction/review/points';
import { markup, type Html } from '../html';
import { pointField } from './postedReview';
import { sourceList, type FindDocument } from './sourceList';

/** What a point is shown with. */
export interface ShownPoint {
	point: Point;
	isNoted: boolean;
	/** Why the review cannot end yet. */
	problem?: string;
}

/** One point that names no row: its message, its documents, and a box to tick. */
export function pointFields({ point, isNoted, problem }: ShownPoint, find: FindDocument): Html {
	const name = pointField(point.id);
	const problemId = problem === undefined ? undefined : `${name}_problem`;
	const about = problemId ? markup` aria-invalid="true" aria-describedby="${problemId}"` : '';
	return markup`<fieldset>
<legend>Issue Without a Row</legend>
<p class="notice text">${point.message}</p>
${sourceList(point.sources, find)}
${point.fields.length > 0 && markup`<p>Affected columns: <span class="text">${point.fields.join(', ')}</span></p>`}
${problemId !== undefined && markup`<p class="wrong" id="${problemId}">${problem}</p>`}
<p><label class="choice"><input type="checkbox" id="${name}" name="${name}" value="noted"${isNoted && markup` checked`}${about}> I have read this</label></p>
</fieldset>
`;
}

/** Keeps the ticked boxes on the pages that do not show them. */
export const hiddenPoints = (points: ShownPoint[]): Html[] =>
	points
		.filter(({ isNoted }) => isNoted)
		.map(({ point }) => markup`<input type="hidden" name="${pointField(point.id)}" value="noted">`);
