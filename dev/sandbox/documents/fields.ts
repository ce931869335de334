export type ValueType = 'text' | 'reference' | 'date' | 'amount';

/** The words for one value, in English, and in German as the example documents print them. */
interface Field {
	/** The name of its column where the prompt leaves the names to the service. */
	column: string;
	type: ValueType;
	/** Stand beside or above the value in documents. Fields may be named after them, too. */
	labels: string[];
	/** Stand in prompts alone: in a document these words would be misread. */
	names: string[];
}

const field = (column: string, type: ValueType, labels: string, names = ''): Field => ({
	column,
	type,
	labels: labels.split(', '),
	names: names.split(', ').filter(Boolean),
});

const ofInvoice = {
	invoice_number: field(
		'Invoice Number',
		'reference',
		'invoice number, invoice id, receipt number, credit note number, rechnung nr',
		'number, rechnungsnummer',
	),
	invoice_date: field(
		'Invoice Date',
		'date',
		'invoice date, date of invoice, date of issue, issue date, date, rechnungsdatum',
	),
	due_date: field('Due Date', 'date', 'due date, payment due, due, zahlbar bis'),
	supplier: field(
		'Supplier',
		'text',
		'supplier, supplier name, vendor, from',
		'vendor name, company, lieferant',
	),
	customer: field('Customer', 'text', 'customer, customer name, bill to, rechnung an'),
	po_number: field(
		'PO Number',
		'reference',
		'po number, purchase order, your order, order number, bestellnummer',
	),
	currency: field('Currency', 'text', 'currency', 'currency code'),
	net_amount: field('Net Amount', 'amount', 'net amount, net, subtotal, zwischensumme'),
	tax_amount: field('Tax Amount', 'amount', 'tax amount, tax, sales tax, vat, vat amount, mwst'),
	total_amount: field(
		'Total Amount',
		'amount',
		'total amount, total, grand total, amount due, balance due, gesamtbetrag',
		'gross amount, gross total, gross, amount',
	),
	iban: field('IBAN', 'text', 'iban'),
};

const ofLine = {
	description: field('Description', 'text', 'description, item, product, service, bezeichnung', 'line item'),
	quantity: field('Quantity', 'amount', 'quantity, qty, hours, menge'),
	unit_price: field('Unit Price', 'amount', 'unit price, price, einzelpreis'),
	line_amount: field('Amount', 'amount', 'amount, line amount, line total, total, betrag'),
};

export type InvoiceKey = keyof typeof ofInvoice;
export type LineKey = keyof typeof ofLine;
export type FieldKey = InvoiceKey | LineKey;

export const invoiceFields: Record<InvoiceKey, Field> = ofInvoice;
export const lineFields: Record<LineKey, Field> = ofLine;

export const isLineKey = (key: FieldKey): key is LineKey => key in lineFields;
export const columnOf = (key: FieldKey): string =>
	(isLineKey(key) ? lineFields[key] : invoiceFields[key]).column;

const SHORT_FORMS: Record<string, string> = {
	no: 'number',
	nr: 'number',
	'#': 'number',
	inv: 'invoice',
	qty: 'quantity',
};
const WORD = /#|\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu;

/** "invoiceNo.", "INVOICE_NUMBER" and "Invoice #" all have the words "invoice" and "number". */
export const wordsOf = (text: string): string[] =>
	(text.match(WORD) ?? []).map((word) => SHORT_FORMS[word.toLowerCase()] ?? word.toLowerCase());

/** The form in which labels and names are compared. */
export const compact = (text: string): string => wordsOf(text).join('');

/** By the compact form of its words. If two fields have the same word, the first one has it. */
function byWords<Key>(entries: Array<[Key, string[]]>): Map<string, Key> {
	const map = new Map<string, Key>();
	for (const [key, phrases] of entries)
		for (const phrase of phrases) if (!map.has(compact(phrase))) map.set(compact(phrase), key);
	return map;
}

const invoiceEntries = Object.entries(invoiceFields) as Array<[InvoiceKey, Field]>;
const lineEntries = Object.entries(lineFields) as Array<[LineKey, Field]>;
const invoiceLabels = byWords(invoiceEntries.map(([key, { labels }]) => [key, labels]));
const lineLabels = byWords(lineEntries.map(([key, { labels }]) => [key, labels]));

const named = ([key, { column, labels, names }]: [FieldKey, Field]): [FieldKey, string[]] => [
	key,
	[column, ...labels, ...names],
];
const namesOfInvoices = byWords([...invoiceEntries, ...lineEntries].map(named));
/** Where rows are lines, "Amount" is the line's. "Total" and "VAT" are the invoice's all the same. */
const namesOfLines = byWords<FieldKey>([
	...lineEntries.map(([key, { column }]): [FieldKey, string[]] => [key, [column]]),
	...[...invoiceEntries, ...lineEntries].map(named),
]);

/** The value that a field or a part of a prompt is named after. */
export const keyNamed = (name: string, rowsAreLines: boolean): FieldKey | undefined =>
	(rowsAreLines ? namesOfLines : namesOfInvoices).get(compact(name));

export interface Label {
	key: InvoiceKey;
	/** The text after the label and its punctuation; empty if the label stands alone. */
	rest: string;
	hasColon: boolean;
}

/** The label of an invoice's value that a text begins with, the longest that fits. */
export function labelAt(text: string): Label | undefined {
	if (!/^\p{L}/u.test(text)) return undefined;
	const ends = [...text.matchAll(WORD)].slice(0, 4).map((word) => word.index + word[0].length);
	for (const end of ends.reverse()) {
		const key = invoiceLabels.get(compact(text.slice(0, end)));
		const after = text.slice(end);
		if (!key || /^[\p{L}\p{N}]/u.test(after)) continue;
		return { key, rest: after.replace(/^[\s.:#)]+/, ''), hasColon: /^[^:]{0,12}:/.test(after) };
	}
	return undefined;
}

/** The value that stands below a heading of a table. */
export const lineLabelOf = (heading: string): LineKey | undefined => lineLabels.get(compact(heading));
