const shortForms: Record<string, string> = {
	no: 'number',
	nr: 'number',
	num: 'number',
	nos: 'number',
	'#': 'number',
	nbr: 'number',
	amt: 'amount',
	qty: 'quantity',
	inv: 'invoice',
	desc: 'description',
	descr: 'description',
	ref: 'reference',
	pos: 'position',
	acct: 'account',
	cust: 'customer',
};

export interface Token {
	/** Lower case, without accents, short forms written out. */
	word: string;
	/** Where the token ends in the text. */
	end: number;
}

/** The words of a label or field name: "invoiceNo.", "INVOICE_NUMBER" and "Invoice #" all give invoice, number. */
export function tokensOf(text: string): Token[] {
	const tokens: Token[] = [];
	for (const match of text.matchAll(
		/#|\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}[\p{Ll}\p{M}]*|[\p{Lo}\p{L}]+|\p{N}+/gu,
	)) {
		const plain = match[0].toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
		tokens.push({ word: shortForms[plain] ?? plain, end: match.index + match[0].length });
	}
	return tokens;
}

export function normalise(text: string): string {
	return tokensOf(text)
		.map((token) => token.word)
		.join(' ');
}

/** The form labels are compared in: tokens joined without spaces, so that "MwSt" equals "mwst" and "DueDate" "due date". */
export function compact(text: string): string {
	return tokensOf(text)
		.map((token) => token.word)
		.join('');
}
