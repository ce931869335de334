import type { ExtractedRow } from '../documents/types';
import type { Extraction } from '../state/extraction';

export const SOURCE_FILE = 'Source File';
export const REVIEW_NEEDED = 'Review Needed';

type Value = ExtractedRow['values'][string];

/** Column names of the results and the output files. */
export function columnsOf({ result, options }: Extraction): string[] {
	const excluded = new Set(options.exclude_columns);
	return [
		...(result?.columns ?? []),
		...(excluded.has('source_file') ? [] : [SOURCE_FILE]),
		...(excluded.has('review_needed') ? [] : [REVIEW_NEEDED]),
	];
}

/** The messages that name each row, by 1-based row number. */
function reviewMessages({ result }: Extraction): Map<number, string> {
	const messages = new Map<number, string>();
	for (const item of result?.reviewItems ?? []) {
		for (const row of item.output_row_numbers) {
			const earlier = messages.get(row);
			messages.set(row, earlier ? `${earlier} ${item.message}` : item.message);
		}
	}
	return messages;
}

/** A value as a string, for everything that is not typed. */
export function asText(value: Value | undefined): string {
	if (value === null || value === undefined) return '';
	if (typeof value === 'boolean') return value ? 'Yes' : 'No';
	return String(value);
}

/** Rows `from` (0-based) up to `to`, keyed by column name; native values when `typed`, otherwise strings. */
export function rowsOf(
	extraction: Extraction,
	from: number,
	to: number,
	typed: boolean,
): Array<Record<string, Value>> {
	const columns = columnsOf(extraction);
	const messages = reviewMessages(extraction);
	return (extraction.result?.rows.slice(from, to) ?? []).map((row, index) => {
		const record: Record<string, Value> = {};
		for (const column of columns) {
			const value =
				column === SOURCE_FILE
					? `${row.fileName} (Page ${row.page})`
					: column === REVIEW_NEEDED
						? (messages.get(from + index + 1) ?? null)
						: (row.values[column] ?? null);
			record[column] = typed ? value : asText(value);
		}
		return record;
	});
}
