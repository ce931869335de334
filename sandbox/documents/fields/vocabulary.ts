export type ValueType = 'text' | 'reference' | 'date' | 'amount' | 'rate' | 'boolean';

export type InvoiceKey =
	| 'invoice_number'
	| 'invoice_date'
	| 'due_date'
	| 'delivery_date'
	| 'supplier'
	| 'remit_to'
	| 'supplier_vat_id'
	| 'customer'
	| 'customer_number'
	| 'customer_vat_id'
	| 'po_number'
	| 'related_invoice'
	| 'currency'
	| 'net_amount'
	| 'tax_rate'
	| 'tax_amount'
	| 'total_amount'
	| 'amount_due'
	| 'iban'
	| 'bic'
	| 'payment_terms'
	| 'document_type'
	| 'is_credit_note'
	| 'is_paid'
	| 'line_items';

export type LineKey =
	| 'line_number'
	| 'item_code'
	| 'description'
	| 'quantity'
	| 'unit'
	| 'unit_price'
	| 'line_tax_rate'
	| 'line_amount';

export type FieldKey = InvoiceKey | LineKey;

interface FieldWords {
	/** Column name where the prompt leaves the names to the service. */
	column: string;
	type: ValueType;
	/** What documents print beside or above the value, and what prompts call it; normalised (see normalise.ts). */
	labels: string[];
	/** What only prompts call it: in a document these words would be misread. */
	names: string[];
}

