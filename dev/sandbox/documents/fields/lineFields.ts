import { words, type FieldWords } from './fieldWords';

export type LineKey = keyof typeof fields;

const fields = {
	line_number: {
		column: 'Line',
		type: 'amount',
		labels: words('pos, position, line, line number, number, item number, pos number'),
		names: words('position number, row number'),
	},
	item_code: {
		column: 'Item Code',
		type: 'text',
		labels: words(
			'item code, code, sku, article number, product code, artikelnummer, art number',
			'part number, ref',
		),
		names: words('product number, article code, product id, item id, article'),
	},
	description: {
		column: 'Description',
		type: 'text',
		labels: words(
			'description, item, product, service, item description, details, goods',
			'product description, bezeichnung, beschreibung, artikel, leistung, designation',
			'descripcion, description of goods',
		),
		names: words(
			'item name, product name, line description, line item description, line item',
			'service description, text',
		),
	},
	quantity: {
		column: 'Quantity',
		type: 'amount',
		labels: words('quantity, units, menge, anzahl, quantite, cantidad, hours, pcs, count'),
		names: words('line quantity, item quantity, pieces, number of units, how many'),
	},
	unit: {
		column: 'Unit',
		type: 'text',
		labels: words('unit, uom, einheit, unit of measure'),
		names: words(),
	},
	unit_price: {
		column: 'Unit Price',
		type: 'amount',
		labels: words(
			'unit price, price, price each, rate, unit cost, price per unit, einzelpreis',
			'ep, prix unitaire, each, preis',
		),
		names: words('item price, unitprice, price unit, net unit price'),
	},
	line_tax_rate: {
		column: 'Line Tax Rate',
		type: 'rate',
		labels: words('vat, tax, vat rate, tax rate, mwst, ust'),
		names: words('line tax rate, line vat rate, item tax rate'),
	},
	line_amount: {
		column: 'Amount',
		type: 'amount',
		labels: words(
			'amount, line total, total, line amount, net amount, total price, net, sum',
			'betrag, gesamtpreis, gesamt, summe, montant, importe, gp, value',
		),
		names: words(
			'line net amount, line value, item total, line sum, item amount, extended price',
			'line item total',
		),
	},
} satisfies Record<string, FieldWords>;

/** The values of one line of an invoice's table. */
export const lineFields: Record<LineKey, FieldWords> = fields;
