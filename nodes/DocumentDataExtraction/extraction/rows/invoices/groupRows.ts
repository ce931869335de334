import type { ResultRow } from '../../../api/schemas/extractions';
import { nameInSource, sourceKey } from '../../../files/input/fileNames';
import { SOURCE_COLUMN } from '../SourceIndex';
import type { InvoiceColumns } from './InvoiceChoice';

/** Rows put together, by their indexes. Both the invoices and their rows are in the order of the rows. */
interface GroupedRows {
	groups: number[][];
	/** Rows with an empty cell in Group By. Each is an invoice of its own. */
	incomplete: number[];
}

/** What is in doubt about the invoices of an extraction. */
export interface Grouping {
	/** Whether only the document tells the invoices apart, although the user did not ask for that. */
	onlyByDocument: boolean;
	/** Whether invoices of several files may be taken for one, because the rows do not name their file. */
	onlyByNumber: boolean;
	/** How many rows have an empty cell in Group By. */
	incomplete: number;
	/** The columns with the empty cells. */
	emptyColumns: string[];
	/** The files of these rows. */
	files: string[];
}

/** Of invoices of which nothing is in doubt. */
export const SURE: Grouping = {
	onlyByDocument: false,
	onlyByNumber: false,
	incomplete: 0,
	emptyColumns: [],
	files: [],
};

/** What a cell says. A number and a text that look the same say the same; an empty cell says nothing. */
export const cellText = (value: unknown): string => {
	if (typeof value === 'string') return value.trim();
	if (value === null || value === undefined) return '';
	return (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim();
};

/** What people and models write where there is nothing. */
const NOTHING = /^([-–—.?]+|n\/?a|null|none|unknown)$/i;

/** What tells invoices apart: a cell with a word for nothing is as good as empty. */
const tellingText = (value: unknown): string => cellText(value).replace(NOTHING, '');

/** Tells the document of a source: the file without the page. */
function documents(): (source: unknown) => string {
	const known = new Map<unknown, string>();
	return (source) => {
		const document = known.get(source) ?? sourceKey(cellText(source));
		known.set(source, document);
		return document;
	};
}

/**
 * Puts the rows of an invoice together: those that say the same in some columns. In the column Source File, that is the file without the
 * page. A row with an empty cell there is an invoice of its own: a wrong line on an invoice is worse than an extra invoice.
 *
 * @param groupBy the columns. Without any, each row is an invoice
 */
export function groupRows(rows: readonly ResultRow[], groupBy: readonly string[]): GroupedRows {
	if (groupBy.length === 0) return { groups: rows.map((_, index) => [index]), incomplete: [] };
	const documentOf = documents();
	const groups = new Map<string | number, number[]>();
	const incomplete: number[] = [];
	rows.forEach((row, index) => {
		const cells = groupBy.map((column) => (column === SOURCE_COLUMN ? documentOf : tellingText)(row[column]));
		if (cells.includes('')) incomplete.push(index);
		const key = cells.includes('') ? index : JSON.stringify(cells);
		const group = groups.get(key);
		if (group) group.push(index);
		else groups.set(key, [index]);
	});
	return { groups: [...groups.values()], incomplete };
}

/** The columns of Group By in which a row says nothing. */
export const emptyIn = (row: ResultRow, groupBy: readonly string[]): string[] =>
	groupBy.filter((column) => tellingText(row[column]) === '');

/**
 * Collects the doubts about the invoices that are output.
 *
 * @param incomplete the rows of them that have an empty cell in Group By
 * @param isOfOneFile whether all rows are of one file
 */
export function groupingOf(
	{ groupBy, onlyByDocument, onlyByNumber }: InvoiceColumns,
	incomplete: readonly ResultRow[],
	isOfOneFile: boolean,
): Grouping {
	const files = new Set(incomplete.map((row) => nameInSource(cellText(row[SOURCE_COLUMN]))));
	return {
		onlyByDocument,
		onlyByNumber: onlyByNumber && !isOfOneFile,
		incomplete: incomplete.length,
		emptyColumns: groupBy.filter((column) => incomplete.some((row) => emptyIn(row, [column]).length > 0)),
		files: [...files].filter((name) => name !== ''),
	};
}
