import {
	findingHints,
	hintsFor,
	keptBackText,
	notSentHints,
	type RunFindings,
} from '../../../../nodes/DocumentDataExtraction/extraction/ledger/hints';
import {
	extractedEntries,
	leftOutEntry,
	skippedEntry,
	type LedgerEntry,
} from '../../../../nodes/DocumentDataExtraction/extraction/ledger/ledger';
import { aSkippedFile } from '../../../support/aFile';
import { accountOf, extracted, pageResult, sent } from '../../../support/extracted';

const QUIET: RunFindings = {
	pages: 0,
	pagesFailed: 0,
	rowsToReview: 0,
	reviews: [],
	reviewsWithoutRow: [],
	strangers: 0,
	fewerRowsThanFiles: [],
	differences: [],
	creditsUsed: 0,
	creditsAvailable: [],
};

const messages = (ledger: LedgerEntry[], found: Partial<RunFindings> = {}, creditsUsed = 0) =>
	hintsFor(ledger, { ...QUIET, ...found, creditsUsed }, false).map(({ message }) => message);

const failedPages = (...pages: number[]) => {
	const files = [sent('a.pdf')];
	const failed = pages.map((page): [string, number] => ['a.pdf', page]);
	const one = extracted(files, { pages: pageResult([], failed) });
	return extractedEntries(one, accountOf(one));
};

const withoutRows = (...names: string[]) => {
	const one = extracted(['full.pdf', ...names].map((name) => sent(name)));
	return extractedEntries(one, accountOf(one, ['full.pdf (Page 1)']));
};

describe('the notes on the node', () => {
	it('are none when all is well', () => {
		expect(messages(withoutRows(), { creditsAvailable: [20] }, 20)).toEqual([]);
		expect(findingHints({ ...QUIET, failedPages: [], filesWithoutRows: [] })).toEqual([]);
		expect(notSentHints([], [])).toEqual([]);
	});

	it.each([
		[1, [4], '1 page could not be read and is missing from the rows: a.pdf page 4'],
		[2, [4, 5], '2 pages could not be read and are missing from the rows: a.pdf page 4; a.pdf page 5'],
		[6, [1, 2, 3, 4, 5, 6], /^6 pages .*: a\.pdf page 1; .*a\.pdf page 5; …$/],
		[5, [1, 2, 3, 4, 5], /a\.pdf page 5$/],
	])('name %d failed pages', (pagesFailed, pages, message) =>
		expect(messages(failedPages(...pages), { pagesFailed })).toEqual([
			typeof message === 'string' ? message : expect.stringMatching(message),
		]),
	);

	it('say why pages failed', () => {
		const failed = [{ file_name: 'a.pdf', page: 4, reason: 'Too large' }];
		const found = { ...QUIET, pages: 3, pagesFailed: 1, failedPages: failed, filesWithoutRows: [] };
		expect(findingHints(found)).toEqual([
			{
				type: 'warning',
				message: '1 of 3 pages could not be read and is missing from the rows: a.pdf page 4 (Too large)',
			},
		]);
		expect(findingHints({ ...found, failedPages: [] })[0]?.message).toMatch(/from the rows$/);
	});

	it.each([
		[['b.pdf'], '1 file gave no rows: b.pdf'],
		[['b.pdf', 'c.pdf'], '2 files gave no rows: b.pdf, c.pdf'],
	])('name the files %j that gave none', (names, message) =>
		expect(messages(withoutRows(...names))).toEqual([message]),
	);

	it('name files that were not sent', () => {
		const files = ['logo.gif', 'letter.docx'].map((fileName) => aSkippedFile({ fileName }));
		expect(messages(files.map(skippedEntry))).toEqual([
			'2 files skipped, not PDF, JPG or PNG: logo.gif, letter.docx',
		]);
		expect(messages(files.slice(1).map((file) => leftOutEntry({ ...file, by: 'pattern' })))).toEqual([
			'1 file skipped by File Name Pattern or Minimum File Size: letter.docx',
		]);
	});

	it.each([
		[{ rowsToReview: 1 }, '1 row needs review'],
		[{ rowsToReview: 1, reviews: ['The total is 580.00.'] }, '1 row needs review: The total is 580.00'],
		[{ rowsToReview: 3, reviews: ['One', 'Two'] }, '3 rows need review: One; Two'],
		[{ reviewsWithoutRow: ['Look', 'Look again'] }, '2 review messages belong to no row: Look; Look again'],
		[{ strangers: 1 }, '1 row names a source file that was not sent. It is linked to no item'],
		[
			{ differences: ['prompt', 'options.output_language', 'prompt'] },
			'The rows come from an earlier request with the same Submission ID, which differs in: prompt, options.output_language',
		],
	])('the notes on the node tell of %j', (found, message) => expect(messages([], found)).toEqual([message]));

	it('name the switch that keeps rows that need review apart, if it is off', () =>
		expect(hintsFor([], { ...QUIET, rowsToReview: 2 }, true)).toEqual([
			{
				type: 'warning',
				message:
					'2 rows need review. To send such rows to their own output, turn on Separate Rows That Need Review',
			},
		]));

	it('go by the fewest credits that were told, for what runs side by side ends in any order', () => {
		expect(messages([], { creditsAvailable: [100, 19, null] }, 20)).toEqual([
			'19 credits left, enough for 19 pages. Add credits in the dashboard',
		]);
		expect(messages([], { creditsAvailable: [1] }, 20)).toEqual([
			'1 credit left, enough for 1 page. Add credits in the dashboard',
		]);
		expect(messages([], { creditsAvailable: [0] }, 20)).toEqual([
			'No credits left. Add credits in the dashboard',
		]);
		expect(messages([], { creditsAvailable: [21, 20] }, 20)).toEqual([]);
		expect(messages([], { creditsAvailable: [null] }, 20)).toEqual([]);
	});
});

describe('what a limit keeps back', () => {
	const rows = (count: number | null) => ({ of: 'row' as const, count });
	const invoices = (count: number | null) => ({ of: 'invoice' as const, count });
	it.each([
		[[], undefined],
		[[rows(0), invoices(0)], undefined],
		[[rows(0), rows(1)], /^1 row is kept back by Limit.*Return All to get the rest$/],
		[[rows(250), rows(0), rows(3)], /^253 rows are kept back/],
		[[rows(250), rows(null)], /^Further rows are kept back/],
		[[invoices(1)], /^1 invoice is kept back by Limit.*Return All to get the rest$/],
		[
			[invoices(3), rows(2), invoices(4)],
			/^2 rows are and 7 invoices are kept back by Limit, so this is not everything\. .*get the rest$/,
		],
	])('%j', (keptBack, text) => {
		if (text) expect(keptBackText(keptBack)).toMatch(text);
		else expect(keptBackText(keptBack)).toBeUndefined();
	});
});
