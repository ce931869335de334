import type { Desk } from './desk';
import { markup, type Html } from './html';
import type { Page } from './page';
import { say } from './texts';

/** The place in a document that a row came from. */
export interface DocumentPlace {
	/** Undefined if n8n does not have it. */
	document?: { key: string; name: string };
	/** The name of the file as the row has it. */
	source: string;
	page: number;
}

/** The fields of a query that name a document, and that ask for a picture itself. */
export const FILE_QUERY = 'file';
export const PICTURE_QUERY = 'raw';

/** The page is in the query as well: a browser does not move a PDF when only the fragment changes (measured in Chromium). */
const placeAddress = ({ url }: Desk, { document, page }: DocumentPlace): string =>
	`${url}${FILE_QUERY}=${document?.key ?? 'none'}&page=${page}#page=${page}&view=FitH&navpanes=0`;

/** One frame beside the rows shows the document of the row that a person is at. Thirty viewers would be a load that nobody asked for. */
export const viewer = (desk: Desk, place: DocumentPlace | undefined): Html | false =>
	desk.hasDocuments &&
	place !== undefined &&
	markup`<aside class="viewer" aria-label="${say(desk.texts, 'document')}"><iframe name="viewer" title="${say(desk.texts, 'document')}" src="${placeAddress(desk, place)}"></iframe></aside>`;

/** Moves the viewer where there is one. Where n8n has no file it says so: it must not keep showing the document of another row. */
export function documentLink(desk: Desk, place: DocumentPlace): Html | false {
	const { document, page, source } = place;
	const { texts } = desk;
	if (document)
		return markup`<a class="page at-desk" target="viewer" href="${placeAddress(desk, place)}" title="${say(texts, 'showPage', { page, file: document.name })}">${say(texts, 'page', { page })}</a>`;
	const text = desk.hasDocuments ? say(texts, 'noFile', { page }) : say(texts, 'page', { page });
	if (!desk.hasDocuments) return source !== '' && markup`<span class="page">${text}</span>`;
	return markup`<a class="page at-desk" target="viewer" href="${placeAddress(desk, place)}">${text}</a><span class="page at-tab">${text}</span>`;
}

/** Where there is no place beside the rows: the document, which a browser loads once it is unfolded, and a link, as a phone shows no PDF in a frame. */
export function foldedDocument(desk: Desk, place: DocumentPlace): Html | undefined {
	const { document, page } = place;
	if (!document) return undefined;
	const address = placeAddress(desk, place);
	return markup`<details class="peek"><summary>${document.name} · ${say(desk.texts, 'page', { page })}</summary><iframe loading="lazy" title="${say(desk.texts, 'showPage', { page, file: document.name })}" src="${address}"></iframe><a href="${address}" target="_blank" rel="noopener noreferrer">${say(desk.texts, 'newTab')}</a></details>`;
}

/** Opens a document in the viewer, or in a tab where there is none. */
export function documentLinks(desk: Desk, place: DocumentPlace, label: string): Html {
	const address = placeAddress(desk, place);
	return markup`<a class="at-desk" target="viewer" href="${address}">${label}</a><a class="at-tab" target="_blank" rel="noopener noreferrer" href="${address}">${label}</a>`;
}

/** A picture in the viewer: it fits the width, or has its own size. A bare picture in a frame has no zoom on touch. */
export const picturePage = ({ texts, url }: Desk, name: string, key: string): Page => ({
	title: name,
	lang: say(texts, 'lang'),
	kind: 'picture',
	isFramed: true,
	body: markup`<main><h1 class="unseen">${name}</h1><input type="checkbox" id="zoom" aria-label="${say(texts, 'zoom')}"><label for="zoom"><img src="${url}${FILE_QUERY}=${key}&${PICTURE_QUERY}" alt="${name}"></label></main>`,
});
