import fc from 'fast-check';
import { groupRows as grouped } from '../../../../nodes/DocumentDataExtraction/extraction/shapes/groupRows';

const row = (number: unknown, source: unknown = 'a.pdf (Page 1)', supplier: unknown = 'S') => ({
	Number: number,
	Supplier: supplier,
	'Source File': source,
});
const groupRows = (rows: object[], groupBy: string[]): number[][] =>
	grouped(rows as Parameters<typeof grouped>[0], groupBy).groups;
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

	it.each([null, undefined, '', '  ', '-', '—', 'N/A', 'null', '...'])(
		'makes an invoice of each row with the number %j',
		(number) => {
			const rows = [
				row(number),
				row('1'),
				row('1', 'a.pdf (Page 2)'),
				row(number),
				row('2', 'b.pdf (Page 1)'),
			];
			for (const by of [BY_DOCUMENT_AND_NUMBER, ['Number']])
				expect(grouped(rows, by)).toEqual({ groups: [[0], [1, 2], [3], [4]], incomplete: [0, 3] });
		},
	);

	it('makes an invoice of each row that lacks any of the columns, such as its source', () => {
		const rows = [row('1', null), row('1'), row('1', null), row('1', undefined, null)];
		expect(grouped(rows, ['Supplier', ...BY_DOCUMENT_AND_NUMBER])).toEqual({
			groups: [[0], [1], [2], [3]],
			incomplete: [0, 2, 3],
		});
	});

	it('makes an invoice of each row where no column is named', () =>
		expect(grouped([row('1'), row('1'), row(null)], [])).toEqual({
			groups: [[0], [1], [2]],
			incomplete: [],
		}));

	it('puts every row into exactly one invoice, in order, and rows together if and only if they say the same in all columns', () => {
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
				for (const one of given.keys())
					for (const other of given.keys())
						expect(groupOf(one) === groupOf(other)).toBe(
							one === other ||
								(!cellsOf(one).includes('') &&
									JSON.stringify(cellsOf(one)) === JSON.stringify(cellsOf(other))),
						);
			}),
		);
	});
});
