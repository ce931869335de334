import type { ResultRow } from '../../../api/schemas/extractions';
import type { ReviewItem } from '../review';
import { newNames, type RoutedRows } from '../rowItems';
import { pairingOf, SOURCE_COLUMN, type Pairing } from '../SourceIndex';
import type { ExtractionRows } from './ExtractionRows';
import { groupRows } from './groupRows';
import { agreeingColumns, headerValue } from './header';
import {
	cannotBecomeInvoices,
	checkInvoiceColumns,
	nothingToGroupBy,
	type InvoiceChoice,
	type InvoiceColumns,
} from './InvoiceChoice';

/** The names that an invoice needs for itself. */
const INVOICE_NAMES = ['lines', 'review'];

const ROWS_MISSING = 'Rows of a document with failed pages are missing from this invoice';

export interface InvoiceOptions {
	/** Sends the invoices that need review to their own output. */
	separateReview?: boolean;
	/** Keeps rows out of the output. */
	isLeftOut?: (source: unknown) => boolean;
	/** Further names that the item needs for itself. */
	taken?: readonly string[];
	/** How many invoices to pass over. */
	offset?: number;
	/** The most invoices. */
	limit?: number;
}

export interface RoutedInvoices extends RoutedRows {
	/** How many invoices follow those that came out. */
	keptBack: number;
	/** Whether nothing but the document tells the invoices apart, without the user having said so. */
	onlyByDocument: boolean;
}

/** What the service wants reviewed in an invoice: with the 1-based line, or null if it is about all of several lines. */
interface InvoiceReview {
	message: string;
	fields: string[];
	line: number | null;
}

function reviewOf(
	group: readonly number[],
	concerns: Map<number, ReviewItem[]>,
	nameOf: (column: string) => string,
): InvoiceReview[] {
	const lines = new Map<ReviewItem, number[]>();
	group.forEach((row, index) => {
		for (const item of concerns.get(row) ?? []) lines.set(item, [...(lines.get(item) ?? []), index + 1]);
	});
	return [...lines].flatMap(([{ message, affected_fields }, numbers]) => {
		const isAboutAll = group.length > 1 && numbers.length === group.length;
		const fields = affected_fields.map(nameOf);
		return (isAboutAll ? [null] : numbers).map((line) => ({ message, fields, line }));
	});
}

/** Finds the input items that the documents of an invoice came from. */
function pairingOfAll(sources: Set<unknown>, pairingOfOne: (source: unknown) => Pairing): Pairing {
	const pairings = new Set([...sources].map(pairingOfOne));
	const [only] = pairings;
	if (only !== undefined && pairings.size === 1) return only;
	return pairingOf([...pairings].flat().map(({ item }) => item));
}

function invoiceColumns({ columns, structure }: ExtractionRows, choice: InvoiceChoice): InvoiceColumns {
	const found = checkInvoiceColumns(choice, columns);
	if (!found.ok) throw cannotBecomeInvoices(found.problems);
	const { groupBy } = found.value;
	// With this structure a row is an invoice ("POST /extractions", `output_structure`), so two of them are never one.
	if (choice.groupBy.length === 0 && structure === 'per_invoice')
		return { ...found.value, groupBy: [], onlyByDocument: false };
	const given = groupBy.length > 0 ? found : nothingToGroupBy(columns);
	if (!given.ok) throw cannotBecomeInvoices(given.problems);
	return given.value;
}

/** Makes the lines of an invoice: rows as they are, or without the columns that the user wants at the top. */
function lineMaker(
	top: Set<string>,
	{ headerColumns }: InvoiceColumns,
	names: Map<string, string>,
): (row: ResultRow, header: Map<string, unknown>) => ResultRow {
	const isCut = headerColumns.length > 0;
	if (!isCut && names.size === 0) return (row) => row;
	return (row, header) =>
		Object.fromEntries(
			Object.entries(row)
				// What a line says otherwise than the header stays with it, so that nothing is lost.
				.filter(
					([column, value]) =>
						!isCut || !top.has(column) || column === SOURCE_COLUMN || value !== header.get(column),
				)
				.map(([column, value]) => [names.get(column) ?? column, value]),
		);
}

/**
 * Turns the rows of an extraction into invoices: the columns of the invoice, below them its `lines` and what to `review`. Each is paired
 * with the input items of its documents. The rows are released on the way, so they cannot be used again.
 *
 * @throws ServiceError if the rows do not have the columns that tell the invoices apart
 */
export function invoiceItems(
	read: ExtractionRows,
	sources: { pairingOf(source: unknown): Pairing },
	choice: InvoiceChoice,
	{ separateReview = false, isLeftOut, taken = [], offset = 0, limit = Infinity }: InvoiceOptions = {},
): RoutedInvoices {
	const routed: RoutedInvoices = { main: [], review: [], keptBack: 0, onlyByDocument: false };
	const { rows, columns } = read;
	if (rows.length === 0) return routed;
	const chosen = invoiceColumns(read, choice);
	const { groupBy, headerColumns } = chosen;
	const sourceOf = (index: number): unknown => rows[index]?.[SOURCE_COLUMN];
	const concerns = read.concernsByRow();
	const groups = groupBy.length > 0 ? groupRows(rows, groupBy) : rows.map((_, index) => [index]);
	const rowsOf = (group: readonly number[]): ResultRow[] => group.map((index) => rows[index] ?? {});
	const several = groups.filter(({ length }) => length > 1);
	const agreeing = headerColumns.length > 0 ? headerColumns : agreeingColumns(several.map(rowsOf), columns);
	const wanted = new Set([...groupBy, ...agreeing, SOURCE_COLUMN]);
	const top = new Set(columns.filter((column) => wanted.has(column)));
	const names = newNames(columns, [...INVOICE_NAMES, ...taken]);
	const nameOf = (column: string): string => names.get(column) ?? column;
	const toLine = lineMaker(top, chosen, names);

	let passed = 0;
	for (const all of groups) {
		const group = isLeftOut ? all.filter((index) => !isLeftOut(sourceOf(index))) : all;
		if (group.length === 0 || passed++ < offset) continue;
		if (passed > offset + limit) continue;
		const own = rowsOf(group);
		const header = new Map([...top].map((column) => [column, headerValue(own, column)]));
		const review = reviewOf(group, concerns, nameOf);
		if (group.length < all.length) review.push({ message: ROWS_MISSING, fields: [], line: null });
		const pairedItem = pairingOfAll(new Set(group.map(sourceOf)), (source) => sources.pairingOf(source));
		const lines = own.map((row) => toLine(row, header));
		// A row that has become a line can go, or all values would be held twice until the end.
		for (const [at, index] of group.entries()) rows[index] = lines[at] ?? {};
		const values = [...header].filter(([, value]) => value !== undefined);
		const json: ResultRow = Object.fromEntries([
			...values.map(([column, value]) => [nameOf(column), value]),
			['lines', lines],
			['review', review],
		]);
		(separateReview && review.length > 0 ? routed.review : routed.main).push({ json, pairedItem });
	}
	return {
		...routed,
		keptBack: Math.max(0, passed - offset - limit),
		onlyByDocument: chosen.onlyByDocument,
	};
}
