import type { ResultRow } from '../../api/schemas/extractions';
import type { Account } from '../account/Account';
import { failedPagesBySource } from '../account/failedPages';
import { columnsOf } from '../rows/ColumnNames';
import { withoutReviewColumn } from '../rows/review';
import type { RoutedRows, RowItemOptions, ShapedRows } from './rowItems';
import { MOST_PAIRED_ITEMS, SOURCE_COLUMN, type Pairing } from '../rows/SourceIndex';
import { emptyIn, groupRows, invoiceHints } from './groupRows';
import { invoiceColumns, type InvoiceChoice } from './InvoiceChoice';
import { invoiceShape } from './invoiceShape';
import { pagesMissing, reviewOf, reviewsByIndex, rowAlone, ROWS_MISSING } from './invoiceReview';

export interface InvoiceOptions extends Omit<RowItemOptions, 'withReview'>, InvoiceChoice {
	/** How many invoices to pass over. */
	offset?: number;
	/** The most invoices. */
	limit?: number;
	/** The most lines in all. No invoice is cut, and the first may have more. */
	mostLines?: number;
}

/** Stands in for a row that has become a line. */
const TAKEN_ROW = {};

/** The rows of each invoice with several rows. They come one invoice at a time: all at once would hold every row a second time. */
function* severalRows(groups: number[][], rows: readonly ResultRow[]): Generator<ResultRow[]> {
	for (const group of groups) if (group.length > 1) yield group.map((index) => rows[index] ?? TAKEN_ROW);
}

/** The input items that the documents of an invoice came from, each once. */
function pairingOfSources(sources: Iterable<unknown>, account: Account): Pairing {
	const pairings = new Set([...sources].map((source) => account.sources.pairingOf(source)));
	const [same] = pairings;
	// Rows of a document may share their pairing, so it costs memory only once.
	if (same !== undefined && pairings.size === 1) return same;
	const items = new Map([...pairings].flat().map((item) => [JSON.stringify(item), item]));
	const [only] = items.values();
	if (only !== undefined && items.size === 1) return only;
	return items.size < MOST_PAIRED_ITEMS ? [...items.values()] : [];
}

/**
 * Turns the rows of an extraction into invoices: the columns of the invoice, below them its `lines` and what to `review`. Each is paired
 * with the input items of its documents. The rows are released on the way, so they cannot be read again.
 *
 * @throws ServiceError if the rows do not have the columns that tell the invoices apart
 */
export function invoiceItems(
	account: Account,
	rows: ResultRow[],
	{
		separateReview = false,
		names,
		offset = 0,
		limit = Infinity,
		mostLines = Infinity,
		...choice
	}: InvoiceOptions,
): ShapedRows {
	if (rows.length === 0) return { main: [], review: [], keptBack: 0, hints: [] };
	const columns = [...columnsOf(rows, account.columns)];
	const how = invoiceColumns(choice, columns, account.structure);
	const { groups, incomplete } = groupRows(rows, how.groupBy);
	const rowAt = (index: number): ResultRow => rows[index] ?? TAKEN_ROW;
	const sourceAt = (index: number): unknown => rowAt(index)[SOURCE_COLUMN];
	const comesOut = (index: number): boolean => !account.isKeptBack(sourceAt(index));
	const alone = new Set(incomplete.filter(comesOut));
	const hints = invoiceHints(how, [...alone].map(rowAt), account.results().length === 1);
	const toInvoice = invoiceShape(columns, how, severalRows(groups, rows), names);
	const concerns = reviewsByIndex(account.reviews.values());
	// Lines of invoices of a document with failed pages may be missing.
	const failedPagesOf = failedPagesBySource(account.pages);

	const invoices = groups.flatMap((all) => {
		const group = all.filter(comesOut);
		return group.length > 0 ? [{ group, first: all[0] ?? 0, isWhole: group.length === all.length }] : [];
	});
	const routed: RoutedRows = { main: [], review: [] };
	let lines = 0;
	const range = invoices.slice(offset, offset + limit).filter(({ group }, index) => {
		lines += group.length;
		return index === 0 || lines <= mostLines;
	});
	for (const { group, first, isWhole } of range) {
		const from = new Set(group.map(sourceAt));
		const failed = [...new Set([...from].flatMap(failedPagesOf))];
		const review = [
			...reviewOf(group, concerns),
			...group.flatMap((index) => (alone.has(index) ? [rowAlone(emptyIn(rowAt(index), how.groupBy))] : [])),
			...(isWhole ? [] : [ROWS_MISSING]),
			...(failed.length > 0 ? [pagesMissing(failed)] : []),
		];
		const pairedItem = pairingOfSources(from, account);
		const lines = group.map(rowAt).map((row) => (separateReview ? withoutReviewColumn(row) : row));
		const json = toInvoice(lines, review, { first, group });
		// A row can go once there is a line of it, or all values would be held twice until the end.
		for (const index of group) rows[index] = TAKEN_ROW;
		(separateReview && review.length > 0 ? routed.review : routed.main).push({ json, pairedItem });
	}
	const keptBack = Math.max(0, invoices.length - offset - range.length);
	return { ...routed, keptBack, hints };
}
