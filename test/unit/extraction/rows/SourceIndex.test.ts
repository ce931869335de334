import fc from 'fast-check';
import { nameKey } from '../../../../nodes/DocumentDataExtraction/files/input/fileNames';
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
