import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { byId, startOperation } from '../../support/fixtures/operationFixture';
import { gives, startLinkServer, type LinkServer } from '../../support/fixtures/linkServer';
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
	const alone = async (parameters: INodeParameters, ...input: IDataObject[]) =>
		await operation.node.engine.runNode({
			type: NODE_TYPE,
			parameters: { resource: 'extraction', ...parameters },
			mode: 'internal',
			executionId: '',
			...(input.length > 0 && { input: input.map((json) => ({ json })) }),
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

	it.each<INodeParameters>([{}, { separateReview: true }, { separateReview: '={{ true }}' }])(
		'gets the rows that need review marked, and failed pages, in the one output (%j)',
		async (set) => {
			// Each document is an extraction of its own.
			operation.control.planExtractions([
				{ ofFile: 'T-1.pdf', failedPages: 1 },
				{
					ofFile: 'T-2.pdf',
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
			const prompt = `Invoice number and total ${JSON.stringify(set)}`;
			const links = `${await invoice('T-1')}\n${await invoice('T-2')}`;
			const { response, error } = await asTool(extracting(links, { ...set, prompt }));
			expect(error).toBeUndefined();
			expect(JSON.stringify(response)).toMatch(/The total is hard to read/);
			expect(JSON.stringify(response)).toMatch(/could not be read/);
		},
	);

	describe('of many rows', () => {
		const many = async (output: string, more: INodeParameters = {}) => {
			const before = operation.control.extractions().length;
			operation.control.planExtractions([
				{
					rows: 3000,
					reviewItems: [
						{
							message: 'Hard to read',
							affected_fields: ['Total Amount'],
							output_row_numbers: [7, 2999],
							source_references: [],
						},
					],
				},
			]);
			const links = await invoice(`M-${output}`);
			const { response, error } = await asTool(extracting(links, { output, ...more }));
			expect(error).toBeUndefined();
			const heard = JSON.parse(String(response)) as Array<Record<string, unknown>>;
			const { extraction_id } = operation.control.extractions()[before]!;
			expect(heard.at(-1)).toEqual({
				note: `Rows kept back: 2950. A tool gives at most 50 at once. To get all of them, call Get Rows with extraction_id ${extraction_id}, and go on with Skip First Rows.`,
			});
			expect(String(response).length).toBeLessThan(20_000);
			return heard.slice(0, -1);
		};

		it('gets the first ones, those that need review among them, and how to get all', async () => {
			const rows = await many('rows');
			expect(rows).toHaveLength(50);
			expect(rows.filter(({ review_message }) => review_message === 'Hard to read')).toHaveLength(2);
		});

		it('gets the first rows of a document, with what there is to say of it', async () => {
			const [document, ...others] = await many('documents');
			expect(others).toEqual([]);
			expect(document).toMatchObject({
				state: 'extracted',
				row_count: 3000,
				rows_kept_back: 2950,
				review: [{ message: 'Hard to read', row: 7 }],
			});
			expect(document!.rows).toHaveLength(50);
		});

		it('gets the first lines of an invoice, which says that it has more', async () => {
			const [first, ...others] = await many('invoices', { groupBy: 'Source File' });
			expect(others).toEqual([]);
			expect(first).toMatchObject({ lines_kept_back: 2950 });
			expect(first!.lines).toHaveLength(50);
		});

		it('gets all of them in the end, if it goes on as it is told', async () => {
			const { extraction_id } = operation.control.createExtraction({ rowCount: 120 });
			const numbers: unknown[] = [];
			let offset = 0;
			for (let call = 0; call < 3; call++) {
				const asked = { operation: 'getRows', extractionId: byId(extraction_id), options: { offset } };
				const { response } = await asTool(asked);
				const heard = JSON.parse(String(response)) as Array<Record<string, unknown>>;
				numbers.push(...heard.flatMap((row) => row['Invoice Number'] ?? []));
				const [, id, next] =
					/extraction_id (\S+) and Skip First Rows (\d+)/.exec(String(heard.at(-1)?.note)) ?? [];
				expect(id).toBe(call < 2 ? extraction_id : undefined);
				offset = Number(next);
			}
			expect(new Set(numbers).size).toBe(120);
			expect(numbers).toHaveLength(120);
		});
	});

	it('gets the questions and the unsupported files in the one output, with what to do', async () => {
		const xml = web.on('/e.xml', gives('<Invoice/>', { 'content-type': 'application/xml' }));
		const asked = extracting(xml, { options: { unsupportedFiles: 'output' } });
		const { response } = await asTool(asked);
		expect(JSON.stringify(response)).toMatch(
			/"reason.{0,5}xml.*This file was not extracted\. The node did not download it\. .*Read it with Extract from File/,
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

	describe('gets notes that n8n can trace', () => {
		const noteItems = (items: INodeExecutionData[]) =>
			items.filter(({ json }) => 'note' in json).map(({ pairedItem }) => pairedItem);

		// n8n itself links what comes of a single item, so there are two.
		it.each<[string, INodeParameters]>([
			['getRows', { extractionId: byId('={{ $json.extraction_id }}') }],
			['getAll', { limit: 1 }],
		])('the note of %s on what is kept back is linked to its input item', async (name, more) => {
			const [first, second] = [0, 1].map(() => operation.control.createExtraction({ rowCount: 60 }));
			const ids = [first!, second!].map(({ extraction_id }) => ({ extraction_id }));
			const run = await alone({ operation: name, ...more }, ...ids);
			expect(noteItems(run.items)).toEqual([{ item: 0 }, { item: 1 }]);
		});

		it('the note of Extract Documents is linked to all input items of its extractions', async () => {
			operation.control.planExtractions([{ rows: 60 }, { rows: 60 }]);
			const links = await Promise.all(['N-1', 'N-2'].map(invoice));
			const asked = extracting('={{ $json.link }}', { prompt: 'Linked notes' });
			const run = await alone(asked, ...links.map((link) => ({ link })));
			expect(noteItems(run.items)).toEqual([[{ item: 0 }, { item: 1 }]]);
		});
	});

	describe('run alone', () => {
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
