import { readFile } from 'node:fs/promises';
import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { makeInvoicePdf } from '../../../../examples/documents/invoicePdf';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { extract, invoiceFile, invoiceItems, traced } from '../../../support/operations/extractDocuments';
import { hintsOf, itemsOf, itemWith } from '../../../support/items';

const PNG = 'examples/documents/scanned-invoice.png';

describe('Extract Documents: files', () => {
	let node: NodeFixture;
	beforeAll(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterAll(async () => await node.close());

	const sentNames = (): string[] =>
		node.sandbox.control
			.sessions()
			.at(-1)!
			.files.map(({ file_name }) => file_name);

	describe('which ones', () => {
		it('takes every file of every item', async () => {
			const input = [
				itemWith(await invoiceFile(node, 'A-1'), await invoiceFile(node, 'A-2')),
				{ json: { note: 'no file here' } },
				itemWith(await invoiceFile(node, 'A-3')),
			];
			const run = await extract(node, { input });
			expect(traced(run.items)).toEqual([
				['A-1', 'A-1.pdf (Page 1)', 0],
				['A-2', 'A-2.pdf (Page 1)', 0],
				['A-3', 'A-3.pdf (Page 1)', 2],
			]);
		});

		it('takes only the files in the named fields', async () => {
			const binary = {
				invoice: await invoiceFile(node, 'B-1'),
				terms: await invoiceFile(node, 'B-2'),
				credit: await invoiceFile(node, 'B-3'),
			};
			const run = await extract(node, {
				input: [{ json: {}, binary }],
				parameters: { files: 'named', inputDataFieldName: 'credit, invoice' },
			});
			expect(traced(run.items)).toEqual([
				['B-3', 'B-3.pdf (Page 1)', 0],
				['B-1', 'B-1.pdf (Page 1)', 0],
			]);
		});

		it('takes the names of the fields from each item where an expression gives them', async () => {
			const input: INodeExecutionData[] = [
				{ json: { field: 'first' }, binary: { first: await invoiceFile(node, 'B-4') } },
				{ json: { field: 'second' }, binary: { second: await invoiceFile(node, 'B-5') } },
			];
			const parameters = { files: 'named', inputDataFieldName: '={{ $json.field }}' };
			const run = await extract(node, { input, parameters });
			expect(traced(run.items)).toEqual([
				['B-4', 'B-4.pdf (Page 1)', 0],
				['B-5', 'B-5.pdf (Page 1)', 1],
			]);
		});

		it('takes the file, not what describes it, of an item of Google Drive in a workflow that keeps files in json', async () => {
			const described = { id: '1xYz', mimeType: 'application/pdf', name: 'invoice.pdf' };
			const run = await extract(node, {
				input: itemsOf({ ...described, _files: { data: await invoiceFile(node, 'B-6') } }),
				settings: { binaryMode: 'combined' },
			});
			expect(run.error).toBeUndefined();
			expect(traced(run.items)).toEqual([['B-6', 'B-6.pdf (Page 1)', 0]]);
		});

		it('keeps out what does not fit the name pattern', async () => {
			const input = [
				itemWith(
					await invoiceFile(node, 'C-1', 'Invoice-7.PDF'),
					await invoiceFile(node, 'C-2', 'terms.pdf'),
					await node.engine.storeFile(PNG, 'logo.png', 'image/png'),
				),
			];
			const run = await extract(node, { input, options: { fileNamePattern: 'invoice-?.pdf, rechnung*' } });
			expect(traced(run.items)).toEqual([['C-1', 'Invoice-7.pdf (Page 1)', 0]]);
		});

		it('takes every PDF for *.pdf, whatever its name, and tells what it leaves out', async () => {
			const { fileName: _, ...nameless } = await invoiceFile(node, 'C-8');
			const input = [
				itemWith(
					await invoiceFile(node, 'C-5'),
					await invoiceFile(node, 'C-6', 'scan'),
					await invoiceFile(node, 'C-7', 'Invoice\n2026.pdf'),
					nameless,
					await node.engine.storeFile(PNG, 'logo.png', 'image/png'),
				),
			];
			const run = await extract(node, { input, options: { fileNamePattern: '*.pdf' } });
			expect(traced(run.items)).toEqual([
				['C-5', 'C-5.pdf (Page 1)', 0],
				['C-6', 'scan.pdf (Page 1)', 0],
				['C-7', 'Invoice 2026.pdf (Page 1)', 0],
				['C-8', 'attachment_3.pdf (Page 1)', 0],
			]);
			expect(hintsOf(run)).toContainEqual(
				'Files skipped by File Name Pattern or Minimum File Size (1): logo.png',
			);
		});

		it('keeps out a logo by the minimum size, and no document or other file, however small it is', async () => {
			const bytes = (await readFile(PNG)).subarray(0, 20 * 1024 - 1);
			const logo = await node.engine.storeFile(bytes, 'logo.png', 'image/png');
			const small = await invoiceFile(node, 'C-3');
			const run = await extract(node, {
				input: [itemWith(logo, small)],
				options: { minimumFileSize: 20 },
			});
			expect(small.bytes).toBeLessThan(20 * 1024);
			expect(traced(run.items)).toEqual([['C-3', 'C-3.pdf (Page 1)', 0]]);
			expect(hintsOf(run)).toContainEqual(
				'Files skipped by File Name Pattern or Minimum File Size (1): logo.png',
			);
		});
	});

	describe('names', () => {
		it('keeps apart files of the same name in different items, each row with its own item', async () => {
			const input = await Promise.all(
				['D-1', 'D-2', 'D-3'].map(async (number) => itemWith(await invoiceFile(node, number, 'invoice.pdf'))),
			);
			const run = await extract(node, { input });
			expect(traced(run.items)).toEqual([
				['D-1', 'invoice.pdf (Page 1)', 0],
				['D-2', 'invoice (2).pdf (Page 1)', 1],
				['D-3', 'invoice (3).pdf (Page 1)', 2],
			]);
		});

		it('does not give a name that a later file has already', async () => {
			const input = [
				itemWith(await invoiceFile(node, 'D-4', 'a.pdf')),
				itemWith(await invoiceFile(node, 'D-5', 'A.PDF')),
				itemWith(await invoiceFile(node, 'D-6', 'A (2).pdf')),
			];
			const run = await extract(node, { input });
			expect(traced(run.items)).toEqual([
				['D-4', 'a.pdf (Page 1)', 0],
				['D-5', 'A (3).pdf (Page 1)', 1],
				['D-6', 'A (2).pdf (Page 1)', 2],
			]);
		});

		it('writes an extension in lower case', async () => {
			const run = await extract(node, {
				input: [itemWith(await invoiceFile(node, 'E-1', 'SCAN 0001.PDF'))],
			});
			expect(traced(run.items)).toEqual([['E-1', 'SCAN 0001.pdf (Page 1)', 0]]);
		});

		it.each([
			['without extension', 'letter', 'letter.pdf'],
			['with the extension of something else', 'letter.docx', 'letter.docx.pdf'],
			['with the extension of another supported type', 'letter.png', 'letter.png.pdf'],
			['with a path', 'C:\\Users\\me/letter.pdf', 'C:_Users_me_letter.pdf'],
		])('goes by the MIME type for a name %s', async (_, fileName, sent) => {
			const input = [itemWith(await invoiceFile(node, 'E-2', fileName))];
			const run = await extract(node, { input });
			expect(traced(run.items)).toEqual([['E-2', `${sent} (Page 1)`, 0]]);
		});

		it('takes the extension of the name where the MIME type says nothing', async () => {
			const pdf = await makeInvoicePdf({ number: 'E-3' });
			const file = await node.engine.storeFile(pdf, 'download.pdf', 'application/octet-stream');
			const run = await extract(node, { input: [itemWith(file)] });
			expect(traced(run.items)).toEqual([['E-3', 'download.pdf (Page 1)', 0]]);
		});

		it.each(['scan', 'Invoice No. 5', 'statement.2026-11'])(
			'looks at the first bytes where neither the name nor the MIME type says anything: %s',
			async (fileName) => {
				const pdf = await makeInvoicePdf({ number: 'E-5' });
				const file = await node.engine.storeFile(pdf, fileName, 'application/octet-stream');
				const run = await extract(node, { input: [itemWith(file)] });
				expect(traced(run.items)).toEqual([['E-5', `${fileName}.pdf (Page 1)`, 0]]);
			},
		);

		it.each(['text/html', 'application/acrobat', 'image/webp'])(
			'looks at the first bytes where a name says PDF and the MIME type says %s',
			async (mimeType) => {
				const pdf = await makeInvoicePdf({ number: 'E-6' });
				const files = [
					await node.engine.storeFile(pdf, 'a.pdf', mimeType),
					await node.engine.storeFile(Buffer.from('<html>Sign in</html>'), 'page.pdf', mimeType),
				];
				const run = await extract(node, { input: [itemWith(files[0]!)] });
				expect(traced(run.items)).toEqual([['E-6', 'a.pdf (Page 1)', 0]]);
				const refused = await extract(node, { input: [itemWith(files[1]!)] });
				expect(refused.error?.message).toMatch(/page\.pdf is not a PDF, JPG or PNG file/);
			},
		);

		it.each([
			[
				'a ZIP with a PDF in it',
				Buffer.from('PK\x03\x04\n\0\0\0\0\0 invoice.pdf%PDF-1.7\n1 0 obj'),
				'an archive',
			],
			['a sign-in page', Buffer.from('<!doctype html><title>Sign in</title>'), 'a web page'],
			['a text about PDF', Buffer.from('The file begins with %PDF-1.7\n'), 'a text'],
		])(
			'looks at the first bytes where a name and the MIME type agree on PDF, and sends nothing: %s',
			async (_what, bytes, is) => {
				const before = node.sandbox.control.sessions().length;
				const file = await node.engine.storeFile(bytes, 'invoice.pdf', 'application/pdf');
				for (const unsupportedFiles of ['fail', 'skip']) {
					const refused = await extract(node, { input: [itemWith(file)], parameters: { unsupportedFiles } });
					expect(refused.error?.message).toContain(
						`invoice.pdf is not a PDF, JPG or PNG file, although its name or type says so: it is ${is}`,
					);
				}
				const { error, secondOutput } = await extract(node, {
					input: [itemWith(file)],
					parameters: { unsupportedFiles: 'output' },
				});
				expect([error, secondOutput.map(({ json }) => json.file_name)]).toEqual([undefined, ['invoice.pdf']]);
				expect(node.sandbox.control.sessions()).toHaveLength(before);
			},
		);

		it('looks at the first bytes where a name says PDF and the MIME type says PNG', async () => {
			const pdf = await makeInvoicePdf({ number: 'E-7' });
			const file = await node.engine.storeFile(pdf, 'a.pdf', 'image/png');
			const run = await extract(node, { input: [itemWith(file)] });
			expect(traced(run.items)).toEqual([['E-7', 'a.pdf (Page 1)', 0]]);
		});

		it.each([
			['scan', 'application/octet-stream', 'fail'],
			['scan', 'application/octet-stream', 'skip'],
			['scan.pdf', 'text/xml', 'skip'],
		])(
			'refuses an empty file that may have been an invoice: %s, %s (%s)',
			async (name, type, unsupportedFiles) => {
				const empty = await node.engine.storeFile(Buffer.alloc(0), name, type);
				const run = await extract(node, { input: [itemWith(empty)], parameters: { unsupportedFiles } });
				expect(run.error?.message).toContain(`${name} is empty`);
			},
		);

		it('names a file after its field where it has no name at all', async () => {
			const { fileName: _, ...nameless } = await invoiceFile(node, 'E-4');
			const run = await extract(node, { input: [{ json: {}, binary: { scan: nameless } }] });
			expect(traced(run.items)).toEqual([['E-4', 'scan.pdf (Page 1)', 0]]);
		});
	});

	describe('of types the service does not take', () => {
		const letter = async (): Promise<IBinaryData> =>
			await node.engine.storeFile(Buffer.from('Dear Sirs'), 'letter.docx', 'application/msword');

		it('leaves them out with a hint and in the summary, where the option says so', async () => {
			const input = [itemWith(await letter(), await invoiceFile(node, 'F-1')), itemWith(await letter())];
			const parameters = { unsupportedFiles: 'skip' };
			const rows = await extract(node, { input, parameters });
			expect(traced(rows.items)).toEqual([['F-1', 'F-1.pdf (Page 1)', 0]]);
			expect(hintsOf(rows)).toContainEqual(
				expect.stringMatching(/Files skipped.* \(2\): letter\.docx; letter\.docx/),
			);
			const summary = await extract(node, { input, parameters: { ...parameters, output: 'summary' } });
			expect(summary.items[0]?.json).toMatchObject({ skipped_files: ['letter.docx', 'letter.docx'] });
		});

		it('does not fail an item that has no others, where another item has some', async () => {
			const input = [itemWith(await letter()), ...(await invoiceItems(node, 'F-2'))];
			const run = await extract(node, {
				input,
				parameters: { groupFiles: 'perItem', unsupportedFiles: 'skip' },
			});
			expect(run.error).toBeUndefined();
			expect(traced(run.items)).toEqual([['F-2', 'F-2.pdf (Page 1)', 1]]);
			expect(hintsOf(run)).toContainEqual(expect.stringContaining('letter.docx'));
		});
	});

	it('reads JPG and PNG', async () => {
		const input = [
			itemWith(
				await node.engine.storeFile('examples/documents/receipt.jpg', 'receipt.jpeg', 'image/jpeg'),
				await node.engine.storeFile(PNG, 'scan', 'image/png'),
			),
		];
		const run = await extract(node, { input });
		expect(run.items.map(({ json }) => json['Source File'])).toEqual([
			'receipt.jpeg (Page 1)',
			'scan.png (Page 1)',
		]);
		expect(sentNames()).toEqual(['receipt.jpeg', 'scan.png']);
	});
});
