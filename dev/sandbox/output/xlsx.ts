import writeExcelFile, { type Cell, type SheetData } from 'write-excel-file/node';
import { columnsOf, REVIEW_NEEDED } from './rows';
import type { ExtractedRow } from '../documents/types';
import type { Extraction, FillColor } from '../state/extraction';

const COLORS: Record<FillColor, string | undefined> = {
	none: undefined,
	yellow: '#FFFF00',
	orange: '#FFC000',
	red: '#FF9999',
};

type Value = ExtractedRow['values'][string];

/** A native cell where the value can safely be read as one: numbers, booleans and ISO dates; text otherwise. */
function toCell(value: Value, backgroundColor: string | undefined): Cell {
	if (value === null) return backgroundColor ? { value: '', type: String, backgroundColor } : null;
	if (typeof value === 'number') return { value, type: Number, backgroundColor };
	if (typeof value === 'boolean') return { value, type: Boolean, backgroundColor };
	const date = /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : null;
	if (date && !Number.isNaN(date.getTime()))
		return { value: date, type: Date, format: 'yyyy-mm-dd', backgroundColor };
	return { value, type: String, backgroundColor };
}

/** Fields a Review Needed warning refers to, by 1-based row number. */
function affectedFields({ result }: Extraction): Map<number, Set<string>> {
	const fields = new Map<number, Set<string>>();
	for (const item of result?.reviewItems ?? []) {
		for (const row of item.output_row_numbers) {
			fields.set(row, new Set([...(fields.get(row) ?? []), ...item.affected_fields]));
		}
	}
	return fields;
}

/** Writes the workbook, with the fill colours the options ask for (no effect when Review Needed is excluded). */
export async function writeXlsx(extraction: Extraction, records: Array<Record<string, Value>>, path: string) {
	const columns = columnsOf(extraction);
	const { options } = extraction;
	const coloured = columns.includes(REVIEW_NEEDED);
	const affected = affectedFields(extraction);
	const rows = records.map((record, index) =>
		columns.map((column) => {
			const value = record[column] ?? null;
			if (!coloured) return toCell(value, undefined);
			if (column === REVIEW_NEEDED)
				return toCell(value, value ? COLORS[options.review_needed_fill_color] : undefined);
			const isAffected = affected.get(index + 1)?.has(column) ?? false;
			return toCell(value, isAffected ? COLORS[options.affected_field_fill_color] : undefined);
		}),
	);
	const header = columns.map((value): Cell => ({ value, type: String, fontWeight: 'bold' }));
	const data: SheetData = [header, ...rows];
	await writeExcelFile(data).toFile(path);
}
