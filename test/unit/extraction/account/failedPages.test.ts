import {
	describePage,
	failedPagesOf,
} from '../../../../nodes/DocumentDataExtraction/extraction/account/failedPages';
import { pageResult } from '../../../support/extracted';

const reason = (file_name: string, pages: number[], message = 'Too large.', code = 'X') => ({
	code,
	message,
	affected_pages: [{ file_name, pages }],
});

describe('the failed pages of an extraction', () => {
	it('are none where nothing is told', () => {
		expect(failedPagesOf(undefined)).toEqual({ count: 0, pages: [] });
		expect(failedPagesOf(pageResult([['a.pdf', 1]], []))).toEqual({ count: 0, pages: [] });
	});

	it('are named once, with the reason, whichever list names them', () => {
		const result = pageResult(
			[],
			[
				['a.pdf', 1],
				['b.pdf', 1],
			],
			{
				failure_reasons: [reason('a.pdf', [1, 2]), reason('c.pdf', [])],
			},
		);
		expect(failedPagesOf(result)).toEqual({
			count: 4,
			pages: [
				{ file_name: 'a.pdf', page: 1, reason: 'Too large.' },
				{ file_name: 'b.pdf', page: 1, reason: '' },
				{ file_name: 'a.pdf', page: 2, reason: 'Too large.' },
				{ file_name: 'c.pdf', page: null, reason: 'Too large.' },
			],
		});
	});

	it('have the reason of their file where no page is told with it', () => {
		const result = pageResult([], [['a.pdf', 1]], {
			failure_reasons: [reason('a.pdf', [], '', 'TOO_LARGE')],
		});
		expect(failedPagesOf(result)).toEqual({
			count: 1,
			pages: [{ file_name: 'a.pdf', page: 1, reason: 'TOO_LARGE' }],
		});
	});

	it('are counted by the service, which need not name them', () =>
		expect(failedPagesOf(pageResult([], [], { failed_count: 3 }))).toEqual({ count: 3, pages: [] }));

	it.each([
		[{ file_name: 'a.pdf', page: 2, reason: 'Too large.' }, 'a.pdf page 2 (Too large)'],
		[{ file_name: 'a.pdf', page: null, reason: '' }, 'a.pdf'],
	])('read %j as %j', (page, text) => expect(describePage(page)).toBe(text));
});
