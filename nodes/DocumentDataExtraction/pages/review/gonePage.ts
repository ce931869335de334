import { markup } from '../html';
import type { Page } from '../page';
import type { PostedForm } from '../postedForm';
import { EXTRACTION_FIELD } from './postedReview';

/** The field of the button that lets the workflow go on without a review. */
const GO_ON_FIELD = 'go_on';

/** Whether somebody lets the workflow go on without a review. */
export const letsGoOn = (form: PostedForm): boolean => form.has(GO_ON_FIELD);

/**
 * For an extraction whose rows have expired or were deleted. Only a button lets the workflow continue, because looking at a page must not.
 * The page keeps what was sent, in case the rows are there again.
 */
export function gonePage(reason: string, extractionId: string, posted: PostedForm = new Map()): Page {
	const kept = new Map([...posted, [EXTRACTION_FIELD, extractionId]]);
	kept.delete(GO_ON_FIELD);
	return {
		title: 'No Rows to Review',
		status: 404,
		body: markup`<p>${reason}. The workflow is still waiting. It can continue with its input items, without a review.</p>
<form method="post">
${[...kept].map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`)}
<button name="${GO_ON_FIELD}" value="yes">Continue the Workflow</button>${posted.size > 0 && markup` <button class="second">Try Again</button>`}
</form>`,
	};
}
