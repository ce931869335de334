import { isAmbiguous, type DateOrder } from './dateOrder';
import { isLineKey, type FieldKey } from './fields';
import type { Invoice } from './invoices/invoices';
import type { LineItem } from './invoices/lineItems';
import type { Column, OutputStructure } from './prompt';
import type { ExtractedRow } from './types';

export interface InvoiceRows {
	invoice: Invoice;
	rows: ExtractedRow[];
	/** 1-based among all rows. */
	rowNumbers: number[];
}

interface Wanted {
	columns: Column[];
	structure: OutputStructure;
	reading: DateOrder['reading'];
}

/** The rows of each invoice: one, or one for each line. An invoice without lines has a row all the same. */
export function rowsOf(invoices: Invoice[], { columns, structure, reading }: Wanted): InvoiceRows[] {
	let count = 0;
	return invoices.map((invoice) => {
		const lines = structure === 'per_line_item' ? invoice.lineItems : [];
		const whole = { page: invoice.page, values: linesTogether(invoice) };
		const rows = (lines.length > 0 ? lines : [whole]).map(({ page, values }) => ({
			fileName: invoice.fileName,
			page,
			values: Object.fromEntries(
				columns.map(({ name, key }) => [name, key ? cellValue(key, invoice, values, reading) : null]),
			),
		}));
		return { invoice, rows, rowNumbers: rows.map(() => ++count) };
	});
}

function cellValue(key: FieldKey, { fields }: Invoice, line: LineItem, reading: DateOrder['reading']) {
	if (isLineKey(key)) return line[key] ?? null;
	const value = fields[key] ?? null;
	return value !== null && isAmbiguous(value) ? value[reading] : value;
}

/** In the row of a whole invoice the values of its lines stand side by side. */
function linesTogether({ lineItems }: Invoice): LineItem {
	const [first, ...others] = lineItems;
	if (others.length === 0) return first?.values ?? {};
	const keys = Object.keys(first!.values) as Array<keyof LineItem>;
	return Object.fromEntries(
		keys.map((key) => [key, lineItems.flatMap(({ values }) => values[key] ?? []).join('; ')]),
	);
}
