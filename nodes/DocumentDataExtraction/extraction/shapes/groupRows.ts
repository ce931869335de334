import type { ResultRow } from '../../api/schemas/extractions';
import { nameInSource, sourceKey } from '../../files/input/fileNames';
import { joinNames } from '../../shared/text';
import { hint, type Hint } from '../account/hints';
import { SOURCE_COLUMN } from '../rows/SourceIndex';
import type { InvoiceColumns } from './InvoiceChoice';
import { getOrAdd } from '../../shared/json';

const ONLY_BY_DOCUMENT: Hint = {
	type: 'info',
	message:
		'No column with the invoice number was found, so all rows of a document are one invoice. If a document has several, name the columns that identify them in Group By',
};

const ONLY_BY_NUMBER: Hint = {
	type: 'warning',
	message:
		'The rows do not name their file, so invoices with the same number from several files become one item. If that can happen, add a column to Group By that identifies them, such as the supplier',
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

/** The document of a source: the file without the page. */
const documentOf = (source: unknown): string => sourceKey(cellText(source));

/**
 * Puts the rows of an invoice together: those that say the same in some columns. In the column Source File, that is the file without the
 * page. A row that says nothing in one of these columns is an invoice of its own: a wrong line on an invoice is worse than an extra invoice.
 *
 * @param groupBy the columns. Without any, each row is an invoice
 * @returns the indexes of the rows of each invoice, in the order of the rows, and those of the rows that say nothing
 */
export function groupRows(rows: readonly ResultRow[], groupBy: readonly string[]) {
	const groups = new Map<string | number, number[]>();
	const incomplete: number[] = [];
	if (groupBy.length === 0) return { groups: rows.map((_, index) => [index]), incomplete };
	rows.forEach((row, index) => {
		const cells = groupBy.map((column) => (column === SOURCE_COLUMN ? documentOf : tellingText)(row[column]));
		if (cells.includes('')) incomplete.push(index);
		const key = cells.includes('') ? index : JSON.stringify(cells);
		getOrAdd(groups, key, (): number[] => []).push(index);
	});
	return { groups: [...groups.values()], incomplete };
}

/** The columns of Group By in which a row says nothing. */
export const emptyIn = (row: ResultRow, groupBy: readonly string[]): string[] =>
	groupBy.filter((column) => tellingText(row[column]) === '');

/**
 * Notes on how rows became invoices, if that may be wrong.
 *
 * @param incomplete the rows of the output that have an empty cell in Group By
 * @param isOfOneFile whether all rows are of one file
 */
export function invoiceHints(
	{ groupBy, onlyByDocument, onlyByNumber }: InvoiceColumns,
	incomplete: readonly ResultRow[],
	isOfOneFile: boolean,
): Hint[] {
	const empty = new Set(incomplete.flatMap((row) => emptyIn(row, groupBy)));
	const files = new Set(incomplete.map((row) => nameInSource(cellText(row[SOURCE_COLUMN]))));
	return [
		...(onlyByDocument ? [ONLY_BY_DOCUMENT] : []),
		...(onlyByNumber && !isOfOneFile ? [ONLY_BY_NUMBER] : []),
		...hint(
			`Rows without ${joinNames([...empty])}, each of which became an invoice of its own to check`,
			[...files].filter((name) => name !== ''),
			{ count: incomplete.length },
		),
	];
}
