import Table from 'cli-table3';
import type { INodeExecutionData } from 'n8n-workflow';
import type { Document } from './documents';
import { COLUMNS } from './workflow';

const ROWS_SHOWN = 60;
const AMOUNTS = new Set(['Net Amount', 'VAT', 'Total']);

function cell(value: unknown): string {
	if (value === null || value === undefined) return '';
	return typeof value === 'number' ? value.toFixed(2) : String(value);
}

/** The document whose item n8n links the row to: it tells two files of the same name apart. */
export function documentOf({ pairedItem }: INodeExecutionData, documents: Document[]): string {
	const item = Array.isArray(pairedItem) ? undefined : pairedItem;
	const index = typeof item === 'object' ? item.item : item;
	return (index === undefined ? undefined : documents[index]?.name) ?? '';
}

const pageOf = (source: unknown): string => /\(Page (\d+)\)$/.exec(String(source ?? ''))?.[1] ?? '';

export function rowsTable(rows: INodeExecutionData[], documents: Document[]): string {
	const table = new Table({
		head: ['Document', 'Page', ...COLUMNS],
		colAligns: [
			'left',
			'right',
			...COLUMNS.map((name) => (AMOUNTS.has(name) ? ('right' as const) : ('left' as const))),
		],
		style: { head: [], border: [], compact: true },
	});
	for (const row of rows.slice(0, ROWS_SHOWN))
		table.push([
			documentOf(row, documents),
			pageOf(row.json['Source File']),
			...COLUMNS.map((name) => cell(row.json[name])),
		]);
	const more = rows.length - ROWS_SHOWN;
	return table.toString() + (more > 0 ? `\n… and ${more} more in the spreadsheet` : '');
}

export function reviewTable(rows: INodeExecutionData[], documents: Document[]): string {
	const table = new Table({
		head: ['Document', 'Invoice Number', 'Look at', 'Why'],
		colWidths: [28, 16, 24, 66],
		wordWrap: true,
		style: { head: [], border: [] },
	});
	for (const row of rows.slice(0, ROWS_SHOWN))
		table.push([
			documentOf(row, documents),
			cell(row.json['Invoice Number']),
			String(row.json.review_fields ?? ''),
			cell(row.json.review_message),
		]);
	return table.toString();
}
