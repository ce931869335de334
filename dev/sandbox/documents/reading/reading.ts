/** A run of text and where it stands on its page; y counts downwards, to the text's baseline. */
export interface TextItem {
	text: string;
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Why reading was given up: a page took too long, or too much memory. */
export type GivenUp = 'slow' | 'large';

export type ReadResult =
	| { status: 'read'; pages: TextItem[][] }
	| { status: 'encrypted' | 'unreadable' | 'too-many-pages' }
	/** `pages` were read before; `missing` counts the others, and is 0 if it is not known how many there are. */
	| { status: GivenUp; pages: TextItem[][]; missing: number };

export interface ReadOptions {
	kind: 'pdf' | 'image';
	maxPages: number;
}

/**
 * Reads the text of a PDF, JPG or PNG. Bytes that are no such document give `unreadable`, a PDF that asks for a password
 * gives `encrypted`. A page without text is an empty list. Rejects when the reader itself fails.
 */
export type ReadDocument = (path: string, options: ReadOptions) => Promise<ReadResult>;

/** A document in the reader, and who waits for it. */
export interface Reading extends ReadOptions {
	path: string;
	resolve: (result: ReadResult) => void;
	reject: (error: Error) => void;
}

export interface ReaderLimits {
	/** How long nothing may come of a document: no further page, nor more of a picture. */
	pageMs: number;
	/** How much memory a document may take, buffers not counted. */
	megabytes: number;
}
