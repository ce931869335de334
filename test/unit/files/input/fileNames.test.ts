import fc from 'fast-check';
import {
	nameKey,
	possibleNames,
	uniqueNames,
	withExtension,
} from '../../../../nodes/DocumentDataExtraction/files/input/fileNames';
import { extensionOf, type FileType } from '../../../../nodes/DocumentDataExtraction/files/input/fileTypes';

/** Names as they come: few stems, so that many are the same. */
const stem = fc.oneof(
	fc.constantFrom('invoice', 'Invoice', 'INVOICE (2)', 'invoice (2)', 'a.b', 'ß', 'facture é', ''),
	fc.string(),
);
const extension = fc.constantFrom('', '.pdf', '.PDF', '.jpeg', '.Jpg', '.png', '.docx', '.');
const anyName = fc.tuple(stem, extension).map((parts) => parts.join(''));
const anyType: fc.Arbitrary<FileType> = fc.constantFrom('pdf', 'jpg', 'png');
const sessionName = fc.tuple(anyName, anyType).map(([name, type]) => withExtension(name, type));

const ENDINGS: Record<FileType, RegExp> = { pdf: /.\.pdf$/, jpg: /.\.(jpg|jpeg)$/, png: /.\.png$/ };

describe('giving a name the extension of its type', () => {
	it.each([
		['invoice.pdf', 'pdf', 'invoice.pdf'],
		['Invoice.PDF', 'pdf', 'Invoice.pdf'],
		['scan.JPEG', 'jpg', 'scan.jpeg'],
		['invoice', 'pdf', 'invoice.pdf'],
		['invoice.pdf', 'png', 'invoice.pdf.png'],
		['invoice.bin', 'pdf', 'invoice.bin.pdf'],
		['Invoice 03/2026.pdf', 'pdf', 'Invoice 03_2026.pdf'],
		['mail/2026/invoice.pdf', 'pdf', 'mail_2026_invoice.pdf'],
		['C:\\scans\\invoice.pdf', 'pdf', 'C:_scans_invoice.pdf'],
		['a\tb.pdf', 'pdf', 'a b.pdf'],
		['.pdf', 'pdf', '.pdf.pdf'],
		['  invoice.pdf ', 'pdf', 'invoice.pdf'],
		['', 'jpg', 'document.jpg'],
		['folder/', 'png', 'folder_.png'],
		[' \u0000 ', 'png', 'document.png'],
		['Invoice\r\n2026.pdf', 'pdf', 'Invoice 2026.pdf'],
		['Invoice.pdf\u0000', 'pdf', 'Invoice.pdf'],
		['half \ud83d.pdf', 'pdf', 'half  .pdf'],
		['whole \ud83d\ude00.pdf', 'pdf', 'whole \ud83d\ude00.pdf'],
		['x'.repeat(300), 'pdf', `${'x'.repeat(196)}.pdf`],
		[`${'x'.repeat(300)}.jpeg`, 'jpg', `${'x'.repeat(195)}.jpeg`],
		[`${'x'.repeat(195)}\ud83d\ude00y.pdf`, 'pdf', `${'x'.repeat(195)}.pdf`],
	] as Array<[string, FileType, string]>)('makes of %j (%s) %j', (name, type, expected) =>
		expect(withExtension(name, type)).toBe(expected),
	);

	it('always ends as the service demands, with something before it and no folder', () =>
		fc.assert(
			fc.property(anyName, anyType, (name, type) => {
				const given = withExtension(name, type);
				expect(given).toMatch(ENDINGS[type]);
				expect(given).not.toMatch(/[/\\]|\p{Cc}/u);
				expect(given.length).toBeLessThanOrEqual(200);
				expect(withExtension(given, type)).toBe(given);
			}),
		));
});

describe('making names unique', () => {
	it('numbers the later ones before the extension', () =>
		expect(uniqueNames(['invoice.pdf', 'Invoice.PDF', 'invoice.pdf', 'other.pdf'])).toEqual([
			'invoice.pdf',
			'Invoice (2).PDF',
			'invoice (3).pdf',
			'other.pdf',
		]));

	it('takes no number that another file has of its own, whatever the case', () => {
		expect(uniqueNames(['A.pdf', 'A.pdf', 'a (2).pdf'])).toEqual(['A.pdf', 'A (3).pdf', 'a (2).pdf']);
		expect(uniqueNames(['a.pdf', 'a.pdf', 'A (2).pdf', 'a.pdf'])).toEqual([
			'a.pdf',
			'a (3).pdf',
			'A (2).pdf',
			'a (4).pdf',
		]);
	});

	it('gives one name for each, unique whatever the case and the spaces, with its extension, the first of a kind unchanged', () =>
		fc.assert(
			fc.property(fc.array(sessionName, { maxLength: 30 }), (names) => {
				const given = uniqueNames(names);
				const keys = given.map(nameKey);
				for (const name of given) expect(name.length).toBeLessThanOrEqual(200);
				expect(given).toHaveLength(names.length);
				expect(new Set(keys).size).toBe(names.length);
				expect(given.map(extensionOf)).toEqual(names.map(extensionOf));
				const originals = names.map(nameKey);
				given.forEach((name, index) => {
					if (originals.indexOf(originals[index] as string) === index) expect(name).toBe(names[index]);
				});
			}),
		));

	it('tells names apart that differ in spaces alone, which the service does not', () =>
		expect(uniqueNames(['my invoice.pdf', 'my  invoice.pdf', 'myinvoice.pdf'])).toEqual([
			'my invoice.pdf',
			'my  invoice (2).pdf',
			'myinvoice (3).pdf',
		]));

	it('keeps long names within what the service keeps', () => {
		const long = withExtension('x'.repeat(300), 'pdf');
		expect(uniqueNames([long, long])).toEqual([long, `${'x'.repeat(192)} (2).pdf`]);
	});

	it('tells names apart that differ in the spelling of an accent alone', () =>
		expect(uniqueNames(['caf\u00e9.pdf', 'cafe\u0301.pdf'])).toEqual([
			'caf\u00e9.pdf',
			'cafe\u0301 (2).pdf',
		]));

	it.each([
		['zero width', 'in\u200bvoice.pdf'],
		['a mark of direction', 'invoice\u200f.pdf'],
	])('tells names apart that differ in what nobody sees: %s', (_what, name) =>
		expect(uniqueNames(['invoice.pdf', name])[1]).toMatch(/^in.?voice.? \(2\)\.pdf$/),
	);

	it('names a whole session of equal files', () => {
		const given = uniqueNames(Array.from({ length: 6000 }, () => 'scan.pdf'));
		expect(new Set(given).size).toBe(6000);
		expect(given.at(-1)).toBe('scan (6000).pdf');
	});
});

describe('the names that a file goes by', () => {
	it.each([
		['scan', 'application/pdf', ['scan.pdf', 'scan']],
		['invoice.pdf\n', 'application/octet-stream', ['invoice.pdf', 'invoice.pdf']],
		['list.csv', 'text/csv', ['list.csv']],
		['', 'image/png', ['document.png', 'document']],
	])('of %j (%s) are %j', (name, mimeType, expected) =>
		expect(possibleNames(name, mimeType)).toEqual(expected),
	);
});