export const invoiceFields: Record<InvoiceKey, FieldWords> = {
	invoice_number: {
		column: 'Invoice Number',
		type: 'reference',
		labels: [
			...['invoice number', 'invoice id', 'invoice', 'bill number', 'receipt number', 'document number'],
			...['tax invoice number', 'credit note number', 'credit note', 'credit memo number', 'invoice ref'],
			...[
				'invoice reference',
				'rechnung nr',
				'rechnungs nr',
				'rechnungsnr',
				'rechnungsnummer',
				'belegnummer',
				'gutschrift nr',
				'gutschrifts nr',
			],
			...['gutschriftsnummer', 'facture number', 'numero de facture', 'factura number', 'numero de factura'],
		],
		names: ['number', 'invoice code', 'bill id', 'doc number', 'document id', 'invoicenumber'],
	},
	invoice_date: {
		column: 'Invoice Date',
		type: 'date',
		labels: [
			...[
				'invoice date',
				'date of invoice',
				'date',
				'date of issue',
				'issue date',
				'issued',
				'issued on',
				'bill date',
			],
			...[
				'billing date',
				'receipt date',
				'document date',
				'credit note date',
				'rechnungsdatum',
				'datum',
				'tax point',
			],
			...['date de facture', 'date facture', 'fecha', 'fecha de factura'],
		],
		names: ['invoicedate', 'dated', 'purchase date'],
	},
	due_date: {
		column: 'Due Date',
		type: 'date',
		labels: [
			...['due date', 'payment due', 'payment due date', 'due', 'due on', 'due by', 'pay by', 'payable by'],
			...[
				'payment date',
				'falligkeitsdatum',
				'fallig am',
				'zahlbar bis',
				'echeance',
				'date d echeance',
				'vencimiento',
			],
		],
		names: ['duedate', 'maturity date', 'payment deadline', 'deadline'],
	},
	delivery_date: {
		column: 'Delivery Date',
		type: 'date',
		labels: [
			'delivery date',
			'date of delivery',
			'service date',
			'date of supply',
			'supply date',
			'lieferdatum',
		],
		names: ['shipping date', 'ship date', 'leistungsdatum'],
	},
	supplier: {
		column: 'Supplier',
		type: 'text',
		labels: [
			...[
				'supplier',
				'supplier name',
				'vendor',
				'vendor name',
				'seller',
				'sold by',
				'from',
				'issued by',
				'merchant',
			],
			...['lieferant', 'rechnungssteller', 'fournisseur', 'proveedor', 'invoice from'],
		],
		names: [
			'company',
			'company name',
			'issuer',
			'biller',
			'store',
			'store name',
			'shop',
			'creditor',
			'merchant name',
		],
	},
	remit_to: {
		column: 'Remit To',
		type: 'text',
		labels: [
			'remit to',
			'remit payment to',
			'pay to',
			'payable to',
			'make payment to',
			'payee',
			'account holder',
		],
		names: ['payment recipient', 'beneficiary'],
	},
	supplier_vat_id: {
		column: 'Supplier VAT ID',
		type: 'reference',
		labels: [
			...[
				'vat number',
				'vat id',
				'vat reg number',
				'vat registration number',
				'tax id',
				'tax number',
				'ust id nr',
			],
			...[
				'ust idnr',
				'ust id',
				'umsatzsteuer id',
				'gst number',
				'abn',
				'ein',
				'tva number',
				'supplier vat id',
			],
		],
		names: [
			'supplier vat number',
			'vendor vat number',
			'vat registration',
			'supplier tax id',
			'vendor tax id',
			'vatid',
		],
	},
	customer: {
		column: 'Customer',
		type: 'text',
		labels: [
			...[
				'customer',
				'customer name',
				'client',
				'client name',
				'bill to',
				'billed to',
				'buyer',
				'sold to',
				'invoice to',
			],
			...['kunde', 'rechnung an', 'rechnungsempfanger', 'an', 'cliente', 'to'],
		],
		names: ['recipient', 'purchaser', 'debtor', 'buyer name'],
	},
	customer_number: {
		column: 'Customer Number',
		type: 'reference',
		labels: [
			'customer number',
			'customer id',
			'account number',
			'client number',
			'client id',
			'kundennummer',
			'kunden nr',
			'kd nr',
		],
		names: ['customer code', 'customer reference', 'customer account'],
	},
	customer_vat_id: {
		column: 'Customer VAT ID',
		type: 'reference',
		labels: ['customer vat id', 'customer vat number', 'your vat number', 'your vat id', 'customer tax id'],
		names: ['client vat number', 'buyer vat number', 'customer vat reg number', 'customer tax number'],
	},
	po_number: {
		column: 'PO Number',
		type: 'reference',
		labels: [
			...[
				'po number',
				'po',
				'purchase order',
				'purchase order number',
				'order number',
				'order ref',
				'order reference',
			],
			...[
				'your order',
				'your reference',
				'your ref',
				'bestellnummer',
				'bestell nr',
				'ihre bestellung',
				'order id',
			],
		],
		names: ['ponumber', 'order', 'purchase order reference', 'po reference'],
	},
	related_invoice: {
		column: 'Original Invoice',
		type: 'reference',
		labels: [
			'original invoice',
			'original invoice number',
			'credited invoice',
			'relates to invoice',
			'for invoice',
			'against invoice',
		],
		names: ['corrected invoice', 'related invoice', 'reference invoice'],
	},
	currency: {
		column: 'Currency',
		type: 'text',
		labels: ['currency', 'invoice currency', 'wahrung', 'devise', 'moneda'],
		names: ['currency code', 'iso currency'],
	},
	net_amount: {
		column: 'Net Amount',
		type: 'amount',
		labels: [
			...[
				'net amount',
				'net',
				'net total',
				'total net',
				'subtotal',
				'sub total',
				'amount before tax',
				'total excl vat',
			],
			...[
				'total excluding vat',
				'total ex vat',
				'total before tax',
				'taxable amount',
				'netto',
				'nettobetrag',
				'summe netto',
			],
			...['zwischensumme', 'total ht', 'montant ht', 'base imponible'],
		],
		names: ['amount excluding tax', 'net value', 'amount net', 'subtotal amount', 'excl vat', 'nett'],
	},
	tax_rate: {
		column: 'Tax Rate',
		type: 'rate',
		labels: ['vat rate', 'tax rate', 'gst rate', 'mwst satz', 'steuersatz'],
		names: ['vat percent', 'tax percent', 'vat percentage', 'tax percentage'],
	},
	tax_amount: {
		column: 'Tax Amount',
		type: 'amount',
		labels: [
			...[
				'vat',
				'tax',
				'vat amount',
				'tax amount',
				'total vat',
				'total tax',
				'sales tax',
				'gst',
				'hst',
				'plus vat',
			],
			...['mwst', 'ust', 'mehrwertsteuer', 'umsatzsteuer', 'zzgl mwst', 'tva', 'montant tva', 'iva'],
		],
		names: ['tax total', 'vat total', 'vat value', 'value added tax', 'taxes'],
	},
	total_amount: {
		column: 'Total Amount',
		type: 'amount',
		labels: [
			...[
				'total',
				'total amount',
				'grand total',
				'invoice total',
				'amount total',
				'total incl vat',
				'total including vat',
			],
			...[
				'total inc vat',
				'gross amount',
				'gross total',
				'gross',
				'gesamtbetrag',
				'rechnungsbetrag',
				'gesamt',
				'summe',
			],
			...[
				'bruttobetrag',
				'brutto',
				'endbetrag',
				'total ttc',
				'total credit',
				'credit total',
				'importe total',
			],
		],
		names: [
			'amount',
			'total value',
			'total price',
			'total sum',
			'invoice amount',
			'total cost',
			'sum',
			'totalamount',
		],
	},
	amount_due: {
		column: 'Amount Due',
		type: 'amount',
		labels: [
			'amount due',
			'total due',
			'balance due',
			'balance',
			'amount payable',
			'total payable',
			'to pay',
			'zu zahlen',
			'zahlbetrag',
		],
		names: ['outstanding amount', 'due amount', 'open amount', 'payable amount'],
	},
	iban: { column: 'IBAN', type: 'text', labels: ['iban'], names: ['bank account', 'iban number'] },
	bic: {
		column: 'BIC',
		type: 'text',
		labels: ['bic', 'swift', 'swift bic', 'bic swift', 'swift code'],
		names: ['bic code'],
	},
	payment_terms: {
		column: 'Payment Terms',
		type: 'text',
		labels: ['payment terms', 'terms', 'terms of payment', 'zahlungsbedingungen', 'zahlungsziel'],
		names: ['payment conditions'],
	},
	document_type: {
		column: 'Document Type',
		type: 'text',
		labels: [],
		names: ['document type', 'doc type', 'type', 'kind of document'],
	},
	is_credit_note: {
		column: 'Is Credit Note',
		type: 'boolean',
		labels: [],
		names: ['is credit note', 'is it credit note', 'is credit memo'],
	},
	is_paid: {
		column: 'Is Paid',
		type: 'boolean',
		labels: [],
		names: ['is paid', 'paid', 'already paid', 'is it paid'],
	},
	line_items: {
		column: 'Line Items',
		type: 'text',
		labels: [],
		names: ['line items', 'items', 'lines', 'positions', 'products', 'invoice lines'],
	},
};

