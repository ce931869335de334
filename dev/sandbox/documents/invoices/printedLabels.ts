import { compact } from '../fields/normalise';
import type { Line } from '../reading/lines';
import type { Invoice } from './invoices';

/** Every "Label: value" and "Label:" followed by a cell, by the label in compact form; the first mention counts. */
export function printedValues(lines: Line[]): Map<string, string> {
	const values = new Map<string, string>();
	for (const { cells } of lines) {
		cells.forEach((cell, index) => {
			const [, label, rest] = /^([\p{L}][^:]{1,40}):\s*(.*)$/u.exec(cell.text) ?? [];
			const value = rest || cells[index + 1]?.text;
			if (label && value && !values.has(compact(label))) values.set(compact(label), value);
		});
	}
	return values;
}

/** The labels, in compact form, that the documents print in any of their invoices. */
export function printedLabels(invoices: Invoice[]): Set<string> {
	return new Set(invoices.flatMap((invoice) => [...printedValues(invoice.lines).keys()]));
}
