import type { Wording } from './Wording';

export const en: Wording = {
	noValue: (field) => `No value was found for "${field}".`,
	noLineItems: 'No line items were found in this document.',
	dayFirst: 'day first',
	monthFirst: 'month first',
	dateRead: (text, dayFirst, monthFirst, order) =>
		`The date ${text} can be read as ${dayFirst} or ${monthFirst}; it was read with the ${order}.`,
	letterheadUsed: (letterhead, payee) =>
		`The letterhead names "${letterhead}", payment goes to "${payee}"; the letterhead was used.`,
	sumDiffers: (net, tax, sum, total) => `Net ${net} and tax ${tax} make ${sum}, but the total says ${total}.`,
	notFound: {
		topic: 'Fields not found',
		description: (fields) =>
			`The documents show nothing that answers to ${fields}; the cells were left empty.`,
		purpose: 'Say where the value stands',
	},
	nameTheLabel: (field) => `${field}: name the label that stands beside this value in the documents.`,
	dateOrder: {
		topic: 'Date order',
		description: (example, order) => `Dates such as ${example} were read with the ${order}.`,
		purpose: 'Settle the order of day and month',
	},
	readDates: (order) => `Read dates with the ${order}.`,
	supplierName: {
		topic: 'Supplier name',
		description:
			'Where the letterhead and the payee differ, the name in the letterhead was used as the supplier.',
		purpose: 'Settle which name is the supplier',
		instruction: 'Use the name in the letterhead as the supplier.',
	},
};
