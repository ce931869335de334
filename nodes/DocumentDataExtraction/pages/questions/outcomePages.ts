import type { ExtractionStatus } from '../../api/schemas/extractions';
import { markup, type Html } from '../html';
import type { Page } from '../page';
import { PAGE_FIELDS } from './questionsPage';

const REASONS: Readonly<Record<string, string>> = {
	answers_rejected: 'The service refused three answers and cancelled the extraction.',
	unanswered: 'The questions were not answered in time, so the service cancelled the extraction.',
	user: 'Someone cancelled the extraction.',
};

/** Describes the status of an extraction that asks nothing, in one sentence. */
function standing({ status, cancellation_reason: reason }: ExtractionStatus): string {
	if (status === 'completed') return 'The extraction is completed.';
	if (status === 'failed') return 'The extraction has failed.';
	if (status === 'cancelled') return REASONS[reason ?? ''] ?? 'The extraction was cancelled.';
	return 'Processing continues.';
}

/** A button that lets the workflow go on. Looking at a page must not. */
const goOnForm = (extractionId: string): Html =>
	markup`<form method="post">
<input type="hidden" name="${PAGE_FIELDS.extraction}" value="${extractionId}">
<button type="submit">Continue the Workflow</button>
</form>
`;

/** For a person who opens the link when every question is answered but the workflow is still waiting. */
export const nothingOpenPage = (extraction: ExtractionStatus): Page => ({
	title: 'Nothing to Answer',
	body: markup`<p>Nothing is left to answer. ${standing(extraction)} The workflow is still waiting.</p>
${goOnForm(extraction.extraction_id)}`,
});

/** For an extraction that the service no longer knows. */
export const extractionGonePage = (extractionId: string): Page => ({
	title: 'The Extraction Does Not Exist',
	status: 404,
	body: markup`<p>The service does not know the extraction. It may have been deleted. The workflow is still waiting. It can continue without answers.</p>
${goOnForm(extractionId)}`,
});

/** For the person after whose post the workflow continues. */
export const goesOnPage = (extraction: ExtractionStatus | undefined, answersSent: boolean): Page => ({
	title: answersSent ? 'Thank You' : 'The Workflow Continues',
	body: markup`${
		answersSent
			? markup`<p>Your answers were sent.</p>
`
			: markup`<p>Nothing was left to answer, so nothing was sent.</p>
`
	}<p>${extraction ? standing(extraction) : 'The extraction no longer exists.'} The workflow continues. You can close this page.</p>
`,
});
