import type { ExtractionStatus } from '../../api/schemas/extractions';
import { markup, type Html } from '../html';
import type { Page } from '../page';
import { PAGE_FIELDS } from './questionsPage';

const REASONS: Readonly<Record<string, string>> = {
	answers_rejected: 'The service refused three answers and has cancelled the extraction.',
	unanswered: 'The questions were not answered in time, so the service has cancelled the extraction.',
	user: 'Somebody has cancelled the extraction.',
};

/** How it stands with an extraction that asks nothing, in one sentence. */
function standing({ status, cancellation_reason: reason }: ExtractionStatus): string {
	if (status === 'completed') return 'The extraction is complete.';
	if (status === 'failed') return 'The extraction has failed.';
	if (status === 'cancelled') return REASONS[reason ?? ''] ?? 'The extraction was cancelled.';
	return 'The extraction goes on.';
}

/** A button that lets the workflow go on. Looking at a page must not. */
const goOnForm = (extractionId: string): Html =>
	markup`<form method="post">
<input type="hidden" name="${PAGE_FIELDS.extraction}" value="${extractionId}">
<button type="submit">Let the Workflow Go On</button>
</form>
`;

/** For somebody who opens the link when no question is open any more, but the workflow still waits. */
export const nothingOpenPage = (extraction: ExtractionStatus): Page => ({
	title: 'Nothing to Answer',
	body: markup`<p>No question is open any more. ${standing(extraction)} The workflow still waits here.</p>
${goOnForm(extraction.extraction_id)}`,
});

/** For an extraction that the service does not know any more. */
export const extractionGonePage = (extractionId: string): Page => ({
	title: 'The Extraction Does Not Exist',
	status: 404,
	body: markup`<p>The service does not know the extraction. It may have been deleted. The workflow still waits here; it can go on without the answers.</p>
${goOnForm(extractionId)}`,
});

/** For the one after whom the workflow goes on. */
export const goesOnPage = (extraction: ExtractionStatus | undefined, answersSent: boolean): Page => ({
	title: answersSent ? 'Thank You' : 'The Workflow Goes On',
	body: markup`${
		!answersSent &&
		markup`<p>No question was open any more, so nothing was sent.</p>
`
	}<p>${extraction ? standing(extraction) : 'The service does not know the extraction any more.'} The workflow goes on. You can close this page.</p>
`,
});
