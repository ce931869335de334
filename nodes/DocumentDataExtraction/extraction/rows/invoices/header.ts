import type { ResultRow } from '../../../api/schemas/extractions';
import { REVIEW_COLUMN, SOURCE_COLUMN } from '../SourceIndex';
import { cellText } from './cellText';

/** Whether some rows never say different things in a column. Empty cells say nothing. */
function agree(rows: readonly ResultRow[], column: string): boolean {
	let said = '';
	for (const row of rows) {
		const text = cellText(row[column]);
		if (text === '' || text === said) continue;
		if (said !== '') return false;
		said = text;
	}
	return true;
}

/** The columns that hold of an invoice as a whole: in no invoice do its rows say different things there. */
export function agreeingColumns(
	invoices: Iterable<readonly ResultRow[]>,
	columns: readonly string[],
): Set<string> {
	const agreeing = new Set(columns);
	// It is about rows. An invoice has `review`.
	agreeing.delete(REVIEW_COLUMN);
	for (const rows of invoices)
		for (const column of agreeing) if (!agree(rows, column)) agreeing.delete(column);
	return agreeing;
}

/** An invoice's value of a column: the first that is not empty. For the source, it is the first row's. */
export function headerValue(rows: readonly ResultRow[], column: string): unknown {
	const filled = column === SOURCE_COLUMN ? rows[0] : rows.find((row) => cellText(row[column]) !== '');
	return (filled ?? rows.find((row) => column in row))?.[column];
}
