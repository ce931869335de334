import { sha256 } from '../../shared/digest';
import type { ReviewItem } from '../rows/review';

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

const pointId = (parts: unknown): string => sha256(JSON.stringify(parts)).slice(0, 16);

/** The points that these items are, each once. */
export function pointsOf(items: ReviewItem[]): Point[] {
	const points = items.map(({ message, affected_fields: fields, source_references: sources }) => ({
		id: pointId([message, fields, sources]),
		message,
		fields,
		sources,
	}));
	return [...new Map(points.map((point) => [point.id, point])).values()];
}
