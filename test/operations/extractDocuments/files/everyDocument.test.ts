import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import {
	countOf,
	extract,
	invoiceFile,
	invoiceItems,
	traced,
} from '../../../support/operations/extractDocuments';
import { RESULTS, STATUS } from '../../../support/endpoints';
import { hintsOf, itemWith } from '../../../support/items';

type Page = Record<string, unknown> & { rows: unknown[]; total_rows: number };

/** The items of the review output without their documents, of which each has its own at most. */
const withoutFiles = (items: INodeExecutionData[] = []): INodeExecutionData[] =>
	items.map(({ binary = {}, ...item }) => {
		const names = Object.values(binary).map(({ fileName }) => fileName);
		const sources = JSON.stringify(item.json);
		expect(names.length).toBeLessThanOrEqual(1);
		expect(names.filter((name) => !sources.includes(String(name)))).toEqual([]);
		return item;
	});

describe('Extract Documents: every document is accounted for', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const errorsOf = (items: INodeExecutionData[]) =>
		items.map(({ json, pairedItem }) => [
			(json.error as IDataObject | undefined)?.code,
			(pairedItem as { item: number }).item,
		]);

	describe('files without rows', () => {
		it('are told on the node and in the summary, also where there are no rows at all', async () => {
			const input = await invoiceItems(node, 'N-1', 'N-2');
			node.sandbox.control.planExtractions([{ rows: 0 }, { rows: 0 }]);
			const rows = await extract(node, { input });
			expect(rows.items).toEqual([]);
			expect(hintsOf(rows)).toContainEqual('Files without rows (2): N-1.pdf; N-2.pdf');
			const summary = await extract(node, { input, parameters: { output: 'summary' } });
			expect(summary.items[0]?.json).toMatchObject({
				files: [
					{ state: 'no_rows', rows: 0 },
					{ state: 'no_rows', rows: 0 },
				],
				files_without_rows: ['N-1.pdf', 'N-2.pdf'],
			});
			expect(hintsOf(summary)).toContainEqual('Files without rows (2): N-1.pdf; N-2.pdf');
		});

		it('come out to be reviewed, where rows to review are separated', async () => {
			const input = await invoiceItems(node, 'N-3', 'N-4');
			node.alter(RESULTS, (page: Page) => {
				page.rows.pop();
				page.total_rows = 1;
			});
			const run = await extract(node, { input, parameters: { separateReview: true } });
			expect(traced(run.items)).toEqual([['N-3', 'N-3.pdf (Page 1)', 0]]);
			expect(withoutFiles(run.secondOutput)).toEqual([
				{
					json: {
						'Source File': 'N-4.pdf',
						review_message: 'No rows were found in this file',
						review_fields: '',
					},
					pairedItem: { item: 1 },
				},
			]);
		});

		it('of one file are counted, over several pages of rows', async () => {
			node.sandbox.control.planExtractions([{ rows: 2500 }]);
			const input = await invoiceItems(node, 'N-5');
			const run = await extract(node, { input, parameters: { output: 'summary' } });
			expect(run.items[0]?.json).toMatchObject({ files: [{ rows: 2500, state: 'extracted' }] });
			expect(countOf(node, RESULTS)).toEqual([3]);
		});

		it('are unknown where the rows do not tell their file', async () => {
			const run = await extract(node, {
				input: await invoiceItems(node, 'N-6', 'N-7'),
				parameters: { output: 'summary' },
				options: { excludeColumns: ['source_file'] },
			});
			expect(run.items[0]?.json).toMatchObject({
				files: [
					{ rows: null, state: 'extracted' },
					{ rows: null, state: 'extracted' },
				],
				files_without_rows: [],
			});
		});

		it.each(['rows', 'summary'])(
			'are told for %s where they are fewer than the files and tell none',
			async (output) => {
				node.sandbox.control.planExtractions([{ rows: 1 }]);
				const run = await extract(node, {
					input: await invoiceItems(node, 'N-8', 'N-9'),
					parameters: { output },
					options: { excludeColumns: ['source_file'] },
				});
				expect(hintsOf(run)).toContain(
					'Files without rows, at least: 1. Without the column Source File, nobody knows which files',
				);
			},
		);
	});

	describe('rows', () => {
		it.each([
			['fewer than the service counts', (page: Page) => page.rows.pop()],
			[
				'none although there are more',
				(page: Page) => Object.assign(page, { rows: [], has_more: true, next_offset: 0 }),
			],
		])('that are %s are asked for again', async (_, alter) => {
			node.alter(RESULTS, alter, 2);
			const run = await extract(node, { input: await invoiceItems(node, 'T-1', 'T-2') });
			expect(run.items.map(({ json }) => json['Invoice Number'])).toEqual(['T-1', 'T-2']);
			expect(countOf(node, RESULTS)).toEqual([3]);
		});

		it('that stay fewer than the service counts are an error with the way to them, never a cut', async () => {
			node.alter(RESULTS, (page: Page) => page.rows.pop(), Infinity);
			const run = await extract(node, { input: await invoiceItems(node, 'T-3', 'T-4') });
			expect(run.items).toEqual([]);
			expect(run.error?.message).toMatch(
				/The rows are not complete\. Asked for: from row 1 on, of 2\. Sent: 1, from row 1 on/,
			);
			const [{ extraction_id } = { extraction_id: '' }] = node.sandbox.control.extractions();
			expect(run.error?.context).toMatchObject({ extraction_id });
			expect(run.error?.description).toMatch(/Get Rows with its ID collects the rows at no cost/);
		});

		it('end where the service says so, and are read on where it does not say', async () => {
			node.sandbox.control.planExtractions([{ rows: 2500 }]);
			node.alter(
				RESULTS,
				(page: Page) => {
					delete page.has_more;
					delete page.next_offset;
				},
				Infinity,
			);
			const run = await extract(node, { input: await invoiceItems(node, 'T-5') });
			expect(run.items).toHaveLength(2500);
			expect(countOf(node, RESULTS)).toEqual([3]);
		});

		it('are all read where the count is too low and the service has more', async () => {
			node.sandbox.control.planExtractions([{ rows: 2500 }]);
			node.alter(RESULTS, (page: Page) => (page.total_rows = 100), Infinity);
			const run = await extract(node, { input: await invoiceItems(node, 'T-10') });
			expect(new Set(run.items.map(({ json }) => json['Invoice Number'])).size).toBe(2500);
		});

		it('end at their count where the service promises more and has none', async () => {
			node.alter(RESULTS, (page: Page) => (page.has_more = true), Infinity);
			const run = await extract(node, { input: await invoiceItems(node, 'T-11', 'T-12') });
			expect(run.items.map(({ json }) => json['Invoice Number'])).toEqual(['T-11', 'T-12']);
			expect(countOf(node, RESULTS)).toEqual([2]);
		});

		it('end at their count where a page promises more, and does not say where it begins', async () => {
			node.alter(
				RESULTS,
				(page: Page) => {
					page.has_more = true;
					delete (page as { offset?: number }).offset;
				},
				Infinity,
			);
			const run = await extract(node, { input: await invoiceItems(node, 'T-14', 'T-15') });
			expect(run.items.map(({ json }) => json['Invoice Number'])).toEqual(['T-14', 'T-15']);
			expect(countOf(node, RESULTS)).toEqual([1]);
		});

		it.each([
			[1, 'are asked for again', undefined],
			[
				Infinity,
				'are an error',
				/The rows are not complete\. Asked for: from row 1001 on, of \d+\. Sent: \d+, from row 1 on/,
			],
		])('of another page, %d times, %s: no row comes twice', async (count, _what, message) => {
			node.sandbox.control.planExtractions([{ rows: 2500 }]);
			let first: Page | undefined;
			node.alter(RESULTS, (page: Page) => (first ??= structuredClone(page)));
			node.alter(RESULTS, (page: Page) => Object.assign(page, first), count);
			const run = await extract(node, { input: await invoiceItems(node, 'T-13') });
			if (message) expect(run.error?.message).toMatch(message);
			const numbers = run.items.map(({ json }) => json['Invoice Number']);
			expect([numbers.length, new Set(numbers).size]).toEqual(message ? [0, 0] : [2500, 2500]);
		});

		it.each([
			['null', null],
			['a text', 'INV-1'],
			['a list', ['INV-1']],
		])('that are %s are told as what they are', async (_, row) => {
			node.alter(RESULTS, (page: Page) => (page.rows[1] = row), Infinity);
			const run = await extract(node, { input: await invoiceItems(node, 'T-6', 'T-7') });
			expect(run.error?.message).toContain(`Row 2 is ${JSON.stringify(row)}, which is not a row`);
		});

		it('of a file that is none of the extraction are nobody’s, and told', async () => {
			node.alter(RESULTS, (page: Page) =>
				Object.assign(page.rows[1] as object, { 'Source File': 'other.pdf (Page 1)' }),
			);
			const run = await extract(node, { input: await invoiceItems(node, 'T-8', 'T-9') });
			expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, []]);
			expect(hintsOf(run)).toEqual(
				expect.arrayContaining([
					'Files without rows (1): T-9.pdf',
					'Rows that are linked to no item, because their source file was not sent: 1',
				]),
			);
		});
	});

	describe('pages that fail', () => {
		/** The second page of the second of three documents. */
		const threeDocuments = async () => {
			node.sandbox.control.planExtractions([{ failedPages: 1 }]);
			const [first] = await invoiceItems(node, 'P-1');
			const pages = await invoiceFile(node, 'P-2', 'P-2.pdf', { pages: 2 });
			const [attached] = await invoiceItems(node, 'P-0');
			return [first!, itemWith(attached!.binary!.data!, pages)];
		};

		const message = /^Some pages could not be read: P-2\.pdf page 2 \(.*too large.*/;

		it('fail the run with an error that names them and the way to the other rows', async () => {
			const run = await extract(node, { input: await threeDocuments() });
			const [{ extraction_id } = { extraction_id: '' }] = node.sandbox.control.extractions();
			expect(run.items).toEqual([]);
			expect(run.error?.message).toMatch(message);
			expect(run.error?.context).toMatchObject({ code: 'PAGES_FAILED', extraction_id, itemIndex: 1 });
			expect(run.error?.description).toContain(extraction_id);
			expect(run.error?.description).toMatch(/Get Rows .*at no cost.*If Pages Fail/s);
		});

		it('fail their document only, where the node continues: the rows of all others come out', async () => {
			const run = await extract(node, { input: await threeDocuments(), onError: 'continueRegularOutput' });
			expect(traced(run.items.slice(0, 2))).toEqual([
				['P-1', 'P-1.pdf (Page 1)', 0],
				['P-0', 'P-0.pdf (Page 1)', 1],
			]);
			expect(run.items.slice(2)).toEqual([
				{
					json: {
						message: expect.stringMatching(message),
						error: expect.objectContaining({
							code: 'PAGES_FAILED',
							extraction_id: expect.any(String),
							details: {
								failed_pages: [expect.objectContaining({ file_name: 'P-2.pdf', page: 2, item: 1 })],
							},
						}),
					},
					pairedItem: { item: 1 },
				},
			]);
		});

		it('let everything come out, where the option says so', async () => {
			const run = await extract(node, {
				input: await threeDocuments(),
				options: { ifPagesFail: 'continue' },
			});
			expect(run.items.map(({ json, pairedItem }) => [json['Invoice Number'], pairedItem])).toEqual([
				['P-1', { item: 0 }],
				['P-0', { item: 1 }],
				['P-2', { item: 1 }],
			]);
			expect(hintsOf(run)).toContainEqual(
				expect.stringMatching(/^Pages that could not be read .* \(1\): P-2\.pdf page 2/),
			);
		});

		it('come out to be reviewed, with everything else, where rows to review are separated', async () => {
			const run = await extract(node, {
				input: await threeDocuments(),
				parameters: { separateReview: true },
			});
			expect(run.error).toBeUndefined();
			expect(run.items).toHaveLength(3);
			expect(withoutFiles(run.secondOutput)).toEqual([
				{
					json: {
						'Source File': 'P-2.pdf (Page 2)',
						review_message: expect.stringMatching(/^This page could not be read: .*too large/),
						review_fields: '',
					},
					pairedItem: { item: 1 },
				},
			]);
		});

		it.each([
			['are only counted', {}, { successful: [], failed: [], failure_reasons: [], failed_count: 1 }],
			['are those of rows that do not name their file', { excludeColumns: ['source_file'] }, undefined],
		])('fail all documents where they %s', async (_, options, pages) => {
			const input = await threeDocuments();
			if (pages)
				node.alter(STATUS, (body) => body.status === 'completed' && Object.assign(body, { pages }), Infinity);
			const run = await extract(node, { input, options, onError: 'continueRegularOutput' });
			expect(errorsOf(run.items)).toEqual([
				['PAGES_FAILED', 0],
				['PAGES_FAILED', 1],
			]);
		});

		it('of several extractions are named in one error', async () => {
			node.sandbox.control.planExtractions([{ failedPages: 1 }, {}, { failedPages: 1 }]);
			const input = await invoiceItems(node, 'P-3', 'P-4', 'P-5');
			const run = await extract(node, { input, parameters: { groupFiles: 'perItem' } });
			expect(run.error?.message).toMatch(/P-\d\.pdf page 1 .*; P-\d\.pdf page 1/);
			expect(countOf(node, 'POST /extractions')).toEqual([3]);
			const { extraction_id, finished_extractions } = run.error!.context as IDataObject;
			const others = (finished_extractions as IDataObject[]).map((finished) => finished.extraction_id);
			expect([extraction_id, ...others].sort()).toEqual(
				node.sandbox.control
					.extractions()
					.map((extraction) => extraction.extraction_id)
					.sort(),
			);
		});

		it.each(['summary', 'files'])('fail their items beside the %s of the others', async (output) => {
			const run = await extract(node, {
				input: await threeDocuments(),
				parameters: { output },
				onError: 'continueRegularOutput',
			});
			expect(run.items[0]).toMatchObject({
				json: {
					files: [
						{ file_name: 'P-1.pdf', state: 'extracted' },
						{ file_name: 'P-0.pdf', state: 'extracted' },
						{ file_name: 'P-2.pdf', state: 'pages_failed', pages_failed: 1 },
					],
				},
				pairedItem: [{ item: 0 }, { item: 1 }],
			});
			expect(errorsOf(run.items.slice(1))).toEqual([['PAGES_FAILED', 1]]);
		});
	});

	describe('what is to be reviewed and stands in no row', () => {
		const noRow = {
			message: 'A page looks like a contract',
			affected_fields: ['Total'],
			output_row_numbers: [],
			source_references: ['V-2.pdf (Page 1)'],
		};
		const planned = {
			rows: 2,
			reviewItems: [noRow, { ...noRow, message: 'Beyond', output_row_numbers: [3] }],
		};

		it('comes out as an item of its own', async () => {
			node.sandbox.control.planExtractions([planned]);
			const input = await invoiceItems(node, 'V-1', 'V-2');
			const run = await extract(node, { input, parameters: { separateReview: true } });
			expect(run.items).toHaveLength(2);
			expect(withoutFiles(run.secondOutput)).toEqual(
				['A page looks like a contract', 'Beyond'].map((review_message) => ({
					json: { 'Source File': 'V-2.pdf (Page 1)', review_message, review_fields: 'Total' },
					pairedItem: { item: 1 },
				})),
			);
		});

		it('is told on the node otherwise', async () => {
			node.sandbox.control.planExtractions([planned]);
			const run = await extract(node, { input: await invoiceItems(node, 'V-1', 'V-2') });
			expect(hintsOf(run)).toEqual(
				expect.arrayContaining([
					'Review messages that belong to no row (2): A page looks like a contract; Beyond',
				]),
			);
		});
	});

	it('a skipped file comes out to be reviewed, also where its item has no other', async () => {
		const list = await node.engine.storeFile(Buffer.from('a,b'), 'list.csv', 'text/csv');
		for (const groupFiles of ['forAllItems', 'perItem']) {
			const run = await extract(node, {
				input: [...(await invoiceItems(node, 'K-1')), itemWith(list)],
				parameters: { separateReview: true, groupFiles, unsupportedFiles: 'skip' },
			});
			expect(run.error).toBeUndefined();
			expect(run.items).toHaveLength(1);
			expect(withoutFiles(run.secondOutput)).toEqual([
				{
					json: {
						'Source File': 'list.csv',
						review_message: 'The file was skipped. It is not a PDF, JPG or PNG file',
						review_fields: '',
					},
					pairedItem: { item: 1 },
				},
			]);
		}
	});

	it('no credits are charged in the summary where the service does not say how many', async () => {
		node.alter(STATUS, (body) => body.status === 'completed' && (body.credits_deducted = null), Infinity);
		const input = await invoiceItems(node, 'K-2');
		const run = await extract(node, { input, parameters: { output: 'summary' } });
		expect(run.items[0]?.json).toMatchObject({ credits_deducted: null });
	});
});
