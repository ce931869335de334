import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { startNode, type NodeFixture } from '../support/fixtures/nodeFixture';
import { byId, startOperation } from '../support/fixtures/operationFixture';
import { startPersonOperation } from '../support/fixtures/personFixture';
import { startTrigger } from '../support/fixtures/triggerFixture';
import { itemsOf, itemWith, jsonOf } from '../support/items';
import { extract, invoiceItems } from '../support/operations/extractDocuments';
import { concern, reviewable } from '../support/operations/doubtful';
import { INVOICES, parkedAt, rowsAfter } from '../support/operations/reviews';

const FOR_DATABASES = { columnNames: 'forDatabases' };

const HEADER = ['invoice_number', 'invoice_date', 'supplier', 'net_amount', 'tax_amount', 'total_amount'];
const ROW = [...HEADER, 'currency', 'paid', 'source_file', 'review_needed'];

const filesOf = (items: INodeExecutionData[]) =>
	items.map(({ json, binary = {} }) => [
		json.source_file,
		...Object.values(binary).map(({ fileName }) => fileName),
	]);

describe('Column Names: For Databases, in Extract Documents', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());
	const options = { ...FOR_DATABASES, keepSourceFile: true };

	it('is for rows, rows to review and what is no row, and each finds its file all the same', async () => {
		const reviewItems = [concern('Look', ['Invoice Number', 'Paid'], 2), concern('No row', ['Total Amount'])];
		node.sandbox.control.planExtractions([{ rows: 2, reviewItems }]);
		const text = await node.engine.storeFile(Buffer.from('x'), 'notes.txt', 'text/plain');
		const input = [...(await invoiceItems(node, 'A', 'B')), itemWith(text)];
		const parameters = { separateReview: true, unsupportedFiles: 'skip' };
		const run = await extract(node, { input, parameters, options });
		// The output Review says what the column review_needed would say.
		const columns = ROW.filter((name) => name !== 'review_needed');
		expect(jsonOf(run.items).map(Object.keys)).toEqual([columns]);
		expect(filesOf(run.items)).toEqual([['A.pdf (Page 1)', 'A.pdf']]);
		const [row, ...others] = jsonOf(run.secondOutput);
		expect(Object.keys(row!)).toEqual([...columns, 'review_message', 'review_fields']);
		for (const other of others)
			expect(Object.keys(other)).toEqual(['source_file', 'review_message', 'review_fields']);
		expect([row, ...others].map((json) => json?.review_fields)).toEqual([
			'invoice_number, paid',
			'total_amount',
			'',
		]);
		expect(filesOf(run.secondOutput)).toEqual([
			['B.pdf (Page 1)', 'B.pdf'],
			['invoice.pdf (Page 1)'],
			['notes.txt', 'notes.txt'],
		]);
	});

	it('is for invoices and their lines, whose columns other parameters name as written', async () => {
		const reviewItems = [concern('Look', ['Net Amount'], 1)];
		node.sandbox.control.planExtractions([{ rows: 4, linesPerInvoice: 2, reviewItems }]);
		const run = await extract(node, {
			input: await invoiceItems(node, 'A', 'B'),
			parameters: {
				outputStructure: 'per_line_item',
				output: 'invoices',
				groupBy: 'Source File, Invoice Number',
				headerColumns: 'Invoice Number, Invoice Date, Supplier, Net Amount, Tax Amount, Total Amount',
			},
			options,
		});
		const keys = [...HEADER, 'source_file', 'lines', 'review'];
		expect(jsonOf(run.items).map(Object.keys)).toEqual([keys, keys]);
		expect(filesOf(run.items)).toEqual([
			['A.pdf (Page 1)', 'A.pdf'],
			['B.pdf (Page 1)', 'B.pdf'],
		]);
		const [first] = jsonOf(run.items);
		const line = ['currency', 'paid', 'description', 'quantity', 'amount', 'source_file', 'review_needed'];
		expect((first?.lines as IDataObject[]).map(Object.keys)).toEqual([line, line]);
		expect(first?.review).toEqual([{ message: 'Look', fields: ['net_amount'], line: 1 }]);
	});

	it('is for the rows of documents', async () => {
		node.sandbox.control.planExtractions([{ rows: 1, reviewItems: [concern('Look', ['Net Amount'], 1)] }]);
		const input = await invoiceItems(node, 'A');
		const run = await extract(node, { input, parameters: { output: 'documents' }, options: FOR_DATABASES });
		const [document] = jsonOf(run.items);
		expect((document?.rows as IDataObject[]).map(Object.keys)).toEqual([ROW]);
		expect(document?.review).toEqual([{ message: 'Look', fields: ['net_amount'], row: 1 }]);
	});
});

