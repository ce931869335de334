import { byId, startOperation } from '../../support/fixtures/operationFixture';
import { COMMON_RULES } from '../../support/operations/commonRules';
import { OUTPUT, STATUS } from '../../support/endpoints';
import { NODE_TYPE } from '../../support/names';
import { jsonOf } from '../../support/items';

const DOWNLOAD = 'GET download';

describe('Extraction: Download Output', () => {
	const operation = startOperation('downloadOutput');
	describe('as an operation on one extraction', () => {
		it.each(COMMON_RULES)('%s', async (_rule, holds) => await holds(operation, { downloadOutput: 'url' }));
	});

	let may: string;
	beforeAll(() => {
		may = operation.control.createExtraction({ task_name: 'Invoices 05/2026', rowCount: 3 }).extraction_id;
	});

	it('streams the file into the binary store, under the name of the task', async () => {
		const run = await operation.run({ extractionId: byId(may), formats: ['csv'] });
		const [item] = run.items;
		expect(item?.pairedItem).toEqual({ item: 0 });
		const file = item!.binary!.data!;
		expect(file).toMatchObject({ fileName: 'Invoices 05_2026.csv', mimeType: 'text/csv' });
		expect(file.id).toMatch(/^filesystem/);
		const csv = (await operation.node.engine.readBinary(file)).toString();
		expect(csv).toContain('INV-000003');
		expect(item?.json).toEqual({
			extraction_id: may,
			task_name: 'Invoices 05/2026',
			files: [{ field: 'data', file_name: 'Invoices 05_2026.csv', mime_type: 'text/csv', bytes: file.bytes }],
		});
		expect(file.bytes).toBe(Buffer.byteLength(csv));
	});

	it('puts several formats into fields of their own', async () => {
		const run = await operation.run({
			extractionId: byId(may),
			formats: ['xlsx', 'json'],
			outputFieldName: 'file',
		});
		const binary = run.items[0]?.binary ?? {};
		expect(Object.keys(binary)).toEqual(['file_xlsx', 'file_json']);
		expect(binary.file_xlsx?.fileName).toBe('Invoices 05_2026.xlsx');
		const json: unknown = JSON.parse((await operation.node.engine.readBinary(binary.file_json!)).toString());
		expect(JSON.stringify(json)).toContain('INV-000002');
	});

	it('asks for a fresh URL when the first has expired', async () => {
		operation.control.addFault({ endpoint: DOWNLOAD, kind: 'expired_url' });
		const run = await operation.run({ extractionId: byId(may), formats: ['csv'] });
		expect(run.items[0]?.binary?.data?.fileName).toBe('Invoices 05_2026.csv');
		expect(operation.asked().filter((endpoint) => endpoint === OUTPUT)).toHaveLength(2);
	});

	it('begins anew when a download breaks off, and never stores half a file', async () => {
		operation.control.addFault({ endpoint: DOWNLOAD, kind: 'truncated' });
		const run = await operation.run({ extractionId: byId(may), formats: ['csv'] });
		const csv = await operation.node.engine.readBinary(run.items[0]!.binary!.data!);
		expect(csv.toString()).toContain('INV-000003');
		expect(operation.asked().filter((endpoint) => endpoint === DOWNLOAD)).toHaveLength(2);
	});

	it('hands out URLs only, an item for each format', async () => {
		const run = await operation.run({
			extractionId: byId(may),
			formats: ['xlsx', 'csv'],
			downloadOutput: 'url',
		});
		expect(run.items).toEqual(
			['xlsx', 'csv'].map((format) => ({
				json: {
					extraction_id: may,
					format,
					download_url: expect.stringContaining('/storage/outputs/'),
					expires_in_seconds: 300,
				},
				pairedItem: { item: 0 },
			})),
		);
		expect(operation.queries(OUTPUT)).toEqual([{ format: 'xlsx' }, { format: 'csv' }]);
		expect(operation.asked()).not.toContain(DOWNLOAD);
	});

	it.each([
		[{ formats: '={{ [] }}' }, /^File Formats: No file format is selected/],
		[
			{ formats: '={{ ["xlsx", "pdf"] }}' },
			/^File Formats: "pdf" is not valid\. Use one of: csv, json, xlsx/,
		],
		[{ outputFieldName: '={{ "" }}' }, /^Put Output File in Field: The name of the field is empty/],
	])('refuses %j and sends nothing', async (parameters, message) => {
		const run = await operation.run({ extractionId: byId(may), ...parameters });
		expect(run.error?.message).toMatch(message);
		expect(operation.asked()).toEqual([]);
	});

	it.each([
		[
			'was never made',
			{ available_outputs: ['csv' as const] },
			/is completed, but without XLSX\. Its outputs: CSV$/,
			/^To download what there is, set File Formats to CSV\./,
		],
		['is not there yet', { status: 'processing' }, /^This output is not available/, /Get Status/],
		[
			'never came, because the extraction failed',
			{ status: 'failed' },
			/the extraction failed: /,
			/^This extraction stays failed: extract the documents again\. Run again/,
		],
		['has expired', { created_at: '2020-01-01T00:00:00Z' }, /have expired/, /original documents/],
	])('says that a format %s', async (_what, seeded, message, nextStep) => {
		const { extraction_id } = operation.control.createExtraction(seeded);
		const run = await operation.run({ extractionId: byId(extraction_id), formats: ['xlsx'] });
		expect(run.error?.message).toMatch(message);
		expect(run.error?.description).toMatch(nextStep);
		expect(operation.asked()).not.toContain(DOWNLOAD);
	});

	it('says where to look where the service withholds a format, though the extraction is completed and its status lists it', async () => {
		operation.control.addFault({ endpoint: OUTPUT, kind: 'error', code: 'OUTPUT_NOT_AVAILABLE' });
		const run = await operation.run({ extractionId: byId(may), formats: ['csv'] });
		expect(run.error?.message).toMatch(/^This output is not available/);
		expect(run.error?.description).toMatch(/Get lists the formats that you can download/);
	});

	it('names the formats where nobody can tell what became of the extraction', async () => {
		operation.control.addFault({ endpoint: OUTPUT, kind: 'error', code: 'OUTPUT_NOT_AVAILABLE' });
		operation.control.addFault({ endpoint: STATUS, kind: 'error', code: 'EXTRACTION_NOT_FOUND' });
		const run = await operation.run({ extractionId: byId(may), formats: ['csv', 'json'] });
		expect(run.error?.message).toBe('This output is not available: the node asked for CSV and JSON');
	});

	it('keeps the signature of a URL out of the error when the storage refuses it for good', async () => {
		operation.control.addFault({ endpoint: DOWNLOAD, kind: 'expired_url', count: 10 });
		const run = await operation.run({ extractionId: byId(may), formats: ['csv'] });
		expect(run.error?.message).toMatch(/refused the URL for the transfer/);
		expect(JSON.stringify(run.error)).not.toMatch(/signature|expires=/i);
	});

	it('tells an AI agent in plain words that a tool gives no files, but URLs', async () => {
		const settings = {
			type: NODE_TYPE,
			parameters: { resource: 'extraction', operation: 'downloadOutput', extractionId: byId(may) },
			onError: 'continueRegularOutput' as const,
		};
		const file = await operation.node.engine.runAsTool({
			...settings,
			parameters: { ...settings.parameters, downloadOutput: 'file' },
		});
		expect(JSON.stringify(file.response)).toMatch(/AI tool cannot return files\. Set Output to URL Only/);
		expect(operation.asked()).toEqual([]);
		const url = await operation.node.engine.runAsTool(settings);
		expect(JSON.stringify(url.response)).toContain('download_url');
	});

	it('goes on with the other items when it continues on fail', async () => {
		const { extraction_id } = operation.control.createExtraction({ status: 'failed' });
		const run = await operation.run(
			{ extractionId: byId('={{ $json.id }}'), formats: ['json'] },
			{ input: [{ json: { id: extraction_id } }, { json: { id: may } }], onError: 'continueErrorOutput' },
		);
		expect(jsonOf(run.items)).toMatchObject([{ extraction_id: may }]);
		expect(run.secondOutput).toMatchObject([
			{ json: { error: { code: 'OUTPUT_NOT_AVAILABLE' } }, pairedItem: { item: 0 } },
		]);
	});
});

