/** Words for the invoice's number, as `bareName` gives them. The first that is a column counts. */
const INVOICE_NUMBER_KEYS = [
	...['invoicenumber', 'invoiceno', 'invoicenr', 'invoicenum', 'invnumber', 'invno'],
	...['invoiceid', 'invoicereference', 'invoiceref', 'billnumber', 'billno', 'taxinvoicenumber'],
	...['supplierinvoicenumber', 'vendorinvoicenumber', 'invoice'],
	...['rechnungsnummer', 'rechnungsnr', 'rechnungnr', 'belegnummer', 'belegnr'],
	...['numerodefacture', 'nodefacture', 'ndefacture', 'numerofacture', 'nofacture', 'nfacture'],
	...['numerodefactura', 'nodefactura', 'ndefactura', 'numerofactura', 'nofactura', 'nfactura'],
	...['numerodifattura', 'numerofattura', 'nofattura', 'nfattura'],
	...['numerodafatura', 'numerodefatura', 'numerofatura', 'nofatura'],
	...['factuurnummer', 'factuurnr', 'numerfaktury', 'nrfaktury', 'fakturanummer', 'fakturanr'],
	...['請求書番号', '发票号码', '發票號碼'],
];

/** Words for who sends the invoice, as `bareName` gives them. */
const SUPPLIER_KEYS = new Set([
	...['supplier', 'suppliername', 'vendor', 'vendorname', 'seller', 'sellername', 'merchant', 'merchantname'],
	...['issuer', 'issuername', 'biller', 'billername', 'company', 'companyname', 'payee'],
	...['lieferant', 'rechnungssteller', 'verkaufer', 'handler', 'kreditor', 'firma', 'absender', 'aussteller'],
	...['fournisseur', 'vendeur', 'emetteur', 'proveedor', 'vendedor', 'emisor', 'fornitore', 'venditore'],
	...['fornecedor', 'emitente', 'leverancier', 'verkoper', 'dostawca', 'sprzedawca', 'wystawca'],
	...['供应商', '销售方', '仕入先', '発行者'],
]);

export interface FoundColumns {
	columns: string[];
	/** Names that no column has. */
	missing: string[];
}

/** A column's name without what people write differently: case, spaces, accents, "No.", "#". */
const bareName = (name: string): string =>
	name
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/#/g, 'no')
		.replace(/[^\p{L}\p{N}]+/gu, '');

/** Finds the columns that a user named: by the exact name, or else by the only one that is written otherwise. */
export function findColumns(names: readonly string[], columns: readonly string[]): FoundColumns {
	const found = new Set<string>();
	const missing: string[] = [];
	for (const name of names) {
		const key = bareName(name);
		const alike = key === '' ? [] : columns.filter((column) => bareName(column) === key);
		const [only] = columns.includes(name) ? [name] : alike.length === 1 ? alike : [];
		if (only === undefined) missing.push(name);
		else found.add(only);
	}
	return { columns: [...found], missing };
}

/** Finds the column that holds the invoice's number, in whatever way the service or the user calls it. */
export function invoiceNumberColumn(columns: readonly string[]): string | undefined {
	const byKey = new Map([...columns].reverse().map((column) => [bareName(column), column]));
	return INVOICE_NUMBER_KEYS.map((known) => byKey.get(known)).find((column) => column !== undefined);
}

/** Whether a column names who sends the invoice. */
export const isSupplierColumn = (column: string): boolean => SUPPLIER_KEYS.has(bareName(column));

/** Whether a column is named like one that holds the invoice's number. */
export const isInvoiceNumberName = (column: string): boolean =>
	INVOICE_NUMBER_KEYS.includes(bareName(column));
