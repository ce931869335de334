import { splitList } from '../../../nodes/DocumentDataExtraction/shared/text';

it('reads a list that was typed with commas', () => {
	expect(splitList(' data, attachment_0 ,,')).toEqual(['data', 'attachment_0']);
	expect(splitList('a,b')).toEqual(['a', 'b']);
	expect(splitList('')).toEqual([]);
});
