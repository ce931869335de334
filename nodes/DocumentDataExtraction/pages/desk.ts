import type { Notation } from '../extraction/review/notation';
import type { PostedForm } from './form';
import { hidden, markup, type Html } from './html';
import type { Page } from './page';
import { say, type Texts } from './texts';

/** What every page of a workflow has in common. */
export interface Desk {
	title: string;
	introduction: string;
	texts: Texts;
	notation: Notation;
	timeZone: string;
	/** The query of the page, to which more is added: `?`, or `?signature=…&`. */
	url: string;
	/** Whether n8n has a document of it. */
	hasDocuments: boolean;
}

/** What needs an answer. */
export interface Entry {
	/** The `id` of the field. */
	anchor: string;
	/** The field, as the page calls it. */
	where: string;
	text: string;
}

export const button = (step: string, label: string, kind = '', more: Html | false = false): Html =>
	markup`<button name="step" value="${step}" class="${kind}"${more}>${label}</button>`;

/** The first button of a form is the one that the enter key presses. This one only checks, so that nobody sends by mistake. */
const enterButton = (step: string): Html =>
	markup`<button form="desk" class="unseen" name="step" value="${step}" tabindex="-1" aria-hidden="true"></button>`;

export const notice = (content: Html | string, kind = ''): Html =>
	markup`<div class="notice ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}">${content}</div>`;

const headOf = ({ texts }: Desk, entries: Entry[]): string =>
	say(texts, entries.length === 1 ? 'checkOne' : 'checkMany', { n: entries.length });

/** The list of what needs an answer, with links. Of several this list has the focus, of one its field. */
const problemList = (desk: Desk, entries: Entry[]): Html | false =>
	entries.length > 0 &&
	markup`<div class="notice bad" role="alert" tabindex="-1"${entries.length > 1 && markup` autofocus`}><h2>${headOf(desk, entries)}</h2><ul>${entries.map(({ anchor, where, text }) => markup`<li><a href="#${anchor}">${where}</a> ${text}</li>`)}</ul><p>${say(desk.texts, 'nothingSent')}</p></div>`;

/** The title, what the page is about, what needs an answer, and what has happened. */
export const top = (
	desk: Desk,
	fact: string | false,
	notices: Array<Html | false | undefined>,
	entries: Entry[] = [],
	enter = 'check',
): Html => markup`${enterButton(enter)}
<header class="top"><div><h1 dir="auto">${desk.title}</h1>${desk.introduction !== '' && markup`<p class="lead" dir="auto">${desk.introduction}</p>`}</div><p class="facts">${fact}</p></header>
${problemList(desk, entries)}${notices}`;

/** The page around it all. Its title says first what is wrong, for people who hear it. */
export const deskPage = (desk: Desk, body: Html, entries: Entry[] = [], more: Partial<Page> = {}): Page => ({
	title: entries.length > 0 ? `${headOf(desk, entries)} · ${desk.title}` : desk.title,
	lang: say(desk.texts, 'lang'),
	status: entries.length > 0 ? 422 : 200,
	kind: 'wide',
	body,
	...more,
});

/** How far a person is. */
export const progressBar = (text: string, done: number, all: number, said: string | false = false): Html =>
	markup`<p class="progress"><progress value="${done}" max="${all}" aria-label="${text}"></progress><span data-progress>${text}</span>${said !== false && markup`<small>${said}</small>`}</p>`;

/** Below the list, always in sight. */
export const foot = (progress: Html, buttons: Array<Html | false>, kind = ''): Html =>
	markup`<footer class="foot ${kind}">${progress}<div class="buttons">${buttons}</div></footer>`;

/** The words that the script writes. */
const SAYS = ['open', 'accepted', 'corrected', 'rejected', 'problem', 'was', 'wasEmpty', 'progress'] as const;

/** @param kept the fields that travel along @param isUnsaved whether work would be lost with the page */
export const deskForm = ({ texts }: Desk, kept: PostedForm, content: Html, isUnsaved = false): Html =>
	markup`<form id="desk" method="post" accept-charset="utf-8" data-words="${JSON.stringify(Object.fromEntries(SAYS.map((key) => [key, say(texts, key)])))}"${isUnsaved && markup` data-unsaved`}>${[...kept].map(([name, value]) => hidden(name, value))}
${content}
</form>`;

/** Leads through several pages of one form. */
export const pager = ({ texts }: Desk, page: number, pages: number): Html | false =>
	pages > 1 &&
	markup`<nav class="pager" aria-label="${say(texts, 'place', { n: page, all: pages })}">${page > 1 && button('previous', say(texts, 'previous'), 'plain')}<span>${say(texts, 'place', { n: page, all: pages })}</span>${page < pages && button('next', say(texts, 'next'), 'plain')}</nav>`;
