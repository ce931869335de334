import { failPages } from '../../support/operations/failedPages';
import { byId, startOperation } from '../../support/fixtures/operationFixture';
import { COMMON_RULES } from '../../support/operations/commonRules';
import { STATUS } from '../../support/endpoints';
import { hintsOf, jsonOf } from '../../support/items';
import { until } from '../../support/until';

/** In minutes: not quite two seconds. A node that starts slowly still asks for two whole ones. */
const SHORTLY = 0.03;

describe('Extraction: Wait', () => {
	const operation = startOperation('wait');
	describe('as an operation on one extraction', () => {
		it.each(COMMON_RULES)('%s', async (_rule, holds) => await holds(operation));
	});

	const seeded = (status: string) => operation.control.createExtraction({ status }).extraction_id;

	it('waits with the long poll until the extraction is completed', async () => {
		const extraction_id = seeded('processing');
		const running = operation.run({ extractionId: byId(extraction_id) });
		await until('the first request', () => operation.asked().length > 0);
		operation.control.updateExtraction({ extraction_id, status: 'completed' });
		const run = await running;
		expect(run.items).toEqual([
			{
				json: expect.objectContaining({ extraction_id, status: 'completed', credits_deducted: 1 }),
				pairedItem: { item: 0 },
			},
		]);
		expect(operation.queries(STATUS)).toEqual([{ wait: '45' }]);
	});

	it('ends when the extraction asks questions, and hands them out', async () => {
		const extraction_id = seeded('processing');
		const running = operation.run({ extractionId: byId(extraction_id) });
		await until('the first request', () => operation.asked().length > 0);
		operation.control.updateExtraction({ extraction_id, status: 'input_required' });
		expect(jsonOf((await running).items)).toMatchObject([
			{ status: 'input_required', questions: [{ question_id: 'date_order' }] },
		]);
	});

	it('goes on when a proxy cuts the held request', async () => {
		const extraction_id = seeded('processing');
		operation.control.addFault({ endpoint: STATUS, kind: 'cut_held', delayMs: 1100 });
		const running = operation.run({ extractionId: byId(extraction_id) });
		await until('the second request', () => operation.queries(STATUS).length > 1);
		operation.control.updateExtraction({ extraction_id, status: 'completed' });
		expect(jsonOf((await running).items)).toMatchObject([{ status: 'completed' }]);
		expect(operation.queries(STATUS)).toEqual([{ wait: '45' }, { wait: '20' }]);
	});

	describe('when the extraction failed or was cancelled', () => {
		it('fails with what went wrong and the ID', async () => {
			const { extraction_id } = operation.control.createExtraction({
				status: 'failed',
				error: { code: 'PROMPT_UNCLEAR' },
			});
			const run = await operation.run({ extractionId: byId(extraction_id) });
			expect(run.error?.message).toMatch(/^The prompt is unclear.*/);
			expect(run.error?.description).toMatch(
				new RegExp(
					`^This extraction stays failed: extract the documents again\\. .*more precisely.*Extraction ID: ${extraction_id}\\. \\(PROMPT_UNCLEAR\\)`,
				),
			);
		});

		it('fails when it was cancelled, with the reason', async () => {
			const extraction_id = seeded('cancelled');
			const run = await operation.run({ extractionId: byId(extraction_id) });
			expect(run.error?.message).toMatch(/^The extraction was cancelled: somebody cancelled it$/);
		});

		it.each(['failed', 'cancelled'])('hands out the status %s when told so', async (status) => {
			const extraction_id = seeded(status);
			const run = await operation.run({ extractionId: byId(extraction_id), ifNotCompleted: 'outputStatus' });
			expect(run.error).toBeUndefined();
			expect(jsonOf(run.items)).toMatchObject([{ extraction_id, status }]);
			expect(run.items[0]?.json).not.toHaveProperty('error');
		});

		it('goes on with the other items when it continues on fail', async () => {
			const ids = [seeded('failed'), seeded('completed')];
			const run = await operation.run(
				{ extractionId: byId('={{ $json.id }}') },
				{ input: ids.map((id) => ({ json: { id } })), onError: 'continueErrorOutput' },
			);
			expect(run.items).toMatchObject([{ json: { extraction_id: ids[1] }, pairedItem: { item: 1 } }]);
			expect(run.secondOutput).toMatchObject([
				{ json: { error: { code: 'INTERNAL_ERROR', extraction_id: ids[0] } }, pairedItem: { item: 0 } },
			]);
		});
	});

	describe('when the maximum is reached', () => {
		it('fails with the ID, so that the extraction can be collected later', async () => {
			const extraction_id = seeded('processing');
			const run = await operation.run({ extractionId: byId(extraction_id), maximumWait: SHORTLY });
			expect(run.error?.message).toMatch(
				/^The extraction did not finish within the maximum wait: its status is processing/,
			);
			expect(run.error?.description).toContain(extraction_id);
			expect(operation.queries(STATUS)[0]).toEqual({ wait: '2' });
		});

		it('hands out the status when told so', async () => {
			const extraction_id = seeded('processing');
			const run = await operation.run({
				extractionId: byId(extraction_id),
				maximumWait: SHORTLY,
				ifNotCompleted: 'outputStatus',
			});
			expect(jsonOf(run.items)).toEqual([
				{ extraction_id, status: 'processing', progress: expect.any(Number) },
			]);
		});

		it('counts from the start of the node for all items', async () => {
			const ids = [seeded('processing'), seeded('processing')];
			const run = await operation.run(
				{ extractionId: byId('={{ $json.id }}'), maximumWait: SHORTLY, ifNotCompleted: 'outputStatus' },
				{ input: ids.map((id) => ({ json: { id } })) },
			);
			expect(jsonOf(run.items)).toMatchObject(ids.map((extraction_id) => ({ extraction_id })));
			// The second item finds the time used up, so it only looks.
			const [, ...rest] = operation.queries(STATUS);
			expect(rest.at(-1)).toEqual({});
		});

		it.each([0, -1, 20_000, '={{ "an hour" }}'])('refuses a maximum of %s minutes', async (maximumWait) => {
			const extraction_id = seeded('completed');
			const run = await operation.run({ extractionId: byId(extraction_id), maximumWait });
			expect(run.error?.message).toMatch(/^Maximum Wait \(Minutes\): .*/);
			expect(operation.asked()).toEqual([]);
		});
	});

	it('ends when the user stops the execution, and asks no more', async () => {
		const { result, cancel } = operation.node.engine.startNode({
			type: 'n8n-nodes-document-data-extraction.documentDataExtraction',
			parameters: {
				resource: 'extraction',
				operation: 'wait',
				extractionId: byId('={{ $json.id }}'),
			},
			input: [{ json: { id: seeded('processing') } }, { json: { id: seeded('processing') } }],
		});
		await until('the first request', () => operation.asked().length > 0);
		cancel();
		expect((await result).status).toBe('canceled');
		expect(operation.asked()).toEqual([STATUS]);
	});

	it('tells failed pages and points to review on the node', async () => {
		const { extraction_id } = operation.control.createExtraction({});
		const notes = failPages(operation);
		const run = await operation.run({ extractionId: byId(extraction_id) });
		expect(hintsOf(run)).toEqual(notes);
	});
});
