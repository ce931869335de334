import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { IDataObject, INode, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { makeInvoicePdf } from '../../../examples/documents/invoicePdf';
import { DocumentDataExtraction } from '../../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';
import { gives, startLinkServer, type LinkServer } from '../../support/fixtures/linkServer';
import { startNode, type NodeFixture } from '../../support/fixtures/nodeFixture';
import { hintsOf, itemWith, jsonOf } from '../../support/items';
import { NODE_TYPE } from '../../support/names';
import { extract, invoiceFile } from '../../support/operations/extractDocuments';
import { installedHost, NEWEST } from '../hosts/install';
import { failureOf, itemsOf } from '../n8n/client';
import {
	branch,
	chain,
	extraction,
	httpRequest,
	manualTrigger,
	noOperation,
	setFields,
	webhook,
} from '../n8n/workflows';
import { firstOf, need, type Program } from '../services/debian';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';
import { until } from '../support/until';

/** What Edit Image runs. n8n's own image has it. */
const GRAPHICS_MAGICK: Program = { debianPackage: 'graphicsmagick', find: firstOf('/usr/bin/gm') };
needing(GRAPHICS_MAGICK);

const NODES = { compression: 'Compression', editImage: 'EditImage' };
const typeOf = (name: string) => `n8n-nodes-base.${name}`;

/** What the next steps tell the user to set. */
const DECOMPRESS = { operation: 'decompress', binaryPropertyName: 'data', outputPrefix: 'file_' };
const RESIZE = { operation: 'resize', width: 4000, height: 4000, resizeOption: 'onlyIfLarger' };
const TO_JPEG = { ...RESIZE, dataPropertyName: 'data', options: { format: 'jpeg' } };

/** A chunk of a PNG: its length, its type, its bytes, and their checksum. */
function pngChunk(type: string, bytes: Buffer): Buffer {
	const typed = Buffer.concat([Buffer.from(type), bytes]);
	let crc = 0xffffffff;
	for (const byte of typed) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
	}
	const numbers = Buffer.alloc(8);
	numbers.writeUInt32BE(bytes.length);
	numbers.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4);
	return Buffer.concat([numbers.subarray(0, 4), typed, numbers.subarray(4)]);
}

/** A page of A4 at 300 dpi in grey, which no resizing makes smaller. */
function largeScan(): Buffer {
	const [width, height] = [2480, 3508];
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width);
	header.writeUInt32BE(height, 4);
	header.set([8, 0], 8);
	const pixels = Buffer.alloc((width + 1) * height, 0xf0);
	for (let row = 0; row < height; row++) pixels[row * (width + 1)] = 0;
	return Buffer.concat([
		Buffer.from('89504e470d0a1a0a', 'hex'),
		pngChunk('IHDR', header),
		pngChunk('IDAT', deflateSync(pixels, { level: 0 })),
		pngChunk('IEND', Buffer.alloc(0)),
	]);
}

