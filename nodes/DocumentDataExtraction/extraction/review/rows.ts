import type { Scope } from '../../api/endpoints/extractions';
import type { ApiClient } from '../../api/http/client';
import { LIMITS } from '../../api/limits';
import type { ExtractionStatus, ResultRow } from '../../api/schemas/extractions';
import { sha256 } from '../../shared/text';
import { rowPages, type RowRange } from '../rows/pages';
import { concernsByRow, reviewsWithoutRow, type Concerns, type ReviewItem } from '../rows/review';
import { REVIEW_COLUMN, SOURCE_COLUMN } from '../rows/SourceIndex';
import { kindIn, kindsOf, LONGEST_CELL, shownText, type Cell, type CellKind } from './cells';

/** What the service is unsure of in a completed extraction. */
export interface Doubts {
	/** By the 1-based number of the row, in the order of the rows. */
	concerns: Map<number, Concerns>;
	/** What it says of no row. A person can only read it. */
	withoutRow: ReviewItem[];
}

/** What there is to review. If the service counts rows and names none, a person has to know it. */
export function doubtsIn({ review_needed }: ExtractionStatus): Doubts {
	const { count = 0, items = [] } = review_needed ?? {};
	const unnamed: ReviewItem = {
		message: `Rows that need review: ${count}. The service does not say which`,
		affected_fields: [],
		output_row_numbers: [],
		source_references: [],
	};
	const entries = count > 0 && items.length === 0 ? [unnamed] : items;
	return {
		concerns: new Map([...concernsByRow(entries)].sort(([a], [b]) => a - b)),
		withoutRow: reviewsWithoutRow(entries, Infinity),
	};
}

export interface ReviewedExtraction {
	extractionId: string;
	scope?: Scope;
}

/** Rows of an extraction by their 1-based number, in ascending order. */
interface NumberedRows {
	rows: Map<number, ResultRow>;
	/** Whether the values have types of their own ("json_typed_values"). */
	isTyped: boolean;
}

/** A row that the service is unsure of, as a person reviews it. */
export interface DoubtfulRow {
	/** 1-based, among all rows of the extraction. */
	number: number;
	row: ResultRow;
	messages: string[];
	/** One for each column of the row, in its order. */
	cells: Cell[];
	/** The files and pages to look at, as `<file_name> (Page <n>)`. */
	sources: string[];
	/** Changes when the row or its review messages change. */
	digest: string;
}

/** The columns that the service fills in about a row ("Options", `exclude_columns`). Nobody corrects them. */
const ABOUT_THE_ROW = new Set([SOURCE_COLUMN, REVIEW_COLUMN]);

/** The most editable cells of a row. n8n reads 1000 fields of a form and silently drops the others; ten rows stay below that. */
const MOST_EDITABLE = 90;

/** Puts row numbers, which ascend, together into as few requests for rows as possible. */
export function rangesOf(rowNumbers: number[], most: number): Array<{ offset: number; limit: number }> {
	const ranges: Array<{ offset: number; limit: number }> = [];
	for (const rowNumber of rowNumbers) {
		const range = ranges.at(-1);
		if (range && rowNumber - range.offset <= most) range.limit = rowNumber - range.offset;
		else ranges.push({ offset: rowNumber - 1, limit: 1 });
	}
	return ranges;
}

/**
 * Reads rows of a completed extraction.
 *
 * @param rowNumbers ascending; rows between them may come as well. All rows when it is left out
 */
export async function readNumberedRows(
	api: ApiClient,
	{ extractionId, scope, account }: ReviewedExtraction & Pick<RowRange, 'account'>,
	rowNumbers?: number[],
): Promise<NumberedRows> {
	const ranges = rowNumbers ? rangesOf(rowNumbers, LIMITS.resultsPage.max) : [{}];
	const rows = new Map<number, ResultRow>();
	let isTyped = true;
	for (const range of ranges)
		for await (const page of rowPages(api, extractionId, { ...range, scope, account })) {
			page.rows.forEach((row, index) => rows.set(page.firstRowNumber + index, row));
			isTyped = page.page.json_typed_values !== false;
		}
	return { rows, isTyped };
}

function cellsOf(
	row: ResultRow,
	fields: ReadonlySet<string>,
	kinds: Map<string, CellKind>,
	empty: Cell['empty'],
): Cell[] {
	const columns = Object.keys(row).filter((column) => !ABOUT_THE_ROW.has(column));
	const affected = columns.filter((column) => fields.has(column));
	// A concern that names no column is about the whole row.
	const open = affected.length > 0 ? affected : columns;
	let editable = 0;
	return Object.entries(row).map(([column, value]) => {
		const kind = kindIn(kinds, column, value);
		const fits = kind !== 'other' && shownText(value).length <= LONGEST_CELL;
		const isEditable = open.includes(column) && fits && ++editable <= MOST_EDITABLE;
		return { column, value, kind, isAffected: affected.includes(column), isEditable, empty };
	});
}

function sourcesOf(row: ResultRow, { sources }: Concerns): string[] {
	const source = row[SOURCE_COLUMN];
	return typeof source === 'string' && source !== '' ? [source] : [...sources];
}

const digestOf = (row: ResultRow, { messages, fields }: Concerns): string =>
	sha256(JSON.stringify([row, messages, [...fields]])).slice(0, 16);

/** The doubtful ones among rows, in their order. What the service says of a row that is not there is left out. */
export function doubtfulRows(
	{ rows, isTyped }: NumberedRows,
	concerns: ReadonlyMap<number, Concerns>,
): DoubtfulRow[] {
	const kinds = kindsOf(rows.values());
	return [...rows].flatMap(([number, row]) => {
		const about = concerns.get(number);
		if (!about) return [];
		const { messages } = about;
		const cells = cellsOf(row, about.fields, kinds, isTyped ? null : '');
		return [{ number, row, messages, cells, sources: sourcesOf(row, about), digest: digestOf(row, about) }];
	});
}
