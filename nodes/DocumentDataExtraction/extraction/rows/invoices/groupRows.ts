import type { ResultRow } from '../../../api/schemas/extractions';
import { sourceKey } from '../../../files/input/fileNames';
import { SOURCE_COLUMN } from '../SourceIndex';
import { cellText } from './cellText';
import type { InvoiceChoice } from './InvoiceChoice';
import { InvoiceFacts, tellingColumns } from './invoiceFacts';

/** Rows put together, by their indexes. Both the invoices and their rows are in the order of the rows. */
export interface GroupedRows {
	groups: number[][];
	/** Rows with an empty cell in Group By that are on the invoice of others. */
	joined: number[];
	/** Rows with an empty cell in Group By that are on an invoice of their own. */
	alone: number[];
}

/** Tells the document of a source: the file without the page. */
function documents(): (source: unknown) => string {
	const known = new Map<unknown, string>();
	return (source) => {
		const document = known.get(source) ?? sourceKey(cellText(source));
		known.set(source, document);
		return document;
	};
}

function push<K>(groups: Map<K, number[]>, key: K, index: number): void {
	const group = groups.get(key);
	if (group) group.push(index);
	else groups.set(key, [index]);
}

/** The only one of some invoices whose cells agree with those that a row has; undefined if there is none, or more than one. */
function onlyFit(invoices: Map<string, string[]> | undefined, cells: string[]): string | undefined {
	let only: string | undefined;
	for (const [key, those] of invoices ?? []) {
		if (!cells.every((cell, index) => cell === '' || cell === those[index])) continue;
		if (only !== undefined) return undefined;
		only = key;
	}
	return only;
}

/**
 * Puts the rows of an invoice together: those that say the same in some columns. In the column Source File, that is the file without the
 * page. A row with an empty cell there belongs to the only invoice of its document that it can belong to, if it is on a page of that
 * invoice and no cell that tells invoices apart speaks against it. Otherwise it is an invoice of its own, with those of its page that say
 * the same there: a wrong line on an invoice is worse than an extra invoice.
 *
 * @param columns all columns of the rows
 * @param isOfOneFile whether all rows are of one file. Otherwise nobody knows where a row without source and number belongs
 */
export function groupRows(
	rows: readonly ResultRow[],
	{ groupBy, headerColumns }: InvoiceChoice,
	columns: readonly string[],
	isOfOneFile = false,
): GroupedRows {
	const documentOf = documents();
	const cellsOf = (row: ResultRow): string[] =>
		groupBy.map((column) => (column === SOURCE_COLUMN ? documentOf : cellText)(row[column]));
	const groups = new Map<string, number[]>();
	const incomplete: number[] = [];
	rows.forEach((row, index) => {
		const cells = cellsOf(row);
		if (cells.includes('')) incomplete.push(index);
		else push(groups, JSON.stringify(cells), index);
	});
	if (incomplete.length === 0) return { groups: [...groups.values()], joined: [], alone: [] };

	const rowsOf = (indexes: readonly number[]): ResultRow[] => indexes.map((index) => rows[index] ?? {});
	const telling = tellingColumns([...groups.values()].map(rowsOf), columns, headerColumns);
	const byDocument = new Map<string, Map<string, string[]>>();
	for (const [key, indexes] of groups)
		for (const document of new Set(indexes.map((index) => documentOf(rows[index]?.[SOURCE_COLUMN])))) {
			const invoices = byDocument.get(document) ?? new Map<string, string[]>();
			byDocument.set(document, invoices.set(key, JSON.parse(key) as string[]));
		}
	const factsByKey = new Map<string, InvoiceFacts>();
	const factsOf = (key: string): InvoiceFacts => {
		// Made before a row joins, so that a row is only compared with rows that are known to be of the invoice.
		const facts = factsByKey.get(key) ?? new InvoiceFacts(rowsOf(groups.get(key) ?? []), telling);
		factsByKey.set(key, facts);
		return facts;
	};
	const isLost = (row: ResultRow): boolean =>
		!isOfOneFile &&
		cellText(row[SOURCE_COLUMN]) === '' &&
		groupBy.some((column) => column !== SOURCE_COLUMN && cellText(row[column]) === '');
	const fits = new Map<string, string | undefined>();
	const joined: number[] = [];
	const alone: number[] = [];
	for (const index of incomplete) {
		const row = rows[index] ?? {};
		if (isLost(row)) {
			groups.set(`${index}`, [index]);
			alone.push(index);
			continue;
		}
		const document = documentOf(row[SOURCE_COLUMN]);
		const cells = cellsOf(row);
		const like = JSON.stringify([document, ...cells]);
		if (!fits.has(like)) fits.set(like, onlyFit(byDocument.get(document), cells));
		const only = fits.get(like);
		const isOfOnly = only !== undefined && factsOf(only).allow(row);
		// More cells than a complete row has, so it is never the key of one.
		const own = [cellText(row[SOURCE_COLUMN]), ...cells, ...telling.map((column) => cellText(row[column]))];
		push(groups, isOfOnly ? only : JSON.stringify(own), index);
		(isOfOnly ? joined : alone).push(index);
	}
	for (const group of groups.values()) group.sort((a, b) => a - b);
	return { groups: [...groups.values()].sort(([a = 0], [b = 0]) => a - b), joined, alone };
}
