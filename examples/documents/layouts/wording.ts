/** The words and number notation a layout prints. */
export interface Wording {
	number: string;
	date: string;
	dueDate: string;
	customer: string;
	poNumber: string;
	originalInvoice: string;
	vatId: string;
	remitTo: string;
	headings: [string, string, string, string];
	net: string;
	tax: string;
	total: string;
	locale: string;
}

export const english: Wording = {
	number: 'Invoice Number',
	date: 'Invoice Date',
	dueDate: 'Due Date',
	customer: 'Customer',
	poNumber: 'PO Number',
	originalInvoice: 'Original Invoice',
	vatId: 'VAT No',
	remitTo: 'Remit to',
	headings: ['Description', 'Quantity', 'Unit Price', 'Amount'],
	net: 'Net Amount',
	tax: 'VAT',
	total: 'Total',
	locale: 'en-GB',
};

/** Other words for the same things. */
export const englishToo: Wording = {
	...english,
	number: 'Invoice No.',
	date: 'Date of Issue',
	dueDate: 'Payment due',
	customer: 'Bill To',
	poNumber: 'Your Order',
	headings: ['Item', 'Qty', 'Price', 'Line Total'],
	net: 'Subtotal',
	tax: 'Sales Tax',
	total: 'Amount Due',
};

export const german: Wording = {
	...english,
	number: 'Rechnung Nr.',
	date: 'Rechnungsdatum',
	dueDate: 'Zahlbar bis',
	customer: 'Rechnung an',
	poNumber: 'Bestellnummer',
	vatId: 'USt-IdNr.',
	headings: ['Bezeichnung', 'Menge', 'Einzelpreis', 'Betrag'],
	net: 'Zwischensumme',
	tax: 'MwSt.',
	total: 'Gesamtbetrag',
	locale: 'de-DE',
};

export function money(amount: number, { locale }: Wording): string {
	return amount.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
