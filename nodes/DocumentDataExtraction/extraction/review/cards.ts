import { isRecord, getOrAdd } from '../../shared/json';
import { shown } from '../../shared/text';
import { nameInSource } from '../../files/input/fileNames';
import { REVIEW_COLUMN, SOURCE_COLUMN } from '../rows/SourceIndex';
import { kindOf, type Cell, type CellKind } from './cells';

/** A document that the page can show. */
export interface CardDocument {
	/** Stands for it in an address, and cannot be guessed. */
	key: string;
	name: string;
}

/** An item, as a person reviews it. */
export interface Card {
	/** The index of the item. */
	index: number;
	/** What it is called: its number and its supplier. */
	title: string[];
	/** Why a person is to look at it. */
	reason: string;
	cells: Cell[];
	/** The rows inside it, such as the lines of an invoice. They are only to be read. */
	tables: Array<{ column: string; rows: Array<Record<string, unknown>> }>;
	/** The name of the file, and its page. */
	source: string;
	page: number;
	document?: CardDocument;
}

type Json = Record<string, unknown>;

/** Which fields of the items are what. */
interface CardFields {
	reason: string;
	toCheck: string;
	/** Found by their names if there are none. */
	titles: string[];
	/** Whether items without a reason are left out. */
	onlyWithReason: boolean;
}

/** The field of a result that names the item's file and page, as written and for databases. */
const SOURCE_FIELDS = [SOURCE_COLUMN, 'source_file'];

/** What the node says about a row. Nobody corrects it. */
const ABOUT_THE_ROW = [...SOURCE_FIELDS, REVIEW_COLUMN, 'review_needed', 'extraction_id', 'Row ID', 'row_id'];

/** Nobody edits longer texts on a page. */
const LONGEST_CELL = 10_000;

/** n8n reads 1,000 fields of a form, and a page reads a million characters, so a page stays well below both. */
export const MOST_WEIGHT = 800;

const textOf = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** The file and page that an item names as its source: `<file_name> (Page <n>)`. */
export function sourceOf(json: Json): { source: string; page: number } {
	const source = textOf(SOURCE_FIELDS.map((field) => json[field]).find((value) => textOf(value) !== ''));
	const page = Number(/\(\s*Pages?\s*(\d{1,6})[^)]*\)\s*$/i.exec(source)?.[1] ?? 1);
	return { source: nameInSource(source), page };
}

/** A reason in words: `true` says no more than the name of its field, and several are put together. */
function reasonIn(value: unknown, field: string): string {
	if (Array.isArray(value))
		return value
			.map((one) => reasonIn(one, field))
			.filter(Boolean)
			.join('; ');
	if (value === true) return field;
	return isRecord(value) ? shown(value) : textOf(value);
}

const reasonOfItem = (json: Json, { reason }: CardFields): string => reasonIn(json[reason], reason);

/** A column with values of several kinds is mixed. */
type Column = { kind?: CellKind; isMixed?: boolean; decimals: number };

const isCell = (value: unknown): boolean =>
	value === null || (typeof value === 'string' ? value.length <= LONGEST_CELL : kindOf(value) !== undefined);

/** The kind of each column is that of its values, or text if they are of several. */
function columnsIn(items: readonly Json[], { reason, toCheck }: CardFields): Map<string, Column> {
	const columns = new Map<string, Column>();
	const left = new Set([...ABOUT_THE_ROW, reason, toCheck]);
	for (const json of items)
		for (const [name, value] of Object.entries(json)) {
			if (left.has(name) || Array.isArray(value) || isRecord(value)) continue;
			const column: Column = getOrAdd(columns, name, () => ({ decimals: 0 }));
			const kind = typeof value === 'object' ? undefined : kindOf(value);
			if (kind === undefined) continue;
			column.isMixed ||= (column.kind ?? kind) !== kind;
			column.kind = column.isMixed ? 'text' : kind;
			// Amounts have two, also where they end in a zero.
			if (typeof value === 'number' && !Number.isInteger(value)) column.decimals = 2;
		}
	return columns;
}

/** An extraction whose values are all texts has empty texts instead of null. */
const blankIn = (items: readonly Json[], columns: Iterable<string>): null | '' => {
	const values = [...columns].flatMap((column) => items.map((json) => json[column]));
	return values.includes('') && !values.includes(null) ? '' : null;
};

const NUMBER_NAME =
	/(invoice|receipt|document|order|bill|rechnung|beleg).*(n(umber|o|r)\b|id\b|nummer)|^(number|no\.?|id|reference|nummer)$/i;

