import type { ApiClient } from '../../api/http/client';
import { getExtractionStatus, getResults, type Scope } from '../../api/extractions';
import { LIMITS } from '../../api/limits';
import type { ResultRow, ReviewNeeded } from '../../api/schemas/extractions';
import { rowPages } from '../rows/pages';
import { concernsByRow, reviewsWithoutRow, type Concerns, type ReviewItem } from '../rows/review';
import { pointsOf, type Point } from './points';

/** What the service is unsure of in a completed extraction. */
export interface Doubts {
	/** By the 1-based number of the row, in the order of the rows. */
	concerns: Map<number, Concerns>;
	/** What it says of no row. */
	points: Point[];
}

export interface ReviewedExtraction {
	extractionId: string;
	scope?: Scope;
}

/**
 * How many rows an extraction has; Infinity if the service does not count them.
 *
 * @throws ServiceError when there are none to read, not yet or not any more
 */
export async function countRows(
	api: ApiClient,
	{ extractionId, scope }: ReviewedExtraction,
): Promise<number> {
	const { total_rows } = await getResults(api, extractionId, { limit: 1, scope });
	return total_rows ?? Infinity;
}

/** What needs review. If the service counts rows and names none, it may be any: a person has to look at all of them. */
function itemsOf({ count, items }: ReviewNeeded, rowCount: number): ReviewItem[] {
	if (count === 0 || items.length > 0) return items;
	return [
		{
			message: `The service says that ${count === 1 ? '1 row needs' : `${count} rows need`} review, but not which`,
			affected_fields: [],
			output_row_numbers: Array.from(
				{ length: Number.isFinite(rowCount) ? rowCount : 0 },
				(_, index) => index + 1,
			),
			source_references: [],
		},
	];
}

/**
 * Asks what there is to review.
 *
 * @param rowCount how many rows there are. A review entry about a higher number names no row
 */
export async function readDoubts(
	api: ApiClient,
	{ extractionId, scope }: ReviewedExtraction,
	rowCount: number,
): Promise<Doubts> {
	const { review_needed } = await getExtractionStatus(api, extractionId, { scope });
	const items = itemsOf(review_needed ?? { count: 0, items: [] }, rowCount);
	const byRow = [...concernsByRow(items, 1, rowCount)].filter(([rowNumber]) => Number.isInteger(rowNumber));
	return {
		concerns: new Map(byRow.sort(([a], [b]) => a - b)),
		points: pointsOf(reviewsWithoutRow(items, rowCount)),
	};
}

/** Puts row numbers, which ascend, together into as few requests for rows as possible. */
export function rangesOf(rowNumbers: number[], most: number): Array<{ offset: number; limit: number }> {
	const ranges: Array<{ offset: number; limit: number }> = [];
	for (const rowNumber of rowNumbers) {
		const range = ranges.at(-1);
		if (range && rowNumber - range.offset <= most) range.limit = rowNumber - range.offset;
		else ranges.push({ offset: rowNumber - 1, limit: 1 });
	}
	return ranges;
}

/** Rows of an extraction by their 1-based number, in ascending order. */
export interface NumberedRows {
	rows: Map<number, ResultRow>;
	/** Whether the values have types of their own ("json_typed_values"). */
	isTyped: boolean;
}

/**
 * Reads rows of a completed extraction.
 *
 * @param rowNumbers ascending; rows between them may come as well. All rows when it is left out
 */
export async function readNumberedRows(
	api: ApiClient,
	{ extractionId, scope }: ReviewedExtraction,
	rowNumbers?: number[],
): Promise<NumberedRows> {
	const ranges = rowNumbers ? rangesOf(rowNumbers, LIMITS.resultsPage.max) : [{}];
	const rows = new Map<number, ResultRow>();
	let isTyped = true;
	for (const range of ranges)
		for await (const page of rowPages(api, extractionId, { ...range, scope })) {
			page.rows.forEach((row, index) => rows.set(page.firstRowNumber + index, row));
			isTyped = page.page.json_typed_values !== false;
		}
	return { rows, isTyped };
}
