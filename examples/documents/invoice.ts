/** What an example document shows. Amounts are in units of `currency`; dates are printed exactly as written here. */
export interface ExampleInvoice {
	title: string;
	number: string;
	date: string;
	dueDate?: string;
	supplier: string;
	supplierAddress: string;
	supplierVatId?: string;
	customer: string;
	customerAddress: string;
	poNumber?: string;
	/** Number of the invoice that a credit note takes back. */
	originalInvoice?: string;
	currency: string;
	lines: ExampleLine[];
	taxRate: number;
	/** Printed in place of the computed total, for a document that does not add up. */
	statedTotal?: number;
	iban?: string;
	/** A payee other than the supplier. */
	remitTo?: string;
	layout: 'labels' | 'columns' | 'stacked' | 'german';
}

export interface ExampleLine {
	description: string;
	quantity: number;
	unitPrice: number;
}

/** Net, tax and total in units of the currency, rounded to cents. */
export function sumsOf(invoice: ExampleInvoice): { net: number; tax: number; total: number } {
	const net = round(invoice.lines.reduce((sum, line) => sum + amountOf(line), 0));
	const tax = round((net * invoice.taxRate) / 100);
	return { net, tax, total: invoice.statedTotal ?? round(net + tax) };
}

export function amountOf(line: ExampleLine): number {
	return round(line.quantity * line.unitPrice);
}

function round(amount: number): number {
	return Math.round(amount * 100) / 100;
}
