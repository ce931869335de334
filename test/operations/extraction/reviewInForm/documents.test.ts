import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetch } from 'undici';
import type { IBinaryData } from 'n8n-workflow';
import { startPersonOperation, type SeenPage } from '../../../support/fixtures/personFixture';
import type { Reviewer } from '../../../support/operations/reviews';
import { INVOICES, parkedAt } from '../../../support/operations/reviews';

const example = async (name: string): Promise<Buffer> =>
	await readFile(join(__dirname, '../../../../examples/documents', name));

const PDF = Buffer.from('%PDF-1.4\n%a document');
const SCRIPT = '<script>alert(1)</script>';

describe('The documents beside the rows of Review in a Form', () => {
	const operation = startPersonOperation('reviewInForm', 'extraction');
	const store = async (content: Buffer, name: string, type = 'application/pdf'): Promise<IBinaryData> =>
		await operation.node.engine.storeFile(content, name, type);

	const row = (Number: string, source?: string) => ({
		Number,
		review_message: 'Look',
		...(source !== undefined && { 'Source File': source }),
	});
	/** The addresses in the links and frames of a page, each once. */
	const addressesIn = ({ html }: SeenPage): string[] => [
		...new Set(
			[...html.matchAll(/ (?:href|src)="(\?[^"]*file=[^"]*)"/g)].map(([, address]) =>
				address!.replaceAll('&amp;', '&'),
			),
		),
	];
	const get = async (person: Reviewer, address: string) => {
		const response = await fetch(new URL(address, person.parked.url));
		return {
			status: response.status,
			headers: response.headers,
			body: Buffer.from(await response.arrayBuffer()),
		};
	};

	it('are served as they are, inline, framed by the page alone, and kept nowhere', async () => {
		const person = await parkedAt(
			operation,
			[row('A', 'a.pdf (Page 3)')],
			{},
			{ files: [await store(PDF, 'ä b.pdf')] },
		);
		const page = await person.open();
		const [address] = addressesIn(page);
		// The page stands in the query too, or Chromium would not move the document.
		expect(address).toMatch(/&page=3#page=3/);
		expect(page.html).toContain('<iframe name="viewer"');
		const { status, headers, body } = await get(person, address!);
		expect([status, body]).toEqual([200, PDF]);
		expect(Object.fromEntries(headers)).toMatchObject({
			'content-type': 'application/pdf',
			'content-disposition': "inline; filename*=UTF-8''%C3%A4%20b.pdf",
			'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
			'cache-control': 'no-store',
			'referrer-policy': 'no-referrer',
			'x-content-type-options': 'nosniff',
			'x-frame-options': 'SAMEORIGIN',
		});
		expect(headers.get('access-control-allow-origin')).toBeNull();
	});

	it('are streamed in full, however large they are', async () => {
		const large = Buffer.concat([PDF, Buffer.alloc(5_000_000, 'x')]);
		const person = await parkedAt(operation, [row('A')], {}, { files: [await store(large, 'a.pdf')] });
		const [address] = addressesIn(await person.open());
		expect((await get(person, address!)).body.equals(large)).toBe(true);
	});

	it.each([
		['receipt.jpg', 'image/jpeg'],
		['scanned-invoice.png', 'image/png'],
	])('that are pictures, such as %s, stand on a page of their own', async (name, type) => {
		const content = await example(name);
		const person = await parkedAt(operation, [row('A')], {}, { files: [await store(content, name, type)] });
		const [address] = addressesIn(await person.open());
		const around = await get(person, address!);
		expect(around.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
		const [, source] = /<img src="([^"]+)"/.exec(around.body.toString())!;
		const picture = await get(person, source!.replaceAll('&amp;', '&'));
		expect(picture.headers.get('content-type')).toBe(type);
		expect(picture.body.equals(content)).toBe(true);
	});

	it.each([
		['a web page', `<!doctype html>${SCRIPT}`, 'text/html'],
		['an SVG', `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`, 'application/pdf'],
		['a web page behind a PDF mark', `<html>%PDF-1.4 ${SCRIPT}`, 'application/pdf'],
		['a text', 'just a text', 'application/pdf'],
		['nothing', '', 'application/pdf'],
	])('are never %s, whatever it is called', async (_, content, type) => {
		const person = await parkedAt(
			operation,
			[row('A')],
			{},
			{ files: [await store(Buffer.from(content), 'a.pdf', type)] },
		);
		for (const address of addressesIn(await person.open()))
			for (const more of ['', '&raw=1']) {
				const answer = await get(person, address.replace('#', `${more}#`));
				expect([answer.status, answer.headers.get('content-type')]).toEqual([
					404,
					'text/html; charset=utf-8',
				]);
				expect(answer.body.toString()).not.toContain(SCRIPT);
			}
	});

	it('cannot be guessed, and are those of this review alone', async () => {
		const [mine, other] = [await store(PDF, 'a.pdf'), await store(PDF, 'b.pdf')];
		const person = await parkedAt(operation, [row('A')], {}, { files: [mine] });
		const stranger = await parkedAt(operation, [row('B')], {}, { files: [other] });
		const [address] = addressesIn(await person.open());
		const key = /file=([^&]+)/.exec(address!)![1]!;
		for (const guess of ['0', '0.0', '0.0.', '../../etc/passwd', 'none', '1.0.abc', `${key}0`, mine.id!])
			expect((await get(person, `?file=${encodeURIComponent(guess)}`)).status).toBe(404);
		expect((await get(stranger, address!)).status).toBe(404);
	});

	it('are found by the only file that Source File names', async () => {
		const files = [await store(PDF, 'a.pdf'), await store(PDF, 'b.pdf'), undefined];
		const items = [{ mail: 1 }, { mail: 2 }, row('A', 'b.pdf (Page 2)')];
		const person = await parkedAt(operation, items, {}, { files });
		const page = await person.open();
		expect(page.html).toContain('b.pdf · Page 2');
		expect(addressesIn(page)).not.toHaveLength(0);
	});

	it('are those that Source File names, also beside a file of the row that has another name', async () => {
		const files = [await store(PDF, 'a.pdf'), await store(PDF, 'mail.pdf'), await store(PDF, 'scan.pdf')];
		const items = [{ mail: 1 }, row('A', 'a.pdf (Page 2)'), row('B', 'renamed.pdf (Page 1)')];
		const person = await parkedAt(operation, items, {}, { files });
		const { html } = await person.open();
		expect(html).toContain('a.pdf · Page 2');
		expect(html).not.toContain('mail.pdf');
		// Where n8n has no such file, a single file of the row is its document.
		expect(html).toContain('scan.pdf · Page 1');
	});

	it('head their own rows alone, also where no Source File tells them apart', async () => {
		const files = [await store(PDF, 'a.pdf'), await store(PDF, 'b.pdf'), undefined];
		const person = await parkedAt(operation, [row('A'), row('B'), row('C')], {}, { files });
		const { html } = await person.open();
		const headings = [...html.matchAll(/<h2[^>]*class="file"><span>([^<]*)/g)].map(([, name]) => name);
		expect(headings).toEqual(['a.pdf', 'b.pdf', 'No file here']);
	});

	it('that n8n has deleted meanwhile are said to be gone, and the page still works', async () => {
		const file = await store(PDF, 'a.pdf');
		const person = await parkedAt(operation, [row('A')], {}, { files: [file] });
		const page = await person.open();
		const [address] = addressesIn(page);
		expect((await get(person, address!)).status).toBe(200);
		await operation.node.engine.deleteFile(file);
		const gone = await get(person, address!);
		expect([gone.status, gone.body.toString()]).toEqual([
			404,
			expect.stringContaining('n8n does not have the document of this row, or no longer has it.'),
		]);
		await person.send(await person.accept(page), { step: 'finish' });
		expect((await person.parked.ended).status).toBe('success');
	});

	it('are never those of another supplier: of two files of one name, a row without its own shows none', async () => {
		const files = [await store(PDF, 'invoice.pdf'), await store(PDF, 'invoice.pdf'), undefined];
		const items = [
			row('A', 'invoice.pdf (Page 1)'),
			row('B', 'invoice.pdf (Page 1)'),
			row('C', 'invoice.pdf (Page 1)'),
		];
		const person = await parkedAt(operation, items, {}, { files });
		const page = await person.open();
		const keys = new Set(addressesIn(page).map((address) => /file=([^&]+)/.exec(address)![1]));
		expect([...keys].map((key) => key!.split('.')[0])).toEqual(['0', '1', 'none']);
		expect(page.text).toContain('Page 1, no file');
	});

	it('are named where n8n keeps them in memory, and the page says so', async () => {
		const inMemory = { fileName: 'a.pdf', mimeType: 'application/pdf', data: PDF.toString('base64') };
		const person = await parkedAt(operation, INVOICES, {}, { files: [inMemory, inMemory, inMemory] });
		const page = await person.open();
		expect(page.text).toContain('The documents are not on this n8n. Each row names its file and page.');
		expect(page.text).toContain('a.pdf');
		expect(page.html).not.toContain('<iframe');
		expect(page.html).not.toContain(inMemory.data);
		await person.finish({ d_1: 'accept', d_2: 'accept' });
		const items = (await person.parked.ended).output('After');
		expect(items.map(({ binary }) => binary?.data)).toEqual([inMemory, inMemory, inMemory]);
	});

	it('leave a column called data alone', async () => {
		const person = await parkedAt(operation, [{ data: 'a value', review_message: 'Look' }]);
		expect((await person.open()).fields).toMatchObject({ v_0_0: 'a value' });
	});
});
