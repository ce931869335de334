import fc from 'fast-check';
import {
	groupRows as grouped,
	type GroupedRows,
} from '../../../../../nodes/DocumentDataExtraction/extraction/rows/invoices/groupRows';

const row = (number: unknown, source: unknown = 'a.pdf (Page 1)', supplier: unknown = 'S') => ({
	Number: number,
	Supplier: supplier,
	'Source File': source,
});
/** What becomes of rows, told by their indexes. */
const told = (rows: object[], groupBy: string[], headerColumns: string[] = []): GroupedRows =>
	grouped(rows as Parameters<typeof grouped>[0], { groupBy, headerColumns }, [
		...new Set(rows.flatMap((each) => Object.keys(each))),
	]);
const groupRows = (...given: Parameters<typeof told>): number[][] => told(...given).groups;
const BY_DOCUMENT_AND_NUMBER = ['Source File', 'Number'];

describe('putting the rows of an invoice together', () => {
	it('takes the document for the same on all its pages, and keeps the order of the rows', () =>
		expect(
			groupRows(
				[row('1'), row('2'), row('1', 'a.pdf (Page 2)'), row('1', 'b.pdf (Page 1)'), row('2')],
				BY_DOCUMENT_AND_NUMBER,
			),
		).toEqual([[0, 2], [1, 4], [3]]));

	it('takes what looks the same for the same: a number and a text, spaces around it', () =>
		expect(groupRows([row(12), row('12'), row(' 12 '), row('012')], ['Number'])).toEqual([[0, 1, 2], [3]]));

	it.each([null, undefined, '', '  '])(
		'gives a row with the number %j to the only one of its document, if it is on a page of it',
		(number) => {
			const rows = [row(number), row('1'), row('1', 'a.pdf (Page 2)'), row(number, 'a.pdf (Page 2)')];
			const both = [...rows, row('2', 'b.pdf (Page 1)')];
			for (const by of [BY_DOCUMENT_AND_NUMBER, ['Number']])
				expect(told(both, by)).toEqual({ groups: [[0, 1, 2, 3], [4]], joined: [0, 3], alone: [] });
		},
	);

	it('never puts a row without a number on a bill whose pages it is not on', () =>
		expect(
			told(
				[row(null, 'a.pdf (Page 1)'), row('1', 'a.pdf (Page 2)'), row(null, 'a.pdf (Page 3)')],
				BY_DOCUMENT_AND_NUMBER,
			),
		).toEqual({ groups: [[0], [1], [2]], joined: [], alone: [0, 2] }));

	it.each<[string, object, object, string[]]>([
		['supplier', { Supplier: 'X' }, { Supplier: 'Y' }, []],
		['supplier, also if the user takes it for a line', { Vendor: 'X' }, { Vendor: 'Y' }, ['Number']],
		['date', { 'Invoice Date': '2026-03-01' }, { 'Invoice Date': '2026-03-02' }, []],
		['total', { 'Total Amount': 10 }, { 'Total Amount': 11 }, []],
		['column that nobody knows', { Zzz: 'p' }, { Zzz: 'q' }, []],
		['column of the invoice, as the user says', { Item: 'p' }, { Item: 'q' }, ['Item']],
	])('never puts rows together that say another %s', (_, one, other, header) => {
		const source = { 'Source File': 'a.pdf (Page 1)' };
		const numbered = [
			{ Number: '1', ...one, ...source },
			{ Number: null, ...other, ...source },
			{ Number: null, ...one, ...source },
		];
		expect(told(numbered, BY_DOCUMENT_AND_NUMBER, header)).toEqual({
			groups: [[0, 2], [1]],
			joined: [2],
			alone: [1],
		});
		const numberless = [one, other, one].map((cells) => ({ Number: null, ...cells, ...source }));
		expect(groupRows(numberless, BY_DOCUMENT_AND_NUMBER, header)).toEqual([[0, 2], [1]]);
	});

	it('lets lines differ: by what they are called, by the lines of other invoices, by what the user says', () => {
		const lines = (of: (place: number) => object, numbers: unknown[]) =>
			numbers.map((number, place) => ({ ...row(number), ...of(place) }));
		const called = (place: number) => ({
			Description: `Item ${place}`,
			Quantity: place,
			'Unit Price': place,
		});
		expect(groupRows(lines(called, ['1', null]), BY_DOCUMENT_AND_NUMBER)).toEqual([[0, 1]]);
		expect(groupRows(lines(called, [null, null]), BY_DOCUMENT_AND_NUMBER)).toEqual([[0, 1]]);
		const unknown = (place: number) => ({ Zzz: place });
		expect(groupRows(lines(unknown, ['1', null]), BY_DOCUMENT_AND_NUMBER)).toEqual([[0], [1]]);
		expect(groupRows(lines(unknown, ['1', '1', null]), BY_DOCUMENT_AND_NUMBER)).toEqual([[0, 1, 2]]);
		expect(groupRows(lines(unknown, ['1', null]), BY_DOCUMENT_AND_NUMBER, ['Supplier'])).toEqual([[0, 1]]);
	});

	it('leaves a row alone that has neither number nor source, unless all rows are of one file', () => {
		const rows = ['1', null, null].map((Number) => ({ Number, Supplier: 'S' }));
		const columns = ['Number', 'Supplier'];
		const choice = { groupBy: ['Supplier', 'Number'], headerColumns: [] };
		expect(grouped(rows, choice, columns)).toEqual({ groups: [[0], [1], [2]], joined: [], alone: [1, 2] });
		expect(grouped(rows, choice, columns, true).groups).toEqual([[0, 1, 2]]);
	});

	it('takes an empty cell for no contradiction', () =>
		expect(groupRows([row('1', undefined, 'S'), row(null, undefined, null)], BY_DOCUMENT_AND_NUMBER)).toEqual(
			[[0, 1]],
		));

	it('makes an invoice of rows without a number whose document has several', () =>
		expect(groupRows([row('1'), row(null), row('2'), row(null)], BY_DOCUMENT_AND_NUMBER)).toEqual([
			[0],
			[1, 3],
			[2],
		]));

	it('never puts rows without a number of several documents together', () =>
		expect(
			groupRows([row(null), row('1', 'b.pdf (Page 1)'), row(null, 'c.pdf (Page 1)')], ['Number']),
		).toEqual([[0], [1], [2]]));

	it('keeps rows apart whose other cells do not agree', () =>
		expect(
			groupRows(
				[row('1', undefined, 'S'), row(null, undefined, 'S'), row(null, undefined, 'T')],
				['Supplier', 'Number'],
			),
		).toEqual([[0, 1], [2]]));

	it('puts rows without a source together by their number alone', () =>
		expect(groupRows([row('1', null), row('1'), row('1', null)], BY_DOCUMENT_AND_NUMBER)).toEqual([
			[0, 2],
			[1],
		]));

	it('puts every row into exactly one invoice, in order, and complete rows together if and only if they agree', () => {
		const cell = fc.constantFrom('1', 1, '2', null, '', undefined);
		const source = fc.constantFrom('a.pdf (Page 1)', 'a.pdf (Page 2)', 'b.pdf (Page 1)', null);
		const rows = fc.array(
			fc.tuple(cell, source, cell).map((cells) => row(...cells)),
			{ maxLength: 20 },
		);
		const columns = fc.subarray(['Source File', 'Number', 'Supplier'], { minLength: 1 });
		fc.assert(
			fc.property(rows, columns, (given, by) => {
				const groups = groupRows(given, by);
				expect(groups.flat().sort((a, b) => a - b)).toEqual(given.map((_, index) => index));
				for (const group of groups) expect(group).toEqual([...group].sort((a, b) => a - b));
				const firsts = groups.map(([first = -1]) => first);
				expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
				const cellsOf = (index: number) =>
					by.map((column) =>
						String((given[index] as Record<string, unknown>)[column] ?? '').replace(/ \(Page \d\)/, ''),
					);
				const groupOf = (index: number) => groups.findIndex((group) => group.includes(index));
				const complete = given.map((_, index) => index).filter((index) => !cellsOf(index).includes(''));
				for (const one of complete)
					for (const other of complete)
						expect(groupOf(one) === groupOf(other)).toBe(
							JSON.stringify(cellsOf(one)) === JSON.stringify(cellsOf(other)),
						);
			}),
		);
	});
});
