import { Account } from '../../../../nodes/DocumentDataExtraction/extraction/account/Account';
import { SourceIndex } from '../../../../nodes/DocumentDataExtraction/extraction/rows/SourceIndex';
import { accountOf, extracted, pageOfSources, pageResult, sent } from '../../../support/extracted';

const FILES = [sent('a.pdf', 0), sent('b.pdf', 0), sent('c.pdf', 3)];

const rowsOf = (account: Pick<Account, 'results'>) => account.results().map(({ rows }) => rows);

describe('the rows of each file', () => {
	it('are counted by the Source File', () => {
		const sources = ['a.pdf (Page 1)', 'C.PDF (Page 1)', 'a.pdf (Page 2)', 'x.pdf (Page 1)'];
		const account = accountOf(extracted(FILES), sources);
		expect(rowsOf(account)).toEqual([2, 0, 1]);
		expect(account.findings().strangers).toBe(1);
	});

	it.each([[undefined], [null], ['']])('are not known where a row has the source %j', (source) => {
		const account = accountOf(extracted(FILES), ['a.pdf (Page 1)', source]);
		expect(rowsOf(account)).toEqual([null, null, null]);
		expect(account.findings()).toMatchObject({ strangers: 0, unknownFilesWithoutRows: 1 });
	});

	it('are all of them where there is one file, whatever the sources say', () => {
		const account = accountOf(extracted(FILES.slice(0, 1)));
		const page = pageOfSources([undefined, 'x.pdf']);
		account.addPage({ ...page, isLast: false });
		expect(rowsOf(account)).toEqual([null]);
		account.addPage({ ...page, firstRowNumber: 3 });
		expect(rowsOf(account)).toEqual([4]);
	});
});

describe('the pages of each file', () => {
	const pagesOf = (more: object) =>
		accountOf(
			extracted(FILES, {
				pages: pageResult(
					[
						['a.pdf', 1],
						['c.pdf', 1],
					],
					[],
					more,
				),
			} as never),
			[],
		)
			.results()
			.map(({ pages }) => pages);

	it('are counted where the service names all that it counts', () => expect(pagesOf({})).toEqual([1, 0, 1]));

	it('are not known where it counts more than it names', () =>
		expect(pagesOf({ successful_count: 3 })).toEqual([null, null, null]));
});

it('what is to be reviewed in no row is found', () => {
	const account = new Account(new SourceIndex(FILES));
	account.addPage(pageOfSources(['a.pdf (Page 1)']));
	account.addReviews([
		{ output_row_numbers: [9], message: 'Which supplier?', fields: [], source_references: [] } as never,
	]);
	expect(account.findings()).toMatchObject({ reviewsWithoutRow: ['Which supplier?'], reviews: [] });
});

/** The same extraction, as each of the operations knows it. */
const KNOWN_BY = {
	'Extract Documents, by files and status': (pages: object, sources: unknown[]) =>
		accountOf(extracted(FILES, { pages } as never), sources),
	'Get Rows with Uploaded Files, and the trigger': (pages: object, sources: unknown[]) => {
		const account = new Account(new SourceIndex(FILES));
		account.addPage(pageOfSources(sources, { pages }));
		return account;
	},
	'Get Rows, by the names that the service says': (pages: object, sources: unknown[]) => {
		const account = new Account();
		account.addPage(pageOfSources(sources, { pages }));
		return account;
	},
};

describe.each(Object.entries(KNOWN_BY))('the files without rows for %s', (_, account) => {
	const successful: Array<[string, number]> = [
		['a.pdf', 1],
		['b.pdf', 1],
		['c.pdf', 1],
	];

	it('are those that no row names', () =>
		expect(account(pageResult(successful, []), ['a.pdf (Page 1)']).filesWithoutRows()).toEqual([
			'b.pdf',
			'c.pdf',
		]));

	it('are not those with a failed page, which are told as such', () => {
		const pages = pageResult(successful, [['b.pdf', 2]]);
		const known = account(pages, ['a.pdf (Page 1)']);
		expect(known.filesWithoutRows()).toEqual(['c.pdf']);
		expect(known.findings()).toMatchObject({ pagesFailed: 1, filesWithoutRows: ['c.pdf'] });
	});

	it('are the same if all pages of another file failed', () => {
		const pages = pageResult(
			successful.filter(([name]) => name !== 'b.pdf'),
			[['b.pdf', 1]],
		);
		const known = account(pages, ['a.pdf (Page 1)']);
		expect(known.filesWithoutRows()).toEqual(['c.pdf']);
		expect(known.findings().failedPages).toMatchObject([{ file_name: 'b.pdf', page: 1 }]);
	});

	it('are none where a failed page may be of any file', () => {
		const pages = pageResult(successful, [], { failed_count: 1 });
		expect(account(pages, ['a.pdf (Page 1)']).filesWithoutRows()).toEqual([]);
	});

	it('are not known if the rows do not name their file, though the pages do', () => {
		const known = account(pageResult(successful, []), [undefined]);
		expect(known.filesWithoutRows()).toBeUndefined();
	});

	it('are not known before all rows are read', () => {
		const known = account(pageResult(successful, []), ['a.pdf (Page 1)']);
		known.addPage({ ...pageOfSources([], {}), firstRowNumber: 2, isLast: false });
		expect(known.filesWithoutRows()).toBeUndefined();
	});
});

it('does not know the files without rows where neither rows nor pages name any', () => {
	const account = new Account(new SourceIndex(FILES));
	account.addPage(pageOfSources([undefined]));
	expect(account.filesWithoutRows()).toBeUndefined();
});
