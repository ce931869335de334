import {
	readCell,
	shownText,
	type Cell,
	type CellKind,
} from '../../../../nodes/DocumentDataExtraction/extraction/review/cells';
import { notationOf } from '../../../../nodes/DocumentDataExtraction/extraction/review/notation';

const GERMAN = notationOf('de');

const cell = (value: unknown, kind: CellKind | undefined, more: Partial<Cell> = {}): Cell => ({
	column: 'A',
	place: 0,
	value,
	kind,
	decimals: 2,
	isAffected: true,
	empty: null,
	...more,
});
const read = (typed: string, of: Cell, picked?: string) => readCell(typed, picked, of, GERMAN);

describe('The text of a field', () => {
	it('is the value as the reader writes it', () => {
		expect(shownText(cell(1234.5, 'number'), GERMAN)).toBe('1.234,50');
		expect(shownText(cell('2026-03-31', 'date'), GERMAN)).toBe('31. März 2026');
		expect(shownText(cell('a\r\nb\u0000', 'text'), GERMAN)).toBe('a\nb');
		// A page cannot hold them, so they must not count as a change.
		expect(shownText(cell('a\ufffeb\uffff', 'text'), GERMAN)).toBe('ab');
		for (const kind of ['text', 'date', 'number'] as const)
			for (const empty of [null, '']) expect(shownText(cell(empty, kind), GERMAN)).toBe('');
	});

	it.each([1234.5678901, 0.1 + 0.2, 1e21, -0, '2026-03-31', ' a  b ', '\u200bx', true, null])(
		'is the very value %p again if nobody changes it',
		(value) => {
			const of = cell(value, typeof value === 'number' ? 'number' : value === '2026-03-31' ? 'date' : 'text');
			const answer = read(shownText(of, GERMAN), of);
			expect('value' in answer && Object.is(answer.value, value)).toBe(true);
		},
	);
});

describe('What is typed into a field', () => {
	it.each<[string, CellKind, unknown]>([
		['12,5', 'number', 12.5],
		['04.03.2026', 'date', '2026-03-04'],
		['true', 'boolean', true],
		['', 'number', null],
		[' new ', 'text', 'new'],
		['1.234', 'text', '1.234'],
	])('"%s" in a column of the kind %s is a value of that kind', (typed, kind, value) => {
		expect(
			read(typed, cell(null, kind, { value: kind === 'text' ? 'old' : kind === 'number' ? 1 : null })),
		).toEqual({
			value,
		});
	});

	it('becomes an empty text where all values are texts', () => {
		expect(read(' ', cell('x', 'text', { empty: '' }))).toEqual({ value: '' });
	});

	it.each<[string, CellKind | undefined, string, unknown[]]>([
		['12.500', 'number', 'twoWays', [12500, 12.5]],
		['012,345', 'number', 'twoWays', [12.345, 12345]],
		['012,345', undefined, 'whichKind', [12.345, 12345, '012,345']],
		['12 34', 'number', 'notNumber', []],
		['10.00.000', 'number', 'notNumber', []],
		['31.03.26', 'date', 'twoWays', ['2026-03-31', '2031-03-26']],
		['31.03.26', undefined, 'whichKind', ['2026-03-31', '2031-03-26', '31.03.26']],
		['31.03.0024', 'date', 'notDate', []],
		['04/03/2026', 'date', 'twoWays', ['2026-03-04', '2026-04-03']],
		['1.234', undefined, 'whichKind', [1234, 1.234, '1.234']],
		['12', undefined, 'whichKind', [12, '12']],
		['yes', undefined, 'whichKind', [true, 'yes']],
		['31.03.2026', undefined, 'whichKind', ['2026-03-31', '31.03.2026']],
		['two', 'number', 'notNumber', []],
		['12345678901234567', 'number', 'tooManyDigits', []],
		['soon', 'date', 'notDate', []],
	])('"%s" in a column of the kind %s is asked about', (typed, kind, key, values) => {
		const answer = read(typed, cell(null, kind));
		expect(answer).toMatchObject({ problem: { key, typed } });
		if (!('problem' in answer)) throw new Error('It was read');
		expect(answer.problem.readings.map(({ value }) => value)).toEqual(values);
		// Each way to read it can be picked, and counts for that text alone.
		for (const { key: picked, value } of answer.problem.readings) {
			expect(read(typed, cell(null, kind), `${typed}|${picked}`)).toEqual({ value, picked });
			expect(read(`${typed}0`, cell(null, kind), `${typed}|${picked}`)).not.toMatchObject({ picked });
		}
	});

	it.each(['PO-7', '12 34', '12345678901234567890'])(
		'is a text where nothing else can be meant: %s',
		(typed) => {
			// A number would lose the last digits of the longest one.
			expect(read(typed, cell(null, undefined))).toEqual({ value: typed });
		},
	);
});
