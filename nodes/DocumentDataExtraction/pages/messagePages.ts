import type { PostedForm } from './form';
import { hidden, markup, type Html } from './html';
import type { Page } from './page';
import { say, type TextKey, type Texts } from './texts';

interface Message {
	/** Decides the colour. */
	kind: 'bad' | 'good' | 'note';
	title: TextKey;
	text: TextKey;
	status?: number;
	/** What else there is to say. */
	details?: string;
	/** What was posted, to send it again or to go on with. */
	kept?: PostedForm;
	buttons?: Html;
}

/** A page that only says something. */
export function messagePage(texts: Texts, message: Message): Page {
	const { kind, title, text, status, details, kept, buttons } = message;
	return {
		title: say(texts, title),
		lang: say(texts, 'lang'),
		status,
		kind: 'plain',
		body: markup`<main class="message ${kind}"><div><h1>${say(texts, title)}</h1>${details !== undefined && markup`<p class="details" dir="auto">${details}</p>`}<p>${say(texts, text)}</p>${buttons && markup`<form method="post">${[...(kept ?? [])].map(([name, value]) => hidden(name, value))}${buttons}</form>`}</div></main>`,
	};
}

/**
 * A page that says why nothing can be shown, with a way to try again. The execution keeps waiting.
 *
 * @param posted what was sent, if anything was: it is kept, to send it again
 */
export const notNowPage = (texts: Texts, reason: string, posted?: PostedForm): Page =>
	messagePage(texts, {
		kind: 'bad',
		title: 'downTitle',
		text: posted ? 'downTextKept' : 'downText',
		status: 503,
		details: `${reason}.`,
		kept: posted,
		buttons: posted ? markup`<button>${say(texts, 'again')}</button>` : undefined,
	});

/** For a person who opens the link when every question is answered but the workflow still waits. Only its button lets the workflow go on. */
export const goOnPage = (texts: Texts, details: string): Page =>
	messagePage(texts, {
		kind: 'note',
		title: 'goOnTitle',
		text: 'goOnText',
		details,
		buttons: markup`<button name="step" value="continue">${say(texts, 'goOnButton')}</button>`,
	});

/** For what is sent while the workflow goes on with what was sent before. */
export const sentAlreadyPage = (): Page =>
	messagePage({}, { kind: 'note', title: 'sentAlreadyTitle', text: 'sentAlready', status: 409 });

/** For a document that n8n does not have, or that is no document of this page. It stands in the viewer. */
export const noDocumentPage = (texts: Texts): Page => ({
	...messagePage(texts, { kind: 'note', title: 'noFileTitle', text: 'noFileText', status: 404 }),
	isFramed: true,
});

/** For a body that is no form, or one that is too long. Nothing was read. */
export const UNREADABLE_FORM = {
	size: messagePage({}, { kind: 'bad', title: 'tooLongTitle', text: 'tooLong', status: 413 }),
	type: messagePage({}, { kind: 'bad', title: 'notAFormTitle', text: 'notAForm', status: 415 }),
};

/** For an execution that does not wait for a person at this node. */
export const NO_PAGE = messagePage(
	{},
	{ kind: 'note', title: 'notAskedTitle', text: 'notAsked', status: 404 },
);
