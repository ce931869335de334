import { words, type FieldWords } from './fieldWords';

export type InvoiceKey = keyof typeof fields;

const fields = {
	invoice_number: {
		column: 'Invoice Number',
		type: 'reference',
		labels: words(
			'invoice number, invoice id, invoice, bill number, receipt number',
			'document number, tax invoice number, credit note number, credit note',
			'credit memo number, invoice ref, invoice reference, rechnung nr, rechnungs nr',
			'rechnungsnr, rechnungsnummer, belegnummer, gutschrift nr, gutschrifts nr',
			'gutschriftsnummer, facture number, numero de facture, factura number',
			'numero de factura',
		),
		names: words('number, invoice code, bill id, doc number, document id, invoicenumber'),
	},
	invoice_date: {
		column: 'Invoice Date',
		type: 'date',
		labels: words(
			'invoice date, date of invoice, date, date of issue, issue date, issued',
			'issued on, bill date, billing date, receipt date, document date',
			'credit note date, rechnungsdatum, datum, tax point, date de facture',
			'date facture, fecha, fecha de factura',
		),
		names: words('invoicedate, dated, purchase date'),
	},
	due_date: {
		column: 'Due Date',
		type: 'date',
		labels: words(
			'due date, payment due, payment due date, due, due on, due by, pay by',
			'payable by, payment date, falligkeitsdatum, fallig am, zahlbar bis, echeance',
			'date d echeance, vencimiento',
		),
		names: words('duedate, maturity date, payment deadline, deadline'),
	},
	delivery_date: {
		column: 'Delivery Date',
		type: 'date',
		labels: words(
			'delivery date, date of delivery, service date, date of supply, supply date',
			'lieferdatum',
		),
		names: words('shipping date, ship date, leistungsdatum'),
	},
	supplier: {
		column: 'Supplier',
		type: 'text',
		labels: words(
			'supplier, supplier name, vendor, vendor name, seller, sold by, from, issued by',
			'merchant, lieferant, rechnungssteller, fournisseur, proveedor, invoice from',
		),
		names: words('company, company name, issuer, biller, store, store name, shop, creditor', 'merchant name'),
	},
	remit_to: {
		column: 'Remit To',
		type: 'text',
		labels: words('remit to, remit payment to, pay to, payable to, make payment to, payee', 'account holder'),
		names: words('payment recipient, beneficiary'),
	},
	supplier_vat_id: {
		column: 'Supplier VAT ID',
		type: 'reference',
		labels: words(
			'vat number, vat id, vat reg number, vat registration number, tax id',
			'tax number, ust id nr, ust idnr, ust id, umsatzsteuer id, gst number, abn, ein',
			'tva number, supplier vat id',
		),
		names: words(
			'supplier vat number, vendor vat number, vat registration, supplier tax id',
			'vendor tax id, vatid',
		),
	},
	customer: {
		column: 'Customer',
		type: 'text',
		labels: words(
			'customer, customer name, client, client name, bill to, billed to, buyer',
			'sold to, invoice to, kunde, rechnung an, rechnungsempfanger, an, cliente, to',
		),
		names: words('recipient, purchaser, debtor, buyer name'),
	},
	customer_number: {
		column: 'Customer Number',
		type: 'reference',
		labels: words(
			'customer number, customer id, account number, client number, client id',
			'kundennummer, kunden nr, kd nr',
		),
		names: words('customer code, customer reference, customer account'),
	},
	customer_vat_id: {
		column: 'Customer VAT ID',
		type: 'reference',
		labels: words('customer vat id, customer vat number, your vat number, your vat id', 'customer tax id'),
		names: words('client vat number, buyer vat number, customer vat reg number', 'customer tax number'),
	},
	po_number: {
		column: 'PO Number',
		type: 'reference',
		labels: words(
			'po number, po, purchase order, purchase order number, order number, order ref',
			'order reference, your order, your reference, your ref, bestellnummer',
			'bestell nr, ihre bestellung, order id',
		),
		names: words('ponumber, order, purchase order reference, po reference'),
	},
	related_invoice: {
		column: 'Original Invoice',
		type: 'reference',
		labels: words(
			'original invoice, original invoice number, credited invoice',
			'relates to invoice, for invoice, against invoice',
		),
		names: words('corrected invoice, related invoice, reference invoice'),
	},
	currency: {
		column: 'Currency',
		type: 'text',
		labels: words('currency, invoice currency, wahrung, devise, moneda'),
		names: words('currency code, iso currency'),
	},
	net_amount: {
		column: 'Net Amount',
		type: 'amount',
		labels: words(
			'net amount, net, net total, total net, subtotal, sub total, amount before tax',
			'total excl vat, total excluding vat, total ex vat, total before tax',
			'taxable amount, netto, nettobetrag, summe netto, zwischensumme, total ht',
			'montant ht, base imponible',
		),
		names: words('amount excluding tax, net value, amount net, subtotal amount, excl vat, nett'),
	},
	tax_rate: {
		column: 'Tax Rate',
		type: 'rate',
		labels: words('vat rate, tax rate, gst rate, mwst satz, steuersatz'),
		names: words('vat percent, tax percent, vat percentage, tax percentage'),
	},
	tax_amount: {
		column: 'Tax Amount',
		type: 'amount',
		labels: words(
			'vat, tax, vat amount, tax amount, total vat, total tax, sales tax, gst, hst',
			'plus vat, mwst, ust, mehrwertsteuer, umsatzsteuer, zzgl mwst, tva, montant tva',
			'iva',
		),
		names: words('tax total, vat total, vat value, value added tax, taxes'),
	},
	total_amount: {
		column: 'Total Amount',
		type: 'amount',
		labels: words(
			'total, total amount, grand total, invoice total, amount total, total incl vat',
			'total including vat, total inc vat, gross amount, gross total, gross',
			'gesamtbetrag, rechnungsbetrag, gesamt, summe, bruttobetrag, brutto, endbetrag',
			'total ttc, total credit, credit total, importe total',
		),
		names: words(
			'amount, total value, total price, total sum, invoice amount, total cost, sum',
			'totalamount',
		),
	},
	amount_due: {
		column: 'Amount Due',
		type: 'amount',
		labels: words(
			'amount due, total due, balance due, balance, amount payable, total payable',
			'to pay, zu zahlen, zahlbetrag',
		),
		names: words('outstanding amount, due amount, open amount, payable amount'),
	},
	iban: { column: 'IBAN', type: 'text', labels: words('iban'), names: words('bank account, iban number') },
	bic: {
		column: 'BIC',
		type: 'text',
		labels: words('bic, swift, swift bic, bic swift, swift code'),
		names: words('bic code'),
	},
	payment_terms: {
		column: 'Payment Terms',
		type: 'text',
		labels: words('payment terms, terms, terms of payment, zahlungsbedingungen, zahlungsziel'),
		names: words('payment conditions'),
	},
	document_type: {
		column: 'Document Type',
		type: 'text',
		labels: words(),
		names: words('document type, doc type, type, kind of document'),
	},
	is_credit_note: {
		column: 'Is Credit Note',
		type: 'boolean',
		labels: words(),
		names: words('is credit note, is it credit note, is credit memo'),
	},
	is_paid: {
		column: 'Is Paid',
		type: 'boolean',
		labels: words(),
		names: words('is paid, paid, already paid, is it paid'),
	},
	line_items: {
		column: 'Line Items',
		type: 'text',
		labels: words(),
		names: words('line items, items, lines, positions, products, invoice lines'),
	},
} satisfies Record<string, FieldWords>;

/** The values that belong to an invoice as a whole. */
export const invoiceFields: Record<InvoiceKey, FieldWords> = fields;
