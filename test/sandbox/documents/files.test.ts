import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import { DocumentReader } from '../../../dev/sandbox/documents/reading/DocumentReader';
import { makeInvoicePdf, writePaddedPdf } from '../../../examples/documents/invoicePdf';
import { completed, documentFolder, processed } from '../../support/fixtures/processDocument';

const folder = documentFolder();
const megabyte = 1024 * 1024;

test('a PDF that asks for a password fails the extraction and is named', async () => {
	const plain = await folder.add('plain.pdf', await makeInvoicePdf());
	const locked = await folder.add('locked.pdf', await makeInvoicePdf({}, { encrypted: true }));
	expect(await processed([plain, locked])).toMatchObject({
		kind: 'failed',
		code: 'ENCRYPTED_FILE',
		details: { file_names: ['locked.pdf'] },
	});
});

test.each([
	['text.pdf', Buffer.from('This is no PDF')],
	['empty.pdf', Buffer.alloc(0)],
	['text.png', Buffer.from('This is no image')],
])('%s alone has no pages', async (name, bytes) => {
	expect(await processed([await folder.add(name, bytes)])).toMatchObject({
		kind: 'failed',
		code: 'NO_PAGES_FOUND',
		details: null,
	});
});

test('a file that cannot be read is a failed page beside files that can', async () => {
	const good = await folder.add('good.pdf', await makeInvoicePdf({ number: 'INV-77' }));
	const bad = await folder.add('bad.pdf', (await makeInvoicePdf()).subarray(0, 400));
	const blank = await folder.add('blank.png', await createCanvas(400, 300).encode('png'));
	const outcome = await completed([good, bad, blank]);
	expect(outcome.rows.map((row) => row.values['Invoice Number'])).toEqual(['INV-77']);
	expect(outcome.pages).toMatchObject({
		successful_count: 1,
		failed_count: 2,
		successful: [{ file_name: 'good.pdf', page: 1 }],
		failed: [
			{ file_name: 'bad.pdf', page: 1 },
			{ file_name: 'blank.png', page: 1 },
		],
		failure_reasons: [
			{ code: 'FILE_NOT_READABLE', affected_pages: [{ file_name: 'bad.pdf', pages: [1] }] },
			{ code: 'NO_READABLE_TEXT', affected_pages: [{ file_name: 'blank.png', pages: [1] }] },
		],
	});
});

test('every page counts, and pages after an invoice belong to it', async () => {
	const file = await folder.add(
		'long.pdf',
		await makeInvoicePdf([{ number: 'A-1' }, { number: 'A-2' }], { pages: 9 }),
	);
	const outcome = await completed([file]);
	expect(outcome.rows.map((row) => [row.values['Invoice Number'], row.page])).toEqual([
		['A-1', 1],
		['A-2', 2],
	]);
	expect(outcome.pages.successful.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('a picture other than those of the examples is a failed page: the sandbox recognises no characters', async () => {
	const photo = await folder.add('photo.jpg', await createCanvas(400, 300).encode('jpeg'));
	expect(await completed([photo])).toMatchObject({
		rows: [],
		pages: { successful_count: 0, failure_reasons: [{ code: 'NO_READABLE_TEXT' }] },
	});
});

test('a document that takes too long is given up, and the next one is read', async () => {
	const reader = new DocumentReader();
	reader.longestMs = 500;
	// Megabytes of objects that never end, and no table of them.
	const endless = Buffer.concat([Buffer.from('%PDF-1.3\n'), Buffer.alloc(20 * megabyte, '1 0 obj\n')]);
	const odd = await folder.add('odd.pdf', endless);
	const good = await folder.add('next.pdf', await makeInvoicePdf());
	expect(await reader.read(odd.path)).toEqual({ status: 'slow' });
	// However busy the machine is.
	reader.longestMs = 600_000;
	expect(await reader.read(good.path)).toMatchObject({ status: 'read' });
});

test('a padded PDF has exactly the size asked for and still gives its row', async () => {
	const bytes = await makeInvoicePdf({ number: 'PAD-1' }, { padToBytes: 100_000 });
	expect(bytes).toHaveLength(100_000);
	const outcome = await completed([await folder.add('padded.pdf', bytes)]);
	expect(outcome.rows[0]?.values['Invoice Number']).toBe('PAD-1');
});

test('padding to less than the document itself is refused', async () => {
	await expect(makeInvoicePdf({}, { padToBytes: 500 })).rejects.toThrow(RangeError);
});

test('a PDF of 150 MB is written in pieces and gives its row', async () => {
	const fileName = 'large.pdf';
	const path = folder.pathOf(fileName);
	await writePaddedPdf(path, 150 * megabyte, { number: 'BIG-1' });
	expect((await stat(path)).size).toBe(150 * megabyte);
	const outcome = await completed([{ fileId: 'large', fileName, path }]);
	expect(outcome.rows[0]?.values['Invoice Number']).toBe('BIG-1');
	expect(outcome.pages.successful_count).toBe(1);
});

test('both ways of padding write the same bytes', async () => {
	const path = folder.pathOf('streamed.pdf');
	await writePaddedPdf(path, 3 * megabyte, { number: 'SAME-1' });
	const streamed = createHash('md5');
	for await (const chunk of createReadStream(path)) streamed.update(chunk as Buffer);
	const whole = await makeInvoicePdf({ number: 'SAME-1' }, { padToBytes: 3 * megabyte });
	expect(streamed.digest('hex')).toBe(createHash('md5').update(whole).digest('hex'));
});
