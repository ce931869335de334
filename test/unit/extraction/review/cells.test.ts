import {
	kindIn,
	kindsOf,
	readCell,
	shownText,
	type Cell,
} from '../../../../nodes/DocumentDataExtraction/extraction/review/cells';

const cell = (value: unknown, kind: Cell['kind'], empty: Cell['empty'] = null): Cell => ({
	column: 'Total',
	value,
	kind,
	isAffected: true,
	isEditable: true,
	empty,
});

const read = (typed: string, of: Cell): unknown => {
	const result = readCell(typed, of);
	return result.ok ? result.value : result.problems.map(({ text }) => text).join();
};

describe('A value that a person looks at', () => {
	it.each([
		[null, ''],
		[1230.99, '1230.99'],
		[1e21, '1e+21'],
		[true, 'true'],
		['a\r\nb\rc', 'a\nb\nc'],
		['a\u0000b\ud800', 'ab'],
		[['a'], '["a"]'],
	])('%j is shown as %j, and comes back as it was if nobody changes it', (value, shown) => {
		expect(shownText(value)).toBe(shown);
		expect(read(shown.replace(/\n/g, '\r\n'), cell(value, 'text'))).toBe(value);
	});

	it.each([
		['12', 12],
		[' -0.5 ', -0.5],
		['+.5', 0.5],
		['7.', 7],
		['', null],
		['  ', null],
		['\u200b', null],
		['0.000000000000001', 1e-15],
		['123456789012345', 123456789012345],
	])('%j in a column of numbers is %j', (typed, value) => {
		expect(read(typed, cell(1, 'number'))).toBe(value);
	});

	it.each(['1,5', '1.000,50', '1 000', '1e5', '0x10', 'Infinity', 'NaN', '-', '.', '1.2.3', '12 EUR'])(
		'%j in a column of numbers is refused',
		(typed) => {
			expect(read(typed, cell(1, 'number'))).toBe(`"${typed}" is not a number. Write it like 1230.99`);
		},
	);

	it('says of a number that it cannot keep exactly', () => {
		expect(read('1234567890.123456', cell(1, 'number'))).toContain('more than 15 digits');
	});

	it.each([
		['true', 'boolean', true],
		['false', 'boolean', false],
		['', 'boolean', null],
		['yes', 'boolean', 'Choose yes, no or empty'],
		[' A  b ', 'text', 'A  b'],
		['12', 'text', '12'],
	] as const)('%j in a column of the kind %s is %j', (typed, kind, value) => {
		expect(read(typed, cell('before', kind))).toBe(value);
	});

	it.each([
		[100, 'number', '100\u200b'],
		[100, 'number', '\u2060100\u200f'],
		['caf\u00e9', 'text', 'cafe\u0301'],
		['cafe\u0301', 'text', 'caf\u00e9'],
		['A b', 'text', 'A\u00a0b\u3000'],
		['A\u00a0b', 'text', 'A b'],
		['A\tb', 'text', '\ufeffA b'],
		['\u200bA', 'text', 'A'],
		[' A', 'text', 'A'],
		['\u0645\u06cc\u200c\u062e\u0648', 'text', '\u0645\u06cc\u200c\u062e\u0648\u200c'],
		['\u{1f468}\u200d\u{1f469}', 'text', '\u{1f468}\u200d\u{1f469} '],
		['', 'text', '\u200b'],
		[' ', 'text', ''],
	] as const)(
		'%j in a column of the kind %s is as it was after %j, which looks the same',
		(value, kind, typed) => {
			expect(read(typed, cell(value, kind))).toBe(value);
		},
	);

	it.each([
		['101\u200b', 'number', 101],
		['\u2060102\u200f', 'number', 102],
		['N\u200be\u00adw\u00a0name\ufeff', 'text', 'New name'],
		['cafe\u0301', 'text', 'caf\u00e9'],
		['one\r\ntwo', 'text', 'one\ntwo'],
		['\u0645\u06cc\u200c\u062e\u0648', 'text', '\u0645\u06cc\u200c\u062e\u0648'],
		['\u2764\ufe0f\u200d\u{1f525}', 'text', '\u2764\ufe0f\u200d\u{1f525}'],
	] as const)('%j in a column of the kind %s is taken without what nobody sees', (typed, kind, value) => {
		expect(read(typed, cell('before', kind))).toBe(value);
	});

	it('that is emptied becomes an empty text where all values are texts', () => {
		expect(read(' ', cell('x', 'text', ''))).toBe('');
		expect(read(' ', cell(null, 'text', ''))).toBe(null);
	});

	it('has the kind of the others in its column if it is empty', () => {
		const kinds = kindsOf([
			{ Total: null, Mixed: 1, Void: null },
			{ Total: 2, Mixed: 'x', Void: null },
		]);
		expect(['Total', 'Mixed', 'Void'].map((column) => kindIn(kinds, column, null))).toEqual([
			'number',
			'text',
			'text',
		]);
		expect(kindIn(kinds, 'Mixed', 3)).toBe('number');
	});
});
