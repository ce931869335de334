import {
	extractedEntries,
	failedEntry,
	failedPagesByFile,
	filesWithFailedPages,
	leftOutEntry,
	skippedEntry,
} from '../../../../nodes/DocumentDataExtraction/extraction/ledger/ledger';
import { RowTally } from '../../../../nodes/DocumentDataExtraction/extraction/ledger/RowTally';
import { SourceIndex } from '../../../../nodes/DocumentDataExtraction/extraction/rows/SourceIndex';
import { aSkippedFile } from '../../../support/aFile';
import { extracted, ID, pageResult, sent } from '../../../support/extracted';

const FILES = [sent('a.pdf', 0), sent('b.pdf', 0), sent('c.pdf', 3)];

const tallyOf = (sources: unknown[], files = FILES) => {
	const tally = new RowTally(new SourceIndex(files), files);
	for (const source of sources) tally.add(source);
	return tally;
};

const told = (entries: ReturnType<typeof extractedEntries>) =>
	entries.map(({ sentName, state, rows }) => [sentName, state, rows]);

describe('the rows of each file', () => {
	it('are counted by the Source File', () => {
		const tally = tallyOf(['a.pdf (Page 1)', 'C.PDF (Page 1)', 'a.pdf (Page 2)', 'x.pdf (Page 1)']);
		expect(FILES.map((file) => tally.of(file))).toEqual([2, 0, 1]);
		expect(tally.strangers).toBe(1);
	});

	it.each([[undefined], [null], ['']])('do not tell where a row has the source %j', (source) => {
		const tally = tallyOf(['a.pdf (Page 1)', source]);
		expect([tally.of(FILES[0]!), tally.strangers]).toEqual([null, 0]);
	});

	it('are all of them where there is one file, whatever the sources say', () => {
		const one = FILES.slice(0, 1);
		const tally = tallyOf([undefined, 'x.pdf (Page 1)'], one);
		tally.addUnseen(40);
		expect(tally.of(one[0]!)).toBe(42);
	});
});

describe('what came of the files of an extraction', () => {
	it('is told by the rows, one entry for each file', () => {
		const tally = tallyOf(['a.pdf (Page 1)', 'a.pdf (Page 2)', 'c.pdf (Page 1)']);
		expect(told(extractedEntries({ extracted: extracted(FILES), tally }))).toEqual([
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
		const tally = tallyOf(['a.pdf (Page 1)', 'c.pdf (Page 1)']);
		const entries = extractedEntries({ extracted: extracted(FILES, { pages }), tally });
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
		const states = extractedEntries({ extracted: extracted(FILES, { pages }), tally: undefined });
		expect(states.map(({ state }) => state)).toEqual(['pages_failed', 'pages_failed', 'pages_failed']);
		for (const { failedPages } of states) expect(failedPages).toHaveLength(1);
	});

	it('goes by the successful pages where the rows do not tell', () => {
		const tally = tallyOf([undefined]);
		const pages = pageResult([['a.pdf', 1]], []);
		expect(told(extractedEntries({ extracted: extracted(FILES, { pages }), tally }))).toEqual([
			['a.pdf', 'extracted', null],
			['b.pdf', 'no_rows', null],
			['c.pdf', 'no_rows', null],
		]);
		expect(told(extractedEntries({ extracted: extracted(FILES), tally: undefined }))).toEqual([
			['a.pdf', 'extracted', null],
			['b.pdf', 'extracted', null],
			['c.pdf', 'extracted', null],
		]);
	});

	it('is open while the service asks', () =>
		expect(
			told(extractedEntries({ extracted: extracted(FILES, { status: 'input_required' }), tally: undefined })),
		).toEqual(FILES.map(({ sessionName }) => [sessionName, 'asking', null])));

	it('says where the file is from', () =>
		expect(
			extractedEntries({ extracted: extracted([sent('a.pdf', 3, 7)]), tally: undefined })[0],
		).toMatchObject({ item: 3, field: 'data', fileName: 'a.pdf', bytes: 7, extractionId: ID, reason: null }));
});

describe('the files that fail with their pages', () => {
	const pages = pageResult([], [['b.pdf', 1]]);

	it('are those of the pages', () => {
		expect([...filesWithFailedPages(extracted(FILES, { pages }))]).toEqual([FILES[1]]);
		expect([...failedPagesByFile(extracted(FILES)).keys()]).toEqual([]);
	});

	it('are all of the extraction where its rows do not tell theirs', () => {
		const request = { options: { exclude_columns: ['source_file'] } };
		expect([...filesWithFailedPages(extracted(FILES, { pages }, request))]).toEqual(FILES);
		expect([...filesWithFailedPages(extracted(FILES, {}, request))]).toEqual([]);
		const earlier = { ...extracted(FILES, { pages }), differences: ['options.exclude_columns'] };
		expect([...filesWithFailedPages(earlier)]).toEqual(FILES);
	});
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
		{ state: 'skipped', item: 2, sentName: null, reason: 'It is not a PDF, JPG or PNG file' },
		{ state: 'left_out', reason: 'It is smaller than the minimum size' },
		{ state: 'left_out', reason: 'Its name does not match the pattern' },
		{ state: 'failed', reason: 'Locked', sentName: null, extractionId: null },
		{ state: 'failed', reason: 'Locked', sentName: 'a.pdf', extractionId: ID },
	]);
});
