import type { INodeExecutionData } from 'n8n-workflow';
import type { BinaryMode } from '../../../dev/engine';
import { startTrigger } from '../../support/fixtures/triggerFixture';
import { RESULTS } from '../../support/endpoints';
import { jsonOf } from '../../support/items';
import { misfits, schemaAt, schemaOf, TRIGGER_SCHEMA } from '../../support/operations/outputSchema';

describe('what the trigger gets with a completed extraction', () => {
	const trigger = startTrigger();

	/** The other columns are the user's choice. */
	const FIXED = ['Source File', 'Review Needed', 'event', 'extraction_id'];

	it('is an item for each row by default, and its output schema names what a row has', async () => {
		const scheduler = await trigger.active({ completedOutput: undefined });
		trigger.control.createExtraction({ rowCount: 2 });
		const rows = jsonOf(await scheduler.poll());
		expect(rows.map((json) => json['Invoice Number'])).toEqual(['INV-000001', 'INV-000002']);
		const fixed = rows.map((row) => Object.fromEntries(FIXED.map((name) => [name, row[name] ?? null])));
		const schema = schemaAt(TRIGGER_SCHEMA, fixed);
		expect(schema).toEqual(schemaOf(fixed));
		for (const row of fixed) expect(misfits(schema, row)).toEqual([]);
	});

	it('can be nothing but the extraction', async () => {
		const scheduler = await trigger.active({ completedOutput: 'extraction' });
		trigger.control.createExtraction({});
		const [item] = await scheduler.poll();
		expect(item).not.toHaveProperty('binary');
		expect(item?.json).not.toHaveProperty('rows');
		expect(trigger.asked()).toEqual(['GET /extractions']);
	});

	it('can be all of its rows in one item', async () => {
		const scheduler = await trigger.active({ completedOutput: 'extractionWithRows' });
		const { extraction_id } = trigger.control.createExtraction({ rowCount: 1_203, file_names: ['may.pdf'] });
		const items = await scheduler.poll();
		expect(items).toMatchObject([{ json: { event: 'completed', extraction_id, file_names: ['may.pdf'] } }]);
		const rows = items[0]!.json.rows as Array<Record<string, unknown>>;
		expect(rows.map((row) => row['Invoice Number'])).toEqual(
			Array.from({ length: 1_203 }, (_, index) => `INV-${String(index + 1).padStart(6, '0')}`),
		);
		expect(rows[0]).toHaveProperty('Source File', 'may.pdf (Page 1)');
	});

	it('can be an item for each row, with the extraction that it comes from', async () => {
		const scheduler = await trigger.active({ completedOutput: 'rows' });
		const { extraction_id } = trigger.control.createExtraction({ rowCount: 3 });
		const items = jsonOf(await scheduler.poll());
		expect(items.map((json) => json['Invoice Number'])).toEqual(['INV-000001', 'INV-000002', 'INV-000003']);
		for (const json of items) {
			expect(json).toMatchObject({ event: 'completed', extraction_id, 'Source File': expect.any(String) });
			expect(json).not.toHaveProperty('task_name');
		}
	});

	it('can be an item for each invoice with its rows as lines, with the extraction that it comes from', async () => {
		const scheduler = await trigger.active({ completedOutput: 'invoices' });
		const { extraction_id } = trigger.control.createExtraction({
			output_structure: 'per_line_item',
			rowCount: 1_002,
			linesPerInvoice: 3,
			review_items: [
				{ message: 'Hard to read', affected_fields: [], output_row_numbers: [2], source_references: [] },
			],
		});
		const items = await scheduler.poll();
		expect(items).toHaveLength(334);
		expect(items[0]).toEqual({
			json: expect.objectContaining({
				event: 'completed',
				extraction_id,
				'Invoice Number': 'INV-000001',
				lines: [1, 2, 3].map((line) => expect.objectContaining({ Description: `Item ${line}` })),
				review: [{ message: 'Hard to read', fields: [], line: 2 }],
			}),
		});
		for (const { json } of items) {
			expect(json.lines).toHaveLength(3);
			expect(json).not.toHaveProperty('task_name');
		}
	});

	it('makes the invoices that the user groups, and comes without them if it cannot, with the reason', async () => {
		const active = async (more: object) => await trigger.active({ completedOutput: 'invoices', ...more });
		const grouped = await active({ groupBy: 'Currency', headerColumns: 'Supplier' });
		const wrong = await active({ groupBy: 'Order' });
		const { extraction_id } = trigger.control.createExtraction({ rowCount: 4, linesPerInvoice: 2 });
		expect(jsonOf(await grouped.poll())).toMatchObject([
			{ Currency: 'EUR', Supplier: 'Supplier 1', lines: [{}, {}, { Supplier: 'Supplier 2' }, {}] },
		]);
		expect(jsonOf(await wrong.poll())).toMatchObject([
			{
				event: 'completed',
				extraction_id,
				missing: {
					code: 'COLUMN_UNKNOWN',
					message: expect.stringMatching(/There is no column "Order"\. The columns are "Invoice Number"/),
				},
			},
		]);
		expect(await wrong.poll()).toEqual([]);
	});

	it('carries what is in doubt about the invoices, as there is no other place for it', async () => {
		const scheduler = await trigger.active({ completedOutput: 'invoices' });
		trigger.control.createExtraction({
			output_structure: 'per_line_item',
			values: [
				{ 'Invoice Number': null, Supplier: 'Cafe X' },
				{ 'Invoice Number': 'N-1', Supplier: 'Firm Y' },
			],
			file_names: ['a.pdf'],
		});
		const notes = [
			expect.stringMatching(
				/^Rows without Invoice Number, each of which became an invoice .* \(1\): a\.pdf$/,
			),
		];
		expect(jsonOf(await scheduler.poll())).toMatchObject([
			{ Supplier: 'Cafe X', lines: [{}], notes },
			{ Supplier: 'Firm Y', lines: [{}], notes },
		]);
	});

	it('says if only the document tells the invoices apart', async () => {
		const scheduler = await trigger.active({ completedOutput: 'invoices' });
		trigger.control.createExtraction({
			output_structure: 'per_line_item',
			values: [{ Reference: 'A-1' }, { Reference: 'B-2' }],
			file_names: ['scan.pdf'],
		});
		const notes = [expect.stringMatching(/^No column with the invoice number was found/)];
		expect(jsonOf(await scheduler.poll())).toMatchObject([{ lines: [{}, {}], notes }]);
	});

	it('knows the files without rows of a large extraction, also if others failed whole', async () => {
		const file_names = Array.from({ length: 7 }, (_, index) => `${index + 1}.pdf`);
		const perRow = await trigger.active({ completedOutput: 'rows' });
		trigger.control.createExtraction({ rowCount: 1, failedPages: 1, file_names });
		const files_without_rows = ['2.pdf', '3.pdf', '4.pdf', '5.pdf', '6.pdf'];
		expect(jsonOf(await perRow.poll())).toMatchObject([{ pages_failed: 1, files_without_rows }]);
	});

	it.each(['extractionWithRows', 'invoices', 'rows'])(
		'announces one without rows all the same (%s)',
		async (completedOutput) => {
			const scheduler = await trigger.active({ completedOutput });
			const { extraction_id } = trigger.control.createExtraction({ rowCount: 0 });
			expect(jsonOf(await scheduler.poll())).toMatchObject([
				{ event: 'completed', extraction_id, task_name: 'Seeded extraction', rows: [] },
			]);
		},
	);

	it('tells of pages that failed and of files that gave no row, wherever rows come out', async () => {
		const failing = { rowCount: 1, failedPages: 1, file_names: ['a.pdf', 'b.pdf', 'c.pdf'] };
		const perExtraction = await trigger.active({ completedOutput: 'extractionWithRows' });
		const perRow = await trigger.active({ completedOutput: 'rows' });
		const perInvoice = await trigger.active({ completedOutput: 'invoices' });
		const full = await trigger.active({ simplify: false });
		trigger.control.createExtraction(failing);
		const attention = { pages_failed: 1, files_without_rows: ['b.pdf'] };
		expect(jsonOf(await perExtraction.poll())).toMatchObject([
			{ ...attention, review_count: 0, failure_reasons: [{ code: expect.any(String) }] },
		]);
		for (const scheduler of [perRow, perInvoice])
			for (const json of jsonOf(await scheduler.poll())) expect(json).toMatchObject(attention);
		expect(jsonOf(await full.poll())).toMatchObject([{ pages_failed: 1, review_count: 0 }]);
	});

	it('adds no column to rows of which there is nothing to tell', async () => {
		const scheduler = await trigger.active({ completedOutput: 'rows' });
		trigger.control.createExtraction({ rowCount: 1 });
		const [json] = jsonOf(await scheduler.poll());
		expect(json).not.toHaveProperty('pages_failed');
		expect(json).not.toHaveProperty('files_without_rows');
	});

	it('keeps the values of columns whose names the item needs for itself', async () => {
		const scheduler = await trigger.active({ completedOutput: 'rows' });
		const names = [
			'event',
			'extraction_id',
			'error',
			'missing',
			'pages_failed',
			'files_without_rows',
			'Total',
		];
		const fields = names.map((name) => ({ name }));
		const { extraction_id } = trigger.control.createExtraction({ rowCount: 1, prompt: { fields } });
		expect(jsonOf(await scheduler.poll())).toEqual([
			{
				event: 'completed',
				extraction_id,
				event_2: 'event 1',
				extraction_id_2: 'extraction_id 1',
				error_2: 'error 1',
				missing_2: 'missing 1',
				pages_failed_2: 'pages_failed 1',
				files_without_rows_2: 'files_without_rows 1',
				Total: 'Total 1',
				'Source File': expect.any(String),
				'Review Needed': expect.anything(),
			},
		]);
	});

	it('renames such a column also if it first appears on a later page of the rows', async () => {
		const scheduler = await trigger.active({ completedOutput: 'rows' });
		const { extraction_id } = trigger.control.createExtraction({ rowCount: 1_001 });
		trigger.control.addFault({
			endpoint: RESULTS,
			kind: 'altered',
			after: 1,
			alter: ({ columns, rows }: { columns: string[]; rows: Array<Record<string, unknown>> }) => {
				columns.push('event', 'Cost Center');
				for (const row of rows) Object.assign(row, { event: 'Fair', 'Cost Center': 'CC-1' });
			},
		});
		const items = jsonOf(await scheduler.poll());
		expect(items).toHaveLength(1_001);
		expect(items[999]).not.toHaveProperty('event_2');
		expect(items[1_000]).toMatchObject({
			event: 'completed',
			extraction_id,
			event_2: 'Fair',
			'Cost Center': 'CC-1',
			'Invoice Number': 'INV-001001',
		});
	});

	it('keeps a column "error" from failing the item, also within a list of rows', async () => {
		const scheduler = await trigger.active({ completedOutput: 'extractionWithRows' });
		trigger.control.createExtraction({ rowCount: 1, prompt: { fields: [{ name: 'error' }] } });
		const [json] = jsonOf(await scheduler.poll());
		expect(json).not.toHaveProperty('error');
		expect(json).toMatchObject({ rows: [{ error_2: 'error 1' }] });
	});

	it('gets rows for no event but Completed', async () => {
		const scheduler = await trigger.active({ completedOutput: 'rows' });
		trigger.control.createExtraction([{ status: 'failed' }, { status: 'input_required' }]);
		expect(await scheduler.poll()).toHaveLength(2);
		expect(trigger.asked()).not.toContain(RESULTS);
	});
});

