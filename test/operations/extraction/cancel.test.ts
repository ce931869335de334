import { byId, neverStopping, startOperation } from '../../support/fixtures/operationFixture';
import { COMMON_RULES } from '../../support/operations/commonRules';
import { CANCEL } from '../../support/endpoints';
import { jsonOf } from '../../support/items';
import { until } from '../../support/until';

describe('Extraction: Cancel', () => {
	const operation = startOperation('cancel');
	describe('as an operation on one extraction', () => {
		it.each(COMMON_RULES)('%s', async (_rule, holds) => await holds(operation));
	});

	const seeded = (status: string) => operation.control.createExtraction({ status }).extraction_id;
	const WAIT = { waitUntilStopped: true };

	it('records the request and tells that the extraction is stopping', async () => {
		const extraction_id = seeded('processing');
		const run = await operation.run({ extractionId: byId(extraction_id) });
		expect(run.items).toEqual([
			{
				json: {
					extraction_id,
					status: 'processing',
					cancellation_requested: true,
					cancel_requested_at: expect.any(String),
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(operation.asked()).toEqual([CANCEL]);
	});

	it('waits until it has stopped, when told so', async () => {
		const extraction_id = seeded('processing');
		const run = await operation.run({ extractionId: byId(extraction_id), options: WAIT });
		expect(jsonOf(run.items)).toMatchObject([
			{ extraction_id, status: 'cancelled', cancellation_reason: 'user', credits_deducted: 0 },
		]);
	});

	it('hands out the completed status when the extraction finished first', async () => {
		const extraction_id = seeded('processing');
		const running = operation.run({ extractionId: byId(extraction_id), options: WAIT });
		await until('the request to cancel', () => operation.asked().includes(CANCEL));
		operation.control.updateExtraction({ extraction_id, status: 'completed' });
		expect(jsonOf((await running).items)).toMatchObject([{ extraction_id, status: 'completed' }]);
	});

	it('cancels one that asks questions, which has stopped at once', async () => {
		const extraction_id = seeded('input_required');
		const run = await operation.run({ extractionId: byId(extraction_id), options: WAIT });
		expect(jsonOf(run.items)).toMatchObject([{ status: 'cancelled' }]);
		expect(operation.asked()).toEqual([CANCEL]);
	});

	it('fails with the ID when it has not stopped within ten minutes', async () => {
		const extraction_id = await neverStopping(operation);
		const startedAt = Date.now();
		const run = await operation.run({ extractionId: byId(extraction_id), options: WAIT });
		expect(run.error?.message).toMatch(/it was asked to stop, and its status is still processing/);
		expect(run.error?.description).toContain(extraction_id);
		expect(Math.round((Date.now() - startedAt) / 60_000)).toBe(10);
	});

	it('repeats the same answer for one that is already cancelled', async () => {
		const extraction_id = seeded('cancelled');
		const run = await operation.run({ extractionId: byId(extraction_id) });
		expect(jsonOf(run.items)).toMatchObject([{ extraction_id, status: 'cancelled' }]);
	});

	it.each(['completed', 'failed'])('says that one that has %s cannot be cancelled', async (status) => {
		const run = await operation.run({ extractionId: byId(seeded(status)) });
		expect(run.error?.message).toMatch(/^The extraction has already ended, so it cannot be cancelled/);
		expect(run.error?.description).toMatch(/Get shows how it ended.*\(EXTRACTION_NOT_CANCELLABLE\)/);
		expect(run.error?.context).toMatchObject({ details: { status } });
	});

	it('goes on with the other items when it continues on fail', async () => {
		const ids = [seeded('completed'), seeded('processing')];
		const run = await operation.run(
			{ extractionId: byId('={{ $json.id }}') },
			{ input: ids.map((id) => ({ json: { id } })), onError: 'continueErrorOutput' },
		);
		expect(run.items).toMatchObject([
			{ json: { extraction_id: ids[1], cancellation_requested: true }, pairedItem: { item: 1 } },
		]);
		expect(run.secondOutput).toMatchObject([
			{ json: { error: { code: 'EXTRACTION_NOT_CANCELLABLE' } }, pairedItem: { item: 0 } },
		]);
	});
});
