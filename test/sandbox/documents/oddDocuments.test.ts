import { makeInvoicePdf } from '../../../examples/documents/invoicePdf';
import { DocumentReader } from '../../../dev/sandbox/documents';
import type { TextItem } from '../../../dev/sandbox/documents/reading/reading';
import { linesOf } from '../../../dev/sandbox/documents/reading/lines';
import type { SandboxOptions } from '../../../dev/sandbox';
import { documentFolder } from '../../support/fixtures/processDocument';
import { startSandboxFixture, type SandboxFixture } from '../../support/fixtures/sandboxFixture';
import * as odd from '../../support/oddPdfs';
import { until } from '../../support/until';

const folder = documentFolder();
let sandbox: SandboxFixture;
let reader: DocumentReader | undefined;
afterEach(async () => {
	await sandbox?.server.close();
	await reader?.close();
});

const start = async (options: SandboxOptions = {}): Promise<void> => {
	sandbox = await startSandboxFixture({ processingMs: 0, partSize: 8 * 1024 * 1024, ...options });
};
const submit = async (session: string, files: Record<string, Buffer>): Promise<string> => {
	const { client } = sandbox;
	return await client.submit(session, await client.upload(session, files));
};
const now = async (id: string) => (await sandbox.client.get(`/extractions/${id}`)).body;
/** The status of an extraction that has ended. */
const end = async (id: string) =>
	await until('the end of the extraction', async () => {
		const { body } = await sandbox.client.get(`/extractions/${id}?wait=45`);
		return body.status !== 'processing' && body;
	});
const ordinary = async (session: string) => await submit(session, { 'ordinary.pdf': await makeInvoicePdf() });
const read = { status: 'completed', credits_deducted: 1 };

describe('While an odd document is read', () => {
	// Never given up: however busy the machine, the odd ones are still being read when the others have completed.
	beforeEach(async () => {
		reader = new DocumentReader({ pageMs: 3_600_000, megabytes: 512 });
		await start({ reader });
	});

	it.each([
		['a flate bomb', odd.flateBombPdf],
		['a page tree 4,900 nodes deep', odd.deepPageTreePdf],
		['forms that draw each other', odd.formsInFormsPdf],
	])('other extractions complete all the same: %s', async (_name, make) => {
		const stuck = await submit('odd', { 'odd.pdf': make() });
		expect(await end(await ordinary('ordinary'))).toMatchObject(read);
		expect(await now(stuck)).toMatchObject({ status: 'processing' });
	});

	it('others complete, however many odd ones an extraction has', async () => {
		const bombs = Array.from({ length: 9 }, (_, index) => [`${index}.pdf`, odd.flateBombPdf()]);
		const stuck = await submit('odd', Object.fromEntries(bombs));
		expect(await end(await ordinary('first'))).toMatchObject(read);
		expect(await end(await ordinary('second'))).toMatchObject(read);
		expect(await now(stuck)).toMatchObject({ status: 'processing' });
	});
});

