import { inflateRawSync } from 'node:zlib';
import { fetch } from 'undici';
import {
	download,
	issuePaths,
	startSandboxFixture,
	type SandboxFixture,
} from '../../../support/fixtures/sandboxFixture';

const MINUTE = 60_000;

/** One entry of a ZIP archive, found through its central directory. */
function unzip(archive: Buffer, name: string): string {
	let at = archive.readUInt32LE(archive.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 16);
	while (archive.readUInt32LE(at) === 0x02014b50) {
		const [compressed, nameLength] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)];
		const [extra, comment, local] = [
			archive.readUInt16LE(at + 30),
			archive.readUInt16LE(at + 32),
			archive.readUInt32LE(at + 42),
		];
		if (archive.toString('utf8', at + 46, at + 46 + nameLength) === name) {
			const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
			const bytes = archive.subarray(start, start + compressed);
			return (archive.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)).toString('utf8');
		}
		at += 46 + nameLength + extra + comment;
	}
	throw new Error(`no ${name} in the archive`);
}

describe('GET /extractions/{extraction_id}/output, and the download', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => (sandbox = await startSandboxFixture()));
	afterEach(() => sandbox.server.close());
	const output = (id: string, query: string) => sandbox.client.get(`/extractions/${id}/output${query}`);
	const review = {
		message: 'Check, please.',
		affected_fields: ['Supplier'],
		output_row_numbers: [2],
		source_references: [],
	};
	const seed = (input = {}) =>
		sandbox.control.createExtraction({ rowCount: 2, task_name: 'Invoices May', ...input }).extraction_id;
	const file = async (id: string, format: string) =>
		await download((await output(id, `?format=${format}`)).body.download_url);

	test.each(['xlsx', 'csv', 'json'])(
		'%s: a URL for five minutes, without a success field',
		async (format) => {
			const answer = await output(seed(), `?format=${format}`);
			expect(answer.status).toBe(200);
			expect(answer.body).toEqual({
				download_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\//),
				format,
				expires_in_seconds: 300,
			});
		},
	);

	test('csv: text values with a header', async () => {
		const answer = await file(seed({ review_items: [review] }), 'csv');
		expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
		expect(answer.headers.get('content-disposition')).toBe('attachment; filename="Invoices May.csv"');
		expect(answer.text).toBe(
			'Invoice Number,Invoice Date,Supplier,Net Amount,Tax Amount,Total Amount,Currency,Paid,Source File,Review Needed\n' +
				'INV-000001,2024-01-01,Supplier 1,100,20,120,EUR,Yes,invoice.pdf (Page 1),\n' +
				'INV-000002,2024-02-02,Supplier 2,101,20.2,121.2,EUR,No,invoice.pdf (Page 1),"Check, please."\n',
		);
	});

	test.each([true, false])('json: the rows of the results, typed values %s', async (json_typed_values) => {
		const id = seed({ options: { json_typed_values } });
		const { body } = await sandbox.client.get(`/extractions/${id}/results`);
		const answer = await file(id, 'json');
		expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
		expect(JSON.parse(answer.text)).toEqual(body.rows);
	});

	test('json and csv of no rows', async () => {
		const id = seed({ rowCount: 0 });
		expect(JSON.parse((await file(id, 'json')).text)).toEqual([]);
		expect((await file(id, 'csv')).text).toMatch(/^Invoice Number,.*Review Needed\n$/);
	});

	test('xlsx: native cells, and colours for what needs review', async () => {
		const id = seed({ review_items: [review], options: { review_needed_fill_color: 'red' } });
		const { body } = await output(id, '?format=xlsx');
		const response = await fetch(body.download_url);
		const archive = Buffer.from(await response.arrayBuffer());
		const sheet = unzip(archive, 'xl/worksheets/sheet1.xml');
		expect(sheet).toMatch(/<c r="D3"[^>]*><v>101<\/v><\/c>/);
		expect(sheet).toMatch(/<c r="H3"[^>]* t="b"[^>]*><v>0<\/v><\/c>/);
		expect(sheet).toMatch(/<c r="B3"[^>]*><v>45324<\/v><\/c>/);
		const styles = unzip(archive, 'xl/styles.xml');
		expect(styles).toMatch(/FF9999/i);
		expect(styles).toMatch(/FFC000/i);
	});

	test('a URL is valid for 5 minutes', async () => {
		const { body } = await output(seed(), '?format=csv');
		await sandbox.control.advanceClock(4 * MINUTE);
		expect((await download(body.download_url)).status).toBe(200);
		await sandbox.control.advanceClock(MINUTE);
		const late = await download(body.download_url);
		expect(late.status).toBe(403);
		expect(late.text).toContain('Request has expired');
	});

	test('a URL takes neither another format nor a credential', async () => {
		const { body } = await output(seed(), '?format=csv');
		expect((await download(body.download_url.replace('/csv?', '/json?'))).status).toBe(403);
		expect((await download(body.download_url, { authorization: 'Bearer x' })).status).toBe(403);
	});

	test.each(['processing', 'input_required', 'failed', 'cancelled'])(
		'an extraction that is %s gets 404 OUTPUT_NOT_AVAILABLE',
		async (status) => {
			const answer = await output(seed({ status }), '?format=csv');
			expect([answer.status, answer.body.error.code]).toEqual([404, 'OUTPUT_NOT_AVAILABLE']);
		},
	);

	test('a format never generated: 404 OUTPUT_NOT_AVAILABLE; past 90 days: 404 OUTPUT_EXPIRED', async () => {
		const id = seed({ available_outputs: ['json'] });
		const never = await output(id, '?format=csv');
		expect([never.status, never.body.error.code]).toEqual([404, 'OUTPUT_NOT_AVAILABLE']);
		await sandbox.control.advanceClock(90 * 24 * 60 * MINUTE);
		const late = await output(id, '?format=json');
		expect([late.status, late.body.error.code]).toEqual([404, 'OUTPUT_EXPIRED']);
	});

	test.each([
		['', 'format'],
		['?format=pdf', 'format'],
		['?format=csv&format=json', 'format'],
		['?format=csv&scope=all', 'scope'],
	])('the output refuses the query "%s"', async (query, path) => {
		const answer = await output(seed(), query);
		expect(answer.status).toBe(400);
		expect(issuePaths(answer)).toEqual([path]);
	});
});
