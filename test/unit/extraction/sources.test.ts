import fc from 'fast-check';
import { SourceIndex } from '../../../nodes/DocumentDataExtraction/extraction/sources';

const index = new SourceIndex([
	{ sessionName: 'invoice.pdf', itemIndex: 0 },
	{ sessionName: 'invoice (2).pdf', itemIndex: 1 },
	{ sessionName: 'odd (Page 3)', itemIndex: 2 },
	{ sessionName: 'extra.pdf', itemIndex: 1 },
]);

describe('the items that a source names', () => {
	it.each([
		['invoice.pdf (Page 1)', [0]],
		['invoice (2).pdf (Page 12)', [1]],
		['extra.pdf', [1]],
		['odd (Page 3) (Page 3)', [2]],
	])('of %j are %j', (source, items) => expect(index.itemsOf(source)).toEqual(items));

	it.each([['unknown.pdf (Page 1)'], ['INVOICE.PDF (Page 1)'], [''], [undefined], [null], [7]])(
		'of %j are all of them',
		(source) => expect(index.itemsOf(source)).toEqual([0, 1, 2]),
	);

	it('is the one item of each file, whatever it is called', () =>
		fc.assert(
			fc.property(fc.uniqueArray(fc.string()), fc.nat(), (names, page) => {
				const files = names.map((sessionName, itemIndex) => ({ sessionName, itemIndex }));
				const sources = new SourceIndex(files);
				for (const { sessionName, itemIndex } of files)
					expect(sources.itemsOf(`${sessionName} (Page ${page})`)).toEqual([itemIndex]);
			}),
		));
});
