import type { ResultRow } from '../../api/schemas/extractions';
import { RowIds } from './RowIds';
import { SOURCE_COLUMN } from './SourceIndex';

/** How columns are called in the output: as the service writes them, or so that a table or a database takes them. */
export type NameStyle = 'asWritten' | 'forDatabases';

/** The column with the row's ID, if the user wants one. */
const ID_COLUMN: Record<NameStyle, string> = { asWritten: 'Row ID', forDatabases: 'row_id' };

/** The columns that every Data Table has already. It compares names without their case. */
const TAKEN_BY_TABLES = ['id', 'createdat', 'updatedat', 'dryrunstate'];

/** A Data Table and PostgreSQL take 63 characters. The others are for a number. */
const LONGEST_COLUMN = 58;

/** Letters that Unicode does not decompose. */
// prettier-ignore
const SPELLED_OUT: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/** A name of `a-z`, `0-9` and `_` that begins with a letter, such as `invoice_number`. @param position the place of the column, from 1 */
function databaseName(column: string, position: number): string {
	const name = column
		// A key such as `invoiceNumber` has two words, but the `MwSt` of a person is one.
		.replace(/(?<=^\p{Ll}[\p{L}\p{N}]*[\p{Ll}\p{N}])(?=\p{Lu})/gu, '_')
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[ßæœøłđðþı]/g, (letter) => SPELLED_OUT[letter] ?? '')
		.replace(/[^a-z0-9]+/g, '_')
		.replace(/^_|_$/g, '');
	if (name === '') return `column_${position}`;
	return (/^[a-z]/.test(name) ? name : `column_${name}`).slice(0, LONGEST_COLUMN);
}

/**
 * What the columns of an extraction are called in its output. A name that is taken gets a number, such as `error_2`: a table or a database
 * takes two names for one that differ in capitals only.
 */
export class ColumnNames {
	private readonly names = new Map<string, string>();
	private readonly inUse = new Set<string>();
	/** The names that the item needs for itself, in lower case. */
	private readonly reserved = new Set<string>();
	/** Whether a column is called other than the service writes it. Most extractions have none, and their rows stay as they are. */
	private hasOther = false;

	/** The IDs of the rows, if they get any. */
	readonly ids: RowIds | undefined;

	/** @param extractionId if each row gets its ID */
	constructor(
		private readonly style: NameStyle = 'asWritten',
		extractionId?: string,
	) {
		this.ids = extractionId === undefined ? undefined : new RowIds(extractionId);
		if (style === 'forDatabases') this.reserve(TAKEN_BY_TABLES);
		if (this.ids) this.reserve([ID_COLUMN[style].toLowerCase()]);
		// Items to review that are no row have it too.
		this.learn([SOURCE_COLUMN]);
	}

	/** Keeps names for the item itself. They are in lower case. */
	reserve(keys: readonly string[]): this {
		for (const key of keys) this.reserved.add(key);
		return this;
	}

	/** Names columns, in their order. A column that has a name keeps it, so it is the same on all pages. */
	learn(columns: Iterable<string>): this {
		const clashes: Array<[column: string, name: string]> = [];
		[...columns].forEach((column, index) => {
			if (this.names.has(column)) return;
			const name = this.style === 'forDatabases' ? databaseName(column, index + 1) : column;
			// n8n takes an item with a top-level `error` for a failed one.
			const isTaken = name === 'error' || this.reserved.has(name.toLowerCase()) || this.inUse.has(name);
			if (isTaken) clashes.push([column, name]);
			else this.give(column, name);
		});
		const used = new Set([...this.reserved, ...[...this.inUse].map((name) => name.toLowerCase())]);
		for (const [column, name] of clashes) {
			let number = 2;
			while (used.has(`${name}_${number}`.toLowerCase())) number++;
			used.add(`${name}_${number}`.toLowerCase());
			this.give(column, `${name}_${number}`);
		}
		return this;
	}

	of(column: string): string {
		return this.names.get(column) ?? column;
	}

	all(columns: Iterable<string>): string[] {
		return [...columns].map((column) => this.of(column));
	}

	/** A value as the output has it. Postgres refuses a text with U+0000, and with it all rows of the run. */
	cell<T>(value: T): T | string {
		if (this.style !== 'forDatabases' || typeof value !== 'string') return value;
		return value.replace(/\0/g, '');
	}

	/** A row with its columns called so. @param id from `ids`, for a column of its own */
	row(row: ResultRow, id?: string): ResultRow {
		const named = this.hasOther
			? Object.fromEntries(Object.entries(row).map(([column, value]) => [this.of(column), this.cell(value)]))
			: row;
		return id === undefined ? named : { ...named, [ID_COLUMN[this.style]]: id };
	}

	private give(column: string, name: string): void {
		this.names.set(column, name);
		this.inUse.add(name);
		this.hasOther ||= name !== column;
	}
}

/** All columns of some rows. */
export function columnsOf(rows: readonly ResultRow[], known: Iterable<string> = []): Set<string> {
	const columns = new Set(known);
	for (const row of rows) for (const column in row) columns.add(column);
	return columns;
}
