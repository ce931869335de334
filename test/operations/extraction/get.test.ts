import { byId, startOperation } from '../../support/fixtures/operationFixture';
import { COMMON_RULES } from '../../support/operations/commonRules';
import { jsonOf } from '../../support/items';

describe('Extraction: Get', () => {
	const operation = startOperation('get');
	describe('as an operation on one extraction', () => {
		it.each(COMMON_RULES)('%s', async (_rule, holds) => await holds(operation));
	});

	it('gets the same fields when simplified, whatever the status', async () => {
		const { extraction_id } = operation.control.createExtraction({
			task_name: 'Invoices of May',
			submission_id: 'may',
			created_at: '2026-05-02T08:00:00Z',
			file_names: ['a.pdf', 'b.pdf'],
			status: 'processing',
		});
		const run = await operation.run({ extractionId: byId(extraction_id) });
		expect(run.items).toEqual([
			{
				json: {
					extraction_id,
					submission_id: 'may',
					task_name: 'Invoices of May',
					status: 'processing',
					created_at: '2026-05-02T08:00:00.000Z',
					submission_method: 'api',
					file_names: ['a.pdf', 'b.pdf'],
					file_names_truncated: false,
					file_count: 2,
					credits_deducted: null,
					available_outputs: [],
					failure: null,
					submitted_by: null,
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('gets the full record when not simplified', async () => {
		const { extraction_id } = operation.control.createExtraction({
			prompt: { fields: [{ name: 'Total' }] },
			options: { exclude_columns: ['source_file'] },
		});
		const run = await operation.run({ extractionId: byId(extraction_id), simplify: false });
		expect(jsonOf(run.items)).toMatchObject([
			{
				extraction_id,
				prompt: { fields: [{ name: 'Total' }] },
				options: { exclude_columns: ['source_file'] },
				file_names: ['invoice.pdf'],
				file_count: 1,
				output_structure: 'per_invoice',
				output_expires_at: expect.any(String),
				pages: { successful_count: 1 },
				ai_uncertainty_notes: [],
				review_needed: { count: 0 },
			},
		]);
	});

	it.each([true, false])('tells why it failed without failing (simplified: %s)', async (simplify) => {
		const { extraction_id } = operation.control.createExtraction({
			status: 'failed',
			error: { code: 'NO_PAGES_FOUND' },
		});
		const run = await operation.run(
			{ extractionId: byId(extraction_id), simplify },
			{ onError: 'continueErrorOutput' },
		);
		expect(jsonOf(run.items)).toMatchObject([
			{ status: 'failed', failure: { code: 'NO_PAGES_FOUND', next_step: expect.stringMatching(/^Check/) } },
		]);
		expect(run.items[0]?.json).not.toHaveProperty('error');
	});

	it('gets what a team admin may see, with who submitted it', async () => {
		operation.control.addKey({
			key: operation.node.sandbox.apiKey,
			role: 'admin',
			email: 'admin@example.com',
		});
		operation.control.addKey({ key: 'mate', role: 'member', email: 'mate@example.com' });
		const { extraction_id } = operation.control.createExtraction({ key: 'mate' });
		const parameters = { extractionId: byId(extraction_id), simplify: false };
		const team = await operation.run({ ...parameters, options: { scope: 'team' } });
		expect(jsonOf(team.items)).toMatchObject([{ submitted_by: { email: 'mate@example.com' } }]);
		const simple = await operation.run({ ...parameters, simplify: true, options: { scope: 'team' } });
		expect(jsonOf(simple.items)).toMatchObject([{ submitted_by: { email: 'mate@example.com' } }]);
		const own = await operation.run({ ...parameters, options: { scope: 'own' } });
		expect(own.error?.message).toMatch(/^The extraction was not found/);
	});
});
