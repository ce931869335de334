import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { gives, startLinkServer } from '../../../support/fixtures/linkServer';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { hintsOf, itemWith } from '../../../support/items';
import { countOf, extract, invoiceItems, traced } from '../../../support/operations/extractDocuments';

describe('Extract Documents: unsupported files', () => {
	let node: NodeFixture;
	beforeAll(async () => {
		node = await startNode({ processingMs: 30 });
	});
	beforeEach(() => node.sandbox.control.clearRequests());
	afterAll(async () => await node.close());

	const toOutput = { unsupportedFiles: 'output' };

	/** An item of a mail with a file of these bytes. */
	async function mailWith(content: string | Buffer, fileName: string, mimeType = 'application/octet-stream') {
		const file = await node.engine.storeFile(Buffer.from(content), fileName, mimeType);
		return { ...itemWith(file), json: { from: 'ann@example.com' } };
	}
	const reasons = (items: INodeExecutionData[]) =>
		items.map(({ json, binary, pairedItem }) => [
			json.file_name,
			json.reason,
			binary?.data?.fileName,
			(pairedItem as { item: number }).item,
		]);

	it.each(['rows', 'invoices', 'summary', 'files', 'documents'])(
		'go to an output of their own with the file and what its item says, beside: %s',
		async (output) => {
			const xml = await mailWith('<Invoice/>', 'e-invoice.xml');
			const photo = await mailWith(
				Buffer.alloc(5 * 1024 * 1024 + 1, '\u00ff\u00d8\u00ff', 'latin1'),
				'photo.jpg',
				'image/jpeg',
			);
			const empty = await mailWith('', 'empty.pdf');
			const input = [xml, ...(await invoiceItems(node, 'U-1')), photo, empty];
			const run = await extract(node, { input, parameters: { ...toOutput, output } });
			expect(run.error).toBeUndefined();
			expect(run.items).toHaveLength(1);
			expect(reasons(run.secondOutput)).toEqual([
				['e-invoice.xml', 'xml', 'e-invoice.xml', 0],
				['photo.jpg', 'image_too_large', 'photo.jpg', 2],
				['empty.pdf', 'empty', 'empty.pdf', 3],
			]);
			expect(run.secondOutput[0]).toEqual({
				json: {
					from: 'ann@example.com',
					file_name: 'e-invoice.xml',
					reason: 'xml',
					next_step: expect.stringContaining('Extract from File'),
				},
				binary: xml.binary,
				pairedItem: { item: 0 },
			});
			expect(hintsOf(run)).toContain(
				'Files in the output Unsupported (3): e-invoice.xml; photo.jpg; empty.pdf',
			);
		},
	);

	it.each(['forAllItems', 'perItem'])(
		'are no failure where there is nothing else: %s',
		async (groupFiles) => {
			const input = [await mailWith('<Invoice/>', 'one.xml'), await mailWith('Dear Sirs', 'two.docx')];
			const run = await extract(node, { input, parameters: { ...toOutput, groupFiles } });
			expect(run.error).toBeUndefined();
			expect(run.items).toEqual([]);
			expect(reasons(run.secondOutput)).toEqual([
				['one.xml', 'xml', 'one.xml', 0],
				['two.docx', 'office_document', 'two.docx', 1],
			]);
			expect(node.sandbox.control.requests()).toEqual([]);
		},
	);

	it('stand between the rows to review and the failed items, and are not told twice', async () => {
		const broken = await node.engine.storeFile(Buffer.from('%PDF-'), 'broken.pdf', 'application/pdf');
		const input = [
			...(await invoiceItems(node, 'U-2')),
			await mailWith('BEGIN', 'meeting.ics', 'text/calendar'),
			itemWith(broken),
		];
		const run = await extract(node, {
			input,
			parameters: { ...toOutput, groupFiles: 'perItem', separateReview: true },
			options: { questions: 'ask' },
			onError: 'continueErrorOutput',
		});
		expect(traced(run.items)).toEqual([['U-2', 'U-2.pdf (Page 1)', 0]]);
		expect([run.output('Node', 1), run.output('Node', 2)]).toEqual([[], []]);
		expect(reasons(run.output('Node', 3))).toEqual([['meeting.ics', 'text', 'meeting.ics', 1]]);
		expect(run.output('Node', 4).map(({ pairedItem }) => pairedItem)).toEqual([{ item: 2 }]);
	});

	it('behind links come without their file, which was not fetched, with how to get it first', async () => {
		const web = await startLinkServer();
		const zip = web.on('/rows.zip', gives('PK\u0003\u0004', { 'content-type': 'application/zip' }));
		const empty = web.on('/empty.pdf', gives('', { 'content-type': 'application/pdf' }));
		const parameters: IDataObject = { ...toOutput, files: 'links', links: `${zip}\n${empty}` };
		const run = await extract(node, { input: [{ json: { id: 7 } }], parameters });
		await web.close();
		expect(run.error).toBeUndefined();
		expect(reasons(run.secondOutput)).toEqual([
			['rows.zip', 'archive', undefined, 0],
			['empty.pdf', 'empty', undefined, 0],
		]);
		expect(run.secondOutput.map(({ json }) => json.next_step)).toEqual([
			expect.stringMatching(/^The node did not download it\. Get it with HTTP Request.*Compression/),
			'Check the file behind the link.',
		]);
	});

	it('fail with a way to convert them otherwise, and before anything is sent', async () => {
		const input = [...(await invoiceItems(node, 'U-3')), await mailWith('II*\0', 'scan.tiff', 'image/tiff')];
		const run = await extract(node, { input });
		expect(run.error?.message).toMatch(/scan\.tiff is not a PDF, JPG or PNG file/);
		expect(run.error?.description).toMatch(/Edit Image.*change the option Unsupported Files/);
		expect(countOf(node, 'POST /uploads/sessions')).toEqual([0]);
	});

	it('are refused with a choice that there is not', async () => {
		const input = await invoiceItems(node, 'U-4');
		const run = await extract(node, { input, parameters: { unsupportedFiles: 'drop' } });
		expect(run.error?.message).toMatch(/Unsupported Files: "drop" is not valid/);
	});
});
