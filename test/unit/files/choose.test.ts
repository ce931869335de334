import { isChosen, listOf } from '../../../nodes/DocumentDataExtraction/files/choose';

describe('choosing files', () => {
	const fits = (namePattern: string, name: string): boolean =>
		isChosen({ namePattern, minimumBytes: 0 }, name, 1000);

	it.each([
		['', 'anything.docx', true],
		[' , ', 'anything.docx', true],
		['*.pdf', 'Invoice.PDF', true],
		['*.pdf', 'invoice.pdf.exe', false],
		['invoice-*', 'invoice-7.pdf', true],
		['invoice-*', 'my invoice-7.pdf', false],
		['*.jpg, *.pdf', 'a.pdf', true],
		['invoice-?.pdf', 'invoice-7.pdf', true],
		['invoice-?.pdf', 'invoice-77.pdf', false],
		['a+b (1).pdf', 'a+b (1).pdf', true],
		['a.pdf', 'axpdf', false],
		['[a]^$|.pdf', '[a]^$|.pdf', true],
	])('with the pattern %j takes %j: %s', (pattern, name, expected) =>
		expect(fits(pattern, name)).toBe(expected),
	);

	it('leaves out small files, but never an empty one, which is to be reported', () => {
		const chosen = [0, 1, 2047, 2048].filter((bytes) => isChosen({ minimumBytes: 2048 }, 'logo.png', bytes));
		expect(chosen).toEqual([0, 2048]);
	});

	it('leaves out an empty file whose name does not fit', () =>
		expect(isChosen({ namePattern: '*.pdf', minimumBytes: 0 }, 'logo.png', 0)).toBe(false));

	it('reads a list that was typed with commas', () => {
		expect(listOf(' data, attachment_0 ,,')).toEqual(['data', 'attachment_0']);
		expect(listOf('a,b')).toEqual(['a', 'b']);
		expect(listOf('')).toEqual([]);
	});
});
