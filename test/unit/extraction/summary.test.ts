import type { Extracted } from '../../../nodes/DocumentDataExtraction/extraction/extract';
import { hintsFor } from '../../../nodes/DocumentDataExtraction/extraction/hints';
import { summaryOf, type Summary } from '../../../nodes/DocumentDataExtraction/extraction/summary';
import { aFile } from '../files/aFile';

const ID = '11111111-2222-4333-8444-555555555555';

const extracted = (status: Partial<Extracted['status']> = {}): Extracted => ({
	batch: {
		id: 'mail-1',
		files: [{ ...aFile({ itemIndex: 2, bytes: 10 }), fileId: 'file-1', sessionName: 'invoice (2).pdf' }],
		request: { task_name: 'Invoices', prompt: 'Total', output_structure: 'automatic' },
	},
	submissionId: 'mail-1',
	status: { extraction_id: ID, status: 'completed', ...status },
});

const failedPages = (failed: number, pages: number[]) => ({
	successful_count: 3,
	failed_count: failed,
	successful: [],
	failed: [],
	failure_reasons: [{ code: 'X', message: 'Too large', affected_pages: [{ file_name: 'a.pdf', pages }] }],
});

describe('the summary of an extraction', () => {
	it('says what came of it, what it cost and from where its files are', () => {
		const review_needed = { count: 1, items: [] };
		const status = {
			credits_deducted: 3,
			credits_balance: 40,
			credits_reserved: 5,
			output_structure: 'per_invoice',
			output_expires_at: '2026-06-02T10:00:00Z',
			pages: failedPages(1, [4]),
			review_needed,
		};
		expect(summaryOf(extracted(status), ['logo.gif'])).toEqual({
			extraction_id: ID,
			submission_id: 'mail-1',
			task_name: 'Invoices',
			status: 'completed',
			output_structure: 'per_invoice',
			output_expires_at: '2026-06-02T10:00:00Z',
			files: [{ file_name: 'invoice (2).pdf', item: 2, field: 'data', bytes: 10 }],
			skipped_files: ['logo.gif'],
			pages_successful: 3,
			pages_failed: 1,
			failure_reasons: status.pages.failure_reasons,
			review_count: 1,
			review_items: [],
			notes: [],
			credits_deducted: 3,
			credits_available: 35,
		});
	});

	it('does not guess at figures that the service left out', () =>
		expect(summaryOf(extracted(), [])).toMatchObject({
			output_structure: 'automatic',
			output_expires_at: null,
			pages_successful: 0,
			pages_failed: 0,
			review_count: 0,
			credits_deducted: 0,
			credits_available: null,
		}));
});

describe('the credits available', () => {
	it.each([{ credits_balance: 40 }, { credits_reserved: 5 }])('are unknown from %j alone', (status) =>
		expect(summaryOf(extracted(status), []).credits_available).toBeNull(),
	);
});

it('tells what is to be reviewed', () => {
	const items = [{ message: 'Look', affected_fields: [], output_row_numbers: [1], source_references: [] }];
	expect(summaryOf(extracted({ review_needed: { count: 1, items } }), []).review_items).toEqual(items);
});

describe('the notes on the node', () => {
	const summary = (status: Partial<Extracted['status']>): Summary => summaryOf(extracted(status), []);
	const credits = (balance: number) => summary({ credits_balance: balance, credits_reserved: 0 });
	const messages = (...given: Parameters<typeof hintsFor>) =>
		hintsFor(...given).map(({ message }) => message);

	it('are none when all is well', () => expect(hintsFor([credits(20)], [], 20)).toEqual([]));

	it('name failed pages with their reasons', () =>
		expect(hintsFor([summary({ pages: failedPages(2, [4, 5]) })], [], 0)).toEqual([
			{
				type: 'warning',
				message: '2 pages could not be extracted and gave no rows: a.pdf page 4, 5 (Too large)',
			},
		]));

	it('name the first five places of many', () => {
		const summaries = Array.from({ length: 6 }, (_, page) => summary({ pages: failedPages(1, [page]) }));
		const [message] = messages(summaries, [], 0);
		expect(message).toMatch(/^6 pages .*page 4 \(Too large\); …$/);
		expect(message).not.toContain('page 5');
	});

	it('name five places without saying that there are more', () => {
		const summaries = Array.from({ length: 5 }, (_, page) => summary({ pages: failedPages(1, [page]) }));
		expect(messages(summaries, [], 0)[0]).toMatch(/page 4 \(Too large\)$/);
	});

	it('name a single skipped file and a single point to review', () =>
		expect(messages([summary({ review_needed: { count: 1, items: [] } })], ['logo.gif'], 0)).toEqual([
			'1 file skipped, because the type is not supported: logo.gif',
			'1 point in the rows to review',
		]));

	it('count failed pages of which the service names none', () =>
		expect(messages([summary({ pages: { ...failedPages(1, []), failure_reasons: [] } })], [], 0)).toEqual([
			'1 page could not be extracted and gave no rows',
		]));

	it('name skipped files, points to review and low credits', () =>
		expect(
			messages(
				[
					summary({ review_needed: { count: 2, items: [] } }),
					summary({ review_needed: { count: 1, items: [] } }),
					credits(1),
				],
				['logo.gif', 'letter.docx'],
				20,
			),
		).toEqual([
			'2 files skipped, because the type is not supported: logo.gif, letter.docx',
			'3 points in the rows to review',
			'Only 1 credit left',
		]));

	it('go by the fewest credits that were told, for what runs side by side ends in any order', () => {
		expect(messages([credits(100), credits(19), summary({})], [], 20)).toEqual(['Only 19 credits left']);
		expect(messages([credits(19), credits(20)], [], 20)).toEqual(['Only 19 credits left']);
		expect(messages([credits(21), credits(20)], [], 20)).toEqual([]);
	});
});
