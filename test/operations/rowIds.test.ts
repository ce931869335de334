import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { DocumentDataExtraction } from '../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';
import { DocumentDataExtractionTrigger } from '../../nodes/DocumentDataExtraction/DocumentDataExtractionTrigger.node';
import { LIMITS } from '../../nodes/DocumentDataExtraction/api/limits';
import { STATUS } from '../support/endpoints';
import { startNode, type NodeFixture } from '../support/fixtures/nodeFixture';
import { byId } from '../support/fixtures/operationFixture';
import { itemWith, jsonOf } from '../support/items';
import { NODE_TYPE, TRIGGER_TYPE } from '../support/names';
import { extract, invoiceFile, invoiceItems } from '../support/operations/extractDocuments';
import { concern } from '../support/operations/doubtful';

const WITH_ID = { addRowId: true };

/** The rows among some items: the items themselves, or those within them. */
const rowsIn = (items: INodeExecutionData[]): IDataObject[] =>
	jsonOf(items).flatMap((json) => (json.rows ?? json.lines ?? [json]) as IDataObject[]);

/** The ID of each row, by what no two rows have in common. */
const idByRow = (items: INodeExecutionData[]) =>
	new Map(
		rowsIn(items).map((row) => [
			`${String(row['Invoice Number'])} ${String(row.Description)}`,
			row['Row ID'],
		]),
	);

const idsIn = (items: INodeExecutionData[]) => rowsIn(items).map((row) => row['Row ID']);

