/** What review messages and prompt notes say, in one language. Values, file names and field names come in as they are. */
export interface Wording {
	noValue: (field: string) => string;
	noLineItems: string;
	dayFirst: string;
	monthFirst: string;
	/** `order` is `dayFirst` or `monthFirst`. */
	dateRead: (text: string, dayFirst: string, monthFirst: string, order: string) => string;
	letterheadUsed: (letterhead: string, payee: string) => string;
	sumDiffers: (net: string, tax: string, sum: string, total: string) => string;
	notFound: { topic: string; description: (fields: string) => string; purpose: string };
	nameTheLabel: (field: string) => string;
	dateOrder: { topic: string; description: (example: string, order: string) => string; purpose: string };
	/** An instruction that settles the order, in a prompt of this language. */
	readDates: (order: string) => string;
	supplierName: { topic: string; description: string; purpose: string; instruction: string };
}
