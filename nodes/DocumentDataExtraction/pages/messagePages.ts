import { EXTRACTION_FIELD, type PostedForm } from './form';
import { hidden, markup, type Html } from './html';
import type { Page } from './page';

/** A link that loads the same address again. */
export const TRY_AGAIN = markup`<p><a class="button" href="">Try Again</a></p>`;

/** A page that only says something. */
export const messagePage = (title: string, text: string, status = 200, more?: Html): Page => ({
	title,
	status,
	body: markup`<p>${text}</p>
${more}`,
});

/** A form that asks nothing. @param fields what its buttons send along */
const buttonsForm = (fields: PostedForm, buttons: Html): Html =>
	markup`<form method="post">
${[...fields].map(([name, value]) => hidden(name, value))}
${buttons}
</form>`;

/**
 * A page that says why nothing can be shown, with a way to try again. The execution keeps waiting.
 *
 * @param posted what was sent, if anything was: it is kept, to send it again
 */
export const notNowPage = (reason: string, posted: PostedForm | undefined): Page =>
	messagePage(
		'Not Available Right Now',
		`${reason}. Nothing has changed, and the workflow is still waiting.`,
		503,
		posted
			? markup`<p>What you entered is kept on this page.</p>
${buttonsForm(posted, markup`<button>Try Again</button>`)}`
			: TRY_AGAIN,
	);

/** The field of the button that lets the workflow go on. */
export const GO_ON_FIELD = 'go_on';

/**
 * A page with nothing to ask. Only its button lets the workflow go on, because looking at a page must not.
 *
 * @param posted what was sent, if anything was: it is kept, in case there is something to ask again
 */
export function goOnPage(
	title: string,
	text: string,
	status: number,
	extractionId: string,
	posted: PostedForm = new Map(),
): Page {
	const kept = new Map([...posted, [EXTRACTION_FIELD, extractionId]]);
	kept.delete(GO_ON_FIELD);
	const tryAgain = posted.size > 0 && markup` <button class="second">Try Again</button>`;
	return messagePage(
		title,
		`${text} The workflow is still waiting.`,
		status,
		buttonsForm(
			kept,
			markup`<button name="${GO_ON_FIELD}" value="yes">Continue the Workflow</button>${tryAgain}`,
		),
	);
}

/** For an extraction, or rows of it, that the service does not have any more. */
export const gonePage = (reason: string, extractionId: string, posted: PostedForm | undefined): Page =>
	goOnPage(
		'No Longer Available',
		`${reason}. The workflow can continue with its input items.`,
		404,
		extractionId,
		posted,
	);

/** For the person who lets the workflow go on without an answer. */
export const UNANSWERED = messagePage(
	'The Workflow Continues',
	'The workflow continues with its input items. You can close this page.',
);

/** For what is sent while the workflow goes on with what was sent before. */
export const TOO_LATE = messagePage(
	'Already Sent',
	'This page was sent a moment ago, and the workflow continues with that. What you sent now was not used.',
	409,
);

/** For a body that is no form, or one that is too long. Nothing was read. */
export const UNREADABLE_FORM = {
	size: messagePage(
		'Too Much Text',
		'The page sent more than can be read at once. Nothing has changed. Go back, shorten what you entered, and send it again.',
		413,
	),
	type: messagePage(
		'Not a Form',
		'This page accepts only its own form. Nothing has changed. Open the link again.',
		415,
	),
};

/** For an execution that does not wait for a person at this node. */
export const NO_PAGE = messagePage('Nothing to Do Here', 'The workflow is not waiting for anyone here.', 404);
