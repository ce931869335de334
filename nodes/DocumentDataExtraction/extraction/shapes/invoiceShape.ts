import type { ResultRow } from '../../api/schemas/extractions';
import type { ColumnNames } from '../rows/ColumnNames';
import { REVIEW_COLUMN, SOURCE_COLUMN } from '../rows/SourceIndex';
import { cellText } from './groupRows';
import type { InvoiceColumns } from './InvoiceChoice';
import type { InvoiceReview } from './invoiceReview';

/** The names that an invoice needs for itself. */
const INVOICE_NAMES = ['lines', 'review'];

/** Whether some rows never say different things in a column. Empty cells say nothing. */
const agree = (rows: readonly ResultRow[], column: string): boolean =>
	new Set(rows.map((row) => cellText(row[column])).filter((text) => text !== '')).size <= 1;

/** Invoice-level columns: within each invoice, all rows agree on them. */
function agreeingColumns(invoices: Iterable<readonly ResultRow[]>, columns: readonly string[]): Set<string> {
	const agreeing = new Set(columns);
	// It is about rows. An invoice has `review`.
	agreeing.delete(REVIEW_COLUMN);
	for (const rows of invoices)
		for (const column of agreeing) if (!agree(rows, column)) agreeing.delete(column);
	return agreeing;
}

/** An invoice's value of a column: the first that is not empty. For the source, it is the first row's. */
function headerValue(rows: readonly ResultRow[], column: string): unknown {
	const filled = column === SOURCE_COLUMN ? rows[0] : rows.find((row) => cellText(row[column]) !== '');
	return (filled ?? rows.find((row) => column in row))?.[column];
}

/** Makes an invoice of its rows. @param at the indexes of its first row, which may be withheld, and of the rows given */
type ToInvoice = (
	rows: readonly ResultRow[],
	review: readonly InvoiceReview[],
	at: { first: number; group: readonly number[] },
) => ResultRow;

/**
 * What the invoices of an extraction look like. All have the same columns at the top, and the same columns in their lines.
 *
 * @param columns all columns, in their order
 * @param several the invoices with several rows: they show which columns hold of an invoice as a whole
 * @param names what they are called in the output
 */
export function invoiceShape(
	columns: readonly string[],
	{ groupBy, headerColumns }: InvoiceColumns,
	several: Iterable<readonly ResultRow[]>,
	names: ColumnNames,
): ToInvoice {
	const isNamed = headerColumns.length > 0;
	const ofInvoice = isNamed ? headerColumns : agreeingColumns(several, columns);
	const wanted = new Set([...groupBy, ...ofInvoice, SOURCE_COLUMN]);
	const top = columns.filter((column) => wanted.has(column));
	names.reserve(INVOICE_NAMES).learn(columns);
	return (rows, review, { first, group }) => {
		const header = new Map(top.map((column) => [column, headerValue(rows, column)]));
		// If the user names the columns of the top, only the top has them. A line always names its document, and keeps what differs.
		const isOfLine = ([column, value]: [string, unknown]): boolean =>
			column === SOURCE_COLUMN || !header.has(column) || header.get(column) !== value;
		const lineOf = (row: ResultRow): ResultRow =>
			isNamed ? Object.fromEntries(Object.entries(row).filter(isOfLine)) : row;
		return {
			...names.row(
				Object.fromEntries([...header].filter(([, value]) => value !== undefined)),
				names.ids?.ofInvoice(first + 1),
			),
			lines: rows.map((row, line) => names.row(lineOf(row), names.ids?.ofRow((group[line] ?? 0) + 1))),
			review: review.map((each) => ({ ...each, fields: names.all(each.fields) })),
		};
	};
}
