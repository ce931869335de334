import { gzipSync } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import { makeInvoicePdf } from '../../../../examples/documents/invoicePdf';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import {
	breaksOff,
	gives,
	redirectsTo,
	startLinkServer,
	type LinkServer,
} from '../../../support/fixtures/linkServer';
import { extract, traced, type ExtractOptions } from '../../../support/operations/extractDocuments';

describe('Extract Documents: files from links', () => {
	let node: NodeFixture;
	let web: LinkServer;
	beforeAll(async () => {
		[node, web] = await Promise.all([startNode({ processingMs: 30, limits: 'off' }), startLinkServer()]);
	});
	beforeEach(() => {
		web.asked.length = 0;
		node.sandbox.control.clearRequests();
	});
	afterAll(async () => await Promise.all([node.close(), web.close()]));

	const invoice = async (number: string) => await makeInvoicePdf({ number });
	const extractLinks = async (links: unknown, { parameters, ...rest }: Partial<ExtractOptions> = {}) =>
		await extract(node, {
			input: [{ json: {} }],
			...rest,
			parameters: { files: 'links', links: links as string, ...parameters },
		});
	const sentNames = (): string[] =>
		node.sandbox.control
			.sessions()
			.at(-1)!
			.files.map(({ file_name }) => file_name);

	it('fetches the file behind a link and links its rows to the item', async () => {
		const link = web.on('/L-1.pdf', gives(await invoice('L-1')));
		const run = await extractLinks(link);
		expect(run.error).toBeUndefined();
		expect(traced(run.items)).toEqual([['L-1', 'L-1.pdf (Page 1)', 0]]);
	});

	it('fetches every link of every item, and keeps their order', async () => {
		for (const number of ['M-1', 'M-2', 'M-3']) web.on(`/${number}.pdf`, gives(await invoice(number)));
		const input = [
			{ json: { links: `${web.url}/M-1.pdf\n${web.url}/M-2.pdf` } },
			{ json: { links: '' } },
			{ json: { links: [`${web.url}/M-3.pdf`] } },
		];
		for (const groupFiles of ['forAllItems', 'perItem']) {
			const options = { input, parameters: { groupFiles }, onError: 'continueRegularOutput' as const };
			const run = await extractLinks('={{ $json.links }}', options);
			expect(traced(run.items.filter(({ json }) => !json.error))).toEqual([
				['M-1', 'M-1.pdf (Page 1)', 0],
				['M-2', 'M-2.pdf (Page 1)', 0],
				['M-3', 'M-3.pdf (Page 1)', 2],
			]);
		}
	});

	it('takes the attachments of Airtable as they come', async () => {
		web.on('/v5/a1b2', gives(await invoice('AT-1')));
		web.on('/v5/c3d4', gives(await readFile('examples/documents/scanned-invoice.png')));
		const json = {
			id: 'rec1',
			Attachments: [
				{ id: 'att1', url: `${web.url}/v5/a1b2`, filename: 'March.pdf', size: 1, type: 'application/pdf' },
				{ id: 'att2', url: `${web.url}/v5/c3d4`, filename: 'scan.png', size: 1, type: 'image/png' },
			],
		};
		const run = await extractLinks('={{ $json.Attachments }}', { input: [{ json }] });
		expect(run.error).toBeUndefined();
		expect(sentNames()).toEqual(['March.pdf', 'scan.png']);
	});

	it('goes by the first bytes, not by the name or what the server says', async () => {
		const link = web.on('/file.png', gives(await invoice('T-1'), { 'content-type': 'image/png' }));
		const run = await extractLinks(link);
		expect(run.error).toBeUndefined();
		expect(sentNames()).toEqual(['file.png.pdf']);
	});

	it('calls a file what its server calls it', async () => {
		const header = {
			'content-disposition': `attachment; filename="x"; filename*=UTF-8''R%C3%A9sum%C3%A9.pdf`,
		};
		await extractLinks(web.on('/download', gives(await invoice('N-1'), header)));
		expect(sentNames()).toEqual(['Résumé.pdf']);
	});

	it.each([9, 0])(
		'unpacks a file that comes packed, also if that makes it no smaller (level %i)',
		async (level) => {
			const number = `Z-${level}`;
			const packed = gzipSync(await invoice(number), { level });
			const run = await extractLinks(web.on('/Z.pdf', gives(packed, { 'content-encoding': 'gzip' })));
			expect(run.error).toBeUndefined();
			expect(traced(run.items)).toEqual([[number, 'Z.pdf (Page 1)', 0]]);
		},
	);

	it('follows redirects, also to another server, and sends nothing of its own there', async () => {
		const other = await startLinkServer();
		other.on('/stored/R-1.pdf', gives(await invoice('R-1')));
		web.on('/share', redirectsTo('/moved', 301));
		web.on('/moved', redirectsTo(`${other.url}/stored/R-1.pdf?signature=abc`, 307));
		const run = await extractLinks(`${web.url}/share`);
		await other.close();
		expect(traced(run.items)).toEqual([['R-1', 'R-1.pdf (Page 1)', 0]]);
		expect(other.asked.map(({ path }) => path)).toEqual(['/stored/R-1.pdf?signature=abc']);
		for (const { headers } of [...web.asked, ...other.asked])
			expect(Object.keys(headers).sort()).toEqual([
				'accept',
				'accept-encoding',
				'connection',
				'host',
				'user-agent',
			]);
	});
});

describe('Extract Documents: files from links, wherever n8n keeps them', () => {
	it.each(['default', 'database'] as const)('in the store "%s"', async (binaryMode) => {
		const [node, web] = await Promise.all([
			startNode({ processingMs: 30 }, { binaryMode }),
			startLinkServer(),
		]);
		const links = [
			web.on('/D-1.pdf', gives(await makeInvoicePdf({ number: 'D-1' }))),
			web.on(
				'/D-2.pdf',
				breaksOff(Buffer.from('%PDF'.repeat(9))),
				gives(await makeInvoicePdf({ number: 'D-2' })),
			),
		];
		const parameters = { files: 'links', links };
		const run = await extract(node, { input: [{ json: {} }], parameters });
		await Promise.all([node.close(), web.close()]);
		expect(traced(run.items)).toEqual([
			['D-1', 'D-1.pdf (Page 1)', 0],
			['D-2', 'D-2.pdf (Page 1)', 0],
		]);
	});
});
