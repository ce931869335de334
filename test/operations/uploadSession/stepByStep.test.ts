import type { IConnections, INodeParameters } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import type { WorkflowLike } from '../../../dev/engine';
import { makeInvoicePdf } from '../../../examples/documents/invoicePdf';
import { byId } from '../../support/fixtures/operationFixture';
import { startNode, type NodeFixture } from '../../support/fixtures/nodeFixture';
import { NODE_TYPE } from '../../support/names';

/** Small, so that the PDFs have several parts. */
const PART_SIZE = 700;

const ID = byId('={{ $json.extraction_id }}');

type Step = [name: string, parameters: INodeParameters];

/** A workflow of our node's operations in a row. */
function inARow(...steps: Step[]): WorkflowLike {
	const names = ['Start', ...steps.map(([name]) => name)];
	const connections: IConnections = Object.fromEntries(
		names
			.slice(0, -1)
			.map((name, index) => [
				name,
				{ main: [[{ node: names[index + 1]!, type: NodeConnectionTypes.Main, index: 0 }]] },
			]),
	);
	return {
		nodes: [
			{ name: 'Start', type: 'engine.start' },
			...steps.map(([name, parameters]) => ({ name, type: NODE_TYPE, parameters })),
		],
		connections,
	};
}

const step = (resource: string, operation: string, parameters: INodeParameters = {}): Step => [
	operation,
	{ resource, operation, ...parameters },
];

const CREATE = step('uploadSession', 'create', { options: { groupFiles: 'forAllItems' } });
const URLS = step('filePart', 'getUploadUrls');
const UPLOAD = step('filePart', 'upload');
const COMPLETE = step('uploadSession', 'completeFile');
const EXTRACT: Step[] = [
	step('extraction', 'submit', { prompt: 'Invoice number and total', outputStructure: 'per_invoice' }),
	step('extraction', 'wait', { extractionId: ID }),
	step('extraction', 'getRows', { extractionId: ID, returnAll: true }),
];

describe('An extraction step by step, in a workflow of operations that feed one another', () => {
	let node: NodeFixture;
	beforeAll(async () => {
		node = await startNode({ limits: 'off', partSize: PART_SIZE });
	});
	afterAll(async () => await node.close());

	const invoices = async (...numbers: string[]) =>
		await Promise.all(
			numbers.map(async (number) => {
				const pdf = await makeInvoicePdf({ number });
				expect(pdf.length).toBeGreaterThan(PART_SIZE);
				const data = await node.engine.storeFile(pdf, `${number}.pdf`, 'application/pdf');
				return { json: { mail: number }, binary: { data } };
			}),
		);

	/** Runs the steps and gives the numbers of the invoices that the rows hold, and the input items they are traced to. */
	async function numbersOf(...steps: Step[]) {
		const run = await node.engine.run(inARow(...steps), { input: await invoices('S-1', 'S-2') });
		expect(run.error).toBeUndefined();
		return run.output(steps.at(-1)![0]).map(({ json }) => json['Invoice Number']);
	}

	it('gives the rows, although nothing is entered in a step of the upload', async () => {
		expect(await numbersOf(CREATE, URLS, UPLOAD, COMPLETE, ...EXTRACT)).toEqual(['S-1', 'S-2']);
		const puts = node.sandbox.control.requests().filter(({ endpoint }) => endpoint === 'PUT part');
		expect(Math.max(...puts.map(({ partNumber }) => partNumber ?? 0))).toBeGreaterThan(1);
		node.sandbox.control.clearRequests();
	});

	it('gives the rows, with Upload Files for all steps of the upload', async () =>
		expect(
			await numbersOf(
				step('uploadSession', 'uploadFiles', { options: { groupFiles: 'forAllItems' } }),
				...EXTRACT,
			),
		).toEqual(['S-1', 'S-2']));

	it('traces what is completed to all items that it came from', async () => {
		const steps = [CREATE, URLS, UPLOAD, COMPLETE];
		const run = await node.engine.run(inARow(...steps), { input: await invoices('S-3', 'S-4') });
		const parts = run.output('upload').length;
		expect(run.output('completeFile')).toEqual([
			expect.objectContaining({
				json: expect.objectContaining({ file_ids: ['file-1', 'file-2'] }),
				pairedItem: Array.from({ length: parts }, (_, item) => ({ item })),
			}),
		]);
		expect(run.output('create').map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});
});
