import type { Wording } from './Wording';

export const es: Wording = {
	noValue: (field) => `No se encontró ningún valor para «${field}».`,
	noLineItems: 'No se encontraron líneas en este documento.',
	dayFirst: 'día primero',
	monthFirst: 'mes primero',
	dateRead: (text, dayFirst, monthFirst, order) =>
		`La fecha ${text} puede leerse como ${dayFirst} o ${monthFirst}; se leyó con el ${order}.`,
	letterheadUsed: (letterhead, payee) =>
		`El membrete dice «${letterhead}» y el pago va a «${payee}»; se usó el membrete.`,
	sumDiffers: (net, tax, sum, total) =>
		`El neto ${net} y el impuesto ${tax} suman ${sum}, pero el total dice ${total}.`,
	notFound: {
		topic: 'Campos no encontrados',
		description: (fields) => `Nada en los documentos corresponde a ${fields}; las celdas quedaron vacías.`,
		purpose: 'Decir dónde está el valor',
	},
	nameTheLabel: (field) => `${field}: indique la etiqueta que aparece junto a este valor en los documentos.`,
	dateOrder: {
		topic: 'Orden de la fecha',
		description: (example, order) => `Las fechas como ${example} se leyeron con el ${order}.`,
		purpose: 'Fijar el orden de día y mes',
	},
	readDates: (order) => `Leer las fechas con el ${order}.`,
	supplierName: {
		topic: 'Nombre del proveedor',
		description: 'Si el membrete y el beneficiario difieren, se usa el nombre del membrete.',
		purpose: 'Fijar qué nombre es el proveedor',
		instruction: 'Usar el nombre del membrete como proveedor.',
	},
};