describe.each<BinaryMode>(['filesystem', 'default', 'database'])('files in the store %s', (mode) => {
	const trigger = startTrigger({}, mode);

	const bytesOf = async ({ binary = {} }: INodeExecutionData, field: string) =>
		await trigger.engine.readBinary(binary[field]!);

	it('come as binary data under the name chosen', async () => {
		const scheduler = await trigger.active({
			completedOutput: 'extractionWithFiles',
			formats: ['csv'],
			outputFieldName: 'sheet',
		});
		const { extraction_id } = trigger.control.createExtraction({ task_name: 'May 05/2026', rowCount: 2 });
		const [item, ...others] = await scheduler.poll();
		expect(others).toEqual([]);
		expect(item).toMatchObject({
			json: { event: 'completed', extraction_id },
			binary: { sheet: { fileName: 'May 05_2026.csv', mimeType: 'text/csv' } },
		});
		const [header, ...rows] = (await bytesOf(item!, 'sheet')).toString().trim().split(/\r?\n/);
		expect(header).toContain('Invoice Number');
		expect(rows).toHaveLength(2);
	});

	it('come in fields of their own when there are several', async () => {
		const scheduler = await trigger.active({
			completedOutput: 'extractionWithFiles',
			formats: ['csv', 'json', 'xlsx'],
		});
		trigger.control.createExtraction({ rowCount: 2 });
		const [item] = await scheduler.poll();
		expect(Object.keys(item!.binary!).sort()).toEqual(['data_csv', 'data_json', 'data_xlsx']);
		expect((await bytesOf(item!, 'data_csv')).toString()).toContain('INV-000002');
		expect(JSON.parse((await bytesOf(item!, 'data_json')).toString())).toHaveLength(2);
		expect((await bytesOf(item!, 'data_xlsx')).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
	});
});
