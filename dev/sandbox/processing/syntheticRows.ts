import type { DocumentOutcome, ExtractedRow } from '../documents/types';
import type { Extraction, RowSource } from '../state/extraction';

const COLUMNS = [
	'Invoice Number',
	'Invoice Date',
	'Supplier',
	'Net Amount',
	'Tax Amount',
	'Total Amount',
	'Currency',
	'Paid',
];

/** What lines have besides, where an invoice has several. */
const LINE_COLUMNS = ['Description', 'Quantity', 'Amount'];

const lineValuesOf = (line: number): ExtractedRow['values'] => ({
	Description: `Item ${line + 1}`,
	Quantity: line + 1,
	Amount: 10 * (line + 1),
});

function valuesOf(index: number): ExtractedRow['values'] {
	const net = 100 + (index % 900);
	return {
		'Invoice Number': `INV-${String(index + 1).padStart(6, '0')}`,
		'Invoice Date': `2024-${String((index % 12) + 1).padStart(2, '0')}-${String((index % 28) + 1).padStart(2, '0')}`,
		Supplier: `Supplier ${(index % 50) + 1}`,
		'Net Amount': net,
		'Tax Amount': net / 5,
		'Total Amount': net + net / 5,
		Currency: 'EUR',
		Paid: index % 2 === 0,
	};
}

/** Made-up rows, worked out when read, so that any number of them takes no memory. */
class SyntheticRows implements RowSource {
	constructor(
		readonly length: number,
		private readonly fileNames: string[],
		private readonly fields: string[] | null,
		private readonly linesPerInvoice: number,
	) {}

	slice(from = 0, to = this.length): ExtractedRow[] {
		const rows: ExtractedRow[] = [];
		for (let index = from; index < Math.min(to, this.length); index += 1) rows.push(this.at(index));
		return rows;
	}

	private at(index: number): ExtractedRow {
		const file = Math.floor((index * this.fileNames.length) / this.length);
		const lines = this.linesPerInvoice;
		const invoice = Math.floor(index / lines);
		const values = this.fields
			? Object.fromEntries(this.fields.map((field) => [field, `${field} ${index + 1}`]))
			: { ...valuesOf(invoice), ...(lines > 1 ? lineValuesOf(index % lines) : {}) };
		return { values, fileName: this.fileNames[file] ?? 'document.pdf', page: 1 };
	}
}

/**
 * An outcome with `count` made-up rows, spread over the files in order, one page each.
 *
 * @param linesPerInvoice so many rows in a row are the lines of an invoice
 */
export function syntheticOutcome(extraction: Extraction, count: number, linesPerInvoice = 1) {
	const { fileNames, prompt } = extraction;
	const fields = typeof prompt === 'string' ? null : prompt.fields.map((field) => field.name);
	const asked = extraction.outputStructure;
	return {
		kind: 'completed' as const,
		outputStructure: asked === 'per_line_item' ? asked : ('per_invoice' as const),
		columns: fields ?? (linesPerInvoice > 1 ? [...COLUMNS, ...LINE_COLUMNS] : COLUMNS),
		rows: new SyntheticRows(count, fileNames, fields, linesPerInvoice),
		pages: {
			successful_count: fileNames.length,
			failed_count: 0,
			successful: fileNames.map((file_name) => ({ file_name, page: 1 })),
			failed: [],
			failure_reasons: [],
		},
		reviewItems: [],
		notes: [],
	};
}

/** An outcome whose rows may be a list or worked out when read. */
export type Outcome =
	| Exclude<DocumentOutcome, { kind: 'completed' }>
	| (Omit<Extract<DocumentOutcome, { kind: 'completed' }>, 'rows'> & { rows: RowSource });
