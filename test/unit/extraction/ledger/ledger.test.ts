import {
	extractedEntries,
	failedEntry,
	leftOutEntry,
	rowsLackSource,
	skippedEntry,
} from '../../../../nodes/DocumentDataExtraction/extraction/ledger/ledger';
import type { Extracted } from '../../../../nodes/DocumentDataExtraction/extraction/run/batch';
import { aSkippedFile } from '../../../support/aFile';
import { accountOf, extracted, ID, pageResult, sent } from '../../../support/extracted';

const FILES = [sent('a.pdf', 0), sent('b.pdf', 0), sent('c.pdf', 3)];

/** The entries of an extraction, with rows of these sources if they have been read. */
const entriesOf = (one: Extracted, sources?: unknown[]) => extractedEntries(one, accountOf(one, sources));

const told = (entries: ReturnType<typeof extractedEntries>) =>
	entries.map(({ file, state, rows }) => [file.sessionName, state, rows]);

describe('what came of the files of an extraction', () => {
	it('is told by the rows, one entry for each file', () => {
		const sources = ['a.pdf (Page 1)', 'a.pdf (Page 2)', 'c.pdf (Page 1)'];
		expect(told(entriesOf(extracted(FILES), sources))).toEqual([
			['a.pdf', 'extracted', 2],
			['b.pdf', 'no_rows', 0],
			['c.pdf', 'extracted', 1],
		]);
	});

	it('is failed pages, whatever rows there are', () => {
		const pages = pageResult(
			[['a.pdf', 1]],
			[
				['a.pdf', 2],
				['B.pdf', 1],
			],
		);
		const sources = ['a.pdf (Page 1)', 'c.pdf (Page 1)'];
		const entries = entriesOf(extracted(FILES, { pages }), sources);
		expect(told(entries)).toEqual([
			['a.pdf', 'pages_failed', 1],
			['b.pdf', 'pages_failed', 0],
			['c.pdf', 'extracted', 1],
		]);
		expect(entries.map(({ failedPages }) => failedPages)).toEqual([
			[{ file_name: 'a.pdf', page: 2, reason: '' }],
			[{ file_name: 'b.pdf', page: 1, reason: '' }],
			[],
		]);
	});

	it.each([
		['are not told', pageResult([], [], { failed_count: 1 })],
		['are of no known file', pageResult([], [['x.pdf', 1]])],
		['are told in part', pageResult([], [['a.pdf', 1]], { failed_count: 2 })],
	])('may be failed pages of any file where they %s', (_, pages) => {
		const states = entriesOf(extracted(FILES, { pages }));
		expect(states.map(({ state }) => state)).toEqual(['pages_failed', 'pages_failed', 'pages_failed']);
		for (const { failedPages } of states) expect(failedPages).toHaveLength(1);
	});

	it('goes by the successful pages where the rows do not tell', () => {
		const sources = [undefined];
		const pages = pageResult([['a.pdf', 1]], []);
		expect(told(entriesOf(extracted(FILES, { pages }), sources))).toEqual([
			['a.pdf', 'extracted', null],
			['b.pdf', 'no_rows', null],
			['c.pdf', 'no_rows', null],
		]);
		expect(told(entriesOf(extracted(FILES)))).toEqual([
			['a.pdf', 'extracted', null],
			['b.pdf', 'extracted', null],
			['c.pdf', 'extracted', null],
		]);
	});

	it('is open while the service asks', () =>
		expect(told(entriesOf(extracted(FILES, { status: 'input_required' })))).toEqual(
			FILES.map(({ sessionName }) => [sessionName, 'asking', null]),
		));

	it('says where the file is from', () =>
		expect(entriesOf(extracted([sent('a.pdf', 3, 7)]))[0]).toMatchObject({
			file: { itemIndex: 3, fieldName: 'data', fileName: 'a.pdf', bytes: 7 },
			extractionId: ID,
			reason: null,
		}));
});

describe('the files that fail with their pages', () => {
	const pages = pageResult([], [['b.pdf', 1]]);
	const failing = (status: object, rowsLackSource = false) => {
		const one = extracted(FILES, status);
		const account = accountOf(one);
		account.failWithPages(rowsLackSource);
		return extractedEntries(one, account).flatMap(({ file, error }) => (error ? file.sessionName : []));
	};

	it('are those of the pages', () => {
		expect(failing({ pages })).toEqual(['b.pdf']);
		expect(failing({})).toEqual([]);
	});

	it('are all of the extraction where its rows do not tell theirs', () => {
		expect(failing({ pages }, true)).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
		expect(failing({}, true)).toEqual([]);
	});
});

it('rows lack their source where the request, or an earlier one in its place, leaves it out', () => {
	const request = { options: { exclude_columns: ['source_file'] } };
	expect(rowsLackSource(extracted(FILES, {}, request))).toBe(true);
	expect(rowsLackSource({ ...extracted(FILES), differences: ['options.exclude_columns'] })).toBe(true);
	expect(rowsLackSource(extracted(FILES))).toBe(false);
});

it('a file that is not sent says why', () => {
	const file = aSkippedFile({ fileName: 'logo.gif', mimeType: 'image/gif', itemIndex: 2 });
	expect([
		skippedEntry(file),
		leftOutEntry({ ...file, by: 'size' }),
		leftOutEntry({ ...file, by: 'pattern' }),
		failedEntry(file, { reason: 'Locked' }),
		failedEntry(sent('a.pdf'), { reason: 'Locked' }, ID),
	]).toMatchObject([
		{ state: 'skipped', file: { itemIndex: 2 }, reason: 'It is not a PDF, JPG or PNG file' },
		{ state: 'left_out', reason: 'It is smaller than the minimum size' },
		{ state: 'left_out', reason: 'Its name does not match the pattern' },
		{ state: 'failed', reason: 'Locked', file, extractionId: null },
		{ state: 'failed', reason: 'Locked', file: { sessionName: 'a.pdf' }, extractionId: ID },
	]);
});
