import { ColumnNames } from '../../../../nodes/DocumentDataExtraction/extraction/rows/ColumnNames';
import {
	reviewsByRow,
	reviewsWithoutRow,
} from '../../../../nodes/DocumentDataExtraction/extraction/rows/review';

const item = (message: string, affected_fields: string[], output_row_numbers: number[]) => ({
	message,
	affected_fields,
	output_row_numbers,
	source_references: [],
});

const AS_WRITTEN = new ColumnNames();

describe('what to review, by row', () => {
	it('says every concern of a row, and its fields once', () => {
		const reviews = reviewsByRow(
			[
				item('The sum is wrong', ['Total', 'Tax'], [1, 3]),
				item('The date is ambiguous', ['Date', 'Total'], [3]),
			],
			AS_WRITTEN,
		);
		expect([...reviews]).toEqual([
			[1, { review_message: 'The sum is wrong', review_fields: 'Total, Tax' }],
			[
				3,
				{
					review_message: 'The sum is wrong; The date is ambiguous',
					review_fields: 'Total, Tax, Date',
				},
			],
		]);
	});

	it('knows of concerns that are tied to no field, and to no row', () => {
		expect(reviewsByRow([item('Look', [], [2])], AS_WRITTEN).get(2)).toEqual({
			review_message: 'Look',
			review_fields: '',
		});
		expect(reviewsByRow([item('Look', ['Total'], [])], AS_WRITTEN).size).toBe(0);
	});

	it('is looked up for the rows of a page only', () => {
		const reviews = reviewsByRow([item('Look', [], [1, 2, 3, 1002])], AS_WRITTEN, 2, 3);
		expect([...reviews.keys()]).toEqual([2, 3]);
	});

	it('is what names no row that there is, too', () => {
		const items = [
			item('no row', [], []),
			item('beyond', [], [4, 0, -1]),
			item('one of several', [], [9, 3]),
		];
		expect(reviewsWithoutRow(items, 3).map(({ message }) => message)).toEqual(['no row', 'beyond']);
	});
});
