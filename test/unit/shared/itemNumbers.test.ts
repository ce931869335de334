import { itemNumbers } from '../../../nodes/DocumentDataExtraction/shared/text';

it.each([
	[[1], 'Item 2'],
	[[0, 2], 'Items 1, 3'],
	[[0, 1, 2], 'Items 1, 2, 3'],
	[[0, 1, 2, 3, 4], 'Items 1, 2, 3, 4, 5'],
	[[0, 1, 2, 3, 4, 5, 6], 'Items 1, 2, 3, 4, 5 and 2 more'],
])('names the items %j as a panel of n8n counts them', (indexes, names) =>
	expect(itemNumbers(indexes)).toBe(names),
);
