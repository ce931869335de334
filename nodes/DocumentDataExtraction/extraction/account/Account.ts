import type { ExtractionStatus, PageResult, ReviewNeeded } from '../../api/schemas/extractions';
import type { RowsPage } from '../rows/pages';
import { reviewsWithoutRow, type ReviewItem } from '../rows/review';
import { SOURCE_COLUMN, SourceIndex, type SourceFile } from '../rows/SourceIndex';
import { failedPagesOf, type FailedPage } from './failedPages';

const PAGES_NOT_NAMED = 'the service does not say which pages failed';

/** The state of a file after a run. Every input file is in exactly one of these states. */
export type FileState =
	/** All its pages were extracted, and gave rows. */
	| 'extracted'
	/** It was extracted, and gave no rows. */
	| 'no_rows'
	/** Some of its pages could not be extracted. */
	| 'pages_failed'
	/** The pattern or the minimum size keeps it out. */
	| 'left_out'
	/** The service does not take its type. */
	| 'skipped'
	/** Another file of the run has the same contents, and is extracted in its place. */
	| 'duplicate'
	/** It was not extracted; the reason says why. */
	| 'failed'
	/** Its extraction waits for answers. */
	| 'asking'
	/** Its extraction was still processing when the call of an AI agent had to end. */
	| 'processing';

/** What became of a file. */
export interface FileResult<F> {
	file: F;
	state: FileState;
	/** How many rows it gave, null if the rows do not name their file. */
	rows: number | null;
	/** How many of its pages were extracted, null if the service does not say. */
	pages: number | null;
	failedPages: FailedPage[];
}

/** What needs attention in an extraction that has ended. */
export interface Findings {
	/** How many pages failed, named or not. */
	pagesFailed: number;
	failedPages: FailedPage[];
	filesWithoutRows: string[];
	/** How many more files have no rows, at least, if nobody knows which. */
	unknownFilesWithoutRows: number;
	/** How many rows need review. */
	rowsToReview: number;
	/** Why, as far as the service says. */
	reviews: string[];
	/** Review entries that no row of the output carries. */
	reviewsWithoutRow: string[];
	/** How many rows name a Source File that is no file of the extraction. */
	strangers: number;
}

/**
 * Everything known of one extraction, from whichever responses have come: its pages, its rows, what to review. It alone
 * decides what became of a file, so that Extract Documents, Get Rows and the trigger say the same.
 */
export class Account<F extends SourceFile = SourceFile> {
	/** How many rows have been read. */
	rows = 0;
	/** Whether all rows have been read. */
	isWhole = false;
	/** How many rows follow; null if the service does not count them. */
	rowsLeft: number | null = 0;
	/** The pages of the documents, as the status says, or else the latest page of rows. */
	pages: PageResult | null | undefined;
	/** What to review, as the status says, or else the latest page of rows, which knows only of its own rows. */
	reviewNeeded: ReviewNeeded | null | undefined;
	/** The review entries, each once: the service repeats an entry on every page that has a row of it. */
	readonly reviews = new Map<string, ReviewItem>();
	/** The columns that the service names. */
	readonly columns = new Set<string>();
	/** The effective structure, such as `per_invoice`. */
	structure: unknown;
	/** The files that fail with their pages. */
	failing: ReadonlySet<F | undefined> = new Set();
	private readonly rowsBySource = new Map<string, number>();
	private rowsWithoutSource = 0;
	private hasStatus = false;
	private firstRow = Infinity;
	/** How many rows there are, by the latest page. The page itself would keep its rows in memory. */
	private total: number | undefined;

	/** @param sources the files. Without any, only the service knows them */
	constructor(readonly sources: SourceIndex<F> = new SourceIndex<F>([])) {}

	addStatus({ pages, review_needed: review }: Pick<ExtractionStatus, 'pages' | 'review_needed'>): void {
		this.hasStatus = true;
		this.pages = pages;
		this.reviewNeeded = review;
		this.addReviews(review?.items ?? []);
	}

	/** Adds a page of rows as it passes. A status knows more of pages and reviews, so it counts where there is one. */
	addPage(page: RowsPage): void {
		this.firstRow = Math.min(this.firstRow, page.firstRowNumber);
		this.total = page.page.total_rows ?? undefined;
		this.structure = page.page.output_structure;
		for (const name of page.page.columns) this.columns.add(name);
		const left = (this.total ?? 0) - (page.firstRowNumber - 1 + page.rows.length);
		this.rowsLeft = page.isLast ? 0 : left > 0 ? left : null;
		this.isWhole = page.isLast && this.firstRow === 1;
		this.rows += page.rows.length;
		for (const row of page.rows) {
			const source = row[SOURCE_COLUMN];
			if (typeof source === 'string' && source !== '')
				this.rowsBySource.set(source, (this.rowsBySource.get(source) ?? 0) + 1);
			else this.rowsWithoutSource++;
		}
		if (this.hasStatus) return;
		this.pages = page.page.pages ?? this.pages;
		this.reviewNeeded = page.page.review_needed ?? this.reviewNeeded;
		this.addReviews(page.reviewItems);
	}

	addReviews(items: ReviewItem[]): void {
		for (const item of items) this.reviews.set(JSON.stringify(item), item);
	}

	/** Whether the service counts more review entries than the pages of rows held. Entries that name no row are on no page. */
	get lacksReviews(): boolean {
		return this.firstRow === 1 && (this.reviewNeeded?.count ?? 0) > this.reviews.size;
	}

	/** Picks the review entries that name no existing row. Empty until the number of rows is known. */
	withoutRow(items: Iterable<ReviewItem> = this.reviews.values()): ReviewItem[] {
		const { isWhole, rows, total } = this;
		return reviewsWithoutRow([...items], isWhole ? Math.max(rows, total ?? 0) : (total ?? Infinity));
	}

