import type { Findings } from '../../../../nodes/DocumentDataExtraction/extraction/account/Account';
import {
	findingHints,
	hint,
	keptBackText,
	notSentHints,
} from '../../../../nodes/DocumentDataExtraction/extraction/account/hints';
import { aFile } from '../../../support/aFile';

const QUIET: Findings = {
	pagesFailed: 0,
	failedPages: [],
	filesWithoutRows: [],
	unknownFilesWithoutRows: 0,
	rowsToReview: 0,
	reviews: [],
	reviewsWithoutRow: [],
	strangers: 0,
};

const messages = (...found: Array<Partial<Findings>>) =>
	findingHints(found.map((one) => ({ ...QUIET, ...one }))).map(({ message }) => message);

const failed = (...pages: number[]) => ({
	pagesFailed: pages.length,
	failedPages: pages.map((page) => ({ file_name: 'a.pdf', page, reason: '' })),
});

const REVIEW = 'To send such rows to their own output, turn on Separate Rows That Need Review';

describe('a note', () => {
	it.each([
		[['a', 'b'], {}, 'Label (2): a; b'],
		[['a'], { count: 3 }, 'Label (3): a'],
		[[], { count: 3, next: 'Look' }, 'Label: 3. Look'],
		[['That is so.'], { next: 'Look' }, 'Label (1): That is so. Look'],
		[['1', '2', '3', '4', '5'], {}, 'Label (5): 1; 2; 3; 4; 5'],
		[['1', '2', '3', '4', '5', '6'], {}, 'Label (6): 1; 2; 3; 4; 5 and 1 more'],
	])('counts and names %j with %j', (names, more, message) =>
		expect(hint('Label', names, more)).toEqual([{ message, type: 'warning' }]),
	);

	it('is none where there is nothing to count', () =>
		expect(hint('Label', [], { next: 'Look' })).toEqual([]));
});

describe('the notes on what the service said', () => {
	it('are none when all is well', () => {
		expect(messages()).toEqual([]);
		expect(messages({})).toEqual([]);
		expect(notSentHints([], [], [])).toEqual([]);
	});

	it.each([
		[
			failed(4, 5),
			'Pages that could not be read and are missing from the rows (2): a.pdf page 4; a.pdf page 5',
		],
		[{ pagesFailed: 2 }, 'Pages that could not be read and are missing from the rows: 2'],
		[{ filesWithoutRows: ['b.pdf', 'c.pdf'] }, 'Files without rows (2): b.pdf; c.pdf'],
		[
			{ rowsToReview: 1, reviews: ['The total is 580.00.'] },
			'Rows that need review (1): The total is 580.00.',
		],
		[{ rowsToReview: 3, reviews: ['One', 'Two'] }, 'Rows that need review (3): One; Two'],
		[
			{ reviewsWithoutRow: ['Look', 'Look again'] },
			'Review messages that belong to no row (2): Look; Look again',
		],
		[{ strangers: 1 }, 'Rows that are linked to no item, because their source file was not sent: 1'],
		[
			{ unknownFilesWithoutRows: 2 },
			'Files without rows, at least: 2. Without the column Source File, nobody knows which files',
		],
	])('what the service said is told: %j', (found, message) => expect(messages(found)).toEqual([message]));

	it('say why pages failed', () => {
		const failedPages = [{ file_name: 'a.pdf', page: 4, reason: 'Too large' }];
		expect(messages({ pagesFailed: 1, failedPages })).toEqual([
			'Pages that could not be read and are missing from the rows (1): a.pdf page 4 (Too large)',
		]);
	});

	it('are about all extractions together', () =>
		expect(
			messages({ ...failed(4), strangers: 1 }, { rowsToReview: 2 }, { strangers: 2, rowsToReview: 1 }),
		).toEqual([
			'Pages that could not be read and are missing from the rows (1): a.pdf page 4',
			'Rows that need review: 3',
			'Rows that are linked to no item, because their source file was not sent: 3',
		]));

	it('name the switch that keeps rows that need review apart, if it is off', () =>
		expect(findingHints([{ ...QUIET, rowsToReview: 2 }], true)).toEqual([
			{ type: 'warning', message: `Rows that need review: 2. ${REVIEW}` },
		]));

	it('name files that were not sent', () => {
		const files = ['logo.gif', 'letter.docx'].map((fileName) => aFile({ fileName }));
		expect(notSentHints(files, files.slice(1), [])).toEqual([
			{ type: 'warning', message: 'Files skipped, not PDF, JPG or PNG (2): logo.gif; letter.docx' },
			{
				type: 'info',
				message: 'Files skipped by File Name Pattern or Minimum File Size (1): letter.docx',
			},
		]);
	});
});

describe('what a limit keeps back', () => {
	it.each([
		[[], undefined],
		[[0, 0], undefined],
		[
			[0, 1],
			/^This is not everything\. Rows or invoices kept back by Limit: 1\..*Return All to get the rest$/,
		],
		[[250, 0, 3], /: 253\./],
		[[250, null], /: unknown number\./],
	])('%j', (keptBack, text) => {
		if (text) expect(keptBackText(keptBack)).toMatch(text);
		else expect(keptBackText(keptBack)).toBeUndefined();
	});
});
