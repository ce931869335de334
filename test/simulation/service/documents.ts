/** A document whose bytes say what the service will find in it, so that every charge can be traced to its content. */
export interface Doc {
	/** Unique in a history: the content. */
	id: string;
	/** Rows of each page, such as [1, 0, 2]. */
	pages: number[];
	/** Pages that cannot be processed, 1-based. */
	failedPages: number[];
	/** `encrypted` and `too_many_pages` fail the whole extraction; the rows of `doubtful` need review. */
	trait: 'fine' | 'encrypted' | 'too_many_pages' | 'doubtful' | 'ambiguous';
	/** Bytes; at least what the description needs. */
	size: number;
}

/** The bytes of a document. */
export function bytesOf({ id, pages, failedPages, trait, size }: Doc): Buffer {
	const text = JSON.stringify([id, pages, failedPages, trait]);
	return Buffer.from(text.padEnd(size, ' '));
}

/** The document that these bytes are. Throws when a byte was lost or swapped on the way. */
export function documentOf(bytes: Buffer): Doc {
	const [id, pages, failedPages, trait] = JSON.parse(bytes.toString()) as [
		string,
		number[],
		number[],
		Doc['trait'],
	];
	return { id, pages, failedPages, trait, size: bytes.length };
}

/** One row as the model extracts it. */
export interface ModelRow {
	doc: string;
	page: number;
	line: number;
}

/** The rows of a document, in order. */
export function rowsOf({ id, pages, failedPages }: Doc): ModelRow[] {
	return pages.flatMap((count, index) =>
		failedPages.includes(index + 1)
			? []
			: Array.from({ length: count }, (_, line) => ({ doc: id, page: index + 1, line: line + 1 })),
	);
}

export const successfulPages = ({ pages, failedPages }: Doc): number => pages.length - failedPages.length;
