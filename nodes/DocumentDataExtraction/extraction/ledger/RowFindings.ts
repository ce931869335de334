import { failedPagesOf, type FailedPage, type FailedPages } from './failedPages';
import type { ExtractionFindings } from './hints';
import { reviewsWithoutRow, type ReviewItem } from '../rows/review';
import { rowsToReview } from './statusFindings';
import type { RowsPage } from '../rows/pages';
import { nameKey, sourceKey } from '../../files/input/fileNames';
import { SOURCE_COLUMN } from '../rows/SourceIndex';

/** Collects failed pages, reviews and counts while the pages of rows pass. */
export class RowFindings {
	/** Whether all rows of the extraction have passed. */
	isComplete = false;
	private rows = 0;
	private isAtTheEnd = true;
	private reached = 0;
	private totalRows: number | null | undefined;
	private reviewCount = 0;
	private failed: FailedPages = { count: 0, pages: [] };
	private successful: string[] = [];
	private pageCount = 0;
	private untold = false;
	/** By what they say: the service sends one again with every page that has a row of it. */
	private readonly reviews = new Map<string, ReviewItem>();
	private readonly sources = new Set<string>();

	constructor(private readonly fromTheFirst: boolean) {}

	add({ firstRowNumber, rows, reviewItems, isLast, page }: RowsPage): void {
		this.rows += rows.length;
		this.reached = firstRowNumber - 1 + rows.length;
		this.totalRows = page.total_rows;
		this.isAtTheEnd = isLast;
		this.isComplete = isLast && this.fromTheFirst;
		if (page.pages) {
			this.failed = failedPagesOf(page.pages);
			this.pageCount = page.pages.successful_count + this.failed.count;
			this.successful = page.pages.successful.map(({ file_name }) => file_name);
		}
		this.reviewCount = page.review_needed?.count ?? this.reviewCount;
		for (const item of reviewItems) this.reviews.set(JSON.stringify(item), item);
		for (const row of rows) {
			const source = row[SOURCE_COLUMN];
			if (typeof source === 'string') this.sources.add(source);
			else this.untold = true;
		}
	}

	/** How many rows follow those that passed; null if the service does not count them. */
	get keptBack(): number | null {
		if (this.isAtTheEnd) return 0;
		const left = (this.totalRows ?? 0) - this.reached;
		return left > 0 ? left : null;
	}

	/** The pages that gave no rows, as far as the service names them. */
	get failedPages(): FailedPage[] {
		return this.failed.pages;
	}

	/** Whether the service counts more review entries than the pages held. Entries that name no row are on no page. */
	get lacksReviews(): boolean {
		return this.fromTheFirst && this.reviewCount > this.reviews.size;
	}

	/** How many rows the extraction has, as far as anybody says. */
	private get rowCount(): number {
		if (this.isComplete) return Math.max(this.rows, this.totalRows ?? 0);
		return this.totalRows ?? Infinity;
	}

	/** Picks the review entries that name no existing row; none while more rows may follow. */
	withoutRow(all: ReviewItem[]): ReviewItem[] {
		return reviewsWithoutRow(all, this.rowCount);
	}

	/** @param unseen review entries that belong to no row */
	findings(unseen: ReviewItem[]): ExtractionFindings {
		const { count, pages } = this.failed;
		const failing = pages.map(({ file_name }) => nameKey(file_name));
		const explained = new Set([...failing, ...[...this.sources].map(sourceKey)]);
		const isTold = this.isComplete && !this.untold;
		const extracted = isTold ? [...new Set(this.successful)] : [];
		const untold = new Set(unseen.map((item) => JSON.stringify(item)));
		const inRows = [...this.reviews].flatMap(([text, item]) => (untold.has(text) ? [] : [item]));
		return {
			pages: this.pageCount,
			pagesFailed: count,
			failedPages: pages,
			filesWithoutRows: extracted.filter((name) => !explained.has(nameKey(name))),
			...rowsToReview({ count: this.reviewCount, items: [...inRows, ...unseen] }, unseen),
			reviewsWithoutRow: unseen.map(({ message }) => message),
		};
	}
}
