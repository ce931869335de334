import type { Wording } from './Wording';

export const fr: Wording = {
	noValue: (field) => `Aucune valeur n’a été trouvée pour « ${field} ».`,
	noLineItems: 'Aucune ligne n’a été trouvée dans ce document.',
	dayFirst: 'jour en premier',
	monthFirst: 'mois en premier',
	dateRead: (text, dayFirst, monthFirst, order) =>
		`La date ${text} peut se lire ${dayFirst} ou ${monthFirst} ; elle a été lue avec le ${order}.`,
	letterheadUsed: (letterhead, payee) =>
		`L’en-tête indique « ${letterhead} », le paiement va à « ${payee} » ; l’en-tête a été retenu.`,
	sumDiffers: (net, tax, sum, total) =>
		`Le net ${net} et la taxe ${tax} font ${sum}, mais le total indiqué est ${total}.`,
	notFound: {
		topic: 'Champs introuvables',
		description: (fields) =>
			`Rien dans les documents ne correspond à ${fields} ; les cellules sont restées vides.`,
		purpose: 'Dire où se trouve la valeur',
	},
	nameTheLabel: (field) => `${field} : indiquez le libellé placé à côté de cette valeur dans les documents.`,
	dateOrder: {
		topic: 'Ordre de la date',
		description: (example, order) => `Les dates comme ${example} ont été lues avec le ${order}.`,
		purpose: 'Fixer l’ordre du jour et du mois',
	},
	readDates: (order) => `Lire les dates avec le ${order}.`,
	supplierName: {
		topic: 'Nom du fournisseur',
		description: 'Si l’en-tête et le bénéficiaire diffèrent, le nom de l’en-tête est retenu.',
		purpose: 'Fixer quel nom est le fournisseur',
		instruction: 'Utiliser le nom de l’en-tête comme fournisseur.',
	},
};
