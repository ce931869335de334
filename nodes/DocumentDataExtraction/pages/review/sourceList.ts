import { markup, type Html } from '../html';

/** A file that n8n has. */
export interface DocumentLink {
	/** Where a browser gets it. Undefined if n8n keeps it in memory, where no link leads. */
	url: string | undefined;
	fileName: string;
}

/** Finds the file that a `<file_name> (Page <n>)` names; undefined if n8n does not have it. */
export type FindDocument = (source: string) => DocumentLink | undefined;

function source(text: string, find: FindDocument): Html {
	const found = find(text);
	if (!found) return markup`<li>${text}</li>`;
	if (!found.url) return markup`<li>${text} (no link, because this n8n keeps files in memory)</li>`;
	return markup`<li><a href="${found.url}" target="_blank" rel="noopener noreferrer" download="${found.fileName}">${text}</a></li>`;
}

/** The documents to look at, as links where n8n has them. */
export const sourceList = (sources: string[], find: FindDocument): Html | false =>
	sources.length > 0 && markup`<ul aria-label="Documents">${sources.map((text) => source(text, find))}</ul>`;
