import {
	datesIn,
	notationOf,
	numbersIn,
} from '../../../../nodes/DocumentDataExtraction/extraction/review/notation';

const ENGLISH = notationOf('en-GB,en;q=0.9');
const GERMAN = notationOf('de-DE,de;q=0.9,en;q=0.5');
const FRENCH = notationOf('fr-FR');

describe('What is typed as a number', () => {
	it.each<[string, number[], number[]]>([
		// Typed, as an English and as a German reader may mean it, the own reading first.
		['12', [12], [12]],
		['-12', [-12], [-12]],
		['−12', [-12], [-12]],
		['+7', [7], [7]],
		['12,5', [12.5], [12.5]],
		['12.5', [12.5], [12.5]],
		[',5', [0.5], [0.5]],
		['12.', [12], [12]],
		['0,125', [0.125], [0.125]],
		['0.125', [0.125], [0.125]],
		['1234,567', [1234.567], [1234.567]],
		['1.000', [1, 1000], [1000, 1]],
		['12.500', [12.5, 12500], [12500, 12.5]],
		['1,234', [1234, 1.234], [1.234, 1234]],
		['-1.234', [-1.234, -1234], [-1234, -1.234]],
		['1.234,00', [1234], [1234]],
		['1,234.00', [1234], [1234]],
		['1.234.567', [1234567], [1234567]],
		['1,23,456.78', [123456.78], [123456.78]],
		['1 234,50', [1234.5], [1234.5]],
		['1\u202f234\u00a0567', [1234567], [1234567]],
		['1’234.50', [1234.5], [1234.5]],
		['12 500', [12500], [12500]],
		['\u200e-12', [-12], [-12]],
		// An odd leading zero: both are asked about.
		['012,345', [12345, 12.345], [12.345, 12345]],
		['000.125', [0.125, 125], [125, 0.125]],
		['10,00,000', [1000000], [1000000]],
		// Groups that nobody writes are a slip of the finger.
		['12 34', [], []],
		['10.00.000', [], []],
		['1 23 456', [], []],
		['1,234,56,789', [], []],
		['1 234’567', [], []],
		['1.234 567', [], []],
		['1234.567,89', [], []],
		['.', [], []],
		['12 5', [], []],
		['1.23.45', [], []],
		['1,2,3', [], []],
		['12 EUR', [], []],
		['two', [], []],
		['', [], []],
		['1e3', [], []],
	])('"%s" is read in every way that it may be meant', (typed, english, german) => {
		expect(numbersIn(typed, ENGLISH)).toEqual(english);
		expect(numbersIn(typed, GERMAN)).toEqual(german);
	});

	it.each([
		'en-GB',
		'en-US',
		'en-ZA',
		'en-IN',
		'hi',
		'bn',
		'de-DE',
		'de-AT',
		'de-CH',
		'fr-FR',
		'fr-CA',
		'it-CH',
		'es',
		'pt-PT',
		'pl',
		'hu',
		'lt',
		'sl',
		'tr',
		'nb',
		'sv',
		'ar-EG',
		'fa',
		'he',
		'ja',
	])('is understood as the page shows it to a reader of %s', (locale) => {
		const notation = notationOf(locale);
		for (const value of [0, 5.5, -12.25, 1234.56, 1234567.89, -98765.4])
			expect(numbersIn(notation.number(value, 2), notation)[0]).toBe(value);
	});
});

describe('What is typed as a date', () => {
	it.each<[string, string[]]>([
		['2026-03-31', ['2026-03-31']],
		['31.03.2026', ['2026-03-31']],
		['4.3.2026', ['2026-03-04']],
		['31/03/2026', ['2026-03-31']],
		['03/31/2026', ['2026-03-31']],
		['04/03/2026', ['2026-03-04', '2026-04-03']],
		['05/05/2026', ['2026-05-05']],
		['04-03-2026', ['2026-03-04', '2026-04-03']],
		// Of two digits, the last number may be the year, and so may the first.
		['31.03.26', ['2026-03-31', '2031-03-26']],
		['04/03/26', ['2026-03-04', '2026-04-03', '2004-03-26']],
		['31 Mar 26', ['2026-03-31', '2031-03-26']],
		['31.03.99', ['1999-03-31', '2099-03-31']],
		['31.03.45', ['2045-03-31']],
		['2026/03/04', ['2026-03-04']],
		['2026-31-03', []],
		['31.03.0024', []],
		['0024-03-31', []],
		['31.03.6', []],
		['31.02.26', []],
		['99-12-31', []],
		['31 Feb 26', []],
		['31 Mar 2026', ['2026-03-31']],
		['March 31, 2026', ['2026-03-31']],
		['31. März 2026', ['2026-03-31']],
		['31.02.2026', []],
		['29.02.2028', ['2028-02-29']],
		['next week', []],
		['2026', []],
		['1.234', []],
		['12/2026', []],
	])('"%s" is read as every day that it can mean', (typed, dates) => {
		expect(datesIn(typed, GERMAN)).toEqual(dates);
	});

	it('is understood as the page shows it', () => {
		for (const notation of [ENGLISH, GERMAN, FRENCH, notationOf('es'), notationOf('pl')])
			for (let month = 1; month <= 12; month++) {
				const iso = `2026-${String(month).padStart(2, '0')}-09`;
				expect(datesIn(notation.date(iso), notation)).toEqual([iso]);
			}
	});
});

describe('The notation of a reader', () => {
	it('is that of the first language of the browser, and English without one', () => {
		expect(GERMAN.numberLike).toBe('1.234,56');
		expect(ENGLISH.numberLike).toBe('1,234.56');
		for (const given of [undefined, '', '*', 'x;;', '\u0000'])
			expect(notationOf(given).dateLike).toBe('31 Mar 2026');
	});
});

it.each([
	'fi',
	'cs',
	'sk',
	'ja',
	'zh-CN',
	'zh-TW',
	'lt',
	'bg',
	'pt',
	'pt-BR',
	'ru',
	'uk',
	'de',
	'en',
	'fr',
	'sv',
])('a date can be typed as the page shows it: %s', (language) => {
	const notation = notationOf(language);
	for (const iso of ['2026-01-15', '2026-03-31', '2026-11-30'])
		expect([iso, datesIn(notation.date(iso), notation)]).toEqual([iso, [iso]]);
});