const PARTY_NAME = /supplier|vendor|seller|merchant|payee|lieferant|name|company/i;

/** The names of the fields that tell one item from another. */
function titleFields(names: string[], { titles }: CardFields): string[] {
	if (titles.length > 0) return titles;
	const found = [NUMBER_NAME, PARTY_NAME].flatMap(
		(pattern) => names.find((name) => pattern.test(name.replace(/_/g, ' '))) ?? [],
	);
	return found.length > 0 ? [...new Set(found)] : names.slice(0, 2);
}

/** What each item is called. If several share that, the first field in which they differ is added, or else the number of the item. */
function titlesOf(cards: ReadonlyArray<{ index: number; json: Json }>, names: string[], fields: CardFields) {
	const used = titleFields(names, fields);
	const parts = cards.map(({ json }) => used.map((name) => textOf(json[name]).slice(0, 60)).filter(Boolean));
	const keys = parts.map((title) => title.join('\n'));
	return new Map(
		cards.map(({ index, json }, at) => {
			const alike = cards.filter((_, other) => keys[other] === keys[at]);
			const differs = (name: string) =>
				new Set(alike.map((one) => textOf(one.json[name]))).size === alike.length;
			const more = alike.length > 1 && names.find((name) => !used.includes(name) && differs(name));
			const title = [...parts[at]!, ...(more ? [textOf(json[more]).slice(0, 60)] : [])];
			const isClear = more || (alike.length === 1 && title.length > 0);
			return [index, isClear ? title : [...title, `#${index + 1}`]];
		}),
	);
}

/** The names of the fields to check, in a text with commas or a list. A name may have a comma itself. */
function fieldsToCheck(value: unknown, names: Iterable<string>): Set<string> {
	const text = Array.isArray(value) ? value.map(String).join(', ') : textOf(value);
	return new Set([...names].filter((name) => `, ${text}, `.includes(`, ${name}, `)));
}

/** What a form carries of a value: a field, and a reading of it or its text, if that is long. */
const weightOfCell = ({ value }: Cell): number => 1 + Math.floor(String(value ?? '').length / 400);

/** A card has a few fields besides. */
export const weightOf = ({ cells }: Pick<Card, 'cells'>): number =>
	cells.reduce((sum, cell) => sum + weightOfCell(cell), 4);

/** Those that fit on a page. Where it cannot hold all, those to check come first. */
function fittingCells(cells: Cell[]): Cell[] {
	if (weightOf({ cells }) <= MOST_WEIGHT) return cells;
	let left = MOST_WEIGHT;
	const checkedFirst = [...cells].sort((a, b) => Number(b.isAffected) - Number(a.isAffected));
	return checkedFirst.filter((cell) => (left -= weightOfCell(cell)) >= 0);
}

const isTable = (value: unknown): value is Json[] =>
	Array.isArray(value) && value.length > 0 && value.every(isRecord);

/** The items to review, in their order. @param documentOf finds the document of an item */
export function cardsOf(
	items: readonly Json[],
	fields: CardFields,
	documentOf: (index: number) => CardDocument | undefined,
): Card[] {
	const columns = columnsIn(items, fields);
	const names = [...columns.keys()];
	const empty = blankIn(items, names);
	const reviewed = items
		.map((json, index) => ({ index, json }))
		.filter(({ json }) => !fields.onlyWithReason || reasonOfItem(json, fields) !== '');
	const titles = titlesOf(reviewed, names, fields);
	return reviewed.map(({ index, json }) => {
		const affected = fieldsToCheck(json[fields.toCheck], names);
		const cells = names.flatMap((column, place): Cell[] => {
			const value = json[column] ?? null;
			const { isMixed, kind: common, decimals } = columns.get(column)!;
			// A dash is no date, and is not among yes and no.
			const own = kindOf(value) ?? (value && common && common !== 'number' ? 'text' : common);
			// A text among numbers or dates may be one that was misread: a person says what the correction is.
			const kind = isMixed && own === 'text' ? undefined : own;
			const isAffected = affected.has(column);
			return isCell(value) ? [{ column, place, value, kind, decimals, isAffected, empty }] : [];
		});
		return {
			index,
			title: titles.get(index)!,
			reason: reasonOfItem(json, fields),
			cells: fittingCells(cells),
			tables: Object.entries(json).flatMap(([column, rows]) => (isTable(rows) ? [{ column, rows }] : [])),
			...sourceOf(json),
			document: documentOf(index),
		};
	});
}
