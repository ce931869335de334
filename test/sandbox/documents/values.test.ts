import { currencyIn, parseAmount } from '../../../dev/sandbox/documents/values/amount';
import { parseDate } from '../../../dev/sandbox/documents/values/date';

test.each<[string, number | null]>([
	['1,234.56', 1234.56],
	['1.234,56', 1234.56],
	['1 234,56', 1234.56],
	["1'234.50", 1234.5],
	['1,234,567', 1234567],
	['1.234', 1234],
	['0.125', 0.125],
	['12,5', 12.5],
	['1234.5', 1234.5],
	['€ 99.00', 99],
	['99,00 EUR', 99],
	['-45.10', -45.1],
	['45.10-', -45.1],
	['(45.10)', -45.1],
	['0', 0],
	['12 boxes', null],
	['30 days', null],
	['GB000000001', null],
	['2026-03-04', null],
	['', null],
])('the amount "%s" is %p', (text, expected) => {
	expect(parseAmount(text)).toBe(expected);
});

test.each<[string, string | null]>([
	['100.00 EUR', 'EUR'],
	['£12', 'GBP'],
	['$5.00', 'USD'],
	['CHF 7.00', 'CHF'],
	['EUROPE', null],
	['12.00', null],
])('the currency of "%s" is %p', (text, expected) => {
	expect(currencyIn(text)).toBe(expected);
});

test.each<[string, string]>([
	['2026-03-04', '2026-03-04'],
	['2026/3/4', '2026-03-04'],
	['04.03.2026', '2026-03-04'],
	['4.3.26', '2026-03-04'],
	['4 March 2026', '2026-03-04'],
	['04-Mar-2026', '2026-03-04'],
	['March 4, 2026', '2026-03-04'],
	['4th March 2026', '2026-03-04'],
	['4. März 2026', '2026-03-04'],
	['17/03/2026', '2026-03-17'],
	['03/17/2026', '2026-03-17'],
	['05/05/2026', '2026-05-05'],
	['29 February 2028', '2028-02-29'],
])('the date "%s" is %s', (text, iso) => {
	expect(parseDate(text)).toMatchObject({ kind: 'date', iso });
});

test('a date whose day and month could change places keeps both readings', () => {
	expect(parseDate('03/04/2026')).toEqual({
		kind: 'ambiguous',
		text: '03/04/2026',
		dayFirst: '2026-04-03',
		monthFirst: '2026-03-04',
	});
});

test.each(['29 February 2026', '31/31/2026', '2026-13-01', 'tomorrow', 'INV-1', ''])(
	'"%s" is no date',
	(text) => {
		expect(parseDate(text)).toBeNull();
	},
);
