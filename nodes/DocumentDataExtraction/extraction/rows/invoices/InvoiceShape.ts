import type { ResultRow } from '../../../api/schemas/extractions';
import { newNames } from '../rowItems';
import { SOURCE_COLUMN } from '../SourceIndex';
import { agreeingColumns, headerValue } from './header';
import type { InvoiceColumns } from './InvoiceChoice';
import type { InvoiceReview } from './review';

/** The names that an invoice needs for itself. */
const INVOICE_NAMES = ['lines', 'review'];

/** What the invoices of an extraction look like. All have the same columns at the top, and the same columns in their lines. */
export class InvoiceShape {
	private readonly top: readonly string[];
	/** The columns that only the top has, because the user says so; undefined if lines have all. */
	private readonly cut: ReadonlySet<string> | undefined;
	private readonly names: Map<string, string>;

	/**
	 * @param columns all columns, in their order
	 * @param several the invoices with several rows: they tell which columns hold of an invoice as a whole
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
		// A line always tells where it is from.
		this.cut = isNamed ? new Set(this.top.filter((column) => column !== SOURCE_COLUMN)) : undefined;
		this.names = newNames(columns, [...INVOICE_NAMES, ...taken]);
	}

	/** Makes an invoice of its rows. */
	invoice(rows: readonly ResultRow[], review: readonly InvoiceReview[]): ResultRow {
		const header = new Map(this.top.map((column) => [column, headerValue(rows, column)]));
		return Object.fromEntries([
			...[...header].flatMap(([column, value]) =>
				value === undefined ? [] : [[this.nameOf(column), value]],
			),
			['lines', rows.map((row) => this.line(row, header))],
			['review', review.map((each) => ({ ...each, fields: each.fields.map((name) => this.nameOf(name)) }))],
		]) as ResultRow;
	}

	/** A row as a line. What it says otherwise than the header stays with it, so that nothing is lost. */
	private line(row: ResultRow, header: Map<string, unknown>): ResultRow {
		const { cut, names } = this;
		if (!cut && names.size === 0) return row;
		return Object.fromEntries(
			Object.entries(row)
				.filter(([column, value]) => !cut?.has(column) || value !== header.get(column))
				.map(([column, value]) => [this.nameOf(column), value]),
		);
	}

	private nameOf(column: string): string {
		return this.names.get(column) ?? column;
	}
}
