import fc from 'fast-check';
import { groupRows } from '../../../../../nodes/DocumentDataExtraction/extraction/rows/invoices/groupRows';

const row = (number: unknown, source: unknown = 'a.pdf (Page 1)', supplier: unknown = 'S') => ({
	Number: number,
	Supplier: supplier,
	'Source File': source,
});
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
		'gives a row with the number %j to the only one of its document',
		(number) => {
			const rows = [row(number), row('1'), row(number, 'a.pdf (Page 2)'), row('2', 'b.pdf (Page 1)')];
			expect(groupRows(rows, BY_DOCUMENT_AND_NUMBER)).toEqual([[0, 1, 2], [3]]);
			expect(groupRows(rows, ['Number'])).toEqual([[0, 1, 2], [3]]);
		},
	);

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
