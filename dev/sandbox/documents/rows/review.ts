import type { DateOrderMatter } from '../ambiguities/dateOrder';
import { namedSupplier, remitTo, type SupplierMatter } from '../ambiguities/supplierName';
import type { Column } from '../prompt/columns';
import type { OutputStructure } from '../prompt/structure';
import type { ReviewItem } from '../types';
import type { FieldKey } from '../fields/vocabulary';
import type { Wording } from '../wording/Wording';
import type { InvoiceRows } from './rows';

interface Context {
	columns: Column[];
	structure: OutputStructure;
	dates: DateOrderMatter;
	supplier: SupplierMatter;
	wording: Wording;
}

const expected: FieldKey[] = ['invoice_number', 'invoice_date', 'supplier', 'total_amount'];
/** Rounding of each line may move the sum by a cent or two. */
const tolerance = 0.02;

/** What a person should look at, invoice by invoice. */
export function reviewItems(invoices: InvoiceRows[], context: Context): ReviewItem[] {
	return invoices.flatMap((rows) => [
		...missingValues(rows, context),
		...dateDoubts(rows, context),
		...supplierDoubt(rows, context),
		...sumDoubt(rows, context),
	]);
}

function missingValues(rows: InvoiceRows, { columns, structure, wording }: Context): ReviewItem[] {
	const missing = columns.filter(
		(column) =>
			column.key &&
			expected.includes(column.key) &&
			rows.rows.every((row) => row.values[column.name] === null),
	);
	const items = missing.map((column) => item(rows, wording.noValue(column.name), [column.name]));
	if (structure === 'per_line_item' && rows.invoice.lineItems.length === 0) {
		items.push(item(rows, wording.noLineItems, []));
	}
	return items;
}

function dateDoubts(rows: InvoiceRows, { columns, dates, wording }: Context): ReviewItem[] {
	if (dates.settled.state !== 'assumed') return [];
	const assumed = dates.settled.choice === 'day_first' ? wording.dayFirst : wording.monthFirst;
	return dates.doubts
		.filter((doubt) => doubt.invoice === rows.invoice)
		.map(({ key, date }) => {
			const message = wording.dateRead(date.text, date.dayFirst, date.monthFirst, assumed);
			return item(rows, message, named(columns, [key]));
		});
}

function supplierDoubt(rows: InvoiceRows, { columns, supplier, wording }: Context): ReviewItem[] {
	if (supplier.settled.state !== 'assumed' || !supplier.doubts.includes(rows.invoice)) return [];
	const { invoice } = rows;
	const message = wording.letterheadUsed(namedSupplier(invoice) ?? '', remitTo(invoice) ?? '');
	return [item(rows, message, named(columns, ['supplier']))];
}

function sumDoubt(rows: InvoiceRows, { columns, wording }: Context): ReviewItem[] {
	const { net_amount: net, tax_amount: tax, total_amount: stated, amount_due: due } = rows.invoice.fields;
	const total = stated ?? due;
	if (typeof net !== 'number' || typeof tax !== 'number' || typeof total !== 'number') return [];
	const affected = named(columns, ['net_amount', 'tax_amount', 'total_amount', 'amount_due']);
	if (affected.length === 0 || Math.abs(net + tax - total) <= tolerance) return [];
	const [netText, taxText, sum, totalText] = [net, tax, net + tax, total].map((value) => value.toFixed(2));
	const message = wording.sumDiffers(netText!, taxText!, sum!, totalText!);
	return [item(rows, message, affected)];
}

function named(columns: Column[], keys: FieldKey[]): string[] {
	return columns.filter((column) => column.key && keys.includes(column.key)).map((column) => column.name);
}

function item(rows: InvoiceRows, message: string, affectedFields: string[]): ReviewItem {
	const references = rows.rows.map((row) => `${row.fileName} (Page ${row.page})`);
	return {
		message,
		affected_fields: affectedFields,
		output_row_numbers: rows.rowNumbers,
		source_references: [...new Set(references)],
	};
}