describe('A next step for a file that is not supported, carried out with the nodes of n8n', () => {
	let node: NodeFixture;
	let folder: string;
	let gm: string;

	beforeAll(async () => {
		gm = await need(GRAPHICS_MAGICK);
		folder = mkdtempSync(join(tmpdir(), 'next-steps-'));
		const host = await installedHost(NEWEST);
		const load = createRequire(join(host.folder, 'package.json'));
		const nodeTypes: Record<string, INodeType> = { [NODE_TYPE]: new DocumentDataExtraction() };
		for (const [name, className] of Object.entries(NODES)) {
			const file = `n8n-nodes-base/dist/nodes/${className}/${className}.node.js`;
			const classes = load(file) as Record<string, new () => INodeType>;
			nodeTypes[typeOf(name)] = new classes[className]!();
		}
		node = await startNode({ processingMs: 30, limits: 'off' }, { nodeTypes }, 'passes');
	});
	afterAll(async () => {
		await node?.close();
		rmSync(folder, { recursive: true, force: true });
	});

	/** Writes invoices into a folder of their own, and packs that with a program. */
	async function packed(name: string, command: string, ...args: string[]): Promise<Buffer> {
		const from = join(folder, name.replace(/\W/g, '-'));
		mkdirSync(join(from, 'march'), { recursive: true });
		writeFileSync(join(from, '.DS_Store'), 'x');
		for (const number of ['A-1', 'A-2', 'A-3'])
			writeFileSync(join(from, 'march', `${number}.pdf`), await makeInvoicePdf({ number }));
		execFileSync(command, [...args, join(folder, name), '.'], { cwd: from });
		return readFileSync(join(folder, name));
	}

	/** An image of a receipt in another format; of several pages, if several are given. */
	function image(name: string, pages = 1): Buffer {
		const receipts = Array.from({ length: pages }, () => 'examples/documents/receipt.jpg');
		execFileSync(gm, ['convert', ...receipts, join(folder, name)]);
		return readFileSync(join(folder, name));
	}

	/** Runs Extract Documents over a file and gives what its output Unsupported says of it. */
	async function refused(bytes: Buffer, fileName: string, mimeType: string) {
		const input = [itemWith(await node.engine.storeFile(bytes, fileName, mimeType))];
		const { error, secondOutput } = await extract(node, {
			input,
			parameters: { unsupportedFiles: 'output' },
		});
		expect(error).toBeUndefined();
		expect(secondOutput).toHaveLength(1);
		return secondOutput[0]!;
	}
	const carryOut = async (name: keyof typeof NODES, parameters: IDataObject, item: INodeExecutionData) =>
		await node.engine.runNode({
			type: typeOf(name),
			parameters: parameters as INodeParameters,
			input: [item],
		});
	const extracted = async (input: INodeExecutionData[], parameters: IDataObject = {}) =>
		await extract(node, { input, parameters });

	it.each([['three.zip', 'application/zip', 'python3', ['-m', 'zipfile', '-c']]])(
		'unpacks %s: each document gives its rows, and what is none is skipped with a note',
		async (name, type, command, args) => {
			const item = await refused(await packed(name, command, ...args), name, type);
			expect(item.json).toMatchObject({
				reason: 'archive',
				next_step: expect.stringMatching(/Compression \(Decompress.*Unsupported Files to Skip/),
			});
			const unpacked = await carryOut('compression', DECOMPRESS, item);
			const run = await extracted(unpacked.items, { unsupportedFiles: 'skip' });
			expect(run.error).toBeUndefined();
			expect(
				jsonOf(run.items)
					.map((json) => json['Invoice Number'])
					.sort(),
			).toEqual(['A-1', 'A-2', 'A-3']);
			expect(hintsOf(run).join()).toContain('.DS_Store');
		},
	);

	it('is not Compression for an archive whose name it does not open', async () => {
		const item = await refused(
			await packed('named.zip', 'python3', '-m', 'zipfile', '-c'),
			'three.pdf',
			'application/pdf',
		);
		expect(item.json.next_step).toBe('Ask the sender for the documents themselves, or for a ZIP.');
		expect((await carryOut('compression', DECOMPRESS, item)).error?.message).toMatch(
			/Unsupported archive format/,
		);
		const rar = await refused(Buffer.from('526172211a070100', 'hex'), 'three.rar', 'application/vnd.rar');
		expect(rar.json.next_step).toMatch(/n8n cannot open it/);
		expect((await carryOut('compression', DECOMPRESS, rar)).error?.message).toMatch(
			/Unsupported archive format/,
		);
	});

	it.each([
		['march.7z', 'application/x-7z-compressed', '377abcaf271c', /for a ZIP/],
		['winmail.dat', 'application/ms-tnef', '789f3e22', /HTML or plain text, not Rich Text/],
		['bill.pdf.p7m', 'application/pkcs7-mime', '30820a0006092a864886f70d010702', /the documents themselves/],
		['mail.msg', 'application/vnd.ms-outlook', 'd0cf11e0a1b11ae1', /forward that email/],
	])('is for the sender if n8n cannot open a file: %s', async (name, type, bytes, step) => {
		const item = await refused(Buffer.from(bytes, 'hex'), name, type);
		expect(item.json.next_step).toMatch(/n8n cannot open/);
		expect(item.json.next_step).toMatch(step);
		expect((await carryOut('compression', DECOMPRESS, item)).error?.message).toMatch(
			/Unsupported archive format|File extension not found/,
		);
	});

	it.each([
		['receipt.webp', 'image/webp'],
		['receipt.gif', 'image/gif'],
		['receipt.bmp', 'image/bmp'],
		['receipt.tif', 'image/tiff'],
	])('converts %s to a JPG that the service takes', async (name, type) => {
		const item = await refused(image(name), name, type);
		expect(item.json.next_step).toMatch(
			/Edit Image: choose Resize, 4000 x 4000, Only if Larger, .*Format to jpeg/,
		);
		const converted = await carryOut('editImage', TO_JPEG, item);
		expect(converted.error).toBeUndefined();
		node.sandbox.control.planExtractions([{ rows: 1 }]);
		const run = await extracted(converted.items);
		expect(run.error).toBeUndefined();
		expect(jsonOf(run.items)[0]?.['Source File']).toBe('receipt.jpeg (Page 1)');
	});

	it('says of a TIFF of several pages that Edit Image keeps the first only, which it does', async () => {
		const item = await refused(image('two.tif', 2), 'two.tif', 'image/tiff');
		expect(item.json.next_step).toMatch(
			/Of several pages, Edit Image keeps the first only: have it scanned or saved as PDF/,
		);
		const [converted] = (await carryOut('editImage', TO_JPEG, item)).items;
		const { length } = await node.engine.readBinary(converted!.binary!.data!);
		expect(length).toBeLessThan(2 * readFileSync('examples/documents/receipt.jpg').length);
		expect(Object.keys(converted!.binary!)).toEqual(['data']);
	});

	it('makes a scan of more than 5 MB small enough, which resizing alone does not', async () => {
		const scan = largeScan();
		const item = await refused(scan, 'scan.png', 'image/png');
		expect(item.json).toMatchObject({
			reason: 'image_too_large',
			next_step: expect.stringMatching(/Edit Image: choose Resize.*Format to jpeg/),
		});
		const { items } = await carryOut('editImage', TO_JPEG, item);
		expect(items[0]?.binary?.data?.bytes).toBeLessThan(5 * 1024 * 1024);
		const again = await extract(node, { input: items, parameters: { unsupportedFiles: 'output' } });
		expect(again.secondOutput).toEqual([]);
	});

	it('costs nothing until a document is there: what is refused is not sent', async () => {
		node.sandbox.control.clearRequests();
		await refused(
			await packed('unsent.zip', 'python3', '-m', 'zipfile', '-c'),
			'unsent.zip',
			'application/zip',
		);
		expect(node.sandbox.control.requests()).toEqual([]);
		expect((await extracted([itemWith(await invoiceFile(node, 'B-1'))])).error).toBeUndefined();
	});
});

describe('A next step that needs a whole workflow, carried out in n8n', () => {
	let n8n: N8nFixture;
	let web: LinkServer;
	beforeAll(async () => {
		n8n = await startN8n({ version: NEWEST });
		web = await startLinkServer();
	});
	afterAll(async () => {
		await n8n?.close();
		await web?.close();
	});

	const EXTRACT = { prompt: 'Invoice number and total', outputStructure: 'per_invoice' };
	const own = (name: string, type: string, typeVersion: number, parameters: object): INode => ({
		...noOperation(name),
		...{ type: typeOf(type), typeVersion, parameters: parameters as INodeParameters },
	});
	const extracting = (name: string, parameters: IDataObject): INode => ({
		...extraction(n8n.credential, { ...EXTRACT, ...parameters }),
		...{ id: name, name },
	});

	/** Brings a file, extracts, and does with what is not supported what the next step says. Returns that step with what it led to. */
	async function carriedOut(bringing: INode[], parameters: IDataObject, steps: INode[]) {
		const { client } = n8n.host;
		const start = [
			manualTrigger(),
			...bringing,
			extracting('First', { ...parameters, unsupportedFiles: 'output' }),
		];
		const first = branch('Next step', start, [noOperation('Rows'), steps[0]!]);
		const { nodes, connections } = chain('Steps', ...steps);
		const execution = await client.run(
			await client.createWorkflow({
				...first,
				nodes: [...first.nodes, ...nodes.slice(1)],
				connections: { ...first.connections, ...connections },
			}),
		);
		expect(failureOf(execution)).toMatch(/^success/);
		expect(itemsOf(execution, 'First', 1)).toHaveLength(1);
		return {
			step: itemsOf(execution, 'First', 1)[0]!.json.next_step,
			led: itemsOf(execution, steps.at(-1)!.name).map(({ json }) => json),
		};
	}

	it('gets an archive behind a link with HTTP Request first, then unpacks it', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'linked-'));
		writeFileSync(join(folder, 'L-1.pdf'), await makeInvoicePdf({ number: 'L-1' }));
		execFileSync('python3', ['-m', 'zipfile', '-c', 'linked.zip', 'L-1.pdf'], { cwd: folder });
		const zip = readFileSync(join(folder, 'linked.zip'));
		rmSync(folder, { recursive: true });
		const link = web.on('/linked.zip', gives(zip, { 'content-type': 'application/zip' }));
		const getting = httpRequest('HTTP Request', { url: '={{ $json.link }}' });
		getting.parameters.options = { response: { response: { responseFormat: 'file' } } };
		const { step, led } = await carriedOut(
			[setFields({ link })],
			{ files: 'links', links: '={{ $json.link }}' },
			[
				getting,
				own('Compression', 'compression', 1.1, DECOMPRESS),
				extracting('Unpacked', { unsupportedFiles: 'skip' }),
			],
		);
		expect(step).toMatch(
			/Get it with HTTP Request, with Response Format set to File\. Unpack it with Compression/,
		);
		expect(led).toMatchObject([{ 'Invoice Number': 'L-1' }]);
	});

	describe('gets the file of a form', () => {
		/** Sends a document as a form to a Webhook node, and returns what its workflow made of it, by output. */
		async function sent(
			typeVersion: number,
			options: INodeParameters,
			type: string,
		): Promise<IDataObject[][]> {
			const { client, address } = n8n.host;
			const path = `form-${typeVersion}-${Object.keys(options).join('-')}-${type}`;
			const hook = { ...webhook(path), typeVersion };
			hook.parameters = { ...hook.parameters, options };
			const workflow = await client.createWorkflow(
				chain(path, hook, extracting('Extract', { unsupportedFiles: 'output' })),
			);
			await client.activate(workflow);
			const form = new FormData();
			const pdf = await makeInvoicePdf({ number: 'F-1' });
			form.append('file', new Blob([pdf], { type: 'application/pdf' }), 'invoice.pdf');
			const body = new Response(form);
			const contentType = body.headers.get('content-type')!.replace('form-data', type);
			const headers = { Connection: 'close', 'Content-Type': contentType };
			await fetch(`${address}/webhook/${path}`, { method: 'POST', headers, body: await body.arrayBuffer() });
			const id = await until(
				'the execution to start',
				async () => (await client.executions(workflow))[0]?.id,
			);
			const execution = await client.ended(id);
			expect(failureOf(execution)).toMatch(/^success/);
			await client.deactivate(workflow);
			return [0, 1].map((output) => itemsOf(execution, 'Extract', output).map(({ json }) => json));
		}

		it.each<[string, Parameters<typeof sent>, Parameters<typeof sent>]>([
			['sent as multipart/mixed, then as multipart/form-data', [2, {}, 'mixed'], [2, {}, 'form-data']],
			[
				'in an old Webhook node with Binary File, then without',
				[1, { binaryData: true }, 'form-data'],
				[1, {}, 'form-data'],
			],
			[
				'with Raw Body, as multipart/mixed, then as multipart/form-data',
				[2, { rawBody: true }, 'mixed'],
				[2, { rawBody: true }, 'form-data'],
			],
		])('%s', async (_, before, after) => {
			expect(await sent(...before)).toMatchObject([
				[],
				[
					{
						reason: 'form_body',
						next_step: 'Send it to n8n as multipart/form-data. In an old Webhook node, turn off Binary File.',
					},
				],
			]);
			expect(await sent(...after)).toMatchObject([[{ 'Invoice Number': 'F-1' }], []]);
		});
	});
});
