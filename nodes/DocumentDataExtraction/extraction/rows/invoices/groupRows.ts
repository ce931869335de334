import type { ResultRow } from '../../../api/schemas/extractions';
import { nameKey } from '../../../files/input/fileNames';
import { fileNameIn, SOURCE_COLUMN } from '../SourceIndex';

/** What a cell says. A number and a text that look the same say the same; an empty cell says nothing. */
export const textOf = (value: unknown): string => {
	if (value === null || value === undefined) return '';
	return (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim();
};

/** Tells the document of a source: the file without the page. */
function documents(): (source: unknown) => string {
	const known = new Map<unknown, string>();
	return (source) => {
		const document = known.get(source) ?? nameKey(fileNameIn(textOf(source)));
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
 * page. A row with an empty cell there belongs to the only invoice of its document that it can belong to; otherwise those like it are an
 * invoice of their own.
 *
 * @returns the indexes of each invoice's rows. Both the rows and the invoices are in the order of the rows
 */
export function groupRows(rows: readonly ResultRow[], columns: readonly string[]): number[][] {
	const documentOf = documents();
	const cellsOf = (row: ResultRow): string[] =>
		columns.map((column) => (column === SOURCE_COLUMN ? documentOf : textOf)(row[column]));
	const groups = new Map<string, number[]>();
	const incomplete: number[] = [];
	rows.forEach((row, index) => {
		const cells = cellsOf(row);
		if (cells.includes('')) incomplete.push(index);
		else push(groups, JSON.stringify(cells), index);
	});
	if (incomplete.length === 0) return [...groups.values()];

	const byDocument = new Map<string, Map<string, string[]>>();
	for (const [key, indexes] of groups)
		for (const document of new Set(indexes.map((index) => documentOf(rows[index]?.[SOURCE_COLUMN])))) {
			const invoices = byDocument.get(document) ?? new Map<string, string[]>();
			byDocument.set(document, invoices.set(key, JSON.parse(key) as string[]));
		}
	const resolved = new Map<string, string>();
	for (const index of incomplete) {
		const row = rows[index] ?? {};
		const document = documentOf(row[SOURCE_COLUMN]);
		const cells = cellsOf(row);
		// One cell more than a complete row has, so it is never the key of one.
		const own = JSON.stringify([document, ...cells]);
		const key = resolved.get(own) ?? onlyFit(byDocument.get(document), cells) ?? own;
		push(groups, key, index);
		resolved.set(own, key);
	}
	for (const group of groups.values()) group.sort((a, b) => a - b);
	return [...groups.values()].sort(([a = 0], [b = 0]) => a - b);
}
