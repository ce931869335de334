import type { ExtractionStatus, PageResult, ReviewNeeded } from '../../api/schemas/extractions';
import type { RowsPage } from '../rows/pages';
import { reviewsWithoutRow, type ReviewItem } from '../rows/review';
import { SOURCE_COLUMN, SourceIndex, type SourceFile } from '../rows/SourceIndex';
import { failedPagesOf, type FailedPage } from './failedPages';

const PAGES_NOT_NAMED = 'the service does not say which pages failed';

/** What became of a file of a completed extraction. */
export interface FileResult<F> {
	file: F;
	/** All its pages were extracted and gave rows, or gave none; or some of its pages could not be extracted. */
	state: 'extracted' | 'no_rows' | 'pages_failed';
	/** Null if the rows do not name their file. */
	rows: number | null;
	/** How many pages were extracted, null if the service does not say. */
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
 * What is known of one extraction from the responses that have come, whichever they are: its pages, its rows, what to review. It alone
 * decides what became of a file, so that Extract Documents, Get Rows and the trigger say the same.
 */
export class Account<F extends SourceFile = SourceFile> {
	readonly sources: SourceIndex<F>;
	/** How many rows have been read or counted. */
	rows = 0;
	/** Whether these are all. */
	isWhole = false;
	/** How many follow; null if the service does not count them. */
	rowsLeft: number | null = 0;
	/** As the status says, or else the latest page of rows. */
	pages: PageResult | null | undefined;
	/** Likewise. The entries of a page are only those of its rows. */
	reviewNeeded: ReviewNeeded | null | undefined;
	/** By what they say: the service sends one again with every page that has a row of it. */
	readonly reviews = new Map<string, ReviewItem>();
	/** Those that the service names. */
	readonly columns = new Set<string>();
	/** The effective structure, such as `per_invoice`. */
	structure: unknown;
	private readonly rowsBySource = new Map<string, number>();
	private rowsWithoutSource = 0;
	private hasStatus = false;
	private firstRow = Infinity;
	/** How many rows there are, by the latest page. The page itself would keep its rows in memory. */
	private total: number | undefined;

	/** @param files undefined if only the service knows them */
	constructor(private readonly given?: readonly F[]) {
		this.sources = new SourceIndex(given ?? []);
	}

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

	/** Takes the service's word for how many rows there are, without reading all. */
	countAll(): void {
		const unread = Math.max(0, (this.total ?? this.rows) - this.rows);
		this.rows += unread;
		this.rowsWithoutSource += unread;
		this.isWhole = true;
	}

	addReviews(items: ReviewItem[]): void {
		for (const item of items) this.reviews.set(JSON.stringify(item), item);
	}

	private get reviewCount(): number {
		return this.reviewNeeded?.count ?? 0;
	}

	/** Whether the service counts more review entries than the pages of rows held. Entries that name no row are on no page. */
	get lacksReviews(): boolean {
		return this.firstRow === 1 && this.reviewCount > this.reviews.size;
	}

	/** Picks the entries that name no existing row; none while more rows may follow. */
	withoutRow(items: Iterable<ReviewItem> = this.reviews.values()): ReviewItem[] {
		const { isWhole, rows, total } = this;
		return reviewsWithoutRow([...items], isWhole ? Math.max(rows, total ?? 0) : (total ?? Infinity));
	}

	private get strangers(): number {
		if (!this.given) return 0;
		const strange = [...this.rowsBySource].filter(([source]) => !this.sources.fileOf(source));
		return strange.reduce((sum, [, rows]) => sum + rows, 0);
	}

	private get unknownFilesWithoutRows(): number {
		const isUnknown = this.isWhole && this.rowsWithoutSource > 0 && !this.filesWithoutRows()?.length;
		return isUnknown ? Math.max(0, (this.given?.length ?? 0) - this.rows) : 0;
	}

	/** What became of each file, in the order of the files. */
	results(): Array<FileResult<F>> {
		const successful = this.pages?.successful ?? [];
		const names = new Set(successful.map(({ file_name }) => file_name));
		// Of the files that only the service knows, nothing but the name is asked for.
		const files = this.given ?? [...names].map((sessionName) => ({ sessionName, itemIndex: 0 }) as F);
		const sources = this.given ? this.sources : new SourceIndex(files);
		const failed = this.failedPagesByFile(files, sources);
		const pages = new Map<F | undefined, number>();
		for (const { file_name } of successful) {
			const file = sources.named(file_name);
			pages.set(file, (pages.get(file) ?? 0) + 1);
		}
		const areAllNamed = this.pages && successful.length >= this.pages.successful_count;
		const rowsOf = this.rowsByFile(files, sources);
		return files.map((file) => {
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

	/** The names of the files that gave no rows, though none of their pages failed. Undefined if that is not known, or not yet. */
	filesWithoutRows(): string[] | undefined {
		const results = this.results();
		const isUnknown = results.some(({ rows }) => rows === null) && !this.pages?.successful.length;
		if (!this.isWhole || isUnknown) return undefined;
		return results.flatMap(({ file, state }) => (state === 'no_rows' ? [file.sessionName] : []));
	}

	/** What needs attention. */
	findings(): Findings {
		const { count, pages } = failedPagesOf(this.pages);
		const items = [...this.reviews.values()];
		const withoutRow = this.withoutRow();
		const inRows = items.filter((item) => !withoutRow.includes(item));
		const rows = new Set(inRows.flatMap(({ output_row_numbers }) => output_row_numbers));
		return {
			pagesFailed: count,
			failedPages: pages,
			filesWithoutRows: this.filesWithoutRows() ?? [],
			unknownFilesWithoutRows: this.unknownFilesWithoutRows,
			// An entry that the service does not list is about some row too.
			rowsToReview: rows.size + Math.max(0, this.reviewCount - items.length),
			reviews: inRows.map(({ message, source_references }) =>
				[source_references.join(', '), message].filter((text) => text !== '').join(': '),
			),
			reviewsWithoutRow: withoutRow.map(({ message }) => message),
			strangers: this.strangers,
		};
	}

	/** The failed pages by file. A page that is not listed, or of no known file, may be of any. */
	private failedPagesByFile(files: readonly F[], sources: SourceIndex<F>): Map<F, FailedPage[]> {
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
			for (const file of files)
				if (!byFile.has(file))
					byFile.set(file, [
						{ file_name: file.sessionName, page: null, reason: files.length > 1 ? PAGES_NOT_NAMED : '' },
					]);
		return byFile;
	}

	/** How many rows each file gave; undefined if that is not known. */
	private rowsByFile(files: readonly F[], sources: SourceIndex<F>): Map<F | undefined, number> | undefined {
		if (!this.isWhole) return undefined;
		if (files.length === 1) return new Map([[files[0], this.rows]]);
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
