import type { ApiClient } from '../../api/http/client';
import { getResults, type Scope } from '../../api/extractions';
import type { ExtractionStatus, ReviewNeeded } from '../../api/schemas/extractions';
import { sha256 } from '../../shared/text';
import { concernsByRow, reviewsWithoutRow, type Concerns, type ReviewItem } from '../rows/review';

/** What the service is unsure of without naming a row. A person can only take note of it. */
export interface Point {
	/** Identifies this point. It changes when the service's message changes. */
	id: string;
	message: string;
	/** Names of the columns. */
	fields: string[];
	/** The files and pages to look at, as `<file_name> (Page <n>)`. */
	sources: string[];
}

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

/** The points that these items are, each once. */
export function pointsOf(items: ReviewItem[]): Point[] {
	const points = items.map(({ message, affected_fields: fields, source_references: sources }) => ({
		id: sha256(JSON.stringify([message, fields, sources])).slice(0, 16),
		message,
		fields,
		sources,
	}));
	return [...new Map(points.map((point) => [point.id, point])).values()];
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
	const rows = count === 1 ? '1 row needs' : `${count} rows need`;
	const known = Number.isFinite(rowCount) ? rowCount : 0;
	return [
		{
			message: `The service says that ${rows} review, but not which`,
			affected_fields: [],
			output_row_numbers: Array.from({ length: known }, (_, index) => index + 1),
			source_references: [],
		},
	];
}

/** What there is to review. @param rowCount how many rows there are. A review entry about a higher number names no row */
export function doubtsIn({ review_needed }: ExtractionStatus, rowCount: number): Doubts {
	const items = itemsOf(review_needed ?? { count: 0, items: [] }, rowCount);
	const byRow = [...concernsByRow(items, 1, rowCount)].filter(([rowNumber]) => Number.isInteger(rowNumber));
	return {
		concerns: new Map(byRow.sort(([a], [b]) => a - b)),
		points: pointsOf(reviewsWithoutRow(items, rowCount)),
	};
}
