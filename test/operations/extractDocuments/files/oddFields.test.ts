import type {
	IBinaryData,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
	OnError,
} from 'n8n-workflow';
import { extractDocumentsProperties } from '../../../../nodes/DocumentDataExtraction/actions/extraction/extractDocuments/parameters';
import { makeInvoicePdf } from '../../../../examples/documents/invoicePdf';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { extract, invoiceFile, traced } from '../../../support/operations/extractDocuments';

const GROUPINGS = extractDocumentsProperties
	.flatMap(({ options = [] }) => options as INodeProperties[])
	.filter(({ name }) => name === 'groupFiles')
	.flatMap(({ options }) => options as INodePropertyOptions[])
	.map(({ value }) => String(value));

const ON_ERROR: Array<OnError | undefined> = [undefined, 'continueRegularOutput', 'continueErrorOutput'];

const CASES = GROUPINGS.flatMap((groupFiles) => ON_ERROR.map((onError) => [groupFiles, onError] as const));

describe('Extract Documents: one odd field', () => {
	let node: NodeFixture;
	beforeAll(async () => {
		node = await startNode({ processingMs: 30, limits: 'off' });
	});
	beforeEach(() => node.sandbox.control.clearRequests());
	afterAll(async () => await node.close());

	const good = async (): Promise<INodeExecutionData> => ({
		json: { field: 'data' },
		binary: { data: await invoiceFile(node, 'GOOD-1') },
	});
	const withField = (value: unknown, more: Record<string, IBinaryData> = {}): INodeExecutionData => ({
		json: { field: 'data' },
		binary: { ...more, data: value as IBinaryData },
	});
	const run = async (odd: INodeExecutionData, groupFiles: string, onError?: OnError, parameters = {}) => {
		const input = [odd, await good()];
		return await extract(node, { input, onError, parameters: { groupFiles, ...parameters } });
	};
	const failed = ({ items, secondOutput }: Awaited<ReturnType<typeof run>>) =>
		[...items, ...secondOutput].filter(({ json }) => json.error !== undefined);
	const rows = ({ items }: Awaited<ReturnType<typeof run>>) =>
		traced(items.filter(({ json }) => json.error === undefined));

	const reference = { mimeType: 'application/pdf', fileName: 'x.pdf' };
	const ODD: Array<[what: string, item: () => INodeExecutionData, says: RegExp, parameters?: object]> = [
		[
			'a copied reference without its ID',
			() => withField({ ...reference, data: 'filesystem-v2' }),
			/x\.pdf is no longer in the binary data of n8n/,
		],
		['a list in place of a file', () => withField([]), /data is no longer|no file in the field "data"/],
		['a text in place of a file', () => withField('JVBERi0xLjQK'), /There is no file in the field "data"/],
		[
			'a file without data',
			() => withField({ ...reference }),
			/x\.pdf is no longer in the binary data of n8n/,
		],
		[
			'an object as the name of the field',
			() => ({ json: { field: { a: 1 } }, binary: {} }),
			/Input Data Field Name: \{"a":1\} is not a text/,
			{ files: 'named', inputDataFieldName: '={{ $json.field }}' },
		],
		[
			'a field that is null and named',
			() => withField(null),
			/There is no file in the field "data"/,
			{ files: 'named', inputDataFieldName: 'data' },
		],
	];

	describe.each(CASES)('with %s and On Error %s', (groupFiles, onError) => {
		// With fewer values than parameters, Jest would give a callback and wait for it.
		it.each(ODD.map(([what, item, says, more]) => [what, item, says, more] as const))(
			'fails its own item and no other: %s',
			async (_what, item, says, parameters) => {
				const done = await run(item(), groupFiles, onError, parameters);
				if (onError === undefined) {
					expect(`${done.error?.message} ${done.error?.description ?? ''}`).toMatch(says);
					expect(node.sandbox.control.requests()).toEqual([]);
					return;
				}
				expect(rows(done)).toEqual([['GOOD-1', 'GOOD-1.pdf (Page 1)', 1]]);
				expect(failed(done).map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
				expect((failed(done)[0]?.json.error as { message: string }).message).toMatch(says);
			},
		);

		it('that is null is no file, and the files beside it are taken', async () => {
			const done = await run(
				withField(null, { scan: await invoiceFile(node, 'BESIDE-1') }),
				groupFiles,
				onError,
			);
			expect(done.error).toBeUndefined();
			expect(rows(done)).toEqual([
				['BESIDE-1', 'BESIDE-1.pdf (Page 1)', 0],
				['GOOD-1', 'GOOD-1.pdf (Page 1)', 1],
			]);
		});
	});

	it.each<[string, (pdf: Buffer) => Promise<object>, string]>([
		[
			'a number as the name of the file',
			async () => ({ ...(await invoiceFile(node, 'ODD-1')), fileName: 20260077 }),
			'20260077.pdf',
		],
		[
			'a data URL in place of base64',
			async (pdf) =>
				await Promise.resolve({
					...reference,
					data: `data:application/pdf;base64,${pdf.toString('base64')}`,
				}),
			'x.pdf',
		],
		[
			'no MIME type at all',
			async () => ({ ...(await invoiceFile(node, 'ODD-1', 'scan')), mimeType: null }),
			'scan.pdf',
		],
	])('is read all the same: %s', async (_what, fileOf, name) => {
		const pdf = await makeInvoicePdf({ number: 'ODD-1' });
		const done = await run(withField(await fileOf(pdf)), 'forAllItems');
		expect(done.error).toBeUndefined();
		expect(rows(done)).toContainEqual(['ODD-1', `${name} (Page 1)`, 0]);
	});
});
