import fc from 'fast-check';
import { nameKey } from '../../../../nodes/DocumentDataExtraction/files/input/fileNames';
import { sessionFiles } from '../../../../nodes/DocumentDataExtraction/extraction/request/sessionFiles';
import type { InputFile } from '../../../../nodes/DocumentDataExtraction/files/input/InputFile';
import {
	MOST_PAIRED_ITEMS,
	SourceIndex,
} from '../../../../nodes/DocumentDataExtraction/extraction/rows/SourceIndex';

const FILES = [
	{ sessionName: 'invoice.pdf', itemIndex: 0 },
	{ sessionName: 'invoice (2).pdf', itemIndex: 1 },
	{ sessionName: 'odd (Page 3)', itemIndex: 2 },
	{ sessionName: 'extra.pdf', itemIndex: 1 },
	{ sessionName: 'caf\u00e9  1.pdf', itemIndex: 3 },
];
const index = new SourceIndex(FILES);

describe('the items that a source names', () => {
	it.each([
		['invoice.pdf (Page 1)', 0],
		['invoice (2).pdf (Page 12)', 1],
		['extra.pdf', 1],
		['odd (Page 3) (Page 3)', 2],
		['odd (Page 3)', 2],
		['invoice.pdf (Pages 1, 2)', 0],
		['INVOICE.PDF (Page 1)', 0],
		['cafe\u0301 1.pdf (Page 1)', 3],
		['caf\u00e91.pdf\u00a0 (page 1)', 3],
		['in\u200bvoice.pdf (Page 1) ', 0],
	])('of %j is %j', (source, item) => expect(index.pairingOf(source)).toEqual({ item }));

	it.each([['unknown.pdf (Page 1)'], ['(Page 1)'], [7], [{}]])('of %j is nobody', (source) =>
		expect(index.pairingOf(source)).toEqual([]),
	);

	it.each([[''], [undefined], [null]])('of %j are all of them, in one array for all rows', (source) => {
		expect(index.pairingOf(source)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }, { item: 3 }]);
		expect(index.pairingOf(source)).toBe(index.pairingOf(undefined));
	});

	it.each([
		[1, { item: 0 }],
		[MOST_PAIRED_ITEMS + 1, []],
	])('of a row without any, of %d items, are %j', (items, pairing) => {
		const files = Array.from({ length: items }, (_, itemIndex) => ({
			sessionName: `${itemIndex}.pdf`,
			itemIndex,
		}));
		expect(new SourceIndex(files).pairingOf(undefined)).toEqual(pairing);
	});

	it('of a row without any are all up to a hundred', () => {
		const files = Array.from({ length: MOST_PAIRED_ITEMS }, (_, itemIndex) => ({
			sessionName: `${itemIndex}.pdf`,
			itemIndex,
		}));
		expect(new SourceIndex(files).pairingOf(null)).toHaveLength(MOST_PAIRED_ITEMS);
	});

	it('is the one item of each file, whatever it is called', () =>
		fc.assert(
			fc.property(fc.uniqueArray(fc.string(), { selector: nameKey }), fc.nat(), (names, page) => {
				const files = names.map((sessionName, itemIndex) => ({ sessionName, itemIndex }));
				const sources = new SourceIndex(files);
				for (const { sessionName, itemIndex } of files)
					expect(sources.pairingOf(`${sessionName} (Page ${page})`)).toEqual({ item: itemIndex });
			}),
		));
});

describe('the way of a name to the service and back', () => {
	/** Names that have fallen somewhere, and any others, with halves of characters and what nobody sees. */
	const anyName = fc.oneof(
		fc.constantFrom(
			...[
				'a\tb.pdf',
				'a/b/c.pdf',
				'x/c.pdf',
				'c.pdf',
				'C.PDF',
				'a\\b.pdf',
				'..',
				'/',
				'.pdf',
				'',
				' ',
				'scan',
			],
			...['Rechnung\r\n3.pdf', 'caf\u00e9.pdf', 'cafe\u0301.pdf', '\u202egpj.pdf', 'a\u200bb.pdf', 'ab.pdf'],
			...[
				'half \ud83d.pdf',
				'\udc00.pdf',
				'\ud83d\ude00.pdf',
				'a (Page 2).pdf',
				'a (2).pdf',
				'a.pdf',
				'a.pdf (Page 1)',
			],
			...[
				'x'.repeat(300),
				`${'x'.repeat(300)}.pdf`,
				`${'e\u0301'.repeat(150)}.pdf`,
				'\ufeff\u200b.pdf',
				'__proto__',
			],
		),
		fc.string({ unit: 'binary', maxLength: 30 }),
		fc
			.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
			.map((codes) => String.fromCharCode(...codes)),
	);
	const files = fc.array(fc.record({ fileName: anyName, mimeType: fc.constant('application/pdf') }), {
		minLength: 1,
		maxLength: 20,
	});

	/** What the service may make of a name that it gives back. */
	const ECHOES: Array<(name: string) => string> = [
		(name) => name,
		(name) => name.normalize('NFC'),
		(name) => name.normalize('NFD'),
		(name) => name.trim(),
		(name) => name.replace(/\s+/g, ' '),
		(name) => name.replace(/\s/g, '\u00a0'),
		(name) => name.replace(/\s+/g, ''),
		(name) => name.replace(/\p{Cf}/gu, ''),
		(name) => Buffer.from(name).toString(),
	];

	it('leads every row to its file, whatever the files are called and however the service spells their names', () =>
		fc.assert(
			fc.property(files, fc.nat({ max: 9999 }), (given, page) => {
				const input = given.map((file, itemIndex) => ({ ...file, itemIndex }) as InputFile);
				const sent = sessionFiles(input);
				const sources = new SourceIndex(sent);
				for (const file of sent) {
					expect(file.fileName).toBe(given[file.itemIndex]!.fileName);
					expect(file.sessionName).toMatch(/^[^/\\\p{Cc}\p{Cs}]{1,196}\.pdf$/u);
					for (const echo of ECHOES) {
						expect(sources.named(echo(file.sessionName))).toBe(file);
						for (const pageText of [
							` (Page ${page})`,
							`  (Pages ${page}, ${page + 1})`,
							`\u00a0(page ${page})`,
						])
							expect(sources.pairingOf(echo(file.sessionName) + pageText)).toEqual({ item: file.itemIndex });
					}
				}
			}),
			{ numRuns: 100 },
		));
});