// A service of their own: with the tests above they would use up the output requests of a minute, and wait for the next.
describe('Extraction: Download Output, when something else comes in place of the file', () => {
	const operation = startOperation('downloadOutput');
	let may: string;
	beforeAll(() => {
		may = operation.control.createExtraction({ task_name: 'Invoices 05/2026', rowCount: 3 }).extraction_id;
	});

	it.each([
		['nothing', 'csv', ''],
		['nothing', 'json', ''],
		['nothing', 'xlsx', ''],
		['an error', 'json', { success: false, error: { code: 'INTERNAL_ERROR' } }],
		['an error', 'csv', { success: false }],
		['plain text', 'xlsx', 'try again later'],
	])('begins anew when %s comes in place of the %s file', async (_what, format, body) => {
		operation.control.addFault({ endpoint: DOWNLOAD, kind: 'answer', body });
		const run = await operation.run({ extractionId: byId(may), formats: [format] });
		const file = await operation.node.engine.readBinary(run.items[0]!.binary!.data!);
		expect(file.length).toBeGreaterThan(100);
		expect(operation.asked().filter((endpoint) => endpoint === DOWNLOAD)).toHaveLength(2);
	});

	it('fails with the ID of the extraction when nothing comes in place of a file every time', async () => {
		operation.control.addFault({ endpoint: DOWNLOAD, kind: 'answer', body: '', count: Infinity });
		const run = await operation.run({ extractionId: byId(may), formats: ['xlsx'] });
		expect(run.error?.message).toMatch(/\S+ sent something else instead of the file/);
		expect(run.error?.description).toMatch(/downloads the file again at no cost/);
		expect(run.error?.description).toContain(may);
	});
});
