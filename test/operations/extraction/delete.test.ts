import { byId, startOperation } from '../../support/fixtures/operationFixture';
import { COMMON_RULES } from '../../support/operations/commonRules';
import { DELETE } from '../../support/endpoints';

describe('Extraction: Delete', () => {
	const operation = startOperation('delete');
	describe('as an operation on one extraction', () => {
		it.each(COMMON_RULES)('%s', async (_rule, holds) => await holds(operation));
	});

	const seeded = (status: string) => operation.control.createExtraction({ status }).extraction_id;
	const exists = (id: string) =>
		operation.control.extractions().some(({ extraction_id }) => extraction_id === id);

	it.each(['completed', 'failed', 'cancelled'])('deletes one that has ended as %s', async (status) => {
		const extraction_id = seeded(status);
		const run = await operation.run({ extractionId: byId(extraction_id) });
		expect(run.items).toEqual([{ json: { deleted: true }, pairedItem: { item: 0 } }]);
		expect(exists(extraction_id)).toBe(false);
		expect(operation.asked()).toEqual([DELETE]);
	});

	it('has succeeded when the answer got lost and the repetition finds nothing', async () => {
		const extraction_id = seeded('completed');
		operation.control.addFault({ endpoint: DELETE, kind: 'reset_after' });
		const run = await operation.run({ extractionId: byId(extraction_id) });
		expect(run.items).toEqual([{ json: { deleted: true }, pairedItem: { item: 0 } }]);
		expect(operation.asked()).toEqual([DELETE, DELETE]);
	});

	it.each(['processing', 'input_required'])(
		'leaves one that is %s alone, and says what to do',
		async (status) => {
			const extraction_id = seeded(status);
			const run = await operation.run({ extractionId: byId(extraction_id) });
			expect(run.error?.message).toMatch(/^The extraction has not ended, so it cannot be deleted/);
			expect(run.error?.description).toMatch(
				/stop it with Cancel and its option Wait Until Stopped, then delete it\. If it asks questions.*\(EXTRACTION_IN_PROGRESS\)/,
			);
			expect(operation.asked()).toEqual([DELETE]);
			expect(exists(extraction_id)).toBe(true);
		},
	);

	it.each(['processing', 'input_required'])(
		'deletes one that is %s after Cancel has stopped it',
		async (status) => {
			const extraction_id = seeded(status);
			const parameters = { extractionId: byId(extraction_id) };
			const options = { waitUntilStopped: true };
			const stopped = await operation.run({ operation: 'cancel', ...parameters, options });
			const run = await operation.run(parameters, { input: stopped.items });
			expect(run.items).toEqual([{ json: { deleted: true }, pairedItem: { item: 0 } }]);
			expect(exists(extraction_id)).toBe(false);
		},
	);

	it('deletes what a teammate submitted, for an admin', async () => {
		operation.control.addKey({ key: operation.node.sandbox.apiKey, role: 'admin' });
		operation.control.addKey({ key: 'mate', role: 'member' });
		const { extraction_id } = operation.control.createExtraction({ key: 'mate', status: 'completed' });
		const parameters = { extractionId: byId(extraction_id), options: { scope: 'team' } };
		const run = await operation.run(parameters);
		expect(run.error).toBeUndefined();
		expect(exists(extraction_id)).toBe(false);
		const queries = operation.control.requests().map(({ query }) => query?.scope);
		expect(new Set(queries)).toEqual(new Set(['team']));
	});

	it('goes on with the other items when it continues on fail', async () => {
		const ids = [seeded('processing'), seeded('completed')];
		const run = await operation.run(
			{ extractionId: byId('={{ $json.id }}') },
			{ input: ids.map((id) => ({ json: { id } })), onError: 'continueErrorOutput' },
		);
		expect(run.items).toMatchObject([{ json: { deleted: true }, pairedItem: { item: 1 } }]);
		expect(run.secondOutput).toMatchObject([
			{ json: { error: { code: 'EXTRACTION_IN_PROGRESS' } }, pairedItem: { item: 0 } },
		]);
	});
});
