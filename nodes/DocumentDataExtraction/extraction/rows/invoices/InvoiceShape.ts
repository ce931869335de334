import type { ResultRow } from '../../../api/schemas/extractions';
import type { ColumnNames } from '../ColumnNames';
import { REVIEW_COLUMN, SOURCE_COLUMN } from '../SourceIndex';
import { cellText } from './groupRows';
import type { InvoiceColumns } from './InvoiceChoice';
import type { InvoiceReview } from './review';

/** The names that an invoice needs for itself. */
const INVOICE_NAMES = ['lines', 'review'];

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

/** Adds a column to an item. To assign to the name `__proto__` would change what the item inherits from, and lose the value. */
function putColumn(item: ResultRow, name: string, value: unknown): void {
	if (name !== '__proto__') item[name] = value;
	else Object.defineProperty(item, name, { value, enumerable: true, configurable: true, writable: true });
}

/** What the invoices of an extraction look like. All have the same columns at the top, and the same columns in their lines. */
export class InvoiceShape {
	private readonly top: readonly string[];
	/** The columns that only the top has, because the user says so; undefined if lines have all. */
	private readonly cut: ReadonlySet<string> | undefined;

	/**
	 * @param columns all columns, in their order
	 * @param several the invoices with several rows: they show which columns hold of an invoice as a whole
	 * @param names what they are called in the output
	 */
	constructor(
		columns: readonly string[],
		{ groupBy, headerColumns }: InvoiceColumns,
		several: Iterable<readonly ResultRow[]>,
		private readonly names: ColumnNames,
	) {
		const isNamed = headerColumns.length > 0;
		const ofInvoice = isNamed ? headerColumns : agreeingColumns(several, columns);
		const wanted = new Set([...groupBy, ...ofInvoice, SOURCE_COLUMN]);
		this.top = columns.filter((column) => wanted.has(column));
		// A line always names its document.
		this.cut = isNamed ? new Set(this.top.filter((column) => column !== SOURCE_COLUMN)) : undefined;
		names.reserve(INVOICE_NAMES).learn(columns);
	}

	/** Makes an invoice of its rows. */
	invoice(rows: readonly ResultRow[], review: readonly InvoiceReview[]): ResultRow {
		const invoice: ResultRow = {};
		const header = new Map<string, unknown>();
		for (const column of this.top) {
			const value = headerValue(rows, column);
			if (value !== undefined) putColumn(invoice, this.names.of(column), value);
			if (this.cut) header.set(column, value);
		}
		invoice.lines = rows.map((row) => this.line(row, header));
		invoice.review = review.map((each) => ({
			...each,
			fields: this.names.all(each.fields),
		}));
		return invoice;
	}

	/** A row as a line. A value that differs from the header's stays with the line, so that nothing is lost. */
	private line(row: ResultRow, header: ReadonlyMap<string, unknown>): ResultRow {
		const { cut, names } = this;
		if (!cut) return names.row(row);
		const own = ([column, value]: [string, unknown]) => !cut.has(column) || value !== header.get(column);
		return names.row(Object.fromEntries(Object.entries(row).filter(own)));
	}
}
