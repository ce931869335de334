import { once } from 'node:events';
import { rmSync, type ReadStream } from 'node:fs';
import type { IBinaryData } from 'n8n-workflow';
import { makeInvoicePdf } from '../../../../examples/documents/invoicePdf';
import { BYTES_AT_ONCE } from '../../../../nodes/DocumentDataExtraction/files/upload/pool';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { countOf, extract, invoiceFile, traced } from '../../../support/operations/extractDocuments';
import { itemsOf, itemWith } from '../../../support/items';

const PART_SIZE = 64 * 1024;

describe('Extract Documents: where n8n keeps the files', () => {
	let node: NodeFixture;
	const open = async (binaryMode: 'filesystem' | 'default' | 'database') => {
		node = await startNode({ processingMs: 30, partSize: PART_SIZE }, { binaryMode });
	};
	afterEach(async () => await node.close());

	const threeParts = { padToBytes: 2 * PART_SIZE + 12_345 };

	/** What the sandbox holds of each file, as `[bytes, parts]`. */
	const stored = (): number[][] =>
		node.sandbox.control
			.sessions()
			.flatMap(({ files }) =>
				files.map(({ uploaded_bytes, uploaded_parts }) => [uploaded_bytes, uploaded_parts]),
			);

	it.each(['filesystem', 'default', 'database'] as const)(
		'reads files of one and of several parts from the store "%s"',
		async (mode) => {
			await open(mode);
			const small = await invoiceFile(node, 'S-1');
			const large = await invoiceFile(node, 'S-2', 'large.pdf', threeParts);
			expect(small.id === undefined).toBe(mode === 'default');
			const run = await extract(node, { input: [itemWith(small, large)] });
			expect(traced(run.items)).toEqual([
				['S-1', 'S-1.pdf (Page 1)', 0],
				['S-2', 'large.pdf (Page 1)', 0],
			]);
			const smallBytes = (await makeInvoicePdf({ number: 'S-1' })).length;
			expect(stored()).toEqual([
				[smallBytes, 1],
				[threeParts.padToBytes, 3],
			]);
			expect(countOf(node, 'PUT part')).toEqual([4]);
		},
	);

	it('reads large files one after the other where the store hands them out whole', async () => {
		await open('database');
		const numbers = ['W-1', 'W-2', 'W-3'];
		const files = await Promise.all(
			numbers.map(
				async (number) =>
					await invoiceFile(node, number, undefined, { padToBytes: BYTES_AT_ONCE / 2 + 1024 }),
			),
		);
		const run = await extract(node, { input: files.map((file) => itemWith(file)) });
		expect(run.items.map(({ json }) => json['Invoice Number'])).toEqual(numbers);
		const parts = node.sandbox.control.requests().filter(({ endpoint }) => endpoint === 'PUT part');
		const turns = parts.filter(({ fileId }, index) => fileId !== parts[index - 1]?.fileId);
		expect(parts.length).toBeGreaterThan(100);
		expect(turns).toHaveLength(numbers.length);
	});

	it.each(['filesystem', 'default'] as const)(
		'finds the exact size where the item of the store "%s" does not tell it',
		async (mode) => {
			await open(mode);
			const { bytes: _, ...unmeasured } = await invoiceFile(node, 'S-3', 'plain.pdf', threeParts);
			const run = await extract(node, { input: [itemWith(unmeasured)] });
			expect(traced(run.items)).toEqual([['S-3', 'plain.pdf (Page 1)', 0]]);
			expect(stored()).toEqual([[threeParts.padToBytes, 3]]);
		},
	);

	it('reads a file that its item holds with the line breaks of a mail', async () => {
		await open('default');
		const { bytes: _, ...file } = await invoiceFile(node, 'S-4', 'mailed.pdf', threeParts);
		const data = file.data.replace(/.{76}/g, '$&\r\n');
		const run = await extract(node, { input: [itemWith({ ...file, data })] });
		expect(traced(run.items)).toEqual([['S-4', 'mailed.pdf (Page 1)', 0]]);
		expect(stored()).toEqual([[threeParts.padToBytes, 3]]);
	});

	describe('in workflows that keep binary data in json', () => {
		const settings = { binaryMode: 'combined' } as const;

		const items = async () =>
			itemsOf(
				{ _files: { scan: await invoiceFile(node, 'J-1') } },
				{ mail: { attachments: [await invoiceFile(node, 'J-2'), await invoiceFile(node, 'J-3')] } },
			);

		it('takes every file, at whatever depth', async () => {
			await open('filesystem');
			const run = await extract(node, { input: await items(), settings });
			expect(run.error).toBeUndefined();
			expect(traced(run.items)).toEqual([
				['J-1', 'J-1.pdf (Page 1)', 0],
				['J-2', 'J-2.pdf (Page 1)', 1],
				['J-3', 'J-3.pdf (Page 1)', 1],
			]);
		});

		it.each([
			['scan', 0],
			['_files.scan', 0],
		])('finds the field "%s"', async (inputDataFieldName) => {
			await open('filesystem');
			const [first] = await items();
			const run = await extract(node, {
				input: [first!],
				settings,
				parameters: { files: 'named', inputDataFieldName },
			});
			expect(traced(run.items)).toEqual([['J-1', 'J-1.pdf (Page 1)', 0]]);
		});

		it('finds a field deeper down by its path', async () => {
			await open('filesystem');
			const [, second] = await items();
			const run = await extract(node, {
				input: [second!],
				settings,
				parameters: { files: 'named', inputDataFieldName: 'mail.attachments.1' },
			});
			expect(traced(run.items)).toEqual([['J-3', 'J-3.pdf (Page 1)', 0]]);
		});

		it('finds files that n8n still holds in memory, outside json', async () => {
			await open('default');
			const input = [itemWith(await invoiceFile(node, 'J-4'))];
			for (const parameters of [{}, { files: 'named', inputDataFieldName: 'data' }]) {
				const run = await extract(node, { input, settings, parameters });
				expect(traced(run.items)).toEqual([['J-4', 'J-4.pdf (Page 1)', 0]]);
			}
		});
	});

	it('takes nothing in json for a file where binary data has its own place', async () => {
		await open('filesystem');
		const lookalike = { mimeType: 'application/pdf', id: 'a-file-of-somebody', fileName: 'drive.pdf' };
		const input = [{ json: { driveFile: lookalike }, binary: { data: await invoiceFile(node, 'J-5') } }];
		const run = await extract(node, { input });
		expect(traced(run.items)).toEqual([['J-5', 'J-5.pdf (Page 1)', 0]]);
	});

	describe('when the bytes are not what the item says', () => {
		const pathOf = async (file: IBinaryData): Promise<string> => {
			const stream = (await node.engine.binaryStream(file)) as ReadStream;
			await once(stream, 'open');
			stream.destroy();
			return String(stream.path);
		};

		it('names a file that is gone before anything is sent, when its size is unknown', async () => {
			await open('filesystem');
			const { bytes: _, ...unmeasured } = await invoiceFile(node, 'G-1');
			const path = await pathOf(unmeasured);
			rmSync(path);
			rmSync(`${path}.metadata`);
			const run = await extract(node, { input: [itemWith(unmeasured)] });
			expect(run.error?.message).toMatch(/^G-1\.pdf is no longer in the binary data of n8n$/);
			expect(node.sandbox.control.requests()).toEqual([]);
		});

		it('names a file that is gone before anything is sent, although its item says how large it is', async () => {
			await open('filesystem');
			const input = [itemWith(await invoiceFile(node, 'G-2')), itemWith(await invoiceFile(node, 'G-3'))];
			rmSync(await pathOf(input[1]!.binary!.data!));
			const run = await extract(node, { input });
			expect(run.error?.message).toMatch(/^G-3\.pdf is no longer in the binary data of n8n$/);
			expect(node.sandbox.control.requests()).toEqual([]);
		});

		it.each([
			['more', -1],
			['fewer', 1],
		])('refuses a file that holds %s bytes than it says, and submits nothing', async (_, difference) => {
			await open('filesystem');
			const file = await invoiceFile(node, 'G-4');
			const input = [itemWith({ ...file, bytes: file.bytes! + difference })];
			const run = await extract(node, { input });
			expect(run.error?.message).toMatch(/differ from the registered file size.*"G-4\.pdf"/);
			expect(countOf(node, 'POST /extractions')).toEqual([0]);
		});
	});
});
