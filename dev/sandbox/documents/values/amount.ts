const currencySymbols: Record<string, string> = { '€': 'EUR', '£': 'GBP', $: 'USD', '¥': 'JPY', '₹': 'INR' };
const currencyCodes = [
	'EUR',
	'USD',
	'GBP',
	'CHF',
	'JPY',
	'CAD',
	'AUD',
	'SEK',
	'NOK',
	'DKK',
	'PLN',
	'CZK',
	'INR',
];
const amountShape = /^[-+(]?\s*\d{1,3}(?:[.,'’ ]?\d{3})*(?:[.,]\d{1,4})?\)?\s*-?$|^[-+]?\s*\d+(?:[.,]\d+)?$/;

/**
 * Reads an amount in either notation (1,234.56 and 1.234,56), with an optional currency before or after it. A lone
 * separator followed by exactly three digits groups thousands. Brackets or a trailing minus mean negative. Null when
 * the text is anything more than an amount.
 */
export function parseAmount(text: string): number | null {
	const bare = withoutCurrency(text);
	if (!amountShape.test(bare)) return null;
	const digits = bare.replace(/[^\d.,]/g, '');
	const decimal = decimalSeparator(digits);
	const plain = decimal
		? digits.slice(0, digits.lastIndexOf(decimal)).replace(/\D/g, '') +
			'.' +
			digits.slice(digits.lastIndexOf(decimal) + 1)
		: digits.replace(/\D/g, '');
	const value = Number(plain);
	return /^[-(]|-$/.test(bare) ? -value : value;
}

/** The ISO 4217 code a text names by code or symbol, or null. */
export function currencyIn(text: string): string | null {
	const code = currencyCodes.find((candidate) =>
		new RegExp(`(^|[^A-Za-z])${candidate}([^A-Za-z]|$)`).test(text),
	);
	if (code) return code;
	const symbol = Object.keys(currencySymbols).find((candidate) => text.includes(candidate));
	return symbol ? (currencySymbols[symbol] ?? null) : null;
}

function withoutCurrency(text: string): string {
	const codes = new RegExp(`(^|[^A-Za-z])(${currencyCodes.join('|')})(?=[^A-Za-z]|$)`, 'g');
	return text
		.replace(codes, '$1')
		.replace(/[€£$¥₹]/g, '')
		.trim();
}

function decimalSeparator(digits: string): string | null {
	const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
	if (last < 0) return null;
	const separator = digits.charAt(last);
	const occurrences = digits.split(separator).length - 1;
	const other = separator === '.' ? ',' : '.';
	if (occurrences > 1) return null;
	if (digits.includes(other)) return separator;
	const groupsThousands = digits.length - last - 1 === 3 && last <= 3 && !digits.startsWith('0');
	return groupsThousands ? null : separator;
}
