import {
	concernsByRow,
	reviewsWithoutRow,
} from '../../../../nodes/DocumentDataExtraction/extraction/rows/review';

const item = (message: string, affected_fields: string[], output_row_numbers: number[]) => ({
	message,
	affected_fields,
	output_row_numbers,
	source_references: [],
});

describe('what to review, by row', () => {
	it('says every concern of a row, and its fields once', () => {
		const concerns = concernsByRow([
			item('The sum is wrong', ['Total', 'Tax'], [1, 3]),
			item('The date is ambiguous', ['Date', 'Total'], [3]),
		]);
		expect([...concerns].map(([row, { messages, fields }]) => [row, messages, [...fields]])).toEqual([
			[1, ['The sum is wrong'], ['Total', 'Tax']],
			[3, ['The sum is wrong', 'The date is ambiguous'], ['Total', 'Tax', 'Date']],
		]);
	});

	it('knows of concerns that are tied to no field, and to no row', () => {
		expect(concernsByRow([item('Look', [], [2])]).get(2)).toEqual({
			messages: ['Look'],
			fields: new Set(),
			sources: new Set(),
		});
		expect(concernsByRow([item('Look', ['Total'], [])]).size).toBe(0);
	});

	it('is looked up for the rows of a page only', () => {
		const concerns = concernsByRow([item('Look', [], [1, 2, 3, 1002])], 2, 3);
		expect([...concerns.keys()]).toEqual([2, 3]);
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
