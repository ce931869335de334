import { currencyIn, parseAmount, parseDate } from '../../../dev/sandbox/documents/values';

test.each<[string, number | undefined]>([
	['1,234.56', 1234.56],
	['1.234,56', 1234.56],
	['1,234,567', 1234567],
	['1.234', 1234],
	['12,5', 12.5],
	['€ 99.00', 99],
	['99,00 EUR', 99],
	['-45.10', -45.1],
	['12 boxes', undefined],
	['GB000000001', undefined],
	['2026-03-04', undefined],
	['', undefined],
])('the amount "%s" is %p', (text, expected) => {
	expect(parseAmount(text)).toBe(expected);
});

test.each<[string, string | undefined]>([
	['100.00 EUR', 'EUR'],
	['£12', 'GBP'],
	['$5.00', 'USD'],
	['EUROPE', undefined],
	['12.00', undefined],
])('the currency of "%s" is %p', (text, expected) => {
	expect(currencyIn(text)).toBe(expected);
});

test.each([
	['2026-03-04', '2026-03-04'],
	['04.03.2026', '2026-03-04'],
	['4 March 2026', '2026-03-04'],
	['4 Mar 2026', '2026-03-04'],
	['March 4, 2026', '2026-03-04'],
	['17/03/2026', '2026-03-17'],
	['03/17/2026', '2026-03-17'],
	['05/05/2026', '2026-05-05'],
])('the date "%s" is %s', (text, iso) => {
	expect(parseDate(text)).toBe(iso);
});

test('a date whose day and month could change places keeps both readings', () => {
	expect(parseDate('03/04/2026')).toEqual({
		text: '03/04/2026',
		dayFirst: '2026-04-03',
		monthFirst: '2026-03-04',
	});
});

test.each(['31/31/2026', 'tomorrow', 'INV-1', ''])('"%s" is no date', (text) => {
	expect(parseDate(text)).toBeUndefined();
});
