import type { INodeParameters } from 'n8n-workflow';
import { byId, startOperation } from '../../support/fixtures/operationFixture';
import { gives, startLinkServer, type LinkServer } from '../../support/fixtures/linkServer';
import { passFaster } from '../../support/fastTime';
import { NODE_TYPE } from '../../support/names';
import { makeInvoicePdf } from '../../../examples/documents/invoicePdf';

/** An agent gets the first output only, sees no notes, and does not wait for long. */
describe('An AI agent misses nothing', () => {
	const operation = startOperation('wait');
	let web: LinkServer;
	beforeAll(async () => {
		web = await startLinkServer();
	});
	afterAll(async () => await web.close());

	const asTool = async (parameters: INodeParameters) =>
		await operation.node.engine.runAsTool({
			type: NODE_TYPE,
			parameters: { resource: 'extraction', ...parameters },
		});

	/** As n8n's own agents and its MCP server run a node: in no workflow, and no execution. */
	const alone = async (parameters: INodeParameters) =>
		await operation.node.engine.runNode({
			type: NODE_TYPE,
			parameters: { resource: 'extraction', ...parameters },
			mode: 'internal',
			executionId: '',
		});

	const invoice = async (number: string) => web.on(`/${number}.pdf`, gives(await makeInvoicePdf({ number })));
	const extracting = (links: string, more: INodeParameters = {}): INodeParameters => ({
		operation: 'extractDocuments',
		files: 'links',
		links,
		prompt: 'Invoice number and total',
		outputStructure: 'per_invoice',
		...more,
	});

	it('gets the rows that need review marked, and failed pages, in the one output', async () => {
		operation.control.planExtractions([
			{
				failedPages: 1,
				reviewItems: [
					{
						message: 'The total is hard to read',
						affected_fields: ['Total Amount'],
						output_row_numbers: [1],
						source_references: [],
					},
				],
			},
		]);
		const links = `${await invoice('T-1')}\n${await invoice('T-2')}`;
		const { response, error } = await asTool(extracting(links));
		expect(error).toBeUndefined();
		expect(JSON.stringify(response)).toMatch(/The total is hard to read/);
		expect(JSON.stringify(response)).toMatch(/could not be read/);
	});

	it.each(['rows', 'documents'])(
		'is told where its %s come from an earlier request that asked for something else',
		async (output) => {
			const asked = extracting(await invoice('T-3'), {
				submissionIdFrom: 'own',
				submissionId: `T-3-${output}`,
				output,
			});
			expect(JSON.stringify((await asTool(asked)).response)).not.toMatch(/earlier request/);
			const { response } = await asTool({ ...asked, prompt: 'Supplier' });
			expect(JSON.stringify(response)).toMatch(/earlier request with the same Submission ID.*prompt/);
		},
	);

	it('gets the questions and the unsupported files in the one output, with what to do', async () => {
		const xml = web.on('/e.xml', gives('<Invoice/>', { 'content-type': 'application/xml' }));
		const asked = extracting(xml, { unsupportedFiles: 'output' });
		const { response } = await asTool(asked);
		expect(JSON.stringify(response)).toMatch(
			/"reason.{0,5}xml.*This file was not extracted\. The node did not download it\. .*Read its data/,
		);
	});

	it('gets the ID and what to call next where an extraction takes longer than its maximum wait', async () => {
		const { extraction_id } = operation.control.createExtraction({ status: 'processing' });
		const waited = { operation: 'wait', extractionId: byId(extraction_id), maximumWait: 0.001 };
		const { response, error } = await asTool(waited);
		expect(error).toBeUndefined();
		expect(JSON.stringify(response)).toContain(
			`Call Get Status with extraction_id ${extraction_id} in a minute`,
		);
	});

	describe('run alone', () => {
		let slowDown: () => void;
		beforeAll(() => {
			slowDown = passFaster(5);
		});
		afterAll(() => slowDown());

		it('gets the status before its call is cut off, however long it is to wait', async () => {
			const { extraction_id } = operation.control.createExtraction({ status: 'processing' });
			const startedAt = Date.now();
			const asked = { operation: 'getStatus', extractionId: byId(extraction_id), waitUpTo: 45 };
			const run = await alone(asked);
			expect(Date.now() - startedAt).toBeLessThan(30_000);
			expect(run.items.map(({ json }) => json.status)).toEqual(['processing']);
		});

		it('gets an answer from Wait before its call is cut off', async () => {
			const { extraction_id } = operation.control.createExtraction({ status: 'processing' });
			const startedAt = Date.now();
			const run = await alone({ operation: 'wait', extractionId: byId(extraction_id) });
			expect(Date.now() - startedAt).toBeLessThan(30_000);
			expect(run.error).toBeUndefined();
			expect(run.items.map(({ json }) => json)).toEqual([
				expect.objectContaining({
					extraction_id,
					status: 'processing',
					note: expect.stringContaining(extraction_id),
				}),
			]);
		});

		it('gets an answer from Extract Documents, and pays once if it calls again', async () => {
			operation.control.planExtractions([{ processingMs: 3_600_000 }]);
			const before = operation.control.extractions().length;
			const asked = extracting(await invoice('T-3'));
			const first = await alone(asked);
			expect(first.error).toBeUndefined();
			const [extraction] = operation.control.extractions().slice(before);
			expect(first.items.map(({ json }) => json)).toEqual([
				expect.objectContaining({
					extraction_id: extraction!.extraction_id,
					note: expect.stringMatching(/^Still processing/),
				}),
			]);
			await operation.control.advanceClock(3_600_000);
			const second = await alone(asked);
			expect(second.items.map(({ json }) => json['Invoice Number'])).toEqual(['T-3']);
			expect(operation.control.extractions()).toHaveLength(before + 1);
		});
	});
});