export const lineFields: Record<LineKey, FieldWords> = {
	line_number: {
		column: 'Line',
		type: 'amount',
		labels: ['pos', 'position', 'line', 'line number', 'number', 'item number', 'pos number'],
		names: ['position number', 'row number'],
	},
	item_code: {
		column: 'Item Code',
		type: 'text',
		labels: [
			'item code',
			'code',
			'sku',
			'article number',
			'product code',
			'artikelnummer',
			'art number',
			'part number',
			'ref',
		],
		names: ['product number', 'article code', 'product id', 'item id', 'article'],
	},
	description: {
		column: 'Description',
		type: 'text',
		labels: [
			...[
				'description',
				'item',
				'product',
				'service',
				'item description',
				'details',
				'goods',
				'product description',
			],
			...[
				'bezeichnung',
				'beschreibung',
				'artikel',
				'leistung',
				'designation',
				'descripcion',
				'description of goods',
			],
		],
		names: [
			'item name',
			'product name',
			'line description',
			'line item description',
			'line item',
			'service description',
			'text',
		],
	},
	quantity: {
		column: 'Quantity',
		type: 'amount',
		labels: ['quantity', 'units', 'menge', 'anzahl', 'quantite', 'cantidad', 'hours', 'pcs', 'count'],
		names: ['line quantity', 'item quantity', 'pieces', 'number of units', 'how many'],
	},
	unit: { column: 'Unit', type: 'text', labels: ['unit', 'uom', 'einheit', 'unit of measure'], names: [] },
	unit_price: {
		column: 'Unit Price',
		type: 'amount',
		labels: [
			'unit price',
			'price',
			'price each',
			'rate',
			'unit cost',
			'price per unit',
			'einzelpreis',
			'ep',
			'prix unitaire',
			'each',
			'preis',
		],
		names: ['item price', 'unitprice', 'price unit', 'net unit price'],
	},
	line_tax_rate: {
		column: 'Line Tax Rate',
		type: 'rate',
		labels: ['vat', 'tax', 'vat rate', 'tax rate', 'mwst', 'ust'],
		names: ['line tax rate', 'line vat rate', 'item tax rate'],
	},
	line_amount: {
		column: 'Amount',
		type: 'amount',
		labels: [
			...[
				'amount',
				'line total',
				'total',
				'line amount',
				'net amount',
				'total price',
				'net',
				'sum',
				'betrag',
				'gesamtpreis',
			],
			...['gesamt', 'summe', 'montant', 'importe', 'gp', 'value'],
		],
		names: [
			'line net amount',
			'line value',
			'item total',
			'line sum',
			'item amount',
			'extended price',
			'line item total',
		],
	},
};

export function isLineKey(key: FieldKey): key is LineKey {
	return key in lineFields;
}

export function wordsFor(key: FieldKey): FieldWords {
	return isLineKey(key) ? lineFields[key] : invoiceFields[key];
}
