import {
	extractedEntries,
	failedEntry,
	leftOutEntry,
	skippedEntry,
} from '../../../../nodes/DocumentDataExtraction/extraction/ledger/ledger';
import { summaryOf } from '../../../../nodes/DocumentDataExtraction/extraction/ledger/resultJson';
import { aFile, aSkippedFile } from '../../../support/aFile';
import { accountOf, extracted, ID, pageResult, sent } from '../../../support/extracted';

const FILES = [
	{ ...sent('invoice (2).pdf', 2), fileName: 'invoice.pdf', digest: { sha256: 'abc' } },
	sent('empty.pdf', 3),
	sent('long.pdf', 3),
];

describe('the summary of an extraction', () => {
	it('says what came of it, what it cost and from where its files are', () => {
		const reasons = [
			{ code: 'X', message: 'Too large', affected_pages: [{ file_name: 'long.pdf', pages: [4] }] },
		];
		const one = extracted(FILES, {
			credits_deducted: 3,
			credits_balance: 40,
			credits_reserved: 5,
			output_structure: 'per_invoice',
			output_expires_at: '2026-06-02T10:00:00Z',
			pages: pageResult([['long.pdf', 1]], [['long.pdf', 4]], { failure_reasons: reasons }),
			review_needed: { count: 1, items: [] },
		});
		one.differences.push('prompt');
		const others = [
			skippedEntry(aSkippedFile({ fileName: 'list.csv' })),
			leftOutEntry({ ...aFile({ fileName: 'logo.png' }), by: 'size' }),
			failedEntry(sent('locked.pdf'), { reason: 'Locked' }),
		];
		expect(
			summaryOf(
				one,
				extractedEntries(one, accountOf(one, ['invoice (2).pdf (Page 1)', 'long.pdf (Page 1)'])),
				others,
			),
		).toEqual({
			extraction_id: ID,
			submission_id: 'mail-1',
			task_name: 'Invoices',
			status: 'completed',
			output_structure: 'per_invoice',
			output_expires_at: '2026-06-02T10:00:00Z',
			differences: ['prompt'],
			files: [
				{
					file_name: 'invoice.pdf',
					sent_name: 'invoice (2).pdf',
					item: 2,
					field: 'data',
					bytes: 10,
					sha256: 'abc',
					state: 'extracted',
					duplicate_of: null,
					rows: 1,
					pages_failed: 0,
				},
				{
					file_name: 'empty.pdf',
					sent_name: 'empty.pdf',
					item: 3,
					field: 'data',
					bytes: 10,
					sha256: null,
					state: 'no_rows',
					duplicate_of: null,
					rows: 0,
					pages_failed: 0,
				},
				{
					file_name: 'long.pdf',
					sent_name: 'long.pdf',
					item: 3,
					field: 'data',
					bytes: 10,
					sha256: null,
					state: 'pages_failed',
					duplicate_of: null,
					rows: 1,
					pages_failed: 1,
				},
			],
			files_without_rows: ['empty.pdf'],
			left_out_files: ['logo.png'],
			skipped_files: ['list.csv'],
			failed_files: ['locked.pdf'],
			pages_successful: 1,
			pages_failed: 1,
			failure_reasons: reasons,
			review_count: 1,
			review_items: [],
			notes: [],
			credits_deducted: 3,
			credits_of_this_run: 3,
			credits_available: 35,
		});
	});

	it('does not guess at figures that the service left out', () =>
		expect(summaryOf(extracted(FILES), [], [])).toMatchObject({
			output_structure: 'automatic',
			output_expires_at: null,
			pages_successful: 0,
			pages_failed: 0,
			review_count: 0,
			credits_deducted: null,
			credits_available: null,
		}));

	it.each([{ credits_balance: 40 }, { credits_reserved: 5 }])(
		'does not know what credits are available from %j alone',
		(status) => expect(summaryOf(extracted(FILES, status), [], []).credits_available).toBeNull(),
	);

	it('tells what is to be reviewed', () => {
		const items = [{ message: 'Look', affected_fields: [], output_row_numbers: [1], source_references: [] }];
		const one = extracted(FILES, { review_needed: { count: 1, items } });
		expect(summaryOf(one, [], []).review_items).toEqual(items);
	});
});
