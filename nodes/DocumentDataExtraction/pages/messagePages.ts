import type { PostedForm } from './form';
import { hidden, markup, type Html } from './html';
import type { Page } from './page';
import { countOf, say, type TextKey, type Texts } from './texts';

interface MessageDetails {
	status?: number;
	/** What fills the gaps of the text. */
	values?: object;
	/** What else there is to say. */
	details?: string[];
	/** What was posted, to send it again or to go on with. */
	kept?: PostedForm;
	buttons?: Html;
}

/** A page that only says something. @param kind decides the colour */
export function messagePage(
	texts: Texts,
	kind: 'bad' | 'good' | 'note',
	title: TextKey,
	text: TextKey,
	{ status, values, details = [], kept = new Map(), buttons }: MessageDetails = {},
): Page {
	return {
		title: say(texts, title),
		lang: say(texts, 'lang'),
		status,
		kind: 'plain',
		body: markup`<main class="message ${kind}"><div><h1>${say(texts, title)}</h1>${details.some(Boolean) && markup`<p class="details" dir="auto">${details.filter(Boolean).join(' ')}</p>`}<p>${say(texts, text, values)}</p>${buttons && markup`<form method="post">${[...kept].map(([name, value]) => hidden(name, value))}${buttons}</form>`}</div></main>`,
	};
}

/**
 * A page that says why nothing can be shown, with a way to try again. The execution keeps waiting.
 *
 * @param posted what was sent, if anything was: it is kept, to send it again
 */
export const notNowPage = (texts: Texts, reason: string, posted?: PostedForm): Page =>
	messagePage(texts, 'bad', 'downTitle', posted ? 'downTextKept' : 'downText', {
		status: 503,
		details: [`${reason}.`],
		kept: posted,
		buttons: posted && markup`<button>${say(texts, 'again')}</button>`,
	});

/** For a person who opens the link when every question is answered but the workflow still waits. Only its button lets the workflow go on. */
export const goOnPage = (texts: Texts, details: string[]): Page =>
	messagePage(texts, 'note', 'goOnTitle', 'goOnText', {
		details,
		buttons: markup`<button name="step" value="continue">${say(texts, 'goOnButton')}</button>`,
	});

/** For a person whose answers came when nothing was left to answer. */
export const goesOnPage = (texts: Texts, details: string[]): Page =>
	messagePage(texts, 'note', 'goesOnTitle', 'goesOnText', { details });

/** For a person whose answers have arrived. */
export function answeredPage(texts: Texts, count: number, details: string[]): Page {
	const values = { answers: countOf(texts, 'answers', count) };
	return messagePage(texts, 'good', 'thanksTitle', 'thanksAnswers', { details, values });
}

/** For what n8n does not go on with: somebody else was first, or the wait was over. Answers may have reached the service before. */
export const sentAlreadyPage = (texts: Texts): Page =>
	messagePage(texts, 'note', 'sentAlreadyTitle', 'sentAlready', { status: 409 });

/** For a document that n8n does not have, or that is no document of this page. It stands in the viewer. */
export const noDocumentPage = (texts: Texts): Page => ({
	...messagePage(texts, 'note', 'noFileTitle', 'noFileText', { status: 404 }),
	isFramed: true,
});

/** For a body that is no form, or one that is too long. Nothing was read. */
export const UNREADABLE_FORM = {
	size: messagePage({}, 'bad', 'tooLongTitle', 'tooLong', { status: 413 }),
	type: messagePage({}, 'bad', 'notAFormTitle', 'notAForm', { status: 415 }),
};

/** For an execution that does not wait for a person at this node. */
export const NO_PAGE = messagePage({}, 'note', 'notAskedTitle', 'notAsked', { status: 404 });
