import readXlsxFile from 'read-excel-file/node';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import {
	FROM_EARLIER,
	extract,
	invoiceFile,
	invoiceItems,
} from '../../../support/operations/extractDocuments';
import { hintsOf, itemWith } from '../../../support/items';

describe('Extract Documents: summary, files and hints', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30, credits: 50 });
	});
	afterEach(async () => await node.close());

	describe('the summary', () => {
		const parameters = { output: 'summary' };

		it('is one item for each extraction, with all its figures', async () => {
			const input = await invoiceItems(node, 'S-1', 'S-2');
			const run = await extract(node, {
				input,
				parameters,
				options: { submissionId: 'sum', taskName: 'March' },
			});
			const [extraction] = node.sandbox.control.extractions();
			expect(run.items).toEqual([
				{
					json: {
						extraction_id: extraction!.extraction_id,
						submission_id: 'sum',
						task_name: 'March',
						status: 'completed',
						output_structure: 'per_invoice',
						output_expires_at: expect.stringMatching(/^\d{4}-/),
						files: input.map(({ binary }, item) => ({
							file_name: `S-${item + 1}.pdf`,
							sent_name: `S-${item + 1}.pdf`,
							item,
							field: 'data',
							bytes: binary!.data!.bytes,
							sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
							state: 'extracted',
							duplicate_of: null,
							rows: 1,
							pages_failed: 0,
						})),
						differences: [],
						files_without_rows: [],
						left_out_files: [],
						skipped_files: [],
						failed_files: [],
						pages_successful: 2,
						pages_failed: 0,
						failure_reasons: [],
						review_count: 0,
						review_items: [],
						notes: expect.any(Array),
						credits_deducted: 2,
						credits_of_this_run: 2,
						credits_available: 48,
					},
					pairedItem: [{ item: 0 }, { item: 1 }],
				},
			]);
			expect(hintsOf(run)).toEqual([]);
		});

		it('names the items of its own extraction only, where there are several', async () => {
			const input = await invoiceItems(node, 'S-3', 'S-4');
			const run = await extract(node, { input, parameters: { ...parameters, groupFiles: 'perItem' } });
			expect(run.items.map(({ json, pairedItem }) => [json.task_name, pairedItem])).toEqual([
				['S-3.pdf', [{ item: 0 }]],
				['S-4.pdf', [{ item: 1 }]],
			]);
		});
	});

	describe('the files', () => {
		const columns = ['Invoice Number', 'Supplier', 'Total Amount', 'Source File', 'Review Needed'];

		it('come with their bytes, names and types, one binary field for each format', async () => {
			const run = await extract(node, {
				input: await invoiceItems(node, 'F-1', 'F-2'),
				parameters: { output: 'files', formats: ['xlsx', 'csv', 'json'], outputFieldName: 'table' },
				options: { taskName: 'Rows: March/April' },
			});
			expect(run.error).toBeUndefined();
			const { table_xlsx: xlsx, table_csv: csv, table_json: json, ...others } = run.items[0]!.binary!;
			expect(others).toEqual({});
			expect([xlsx, csv, json].map((file) => [file?.fileName, file?.mimeType])).toEqual([
				['Rows_ March_April.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
				['Rows_ March_April.csv', 'text/csv'],
				['Rows_ March_April.json', 'application/json'],
			]);
			const [header, ...sheet] = await readXlsxFile(await node.engine.readBinary(xlsx!));
			expect(header).toEqual(columns);
			expect(sheet.map((row) => row.slice(0, 4))).toEqual([
				['F-1', 'Example Office Supplies Ltd', 54, 'F-1.pdf (Page 1)'],
				['F-2', 'Example Office Supplies Ltd', 54, 'F-2.pdf (Page 1)'],
			]);
			const lines = (await node.engine.readBinary(csv!)).toString().trim().split('\n');
			expect(lines[0]).toBe(columns.join(','));
			expect(lines).toHaveLength(3);
			expect(JSON.parse((await node.engine.readBinary(json!)).toString())).toMatchObject([
				{ 'Invoice Number': 'F-1', 'Total Amount': 54 },
				{ 'Invoice Number': 'F-2', 'Total Amount': 54 },
			]);
			expect(run.items[0]?.json).toMatchObject({ status: 'completed', credits_deducted: 2 });
		});

		it('is XLSX in the field "data" at first', async () => {
			const run = await extract(node, {
				input: await invoiceItems(node, 'F-3'),
				parameters: { output: 'files' },
			});
			expect(Object.entries(run.items[0]!.binary!).map(([name, file]) => [name, file.fileName])).toEqual([
				['data', 'F-3.xlsx'],
			]);
		});

		it('are asked for anew where their URL has expired on the way', async () => {
			node.sandbox.control.addFault({ endpoint: 'GET download', kind: 'expired_url' });
			node.sandbox.control.addFault({ endpoint: 'GET download', kind: 'truncated' });
			const run = await extract(node, {
				input: await invoiceItems(node, 'F-4'),
				parameters: { output: 'files' },
			});
			const bytes = await node.engine.readBinary(run.items[0]!.binary!.data!);
			expect((await readXlsxFile(bytes)).map(([first]) => first)).toEqual(['Invoice Number', 'F-4']);
		});
	});

	describe('hints', () => {
		it('tell failed pages, with file, page and reason; the summary does too', async () => {
			node.sandbox.control.planExtractions([{ failedPages: 1 }, { failedPages: 1 }]);
			const input = [itemWith(await invoiceFile(node, 'H-1', 'H-1.pdf', { pages: 2 }))];
			const options = { ifPagesFail: 'continue' };
			const run = await extract(node, { input, options });
			expect(run.items).toHaveLength(1);
			expect(hintsOf(run)).toContainEqual(
				expect.stringMatching(
					/^Pages that could not be read and are missing from the rows \(1\): H-1\.pdf page 2 \(.*too large/,
				),
			);
			const summary = await extract(node, { input, options, parameters: { output: 'summary' } });
			expect(summary.items[0]?.json).toMatchObject({
				files: [{ file_name: 'H-1.pdf', state: 'pages_failed', rows: 1, pages_failed: 1 }],
				pages_successful: 1,
				pages_failed: 1,
				failure_reasons: [{ affected_pages: [{ file_name: 'H-1.pdf', pages: [2] }] }],
				credits_deducted: 1,
			});
		});

		it('ask to pin the output where each test run costs', async () => {
			const input = await invoiceItems(node, 'H-7');
			for (let run = 1; run <= 2; run++)
				expect(hintsOf(await extract(node, { input, mode: 'manual' }))).toEqual([
					'Credits used by this run: 1. Pin the output while you build the next steps, so that testing costs nothing',
				]);
		});

		it.each([
			['File Contents', { preventDuplicates: 'files' }],
			['My Own ID', { submissionId: 'tried' }],
		])(
			'say what a test run cost, and that the same run again cost nothing, with %s',
			async (_by, options) => {
				const input = await invoiceItems(node, 'H-4', 'H-5');
				expect(hintsOf(await extract(node, { input, options, mode: 'manual' }))).toEqual([
					'Credits used by this run: 2',
				]);
				for (const laterMs of [5000, 60_000]) {
					await node.sandbox.control.advanceClock(laterMs);
					expect(hintsOf(await extract(node, { input, options, mode: 'manual' }))).toEqual([
						expect.stringMatching(FROM_EARLIER),
					]);
				}
			},
		);

		it('say nothing of the cost where nobody builds the workflow', async () => {
			const input = await invoiceItems(node, 'H-6');
			expect(hintsOf(await extract(node, { input, mode: 'trigger' }))).toEqual([]);
		});

		it('show a name that looks like HTML, which n8n would take for a tag', async () => {
			const letter = await node.engine.storeFile(Buffer.from('x'), '<b>.txt', 'text/plain');
			const [invoice] = await invoiceItems(node, 'H-7');
			const run = await extract(node, {
				input: [invoice!, itemWith(letter)],
				parameters: { unsupportedFiles: 'skip' },
			});
			expect(hintsOf(run)).toEqual(['Files skipped, not PDF, JPG or PNG (1): ‹b›.txt']);
		});

		it('tell that fewer credits are left than the run used', async () => {
			node.sandbox.control.setCredits({ balance: 5 });
			const input = await invoiceItems(node, 'H-2', 'H-3');
			expect(hintsOf(await extract(node, { input }))).toEqual([]);
			expect(hintsOf(await extract(node, { input }))).toEqual([
				'Credits left: 1. This run used more. Add credits in the dashboard',
			]);
		});
	});
});