	/**
	 * Marks files with failed pages as failed, and suppresses their rows.
	 *
	 * @param rowsLackSource whether rows do not name their file. All files then fail with the pages of any
	 */
	failWithPages(rowsLackSource: boolean): void {
		const failed = this.results().flatMap(({ file, state }) => (state === 'pages_failed' ? file : []));
		this.failing = new Set(failed.length > 0 && rowsLackSource ? this.sources.files : failed);
	}

	/** Whether a row is kept back, by its Source File. If all files fail, so are rows of an unknown source. */
	isKeptBack(source: unknown): boolean {
		const { failing, sources } = this;
		if (failing.size === 0) return false;
		return failing.size === sources.files.length || failing.has(sources.fileOf(source));
	}

	/** What became of each file of the completed extraction, in the order of the files. */
	results(): Array<FileResult<F>> {
		const successful = this.pages?.successful ?? [];
		const sources = this.knownSources();
		const failed = this.failedPagesByFile(sources);
		const pages = new Map<F | undefined, number>();
		for (const { file_name } of successful) {
			const file = sources.named(file_name);
			pages.set(file, (pages.get(file) ?? 0) + 1);
		}
		const areAllNamed = this.pages && successful.length >= this.pages.successful_count;
		const rowsOf = this.rowsByFile(sources);
		return sources.files.map((file) => {
			const rows = rowsOf ? (rowsOf.get(file) ?? 0) : null;
			const hasContent = rows === null ? pages.size === 0 || pages.has(file) : rows > 0;
			return {
				file,
				state: failed.has(file) ? 'pages_failed' : hasContent ? 'extracted' : 'no_rows',
				rows,
				pages: areAllNamed ? (pages.get(file) ?? 0) : null,
				failedPages: failed.get(file) ?? [],
			};
		});
	}

	/**
	 * The names of the files that gave no rows, though none of their pages failed. Undefined if that is not known, or not yet: that rows do not name
	 * their file is no sign that each gave some.
	 */
	filesWithoutRows(): string[] | undefined {
		const results = this.results();
		const empty = results.flatMap(({ file, state }) => (state === 'no_rows' ? [file.sessionName] : []));
		const isUnknown = empty.length === 0 && results.some(({ rows }) => rows === null);
		return this.isWhole && !isUnknown ? empty : undefined;
	}

	/** What needs attention. */
	findings(): Findings {
		const { count, pages } = failedPagesOf(this.pages);
		const items = [...this.reviews.values()];
		const withoutRow = this.withoutRow();
		const inRows = items.filter((item) => !withoutRow.includes(item));
		const rows = new Set(inRows.flatMap(({ output_row_numbers }) => output_row_numbers));
		const filesWithoutRows = this.filesWithoutRows() ?? [];
		const { files } = this.sources;
		const isUnknown = this.isWhole && this.rowsWithoutSource > 0 && filesWithoutRows.length === 0;
		const strange = [...this.rowsBySource].filter(([source]) => !this.sources.fileOf(source));
		return {
			pagesFailed: count,
			failedPages: pages,
			filesWithoutRows,
			unknownFilesWithoutRows: isUnknown ? Math.max(0, files.length - this.rows) : 0,
			// An entry that the service does not list is about some row too.
			rowsToReview: rows.size + Math.max(0, (this.reviewNeeded?.count ?? 0) - items.length),
			reviews: inRows.map(({ message, source_references }) =>
				[source_references.join(', '), message].filter((text) => text !== '').join(': '),
			),
			reviewsWithoutRow: withoutRow.map(({ message }) => message),
			strangers: files.length > 0 ? strange.reduce((sum, [, count]) => sum + count, 0) : 0,
		};
	}

	/** Finds the files: those that are known from the start, or else those whose pages the service names. */
	private knownSources(): SourceIndex<F> {
		if (this.sources.files.length > 0) return this.sources;
		const pages = [...(this.pages?.successful ?? []), ...failedPagesOf(this.pages).pages];
		const names = new Set(pages.map(({ file_name }) => file_name));
		// Only their names are used.
		return new SourceIndex([...names].map((sessionName) => ({ sessionName, itemIndex: 0 }) as F));
	}

	/** The failed pages by file. A page that is not listed, or of no known file, may be of any. */
	private failedPagesByFile(sources: SourceIndex<F>): Map<F, FailedPage[]> {
		const { count, pages } = failedPagesOf(this.pages);
		const byFile = new Map<F, FailedPage[]>();
		let known = 0;
		for (const page of pages) {
			const file = sources.named(page.file_name);
			if (!file) continue;
			known++;
			byFile.set(file, [...(byFile.get(file) ?? []), { ...page, file_name: file.sessionName }]);
		}
		if (known < count)
			for (const file of sources.files)
				if (!byFile.has(file))
					byFile.set(file, [{ file_name: file.sessionName, page: null, reason: PAGES_NOT_NAMED }]);
		return byFile;
	}

	/** How many rows each file gave; undefined if that is not known. */
	private rowsByFile(sources: SourceIndex<F>): Map<F | undefined, number> | undefined {
		if (!this.isWhole) return undefined;
		if (sources.files.length === 1) return new Map([[sources.files[0], this.rows]]);
		if (this.rowsWithoutSource > 0) return undefined;
		const byFile = new Map<F | undefined, number>();
		for (const [source, rows] of this.rowsBySource) {
			const file = sources.fileOf(source);
			byFile.set(file, (byFile.get(file) ?? 0) + rows);
		}
		return byFile;
	}
}

/** What needs attention by a status alone. */
export function findingsOf(status: ExtractionStatus): Findings {
	const account = new Account();
	account.addStatus(status);
	return account.findings();
}
