import fc from 'fast-check';
import { rangesOf } from '../../../../nodes/DocumentDataExtraction/extraction/review/rows';

const numbers = fc
	.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 30 })
	.map((given) => given.sort((a, b) => a - b));

describe('The requests for some rows', () => {
	it('cover every row, overlap nowhere, and are no longer than a page', () => {
		fc.assert(
			fc.property(numbers, fc.integer({ min: 1, max: 20 }), (rows, most) => {
				const ranges = rangesOf(rows, most);
				for (const row of rows)
					expect(ranges.filter(({ offset, limit }) => row > offset && row <= offset + limit)).toHaveLength(1);
				for (const { offset, limit } of ranges) {
					expect(limit).toBeLessThanOrEqual(most);
					// It begins and ends with a row that is wanted.
					expect(rows).toEqual(expect.arrayContaining([offset + 1, offset + limit]));
				}
			}),
		);
	});

	it('are one if the rows stand close enough', () => {
		expect(rangesOf([5, 700, 1004], 1000)).toEqual([{ offset: 4, limit: 1000 }]);
		expect(rangesOf([5, 700, 1005], 1000)).toEqual([
			{ offset: 4, limit: 696 },
			{ offset: 1004, limit: 1 },
		]);
	});
});
