import type { ResultRow } from '../../../api/schemas/extractions';
import type { RoutedRows } from '../rowItems';
import { SOURCE_COLUMN, type Pairing } from '../SourceIndex';
import type { ExtractionRows } from './ExtractionRows';
import { groupRows } from './groupRows';
import { invoiceColumns, type InvoiceChoice } from './InvoiceChoice';
import { InvoiceShape } from './InvoiceShape';
import { pairingOfSources } from './pairing';
import { pagesMissing, reviewOf, ROWS_MISSING } from './review';
import { groupingOf, SURE, type Grouping } from './grouping';

export interface InvoiceOptions {
	/** Sends the invoices that need review to their own output. */
	separateReview?: boolean;
	/** Keeps rows out of the output. */
	isLeftOut?: (source: unknown) => boolean;
	/** Names the failed pages of the document of a source. Lines of its invoices may be missing. */
	failedPagesOf?: (source: unknown) => readonly string[];
	/** Further names that the item needs for itself. */
	taken?: readonly string[];
	/** How many invoices to pass over. */
	offset?: number;
	/** The most invoices. */
	limit?: number;
	/** The most lines in all. No invoice is cut, and the first may have more. */
	mostLines?: number;
}

interface RoutedInvoices extends RoutedRows {
	/** How many invoices the limit keeps back. */
	keptBack: number;
	grouping: Grouping;
}

/** Stands in for a row that has become a line. */
const TAKEN_ROW = {};

/** The rows of each invoice that has several, one invoice after the other: together they would hold all rows. */
function* severalRows(groups: number[][], rows: readonly ResultRow[]): Generator<ResultRow[]> {
	for (const group of groups) if (group.length > 1) yield group.map((index) => rows[index] ?? TAKEN_ROW);
}

/**
 * Turns the rows of an extraction into invoices: the columns of the invoice, below them its `lines` and what to `review`. Each is paired
 * with the input items of its documents. The rows are released on the way, so they cannot be read again.
 *
 * @throws ServiceError if the rows do not have the columns that tell the invoices apart
 */
export function invoiceItems(
	read: ExtractionRows,
	sources: { pairingOf(source: unknown): Pairing },
	choice: InvoiceChoice,
	options: InvoiceOptions = {},
): RoutedInvoices {
	const {
		separateReview = false,
		isLeftOut,
		failedPagesOf,
		taken = [],
		offset = 0,
		limit = Infinity,
		mostLines = Infinity,
	} = options;
	const { rows, columns, structure } = read;
	if (rows.length === 0) return { main: [], review: [], keptBack: 0, grouping: SURE };
	const chosen = invoiceColumns(choice, columns, structure);
	const grouped =
		chosen.groupBy.length > 0
			? groupRows(rows, chosen, columns, read.isOfOneFile)
			: { groups: rows.map((_, index) => [index]), joined: [], alone: [] };
	const { groups } = grouped;
	const grouping = groupingOf(read, chosen, grouped, isLeftOut);
	const rowAt = (index: number): ResultRow => rows[index] ?? TAKEN_ROW;
	const sourceAt = (index: number): unknown => rowAt(index)[SOURCE_COLUMN];
	const shape = new InvoiceShape(columns, chosen, severalRows(groups, rows), taken);
	const concerns = read.concernsByRow();

	const there = groups.flatMap((all) => {
		const group = isLeftOut ? all.filter((index) => !isLeftOut(sourceAt(index))) : all;
		return group.length > 0 ? [{ group, isWhole: group.length === all.length }] : [];
	});
	const routed: RoutedRows = { main: [], review: [] };
	let lines = 0;
	const wanted = there.slice(offset, offset + limit).filter(({ group }, index) => {
		lines += group.length;
		return index === 0 || lines <= mostLines;
	});
	for (const { group, isWhole } of wanted) {
		const from = new Set(group.map(sourceAt));
		const failed = failedPagesOf ? [...new Set([...from].flatMap(failedPagesOf))] : [];
		const review = [
			...reviewOf(group, concerns),
			...(isWhole ? [] : [ROWS_MISSING]),
			...(failed.length > 0 ? [pagesMissing(failed)] : []),
		];
		const pairedItem = pairingOfSources(from, sources);
		const json = shape.invoice(group.map(rowAt), review);
		// A row can go once there is a line of it, or all values would be held twice until the end.
		for (const index of group) rows[index] = TAKEN_ROW;
		(separateReview && review.length > 0 ? routed.review : routed.main).push({ json, pairedItem });
	}
	const keptBack = Math.max(0, there.length - offset - wanted.length);
	return { ...routed, keptBack, grouping };
}
