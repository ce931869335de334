import { buttonsForm, markup, type Html } from './html';
import type { Page } from './page';
import type { PostedForm } from './postedForm';

/** A link that loads the same address again. */
export const tryAgainLink = (label = 'Try Again'): Html =>
	markup`<p><a class="button" href="">${label}</a></p>`;

/** A page that only says something. */
export const messagePage = (title: string, text: string, status = 200): Page => ({
	title,
	status,
	body: markup`<p>${text}</p>`,
});

/**
 * A page that says why nothing can be shown, with a way to try again. The execution keeps waiting.
 *
 * @param posted what was sent, if anything was: it is kept, to send it again
 */
export const notNowPage = (reason: string, posted: PostedForm | undefined): Page => ({
	title: 'Not Available Right Now',
	status: 503,
	body: posted
		? markup`<p>${reason}. Nothing was sent, and the workflow is still waiting. What you entered is kept on this page.</p>
${buttonsForm(posted, markup`<button>Try Again</button>`)}`
		: markup`<p>${reason}. Nothing has changed, and the workflow is still waiting.</p>
${tryAgainLink()}`,
});

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