describe('Add Row ID', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		const nodeTypes = {
			[NODE_TYPE]: new DocumentDataExtraction(),
			[TRIGGER_TYPE]: new DocumentDataExtractionTrigger(),
		};
		node = await startNode({ processingMs: 30, limits: 'off' }, { nodeTypes });
	});
	afterEach(async () => await node.close());

	const idOf = (place = 0): string => node.sandbox.control.extractions()[place]!.extraction_id;
	const rowId = (number: number, more = '') => `${idOf()}:${String(number).padStart(4, '0')}${more}`;

	const getRows = async (parameters: INodeParameters = {}, options: IDataObject = {}) =>
		await node.engine.runNode({
			type: NODE_TYPE,
			parameters: {
				...{ resource: 'extraction', operation: 'getRows', extractionId: byId(idOf()) },
				...parameters,
				options: { ...WITH_ID, ...options } as INodeParameters,
			},
			input: [{ json: {} }],
		});

	const announced = async (parameters: INodeParameters) => {
		const poll = { type: TRIGGER_TYPE, parameters: { ...WITH_ID, ...parameters }, mode: 'manual' as const };
		return (await node.engine.poll(poll)).data?.[0] ?? [];
	};

	describe('of four lines, two on each invoice', () => {
		let input: INodeExecutionData[];
		let expected: ReturnType<typeof idByRow>;
		const lines = { outputStructure: 'per_line_item', preventDuplicates: 'files' };
		const run = async (parameters: IDataObject = {}, more: object = {}) =>
			await extract(node, { input, parameters: { ...lines, ...parameters }, options: WITH_ID, ...more });
		beforeEach(async () => {
			const reviewItems = [concern('Look', ['Supplier'], 3), concern('In no row', [])];
			node.sandbox.control.planExtractions([{ rows: 4, linesPerInvoice: 2, reviewItems }]);
			input = await invoiceItems(node, 'A', 'B');
			expected = idByRow((await run()).items);
		});

		it('is the ID of the extraction with the number of the row, behind the columns', async () => {
			// The rows come in the order of the input, the service has the files in another one.
			expect([...expected.values()].sort()).toEqual([1, 2, 3, 4].map((number) => rowId(number)));
			const { items, secondOutput } = await run({ separateReview: true });
			const [own, ofReview] = [items, secondOutput].map((some) => Object.keys(some[0]!.json));
			expect(own!.at(-1)).toBe('Row ID');
			expect(ofReview!.slice(-3)).toEqual(['Row ID', 'review_message', 'review_fields']);
		});

		it('is the same for the same row, wherever it comes out', async () => {
			const separate = await run({ separateReview: true });
			const reviewed = separate.secondOutput.filter(({ json }) => json['Invoice Number'] !== undefined);
			const readings: Array<[string, INodeExecutionData[]]> = [
				['in two outputs', [...separate.items, ...reviewed]],
				['as documents', (await run({ output: 'documents' })).items],
				['as lines of invoices', (await run({ output: 'invoices' })).items],
				['by Get Rows', (await getRows()).items],
				['by Get Rows, as lines', (await getRows({ rowsOutput: 'invoices' })).items],
				['by the trigger', await announced({ completedOutput: 'rows' })],
				['by the trigger, as lines', await announced({ completedOutput: 'invoices' })],
				['by the trigger, in one item', await announced({ completedOutput: 'extractionWithRows' })],
			];
			for (const [how, items] of readings) expect([how, idByRow(items)]).toEqual([how, expected]);
			expect(node.sandbox.control.extractions()).toHaveLength(1);
		});

		it('stays with its row if the files come again under other names and in another order, wherever it comes out', async () => {
			const withoutRow = idsIn((await run({ separateReview: true })).secondOutput);
			const renamed = ['B', 'A'].map(async (number) =>
				itemWith(await invoiceFile(node, number, `scan of ${number}.pdf`)),
			);
			input = await Promise.all(renamed);
			const { items } = await run();
			expect(new Set(jsonOf(items).map((row) => row['Source File']))).toEqual(
				new Set(['scan of B.pdf (Page 1)', 'scan of A.pdf (Page 1)']),
			);
			const readings: Array<[string, INodeExecutionData[]]> = [
				['as rows', items],
				['as documents', (await run({ output: 'documents' })).items],
				['as lines of invoices', (await run({ output: 'invoices' })).items],
				['by Get Rows', (await getRows()).items],
				['by the trigger', await announced({ completedOutput: 'rows' })],
			];
			for (const [how, again] of readings) expect([how, idByRow(again)]).toEqual([how, expected]);
			expect(idsIn((await run({ separateReview: true })).secondOutput)).toEqual(withoutRow);
			expect(node.sandbox.control.extractions()).toHaveLength(1);
		});

		it('keeps the number of a row that is read in a range', async () => {
			const { items } = await getRows({ limit: 2 }, { offset: 1 });
			expect(idsIn(items)).toEqual([rowId(2), rowId(3)]);
		});

		it('is, of an invoice, that of its first row with an i, in every operation', async () => {
			const ids = [rowId(1, ':i'), rowId(3, ':i')];
			const readings = [
				(await run({ output: 'invoices' })).items,
				(await getRows({ rowsOutput: 'invoices' })).items,
				await announced({ completedOutput: 'invoices' }),
			];
			for (const items of readings)
				expect(
					jsonOf(items)
						.map((json) => json['Row ID'])
						.sort(),
				).toEqual(ids);
		});

		it('is the same for what needs review without a row, in Extract Documents and in Get Rows', async () => {
			const outputs = [await run({ separateReview: true }), await getRows({ separateReview: true })];
			for (const { secondOutput } of outputs)
				expect(idsIn(secondOutput)).toEqual([rowId(3), `${idOf()}:file0:p1`]);
		});
	});

	it('leaves the numbers of rows as they are if others are withheld, and an invoice that of its first row', async () => {
		// The first document has a row, and a page that failed.
		const failPage = ({ pages }: { pages?: object }) =>
			Object.assign(pages ?? {}, { failed_count: 1, failed: [{ file_name: 'A.pdf', page: 2 }] });
		node.alter(STATUS, failPage, Infinity);
		const input = await invoiceItems(node, 'A', 'B', 'C');
		const run = async (parameters: IDataObject) => {
			const more = { preventDuplicates: 'files', outputStructure: 'per_line_item', ...parameters };
			const onError = 'continueRegularOutput' as const;
			const { items } = await extract(node, { input, options: WITH_ID, onError, parameters: more });
			return jsonOf(items).filter((json) => json.error === undefined);
		};
		const rows = await run({});
		const all = new Map(rowsIn((await getRows()).items).map((row) => [row['Source File'], row['Row ID']]));
		expect([...all.values()]).toEqual([rowId(1), rowId(2), rowId(3)]);
		expect(rows.map((row) => row['Source File'])).toEqual(['B.pdf (Page 1)', 'C.pdf (Page 1)']);
		for (const row of rows) expect(row['Row ID']).toBe(all.get(row['Source File']));
		const [invoice, ...others] = await run({ output: 'invoices', groupBy: 'Supplier' });
		expect([invoice?.['Row ID'], others]).toEqual([rowId(1, ':i'), []]);
		const ofLines = (invoice?.lines as IDataObject[]).map((line) => line['Row ID']);
		expect(ofLines.sort()).toEqual(rows.map((row) => row['Row ID']).sort());
	});

	it('tells apart what is to be reviewed about one page, about a file, and about a file that was never sent', async () => {
		const nowhere = { ...concern('Twice', []), source_references: ['B.pdf (Page 1)'] };
		const reviewItems = [nowhere, { ...nowhere, message: 'Again' }, concern('Nowhere', [])];
		node.sandbox.control.planExtractions([{ rows: 0, reviewItems }]);
		const text = await node.engine.storeFile(Buffer.from('x'), 'notes.txt', 'text/plain');
		const input = [...(await invoiceItems(node, 'A', 'B')), itemWith(text)];
		const parameters = { separateReview: true, unsupportedFiles: 'skip', preventDuplicates: 'execution' };
		const { secondOutput } = await extract(node, { input, parameters, options: WITH_ID });
		const ofB = ['file2:p1', 'file2:p1:2', 'file0:p1', 'file1', 'file2'].map((end) => `${idOf()}:${end}`);
		const ids = idsIn(secondOutput);
		expect(ids.slice(0, -1)).toEqual(ofB);
		expect(ids.at(-1)).toMatch(/^[\da-f]{64}:file0$/);
		const read = await getRows({ separateReview: true });
		expect(idsIn(read.secondOutput).sort()).toEqual([...ofB].sort());
	});

	it('of a page without a row stays if the files come again under other names and in another order', async () => {
		const reviewItems = [{ ...concern('Look', []), source_references: ['B.pdf (Page 1)'] }];
		node.sandbox.control.planExtractions([{ rows: 2, reviewItems }]);
		const reviewOf = async (input: INodeExecutionData[]) => {
			const parameters = { separateReview: true, preventDuplicates: 'files' };
			const { secondOutput } = await extract(node, { input, parameters, options: WITH_ID });
			return jsonOf(secondOutput).map((row) => [row['Source File'], row['Row ID']]);
		};
		const [[, id] = []] = await reviewOf(await invoiceItems(node, 'A', 'B'));
		expect(id).toMatch(/:file[12]:p1$/);
		const renamed = ['B', 'A'].map(async (number) =>
			itemWith(await invoiceFile(node, number, `of ${number}.pdf`)),
		);
		expect(await reviewOf(await Promise.all(renamed))).toEqual([['of B.pdf (Page 1)', id]]);
	});

	it('is the same after a rename if a request has to be split, in Extract Documents, Get Rows and the trigger', async () => {
		// A request of more than 6,000 files would take minutes.
		const limit = jest.replaceProperty(LIMITS as { sessionFiles: number }, 'sessionFiles', 2);
		try {
			const numbers = ['N-1', 'N-2', 'N-3', 'N-4', 'N-5'];
			const run = async (input: INodeExecutionData[]) =>
				idByRow(
					(await extract(node, { input, options: WITH_ID, parameters: { preventDuplicates: 'files' } }))
						.items,
				);
			const ids = await run(await invoiceItems(node, ...numbers));
			const extractions = node.sandbox.control.extractions().map(({ extraction_id }) => extraction_id);
			expect([ids.size, new Set(ids.values()).size, extractions.length]).toEqual([5, 5, 3]);
			const renamed = [...numbers]
				.reverse()
				.map(async (number) => itemWith(await invoiceFile(node, number, `scan of ${number}.pdf`)));
			expect(await run(await Promise.all(renamed))).toEqual(ids);
			expect(node.sandbox.control.extractions()).toHaveLength(3);
			const read = await Promise.all(
				extractions.map(async (id) => (await getRows({ extractionId: byId(id) })).items),
			);
			expect(idByRow(read.flat())).toEqual(ids);
			expect(idByRow(await announced({ completedOutput: 'rows' }))).toEqual(ids);
		} finally {
			limit.restore();
		}
	});

	it('is called row_id For Databases, and a column of that name gives way', async () => {
		const values = [{ 'Row ID': 'theirs', Total: 1 }];
		const { extraction_id } = node.sandbox.control.createExtraction({ values, status: 'completed' });
		const [written] = jsonOf((await getRows()).items);
		expect(written).toMatchObject({ 'Row ID_2': 'theirs', 'Row ID': `${extraction_id}:0001` });
		const [named] = jsonOf((await getRows({}, { columnNames: 'forDatabases' })).items);
		expect(named).toMatchObject({ row_id_2: 'theirs', row_id: `${extraction_id}:0001` });
		const [without] = jsonOf((await getRows({}, { addRowId: false })).items);
		expect(without).toMatchObject({ 'Row ID': 'theirs' });
	});

	it('reaches an agent that calls Get Rows', async () => {
		node.sandbox.control.createExtraction({ values: [{ Total: 1 }], status: 'completed' });
		const { response } = await node.engine.runAsTool({
			type: NODE_TYPE,
			parameters: {
				...{ resource: 'extraction', operation: 'getRows', extractionId: byId(idOf()) },
				options: WITH_ID,
			},
		});
		expect(JSON.stringify(response)).toContain(rowId(1));
	});
});

describe('Column Names: For Databases', () => {
	let node: NodeFixture;
	beforeAll(async () => {
		node = await startNode({ limits: 'off' });
	});
	afterAll(async () => await node.close());

	it('takes U+0000 out of cells and reviews, and leaves them otherwise as they are', async () => {
		const { extraction_id } = node.sandbox.control.createExtraction({
			values: [{ Supplier: 'Caf\0e  x', Total: 1 }],
			review_items: [concern('It says \0', ['Supplier'], 1)],
			status: 'completed',
		});
		const read = async (columnNames: string) =>
			await node.engine.runNode({
				type: NODE_TYPE,
				parameters: {
					...{ resource: 'extraction', operation: 'getRows', extractionId: byId(extraction_id) },
					rowsOutput: 'rowsWithReview',
					options: { columnNames },
				},
				input: [{ json: {} }],
			});
		const [cleaned] = jsonOf((await read('forDatabases')).items);
		expect(cleaned).toMatchObject({ supplier: 'Cafe  x', review_message: 'It says ' });
		const [asWritten] = jsonOf((await read('asWritten')).items);
		expect(asWritten).toMatchObject({ Supplier: 'Caf\0e  x', review_message: 'It says \0' });
	});
});