describe('Column Names: For Databases, in Get Rows', () => {
	const operation = startOperation('getRows');

	it('names the columns of rows and of what is to review in them', async () => {
		const { extraction_id } = operation.control.createExtraction(reviewable());
		const parameters = { extractionId: byId(extraction_id), rowsOutput: 'rowsWithReview' };
		const run = await operation.run({ ...parameters, options: FOR_DATABASES });
		expect(jsonOf(run.items)[1]).toEqual({
			invoice_number: 'A-2',
			total: 200,
			paid: null,
			source_file: 'invoice.pdf (Page 2)',
			review_message: 'The total is hard to read',
			review_fields: 'total, paid',
		});
	});

	it('names the columns of invoices and their lines', async () => {
		const { extraction_id } = operation.control.createExtraction(reviewable());
		const parameters = { extractionId: byId(extraction_id), rowsOutput: 'invoices' };
		const [first] = jsonOf((await operation.run({ ...parameters, options: FOR_DATABASES })).items);
		const row = ['invoice_number', 'total', 'paid', 'source_file'];
		expect(Object.keys(first!)).toEqual([...row, 'lines', 'review']);
		expect((first?.lines as IDataObject[]).map(Object.keys)).toEqual([row]);
	});
});

describe('Column Names: For Databases, in Review in a Form', () => {
	const operation = startPersonOperation('reviewInForm', 'extraction');

	it('names the columns of the rows and of the corrections', async () => {
		const person = await parkedAt(operation, INVOICES, { options: FOR_DATABASES });
		await person.finish({ v_1_2: '210.75', d_2: 'reject' });
		expect((await rowsAfter(person))[1]).toMatchObject({
			invoice_number: 'A-2',
			total: 210.75,
			source_file: 'a.pdf (Page 2)',
			review_decision: 'corrected',
			corrected_fields: 'total',
			changes: 'total: 200 → 210.75',
		});
	});

	it('names them if nothing needs review, too', async () => {
		const input = itemsOf(INVOICES[0]!);
		const run = await operation.run({ options: FOR_DATABASES }, { input });
		expect(jsonOf(run.items)[0]).toMatchObject({ invoice_number: 'A-1', source_file: 'a.pdf (Page 1)' });
	});
});

describe('Column Names: For Databases, in the trigger', () => {
	const trigger = startTrigger();

	it.each(['rows', 'invoices', 'extractionWithRows'])('names the columns of %s', async (completedOutput) => {
		const scheduler = await trigger.active({ completedOutput, ...FOR_DATABASES });
		trigger.control.createExtraction({ output_structure: 'per_line_item', rowCount: 2, linesPerInvoice: 2 });
		const [item] = jsonOf(await scheduler.poll());
		const rows = (item?.rows ?? item?.lines ?? [item]) as IDataObject[];
		for (const row of rows)
			expect(row).toMatchObject({ invoice_number: 'INV-000001', source_file: expect.any(String) });
		for (const key of Object.keys({ ...item, ...rows[0] })) expect(key).toMatch(/^[a-z][a-z_]*$/);
	});
});
