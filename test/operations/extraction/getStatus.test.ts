import { failPages } from '../../support/operations/failedPages';
import { byId, byUrl, startOperation } from '../../support/fixtures/operationFixture';
import { COMMON_RULES } from '../../support/operations/commonRules';
import { STATUS } from '../../support/endpoints';
import { hintsOf, jsonOf } from '../../support/items';
import { until } from '../../support/until';

describe('Extraction: Get Status', () => {
	const operation = startOperation('getStatus');
	describe('as an operation on one extraction', () => {
		it.each(COMMON_RULES)('%s', async (_rule, holds) => await holds(operation));
	});

	it('tells at once how far an extraction is', async () => {
		const { extraction_id } = operation.control.createExtraction({ status: 'processing' });
		const run = await operation.run({ extractionId: byId(extraction_id) });
		expect(run.items).toEqual([
			{
				json: { extraction_id, status: 'processing', progress: expect.any(Number) },
				pairedItem: { item: 0 },
			},
		]);
		expect(operation.queries(STATUS)).toEqual([{}]);
	});

	it('takes the ID from a pasted URL', async () => {
		const { extraction_id } = operation.control.createExtraction({});
		const url = `https://app.example.com/teams/7c9e6679-7425-40de-944b-e07fc1f90ae7/extractions/${extraction_id}?tab=rows`;
		const run = await operation.run({ extractionId: byUrl(url) });
		expect(run.items[0]?.json).toMatchObject({ extraction_id, status: 'completed' });
	});

	it('waits until the extraction has ended, as long as it is told', async () => {
		const { extraction_id } = operation.control.createExtraction({ status: 'processing' });
		const running = operation.run({ extractionId: byId(extraction_id), waitUpTo: 45 });
		await until('the first request', () => operation.asked().length > 0);
		operation.control.updateExtraction({ extraction_id, status: 'completed' });
		expect((await running).items[0]?.json.status).toBe('completed');
		expect(operation.queries(STATUS)).toEqual([{ wait: '45' }]);
	});

	it('comes in time where a proxy cuts every held request', async () => {
		const { extraction_id } = operation.control.createExtraction({ status: 'processing' });
		operation.control.addFault({ endpoint: STATUS, kind: 'cut_held', delayMs: 1100, count: Infinity });
		const run = await operation.run({ extractionId: byId(extraction_id), waitUpTo: 2 });
		expect(run.error).toBeUndefined();
		expect(run.items[0]?.json).toMatchObject({ status: 'processing' });
	});

	it('names the outputs of a completed extraction but no signed URL', async () => {
		const { extraction_id } = operation.control.createExtraction({ available_outputs: ['xlsx', 'json'] });
		const [json] = jsonOf((await operation.run({ extractionId: byId(extraction_id) })).items);
		expect(json).toMatchObject({
			available_outputs: ['xlsx', 'json'],
			credits_deducted: 1,
			review_needed: { count: 0, items: [] },
			pages: { successful_count: 1, failed_count: 0 },
		});
		expect(JSON.stringify(json)).not.toMatch(/https?:/);
	});

	it('hands out the questions', async () => {
		const { extraction_id } = operation.control.createExtraction({ status: 'input_required' });
		const [json] = jsonOf((await operation.run({ extractionId: byId(extraction_id) })).items);
		expect(json).toMatchObject({
			status: 'input_required',
			answer_by: expect.any(String),
			questions: [{ question_id: 'date_order' }],
		});
	});

	it('tells of a failed extraction without failing, also for Retry On Fail', async () => {
		const { extraction_id } = operation.control.createExtraction({
			status: 'failed',
			error: { code: 'ENCRYPTED_FILE', details: { file_names: ['secret.pdf'] } },
		});
		const run = await operation.run(
			{ extractionId: byId(extraction_id) },
			{ retryOnFail: true, maxTries: 2, onError: 'continueErrorOutput' },
		);
		expect(run.status).toBe('success');
		expect(operation.asked()).toEqual([STATUS]);
		expect(jsonOf(run.items)).toEqual([
			{
				extraction_id,
				status: 'failed',
				failure: {
					code: 'ENCRYPTED_FILE',
					message: expect.stringMatching(/^A file is protected with a password.*secret\.pdf/),
					retryable: false,
					details: { file_names: ['secret.pdf'] },
					next_step: expect.stringMatching(/^Remove the password/),
				},
			},
		]);
	});

	it('passes on a status that it does not know', async () => {
		const { extraction_id } = operation.control.createExtraction({ status: 'archiving' });
		const [json] = jsonOf((await operation.run({ extractionId: byId(extraction_id) })).items);
		expect(json).toMatchObject({ extraction_id, status: 'archiving' });
	});

	it.each([46, -1, 1.5, '={{ "soon" }}'])('refuses to wait %s seconds', async (waitUpTo) => {
		const { extraction_id } = operation.control.createExtraction({});
		const run = await operation.run({ extractionId: byId(extraction_id), waitUpTo });
		expect(run.error?.message).toMatch(/^Wait Up To \(Seconds\): .* is not a whole number from 0 to 45$/);
		expect(operation.asked()).toEqual([]);
	});

	it('tells failed pages and points to review on the node', async () => {
		const { extraction_id } = operation.control.createExtraction({});
		const notes = failPages(operation);
		const run = await operation.run({ extractionId: byId(extraction_id) });
		expect(hintsOf(run)).toEqual(notes);
	});
});