describe('An odd document', () => {
	const onePage = { successful_count: 1, failed_count: 0 };
	const failed = (code: string, ...pages: number[]) => ({
		failed_count: pages.length,
		failure_reasons: [{ code, affected_pages: [{ file_name: 'odd.pdf', pages }] }],
	});

	it.each([
		['is read: a page tree with more entries than it counts', odd.miscountedPageTreePdf, onePage],
		['is read: a stream that is longer than it says', odd.tooShortLengthPdf, onePage],
		['is read: a stream that never ends', odd.endlessStreamPdf, onePage],
		['is read: wrong offsets in the cross-reference table', odd.wrongOffsetsPdf, onePage],
		['is read: a cross-reference table that goes round in a circle', odd.circularTablePdf, onePage],
		['has 3,000 pages', odd.manyPagesPdf, { successful_count: 3_000, failed_count: 0 }],
		['fails with a page: a circular page tree', odd.circularPageTreePdf, failed('NO_READABLE_TEXT', 1)],
		['fails with a page: two million open brackets', odd.deepNestingPdf, failed('NO_READABLE_TEXT', 1)],
		['fails with a page: a picture of 2.7 GB', odd.hugeImagePdf, failed('NO_READABLE_TEXT', 1)],
	])('%s', async (_name, make, pages) => {
		await start();
		const id = await submit('odd', { 'odd.pdf': make() });
		expect(await end(id)).toMatchObject({ status: 'completed', pages });
	});

	it('may have more words in a line than a call takes arguments, and a text longer than any line', () => {
		const word = { text: 'a', x: 9, y: 9, width: 6, height: 12 };
		const [crowded, ...others] = linesOf(new Array<TextItem>(200_000).fill(word));
		expect([crowded!.text.length, others]).toEqual([5_000, []]);
		expect(linesOf([{ ...word, text: 'a'.repeat(200_000) }])[0]!.text).toHaveLength(5_000);
	});

	it('without anything in it has no pages', async () => {
		await start();
		const id = await submit('odd', { 'odd.pdf': odd.noTablePdf() });
		expect(await end(id)).toMatchObject({ status: 'failed', error: { code: 'NO_PAGES_FOUND' } });
	});

	it('keeps the pages before one that takes too long; the others fail, uncharged, and the next document is read', async () => {
		reader = new DocumentReader({ pageMs: 3_000, megabytes: 512 });
		await start({ reader });
		const id = await submit('odd', { 'odd.pdf': odd.flateBombPdf() });
		expect(await end(id)).toMatchObject({
			...read,
			pages: {
				successful: [{ file_name: 'odd.pdf', page: 1 }],
				...failed('PROCESSING_TIME_LIMIT_EXCEEDED', 2, 3),
			},
		});
		const { body } = await sandbox.client.get(`/extractions/${id}/results`);
		expect(body.rows).toMatchObject([{ 'Source File': 'odd.pdf (Page 1)' }]);
		expect(await end(await ordinary('ordinary'))).toMatchObject(read);
	});

	it('that cannot be opened in time fails the extraction, or is a failed page beside others', async () => {
		reader = new DocumentReader({ pageMs: 3_000, megabytes: 512 });
		await start({ reader });
		const bytes = odd.noTablePdf(20);
		const alone = await submit('alone', { 'odd.pdf': bytes });
		const beside = await submit('beside', { 'good.pdf': await makeInvoicePdf(), 'odd.pdf': bytes });
		expect(await end(alone)).toMatchObject({
			status: 'failed',
			error: { code: 'NO_PAGES_FOUND', message: expect.stringContaining('takes too long') },
		});
		expect(await end(beside)).toMatchObject({ ...read, pages: failed('PROCESSING_TIME_LIMIT_EXCEEDED', 1) });
	});

	it('that takes too much memory fails alone', async () => {
		// Little more than the reader needs for itself.
		reader = new DocumentReader({ pageMs: 60_000, megabytes: 28 });
		await start({ reader });
		const files = { 'odd.pdf': odd.manyPagesPdf(20_000) };
		expect(await end(await submit('odd', files))).toMatchObject({
			status: 'failed',
			error: { code: 'PROCESSING_FILE_SIZE_LIMIT_EXCEEDED' },
		});
		const both = await submit('both', { ...files, 'good.pdf': await makeInvoicePdf() });
		expect(await end(both)).toMatchObject({
			...read,
			pages: failed('PROCESSING_FILE_SIZE_LIMIT_EXCEEDED', 1),
		});
	});

	it('waits for a thread if all are stuck, and gets one when the first is given up', async () => {
		const { path } = await folder.add('odd.pdf', odd.formsInFormsPdf());
		reader = new DocumentReader({ pageMs: 1_000, megabytes: 512 });
		const { read } = reader;
		const reading = Array.from({ length: 6 }, async () => await read(path, { kind: 'pdf', maxPages: 1 }));
		for (const result of await Promise.all(reading)) expect(result).toMatchObject({ status: 'slow' });
	});
});
