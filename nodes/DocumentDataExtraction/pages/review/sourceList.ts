import { markup, type Html } from '../html';

/** A file that n8n has, and where a browser gets it. */
export interface DocumentLink {
	url: string;
	fileName: string;
}

/** Finds the file that a `<file_name> (Page <n>)` names; undefined if n8n does not have it. */
export type FindDocument = (source: string) => DocumentLink | undefined;

function source(text: string, find: FindDocument): Html {
	const found = find(text);
	if (!found) return markup`<li>${text}</li>`;
	return markup`<li><a href="${found.url}" target="_blank" rel="noopener noreferrer" download="${found.fileName}">${text}</a></li>`;
}

/** The documents to look at, as links where n8n has them. */
export const sourceList = (sources: string[], find: FindDocument): Html | false =>
	sources.length > 0 && markup`<ul aria-label="Documents">${sources.map((text) => source(text, find))}</ul>`;
