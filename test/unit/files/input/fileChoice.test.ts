import fc from 'fast-check';
import { leftOutBy } from '../../../../nodes/DocumentDataExtraction/files/input/fileChoice';

const PDF = 'application/pdf';
const LOGO = { fileName: 'logo.png', mimeType: 'image/png' };

describe('choosing files', () => {
	const fits = (namePattern: string, name: string, mimeType = 'application/octet-stream'): boolean =>
		leftOutBy({ namePattern, minimumBytes: 0 }, { fileName: name, mimeType, bytes: 1000 }) === undefined;

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
		['*', 'a', true],
		['**a**b*', 'xaxbx', true],
		['*ab', 'aab', true],
		['a*', 'ba', false],
		['?', '', false],
		['caf\u00e9*', 'Cafe\u0301.pdf', true],
	])('with the pattern %j takes %j: %s', (pattern, name, expected) =>
		expect(fits(pattern, name)).toBe(expected),
	);

	it.each([
		['without an extension', 'scan'],
		['with a line break in its name', 'Invoice\r\n2026.pdf'],
		['with a line break at the end of its name', 'Invoice.pdf\n'],
		['with another extension', 'invoice.dat'],
		['in a folder', 'mail/2026/invoice'],
	])('takes a PDF %s for a *.pdf', (_, name) => expect(fits('*.pdf', name, PDF)).toBe(true));

	it('takes a file by the name that its item shows, too', () => {
		expect(fits('scan', 'scan', PDF)).toBe(true);
		expect(fits('*.dat', 'invoice.dat', PDF)).toBe(true);
	});

	it('fits what a regular expression fits', () =>
		fc.assert(
			fc.property(
				fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 }),
				fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 8 }),
				(pattern, name) => {
					const expression = new RegExp(`^${pattern.replace(/\*/g, '.*').replace(/\?/g, '.')}$`);
					expect(fits(pattern, name)).toBe(pattern === '' || expression.test(name));
				},
			),
		));

	it.each([
		['*_*_*_*.pdf', '_'.repeat(100_000)],
		['*a'.repeat(1000 / 2), 'a'.repeat(100_000)],
		[`${'*?'.repeat(1000 / 2 - 1)}b`, 'a'.repeat(100_000)],
	])('takes no time over the pattern %.20s and a long name', (pattern, name) => {
		// Processor time: on a busy machine anything may come in between.
		const before = process.cpuUsage();
		fits(pattern, name, PDF);
		const { user, system } = process.cpuUsage(before);
		expect((user + system) / 1000).toBeLessThan(50);
	});

	it('leaves out small files, but never an empty one, which is to be reported', () => {
		const left = [0, 1, 2047, 2048].map((bytes) => leftOutBy({ minimumBytes: 2048 }, { ...LOGO, bytes }));
		expect(left).toEqual([undefined, 'size', 'size', undefined]);
	});

	it.each([
		['invoice', PDF],
		['letter.docx', 'application/octet-stream'],
	])('does not leave out %s for its size', (fileName, mimeType) =>
		expect(leftOutBy({ minimumBytes: 2048 }, { fileName, mimeType, bytes: 1 })).toBeUndefined(),
	);

	it('leaves out an empty file whose name does not fit', () =>
		expect(leftOutBy({ namePattern: '*.pdf', minimumBytes: 0 }, { ...LOGO, bytes: 0 })).toBe('pattern'));
});
