import type { ResultRow } from '../../../api/schemas/extractions';
import { newNames } from '../rowItems';
import { SOURCE_COLUMN } from '../SourceIndex';
import { agreeingColumns, headerValue } from './header';
import type { InvoiceColumns } from './InvoiceChoice';
import type { InvoiceReview } from './review';

/** The names that an invoice needs for itself. */
const INVOICE_NAMES = ['lines', 'review'];

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
	private readonly names: Map<string, string>;

	/**
	 * @param columns all columns, in their order
	 * @param several the invoices with several rows: they show which columns hold of an invoice as a whole
	 * @param taken further names that the item needs for itself
	 */
	constructor(
		columns: readonly string[],
		{ groupBy, headerColumns }: InvoiceColumns,
		several: Iterable<readonly ResultRow[]>,
		taken: readonly string[],
	) {
		const isNamed = headerColumns.length > 0;
		const ofInvoice = isNamed ? headerColumns : agreeingColumns(several, columns);
		const wanted = new Set([...groupBy, ...ofInvoice, SOURCE_COLUMN]);
		this.top = columns.filter((column) => wanted.has(column));
		// A line always names its document.
		this.cut = isNamed ? new Set(this.top.filter((column) => column !== SOURCE_COLUMN)) : undefined;
		this.names = newNames(columns, [...INVOICE_NAMES, ...taken]);
	}

	/** Makes an invoice of its rows. */
	invoice(rows: readonly ResultRow[], review: readonly InvoiceReview[]): ResultRow {
		const invoice: ResultRow = {};
		const header = new Map<string, unknown>();
		for (const column of this.top) {
			const value = headerValue(rows, column);
			if (value !== undefined) putColumn(invoice, this.nameOf(column), value);
			if (this.cut) header.set(column, value);
		}
		invoice.lines = rows.map((row) => this.line(row, header));
		invoice.review = review.map((each) => ({
			...each,
			fields: each.fields.map((name) => this.nameOf(name)),
		}));
		return invoice;
	}

	/** A row as a line. A value that differs from the header's stays with the line, so that nothing is lost. */
	private line(row: ResultRow, header: ReadonlyMap<string, unknown>): ResultRow {
		const { cut, names } = this;
		if (!cut && names.size === 0) return row;
		const line: ResultRow = {};
		for (const [column, value] of Object.entries(row))
			if (!cut?.has(column) || value !== header.get(column)) putColumn(line, this.nameOf(column), value);
		return line;
	}

	private nameOf(column: string): string {
		return this.names.get(column) ?? column;
	}
}
