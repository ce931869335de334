import type { Wording } from './Wording';

export const de: Wording = {
	noValue: (field) => `Für „${field}“ wurde kein Wert gefunden.`,
	noLineItems: 'In diesem Dokument wurden keine Positionen gefunden.',
	dayFirst: 'Tag zuerst',
	monthFirst: 'Monat zuerst',
	dateRead: (text, dayFirst, monthFirst, order) =>
		`Das Datum ${text} kann ${dayFirst} oder ${monthFirst} bedeuten; gelesen wurde es mit dem ${order}.`,
	letterheadUsed: (letterhead, payee) =>
		`Im Briefkopf steht „${letterhead}“, gezahlt wird an „${payee}“; der Briefkopf wurde verwendet.`,
	sumDiffers: (net, tax, sum, total) =>
		`Netto ${net} und Steuer ${tax} ergeben ${sum}, der Gesamtbetrag lautet aber ${total}.`,
	notFound: {
		topic: 'Felder nicht gefunden',
		description: (fields) => `In den Dokumenten steht nichts zu ${fields}; die Zellen blieben leer.`,
		purpose: 'Angeben, wo der Wert steht',
	},
	nameTheLabel: (field) =>
		`${field}: Nennen Sie die Beschriftung, die in den Dokumenten neben diesem Wert steht.`,
	dateOrder: {
		topic: 'Reihenfolge im Datum',
		description: (example, order) => `Daten wie ${example} wurden mit dem ${order} gelesen.`,
		purpose: 'Die Reihenfolge von Tag und Monat festlegen',
	},
	readDates: (order) => `Lies jedes Datum mit dem ${order}.`,
	supplierName: {
		topic: 'Name des Lieferanten',
		description:
			'Wo sich Briefkopf und Zahlungsempfänger unterscheiden, gilt der Name im Briefkopf als Lieferant.',
		purpose: 'Festlegen, welcher Name der Lieferant ist',
		instruction: 'Verwende den Namen im Briefkopf als Lieferant.',
	},
};
