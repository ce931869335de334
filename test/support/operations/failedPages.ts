import { STATUS } from '../endpoints';
import type { OperationFixture } from '../fixtures/operationFixture';

/** Lets the next status tell of two failed pages and of something to review. Returns the notes that the node has to show of it. */
export function failPages({ node }: OperationFixture): string[] {
	node.alter(STATUS, (body) => {
		body.pages = {
			successful_count: 1,
			failed_count: 2,
			successful: [],
			failed: [{ file_name: 'a.pdf', page: 2 }],
		};
		body.review_needed = { count: 1, items: [] };
	});
	return [
		'Pages that could not be read and are missing from the rows (2): a.pdf page 2',
		'Rows that need review: 1',
	];
}
